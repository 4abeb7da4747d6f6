import { intersectionOf, type PageBox } from '../../evidence/boxes.js';
import type { PaintedElement, PaintedPath } from '../../sources/painted.js';

const MIN_ALPHA = 0.1;
/** Path data of one page that is taken apart into its pieces: beyond, pieces of further drawings are not looked at. */
const MAX_SPLIT_CHARACTERS = 4_000_000;

/** Something drawn that may be a sign or a digit, though no parser reads it. */
export interface Mark {
  readonly box: PageBox;
  /** Null for what may have any colour. */
  readonly ink: string | null;
  readonly isPicture: boolean;
}

/**
 * Painted paths and pieces of paths that are no larger than print, and pictures.
 * @param isNear whether anything that marks are looked for lies near a box: only there larger drawings are taken apart
 */
export function marksOf(elements: readonly PaintedElement[], maxPt: number, isNear: (box: PageBox) => boolean): Mark[] {
  const isSmall = (box: PageBox): boolean => box[2] - box[0] <= maxPt && box[3] - box[1] <= maxPt;
  const marks: Mark[] = [];
  let left = MAX_SPLIT_CHARACTERS;
  for (const element of elements) {
    if (element.layerHidden) continue;
    const seen = element.clip === null ? element.box : intersectionOf(element.box, element.clip);
    if (seen === null || !isNear(seen)) continue;
    if (element.kind === 'image') {
      if (element.fillAlpha >= MIN_ALPHA) marks.push({ box: seen, ink: null, isPicture: true });
    }
    if (element.kind !== 'path') continue;
    const isFilled = element.fill !== null && element.fillAlpha >= MIN_ALPHA;
    const isStroked = element.stroke !== null && element.strokeAlpha >= MIN_ALPHA;
    if (!isFilled && !isStroked) continue;
    const ink = isFilled ? element.fill : element.stroke;
    if (isSmall(element.box)) marks.push({ box: element.box, ink, isPicture: false });
    else if ((left -= element.d.length) >= 0) {
      for (const box of piecesOf(element)) if (isSmall(box)) marks.push({ box, ink, isPicture: false });
    }
  }
  return marks;
}

/** Boxes of the subpaths. */
function piecesOf({ d, strokeWidthPt }: PaintedPath): PageBox[] {
  const pieces = d.split('M').slice(1);
  if (pieces.length < 2) return [];
  const half = strokeWidthPt / 2;
  return pieces.map((piece) => {
    let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
    let isX = true;
    for (const [number] of piece.matchAll(/-?\d*\.?\d+/g)) {
      const value = Number(number);
      if (isX) [x0, x1] = [Math.min(x0, value), Math.max(x1, value)];
      else [y0, y1] = [Math.min(y0, value), Math.max(y1, value)];
      isX = !isX;
    }
    return [x0 - half, y0 - half, x1 + half, y1 + half] as unknown as PageBox;
  });
}
