import type { OrderOptions } from './reading-order.js';
import { textLinesOf } from './text-lines.js';
import type { Word } from './words.js';

/** How most of a page is written: direction to the nearest quarter turn, side that columns begin at, size. */
export function readingOf(words: readonly Word[]): OrderOptions {
  const directions = new Map<number, number>();
  const sizes = new Map<number, number>();
  let rightToLeft = 0;
  let letters = 0;
  for (const { text, rotationDeg, sizePt } of words) {
    const deg = (Math.round(rotationDeg / 90) * 90) % 360;
    directions.set(deg, (directions.get(deg) ?? 0) + text.length);
    const size = Math.round(sizePt * 2) / 2;
    sizes.set(size, (sizes.get(size) ?? 0) + text.length);
    letters += text.length;
    if (/[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)) rightToLeft += text.length;
  }
  // Running text decides what is large and small: a page of figures has more letters in its tables.
  const prose = new Map<number, number>();
  for (const line of textLinesOf(words)) {
    if (line.text.length < PROSE_MIN_CHARS) continue;
    const size = Math.round(line.sizePt * 2) / 2;
    prose.set(size, (prose.get(size) ?? 0) + line.text.length);
  }
  const proseLetters = [...prose.values()].reduce((sum, count) => sum + count, 0);
  const top = (counts: ReadonlyMap<number, number>, none: number): number =>
    [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [none, 0])[0];
  return {
    deg: top(directions, 0),
    sizePt: proseLetters > MIN_PROSE_SHARE * letters ? top(prose, 10) : top(sizes, 10),
    rightToLeft: rightToLeft * 2 > letters,
  };
}

const PROSE_MIN_CHARS = 30;
const MIN_PROSE_SHARE = 0.25;
