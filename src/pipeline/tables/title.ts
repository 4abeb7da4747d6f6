import type { PageBox } from '../../evidence/boxes.js';
import { isCaption, isTableCaption } from './captions.js';
import { bottomOf, type Line, linesOf, type Placed, textOfLine, topOf } from './placed.js';

/** A title stands within this above its table, font sizes of the page; one in large type further off by its own size. */
const REACH_EM = 7;
/** Lines of a title follow at this distance at most, shares of their font size. */
const PITCH_EM = 2;
/** More lines than these are text. */
const MAX_LINES = 6;
/** Set this much larger than the page's text, a line is a heading. */
const LARGE = 1.12;
/** The unit of the figures, which has its own line above many tables. */
const UNIT = /^[[(（【].*[\])）】]$|^(?:单位|單位|金额单位|币种)|^in (?:thousands|millions|billions)\b/iu;
const NUMBERED_HEADING =
  /^(?:[一二三四五六七八九十]+[、.．]|[(（][一二三四五六七八九十\d]+[)）]|\d{1,2}[、.．](?!\d))/u;

/**
 * The title of a table: the caption above it (`Table 3 …`), else the nearest heading above (bold, larger, or numbered),
 * else a caption below. '' where there is none.
 *
 * @param free words in no table
 * @param tables places of all tables of the page
 */
export function titleOf(box: PageBox, free: readonly Placed[], tables: readonly PageBox[], em: number): string {
  const over = (b: { x0: number; x1: number }) => b.x0 < box[2] + em && b.x1 > box[0] - em;
  const above = free.filter((word) => bottomOf(word) < box[1] + 0.6 * em && over(word));
  const ceiling = Math.max(
    ...tables.filter((b) => b[3] <= box[1] && b[0] < box[2] && b[2] > box[0]).map((b) => b[3]),
    Number.NEGATIVE_INFINITY,
  );
  const lines = linesOf(above.filter((word) => topOf(word) >= ceiling))
    .filter((line) => box[1] - bottomOf(line) < REACH_EM * Math.max(em, 0.6 * line.sizePt) + MAX_LINES * em)
    .reverse();
  const near = lines.filter((line) => box[1] - bottomOf(line) < REACH_EM * Math.max(em, 0.6 * line.sizePt));
  return captionAbove(lines) ?? headingAbove(near, em) ?? captionBelow(box, free, em) ?? '';
}

/** From the line that begins as a caption down to the table; `lines` go upwards. */
function captionAbove(lines: readonly Line[]): string | null {
  for (const [i, line] of lines.slice(0, MAX_LINES).entries()) {
    const below = lines[i - 1];
    if (below && below.baseline - line.baseline > 1.5 * PITCH_EM * line.sizePt) return null;
    const text = textOfLine(line.words);
    if (!isTableCaption(text)) {
      if (isCaption(text)) return null;
      continue;
    }
    return joined(lines.slice(0, i + 1));
  }
  return null;
}

function headingAbove(lines: readonly Line[], em: number): string | null {
  const start = lines.findIndex((line) => isHeading(line, em));
  if (start < 0) return null;
  const first = lines[start] as Line;
  let end = start + 1;
  while (
    end < lines.length &&
    end - start < MAX_LINES &&
    (lines[end - 1] as Line).baseline - (lines[end] as Line).baseline < PITCH_EM * first.sizePt &&
    isHeading(lines[end] as Line, em) &&
    !NUMBERED_HEADING.test(textOfLine((lines[end - 1] as Line).words)) &&
    Math.abs((lines[end] as Line).sizePt - first.sizePt) < 0.1 * first.sizePt
  )
    end++;
  return joined(lines.slice(start, end));
}

function isHeading(line: Line, em: number): boolean {
  const text = textOfLine(line.words);
  if (text.length > 160 || !/\p{L}/u.test(text) || UNIT.test(text)) return false;
  return line.words.every((word) => word.bold) || line.sizePt > LARGE * em || NUMBERED_HEADING.test(text);
}

function captionBelow(box: PageBox, free: readonly Placed[], em: number): string | null {
  const below = free.filter(
    (word) =>
      topOf(word) > box[3] - 0.3 * em && topOf(word) < box[3] + 2.5 * em && word.x0 < box[2] && word.x1 > box[0],
  );
  const line = linesOf(below)[0];
  const text = line ? textOfLine(line.words) : '';
  return isTableCaption(text) ? text : null;
}

/** Lines that go upwards as one text; units are left out. */
function joined(upwards: readonly Line[]): string {
  return [...upwards]
    .reverse()
    .map((line) => textOfLine(line.words))
    .filter((text) => !UNIT.test(text))
    .join(' ')
    .trim();
}
