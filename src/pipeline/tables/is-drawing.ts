import { areaOf, intersectionOf, type PageBox } from '../../evidence/boxes.js';
import type { PaintedLines } from './rulings.js';

/** Curves, slanted lines and pictures over this share of a place make it a chart or a drawing. */
const MAX_DRAWN_SHARE = 0.12;
/** A bar is higher than a row of text, and much narrower than the table. */
const BAR_MIN_EM = 2;
const BAR_MAX_SHARE = 0.35;
/** Fewer are highlighted cells or columns. */
const MIN_BARS = 3;

/** Whether what is painted in a place besides text and level lines is a chart or a drawing. */
export function isDrawing(box: PageBox, painted: PaintedLines, em: number): boolean {
  return drawnShare(box, painted) > MAX_DRAWN_SHARE || bars(box, painted, em) >= MIN_BARS;
}

/** How much of a place curves, slanted lines and pictures take, those aside that are larger than the place. */
export function drawnShare(box: PageBox, painted: PaintedLines): number {
  const area = areaOf(box);
  let drawn = 0;
  for (const shape of painted.drawn) {
    // A picture behind everything is a background.
    if (areaOf(shape) > 1.5 * area) continue;
    const common = intersectionOf(box, shape);
    if (common) drawn += areaOf(common);
  }
  return drawn / area;
}

/** Filled upright rectangles of differing heights on one base line, or lying ones of differing lengths on one side. */
function bars(box: PageBox, painted: PaintedLines, em: number): number {
  const inside = painted.fills
    .filter(({ box: b, color }) => color !== '#ffffff' && intersectionOf(b, box) !== null)
    .map(({ box: b }) => b);
  const count = (lengths: Map<number, Set<number>>) => Math.max(0, ...[...lengths.values()].map((set) => set.size));
  const upright = new Map<number, Set<number>>();
  const lying = new Map<number, Set<number>>();
  const put = (map: Map<number, Set<number>>, key: number, value: number) => {
    const k = Math.round(key);
    map.set(k, (map.get(k) ?? new Set()).add(Math.round(value)));
  };
  for (const b of inside) {
    const [w, h] = [b[2] - b[0], b[3] - b[1]];
    if (h > BAR_MIN_EM * em && w < BAR_MAX_SHARE * (box[2] - box[0])) put(upright, b[3], h);
    if (w > BAR_MIN_EM * em && h < 3 * em) put(lying, b[0], w);
  }
  return Math.max(count(upright), count(lying));
}
