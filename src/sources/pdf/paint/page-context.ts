import type { PageBox } from '../../../evidence/boxes.js';
import { GroundglassError } from '../../../evidence/errors.js';
import type { DrawnOutline, PaintedElement } from '../../painted.js';
import { ClipDefinitions } from './clips.js';
import type { NamedObjects } from './engine.js';
import type { FontFace } from './fonts.js';
import { round2 } from './numbers.js';
import type { OperatorList } from './operators.js';
import type { Painter } from './painter.js';
import type { Paint } from './paints.js';
import { addRect, inside, isEmpty, type Rect, toPageBox } from './rect.js';
import { Definitions } from './svg-writer.js';
import type { Type3Glyph } from './type3.js';

/** Elements of one page; the densest real plans have 200,000. */
const MAX_ELEMENTS = 1_000_000;
/** Stands in the markup where the source of a patch's picture goes; nothing that is written from a file has such a mark. */
export const PATCH_MARK = '\u0000';

/** A place for the first engine's rendering. */
export interface Patch {
  readonly box: PageBox;
  readonly reason: string;
}

/** What all content of one page shares. */
export class PageContext {
  readonly definitions = new Definitions();
  readonly clips = new ClipDefinitions(this.definitions.define);
  /** By the engine's name; null for a font that can't be read. */
  readonly fonts = new Map<string, FontFace | null>();
  /** Ids of definitions that were made before, by what they are made of. */
  readonly made = new Map<string, string | null>();
  readonly elements: PaintedElement[] = [];
  /** Path data of glyphs' outlines, by their names. */
  readonly outlines: Record<string, string> = {};
  /** What Type 3 glyphs paint, by their names; null where their shape can't be told. */
  readonly drawings: Record<string, readonly DrawnOutline[] | null> = {};
  readonly patches: Patch[] = [];
  /** Parts that are written as vectors but do not look right without a patch over them. */
  readonly covers: { readonly box: Rect; readonly reason: string }[] = [];
  private readonly warnings = new Map<string, { code: string; message: string }>();
  private operators = 0;
  private knockoutGroups = 0;
  /** Type 3 glyphs by what they are drawn with. */
  readonly type3 = new Map<string, Type3Glyph | null>();
  private readonly numbers = new Map<object, number>();

  constructor(
    readonly objects: NamedObjects,
    readonly isVisible: (group: unknown) => boolean,
    /** Runs an operator list; handed in because lists occur inside of what they paint. */
    readonly interpret: (painter: Painter, list: OperatorList) => void,
  ) {}

  /** A name for an object of the engine that has none, by the order of asking. */
  numberOf(object: object): number {
    let number = this.numbers.get(object);
    if (number === undefined) this.numbers.set(object, (number = this.numbers.size));
    return number;
  }

  /** From 1 on. */
  numberKnockoutGroup(): number {
    this.knockoutGroups += 1;
    return this.knockoutGroups;
  }

  paintKey(paint: Paint): string {
    return paint === null || typeof paint === 'string' ? String(paint) : `pattern ${this.numberOf(paint)}`;
  }

  warn(code: string, message: string): void {
    this.warnings.set(message, { code, message });
  }

  get allWarnings(): { code: string; message: string }[] {
    return [...this.warnings.values()];
  }

  /** @throws GroundglassError `too_many_bytes` */
  list(element: PaintedElement): void {
    this.elements.push(element);
    if (this.elements.length > MAX_ELEMENTS) throw tooMuch('elements', MAX_ELEMENTS);
  }

  /** Counts operators against a limit. @throws GroundglassError `too_many_bytes` */
  count(operators: number, limit: number): void {
    this.operators += operators;
    if (this.operators > limit) throw tooMuch('operators', limit);
  }

  /** Markup of a patch: its number stands between marks where its picture goes. */
  patch(idAttribute: string, box: PageBox, reason: string): string {
    this.patches.push({ box, reason });
    const [x0, y0, x1, y1] = box;
    const size = `x="${x0}" y="${y0}" width="${round2(x1 - x0)}" height="${round2(y1 - y0)}"`;
    return `<image${idAttribute} ${size} preserveAspectRatio="none" href="${PATCH_MARK}${this.patches.length - 1}${PATCH_MARK}"/>`;
  }

  /** Notes a part that needs a patch over it; parts that lie inside of others with the same reason are one. */
  cover(box: Rect, reason: string): void {
    if (isEmpty(box) || box[0] === box[2] || box[1] === box[3]) return;
    const same = this.covers.find((other) => other.reason === reason && meets(other.box, box));
    if (same === undefined) this.covers.push({ box: [...box], reason });
    else if (!inside(same.box, box)) addRect(same.box, box);
  }

  /** Writes the patches that cover, after everything else. */
  covered(lastIndex: number): string {
    return this.covers
      .map(({ box, reason }, k) => {
        const id = `op-${lastIndex}-patch-${k + 1}`;
        const at = toPageBox(box);
        this.list({ id, box: at, clip: null, layerHidden: false, fillAlpha: 1, strokeAlpha: 1, kind: 'patch' });
        return this.patch(` id="${id}"`, at, reason);
      })
      .join('');
  }
}

const meets = (a: Rect, b: Rect): boolean => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];

function tooMuch(what: string, limit: number): GroundglassError {
  return new GroundglassError(
    'too_many_bytes',
    `The page has more than ${limit} ${what}: too many to be written as vectors.`,
    'Render the page as a picture instead.',
    { limit },
  );
}
