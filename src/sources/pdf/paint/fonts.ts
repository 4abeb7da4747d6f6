import type { Matrix } from '../page-space.js';
import type { NamedObjects } from './engine.js';
import type { EngineFont } from './operators.js';
import { type Outline, readOutline } from './outlines.js';

const SUBSET_PREFIX = /^[A-Z]{6}\+/;
/** What glyph widths are in where the font does not say: thousandths of the em (ISO 32000-1, 9.2.4). */
const THOUSANDTHS: Matrix = [0.001, 0, 0, 0.001, 0, 0];
/** The vertical metrics of a font that gives none (ISO 32000-1, 9.7.4.3). */
const DEFAULT_VERTICAL: readonly [number, number, number] = [-1000, 500, 880];

/** A font of the file, with the outlines that were asked for. */
export class FontFace {
  /** Base font name without the subset prefix. */
  readonly name: string;
  readonly type3: boolean;
  readonly vertical: boolean;
  readonly matrix: Matrix;
  readonly verticalMetrics: readonly [number, number, number];
  private readonly outlines = new Map<string, Outline | null>();

  constructor(
    readonly font: EngineFont,
    private readonly objects: NamedObjects,
  ) {
    this.name = (font.name ?? '').replace(SUBSET_PREFIX, '');
    this.type3 = font.isType3Font === true;
    this.vertical = font.vertical === true;
    this.matrix = font.fontMatrix ?? THOUSANDTHS;
    this.verticalMetrics = font.defaultVMetrics ?? DEFAULT_VERTICAL;
  }

  /** The glyph's outline, null for a blank. */
  outline(fontChar: string): Outline | null {
    let outline = this.outlines.get(fontChar);
    if (outline === undefined) {
      const packed = this.objects.get(`${this.font.loadedName}_path_${fontChar}`) as { path?: Float32Array } | null;
      outline = packed?.path ? readOutline(packed.path) : null;
      this.outlines.set(fontChar, outline);
    }
    return outline;
  }
}
