import type { DrawnOutline } from '../../painted.js';
import { round2 } from './numbers.js';
import type { Paint } from './paints.js';
import { packedRect, writePath } from './path-data.js';
import { inside, type Rect, UNIT_SQUARE } from './rect.js';
import type { GraphicsState } from './state.js';
import { penOf } from './style.js';

/** Pixels of an image mask that are taken down one by one; the glyph of a bitmap font at 1200 DPI has 60,000. */
const MAX_MASK_PIXELS = 262_144;

/** An image mask as the engine unpacks it: one bit a pixel, 0 where it paints, rows padded to whole bytes. */
interface Mask {
  readonly width: number;
  readonly height: number;
  readonly bits: Uint8Array;
}

/**
 * Takes down what a Type 3 glyph paints, as long as that is outlines and image masks of one colour, none of it clipped,
 * masked or blended: then its shape can be told.
 */
export class Drawing {
  private readonly outlines: DrawnOutline[] = [];
  private readonly inks = new Set<Paint>();
  private painted = 0;
  private isPlain = true;

  /** @param alpha of the text */
  constructor(private readonly alpha: number) {}

  /** Counts something that is painted, by whatever operator. */
  count({ clip, mask, blend, unwritable, groupAlpha }: GraphicsState, box: Rect): void {
    this.painted += 1;
    const isClipped = clip.shape !== null || (clip.box !== null && !inside(clip.box, box));
    this.isPlain &&= !isClipped && mask === null && blend === 'normal' && unwritable === null && groupAlpha === 1;
  }

  path(state: GraphicsState, data: ArrayLike<number>, fillRule: DrawnOutline['fillRule'], strokes: boolean): void {
    if (fillRule !== null) this.ink(state.fill, state.fillAlpha);
    if (strokes) this.ink(state.stroke, state.strokeAlpha);
    const pen = strokes ? penOf(state) : null;
    this.isPlain &&= pen === null || (pen.dash === '' && pen.matrix === null);
    this.outlines.push({
      d: writePath(data, state.ctm).d,
      fillRule,
      lineWidth: pen === null ? 0 : round2(pen.width),
    });
  }

  unitSquare(state: GraphicsState): void {
    this.path(state, packedRect(UNIT_SQUARE), 'nonzero', false);
  }

  mask(state: GraphicsState, { width, height, bits }: Mask): void {
    if (width * height > MAX_MASK_PIXELS) return;
    const runs: number[] = [];
    const stride = (width + 7) >> 3;
    const isInked = (x: number, y: number): boolean =>
      (((bits[y * stride + (x >> 3)] as number) >> (7 - (x & 7))) & 1) === 0;
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        if (!isInked(x, y)) continue;
        const from = x;
        while (x < width && isInked(x, y)) x += 1;
        // The first row of an image is at the top of the unit square.
        runs.push(...packedRect([from / width, 1 - (y + 1) / height, x / width, 1 - y / height]));
      }
    }
    this.path(state, runs, 'nonzero', false);
  }

  private ink(paint: Paint, alpha: number): void {
    this.inks.add(paint);
    this.isPlain &&= typeof paint === 'string' && alpha === this.alpha;
  }

  /** Null where there is more to the glyph than its outlines. */
  get whole(): readonly DrawnOutline[] | null {
    return this.isPlain && this.inks.size === 1 && this.painted === this.outlines.length ? this.outlines : null;
  }
}
