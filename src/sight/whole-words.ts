import { areaOf, contains, heightOf, intersectionOf, unionOf } from '../evidence/boxes.js';
import { WHOLE_PIXELS } from './legibility.js';
import type { Sheet, SheetBox, SheetObject } from './sheet.js';
import { type Shot, shotOf } from './windows.js';

/**
 * Pictures that show no text in halves where one of them has room for all of it: where a text stands across the edges of
 * all that show of it, the one that has to grow least grows, at its zoom, up to the largest picture.
 *
 * @param maxEdge pixels that a picture may have on a side
 */
export function withWholeWords<Picture extends Shot>(
  pictures: readonly Picture[],
  objects: readonly SheetObject[],
  sheet: Sheet,
  maxEdge: number,
): Picture[] {
  const grown = [...pictures];
  const words = objects.filter(({ kind }) => kind === 'text').map(({ box }) => box);
  // A label and its value first, where both have room in one picture.
  for (const box of [...inLine(words), ...words]) {
    if (grown.some(({ visible }) => contains(visible, box))) continue;
    const ways = grown.flatMap((picture, at) => {
      const window = intersectionOf(picture.visible, box) && unionOf([picture.visible, box]);
      return window && fits(window, picture.zoom, maxEdge) ? [{ at, window, more: growth(window, picture) }] : [];
    });
    const [least] = ways.sort((a, b) => a.more - b.more);
    if (least === undefined) continue;
    const picture = grown[least.at] as Picture;
    grown[least.at] = { ...picture, ...shotOf(least.window, picture.zoom, sheet) };
  }
  return grown;
}

/** Words beside each other are one text up to a gap of so many times their height: tabs of title blocks. */
const GAP = 1.2;

/** Words that follow each other on a line, joined. */
function inLine(words: readonly SheetBox[]): SheetBox[] {
  const lines: SheetBox[] = [];
  for (const word of [...words].sort((a, b) => a[0] - b[0])) {
    const at = lines.findIndex((line) => follows(line, word));
    if (at < 0) lines.push(word);
    else lines[at] = unionOf([lines[at] as SheetBox, word]) as SheetBox;
  }
  return lines;
}

function follows(line: SheetBox, word: SheetBox): boolean {
  const height = Math.min(heightOf(line), heightOf(word));
  const common = Math.min(line[3], word[3]) - Math.max(line[1], word[1]);
  return common > 0.5 * height && word[0] - line[2] <= GAP * height && word[0] >= line[0];
}

const fits = ([x0, y0, x1, y1]: SheetBox, zoom: number, maxEdge: number): boolean =>
  Math.max(x1 - x0, y1 - y0) * zoom <= maxEdge - WHOLE_PIXELS;

const growth = (window: SheetBox, { visible, zoom }: Shot): number => (areaOf(window) - areaOf(visible)) * zoom * zoom;
