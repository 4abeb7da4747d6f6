import type { PageBox } from '../../evidence/boxes.js';
import { type GlyphPixels, NOTICEABLE_CHANGE } from '../witnessed.js';
import type { Rendering } from './ablation.js';
import type { Rgb } from './text-paint.js';

/** A pixel is seen where it changes noticeably, and by this share of what it would change with nothing over it: paler remains are not read. */
const MIN_SHARE_SEEN = 0.2;
/** Coverage under which a pixel of a glyph's edge says nothing: noise of rounding is up to 2 of 255. */
const MIN_COVERAGE = 0.06;
/** A paint whose every channel is above this hardly shows on white. */
const MAX_PALE = 215;
/** The three channels of a pixel, blue lowest; the fourth byte means nothing. */
const CHANNELS = 0xffffff;
/** Where each channel lies in a pixel: red, green, blue. */
const SHIFTS = [16, 8, 0] as const;

/** Renderings that tell what some text is and does; all have pixel (0, 0) of the page at the same place between pixels. */
export interface Renderings {
  readonly page: Rendering;
  /** The page without the text. */
  readonly without: Rendering;
  /** Without its siblings too. */
  readonly bare: Rendering;
  /** The text alone. */
  readonly onWhite: Rendering;
  /** Null where it is known to be black all over. */
  readonly onBlack: Rendering | null;
}

/** The paint to tell coverage by from the rendering on white alone; null where it is too pale for that. */
export function paintOnWhite(onlyOnWhite: Rgb | null): Rgb | null {
  return onlyOnWhite && Math.min(...onlyOnWhite) <= MAX_PALE ? onlyOnWhite : null;
}

/**
 * What the renderings say of a glyph.
 * @param box of its ink, page space
 * @param onlyOnWhite its colour, where the rendering on black is not to be relied on
 */
export function pixelsOf(of: Renderings, box: PageBox, scale: number, onlyOnWhite: Rgb | null): GlyphPixels {
  const all = [of.page, of.without, of.bare, of.onWhite, of.onBlack ?? of.onWhite];
  const [x0, y0, x1, y1] = pixelRect(box, scale, all);
  const [page, without, bare, onWhite, onBlack] = all as [Rendering, Rendering, Rendering, Rendering, Rendering];
  const paint = paintOnWhite(onlyOnWhite);
  let [ink, seen, merged, lost, change, visiblePixels] = [0, 0, 0, 0, 0, 0];
  for (let y = y0; y < y1; y++) {
    const [pageRow, withoutRow, bareRow] = [rowAt(page, y), rowAt(without, y), rowAt(bare, y)];
    const [whiteRow, blackRow] = [rowAt(onWhite, y), rowAt(onBlack, y)];
    for (let x = x0; x < x1; x++) {
      const white = onWhite.pixels[whiteRow + x] as number;
      const black = of.onBlack === null ? 0 : (onBlack.pixels[blackRow + x] as number);
      // Most pixels of a box have no ink.
      if ((white & CHANNELS) === CHANNELS && (black & CHANNELS) === 0) continue;
      const now = page.pixels[pageRow + x] as number;
      const other = without.pixels[withoutRow + x] as number;
      const before = bare.pixels[bareRow + x] as number;
      if (paint === null && (black & CHANNELS) === 0 && isPlain(white, now, other, before)) {
        // What the rest would come to, for black on paper with nothing else there.
        const covered = 255 - Math.min((white >> 16) & 255, (white >> 8) & 255, white & 255);
        const coverage = covered / 255;
        if (coverage < MIN_COVERAGE) continue;
        ink += coverage;
        seen += coverage;
        change += covered;
        visiblePixels += 1;
        continue;
      }
      const whole = paint === null ? 0 : coverageOnWhite(white, paint);
      let [coverage, changed, changedBare, expected] = [0, 0, 0, 0];
      for (let i = 0; i < SHIFTS.length; i++) {
        const shift = SHIFTS[i] as number;
        const inked = paint === null ? (black >> shift) & 255 : whole * (paint[i] as number);
        const covered = paint === null ? 255 - (((white >> shift) & 255) - inked) : 255 * whole;
        const under = (before >> shift) & 255;
        const shown = (now >> shift) & 255;
        coverage = Math.max(coverage, covered);
        changed = Math.max(changed, Math.abs(shown - ((other >> shift) & 255)));
        changedBare = Math.max(changedBare, Math.abs(shown - under));
        // Premultiplied colour over what is there without the glyph, less what is there.
        expected = Math.max(expected, Math.abs(inked - (covered * under) / 255));
      }
      changed = Math.min(changed, changedBare);
      coverage = Math.min(1, coverage / 255);
      if (coverage < MIN_COVERAGE) continue;
      ink += coverage;
      if (changed >= coverage * NOTICEABLE_CHANGE && changed >= MIN_SHARE_SEEN * expected) {
        seen += coverage;
        change += changed;
        visiblePixels += 1;
      } else if (expected < coverage * NOTICEABLE_CHANGE) merged += coverage;
      else lost += coverage;
    }
  }
  const share = (part: number): number => (ink === 0 ? 0 : round3(part / ink));
  return {
    ink: round3(ink / scale ** 2),
    seen: share(seen),
    merged: share(merged),
    lost: share(lost),
    contrast: seen === 0 ? 0 : Math.round(change / seen),
    cause: null,
    visiblePixels,
  };
}

/** Whether a pixel of the page is that of the text alone, on white. */
function isPlain(onWhite: number, page: number, without: number, bare: number): boolean {
  return ((onWhite ^ page) & CHANNELS) === 0 && (without & bare & CHANNELS) === CHANNELS;
}

/** Whether nothing but the white of the paper is in a box. */
export function isWhite(rendering: Rendering, box: PageBox, scale: number): boolean {
  const [x0, y0, x1, y1] = pixelRect(box, scale, [rendering]);
  for (let y = y0; y < y1; y++) {
    const row = rowAt(rendering, y);
    for (let x = x0; x < x1; x++) if (((rendering.pixels[row + x] as number) & CHANNELS) !== CHANNELS) return false;
  }
  return true;
}

/** Columns and rows of the page's pixels: a pixel more on each side, since the engine rounds the places of glyphs. */
function pixelRect(box: PageBox, scale: number, within: readonly Rendering[]): [number, number, number, number] {
  let x0 = Math.floor(box[0] * scale) - 1;
  let y0 = Math.floor(box[1] * scale) - 1;
  let x1 = Math.ceil(box[2] * scale) + 1;
  let y1 = Math.ceil(box[3] * scale) + 1;
  for (const { left, top, widthPx, heightPx } of within) {
    [x0, y0] = [Math.max(x0, left), Math.max(y0, top)];
    [x1, y1] = [Math.min(x1, left + widthPx), Math.min(y1, top + heightPx)];
  }
  return [x0, y0, x1, y1];
}

/** Where column 0 of a row would lie. */
const rowAt = ({ left, top, widthPx }: Rendering, y: number): number => (y - top) * widthPx - left;

/** Share of a paint's strongest channel that is laid on white. */
function coverageOnWhite(white: number, paint: Rgb): number {
  const strongest = paint.indexOf(Math.min(...paint));
  return Math.min(1, (255 - ((white >> (SHIFTS[strongest] as number)) & 255)) / (255 - (paint[strongest] as number)));
}

const round3 = (value: number): number => Math.round(value * 1000) / 1000;
