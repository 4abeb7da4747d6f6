import { type PageBox, unionOf } from '../../evidence/boxes.js';
import { common, extentOf, length } from './direction.js';
import { RIGHT_TO_LEFT } from './logical-order.js';
import { Rules } from './rules.js';
import { markText } from './scripts.js';
import type { Word } from './words.js';

/** Words on one baseline with no more between them than blanks: a line of a column, a label, a cell. */
export interface TextLine {
  /** In the order of reading. */
  readonly words: readonly Word[];
  readonly text: string;
  readonly box: PageBox;
  /** Size of most of its characters, pt. */
  readonly sizePt: number;
  readonly bold: boolean;
  readonly color: string | null;
  readonly rotationDeg: number;
  readonly vertical: boolean;
  readonly rightToLeft: boolean;
  readonly baseline: number;
}

/** A gap wider than this many font sizes parts the columns of a page, or the cells of a row. */
const SEGMENT_GAP_EM = 1.3;
/** What stands behind a bullet belongs to it up to this gap. */
const BULLET_GAP_EM = 4;
/** Baselines this close, in font sizes, are one line's. */
const SAME_BASELINE_EM = 0.2;
const ROW_SPREAD_EM = 0.35;
/** A wall (a rule, the edge of a panel) is only looked for in gaps that a blank would not fill. */
const WALL_GAP_EM = 0.2;

/** A bullet, or the number of a list's entry, by itself. */
export const BULLET =
  /^(?:[•●○◦▪■□◆◇►▶▸➢➤✓✔‣⁃–—·∙*\uf0b7\uf0a7\uf0d8\uf076\u25cf-]|\(?\d{1,2}[.)]|\(?[a-z]\)|[①-⑳]|[（(][一二三四五六七八九十]{1,2}[）)])$/u;

/**
 * Words as lines, in no order yet. Pieces of one baseline that a large gap or a wall parts are lines of their own.
 *
 * @param walls upright rules and edges of panels, asked along the lines: no line goes through one
 */
export function textLinesOf(words: readonly Word[], walls = new Rules([], 'along')): TextLine[] {
  return rowsOf(words)
    .flatMap((row) => segmentsOf(row, walls))
    .map(lineOf);
}

/** Words of one direction on one baseline, sorted along it. */
function rowsOf(words: readonly Word[]): Word[][] {
  const groups = new Map<string, Word[]>();
  for (const word of words) {
    const key = `${word.rotationDeg}${word.vertical}`;
    const group = groups.get(key);
    if (group) group.push(word);
    else groups.set(key, [word]);
  }
  const rows: Word[][] = [];
  for (const group of groups.values()) {
    let row: Word[] = [];
    for (const word of [...group].sort((a, b) => a.baseline - b.baseline)) {
      const [first, last] = [row[0], row.at(-1)];
      const near = last && word.baseline - last.baseline <= SAME_BASELINE_EM * Math.min(word.sizePt, last.sizePt);
      if (!first || !near || word.baseline - first.baseline > ROW_SPREAD_EM * word.sizePt) {
        row = [];
        rows.push(row);
      }
      row.push(word);
    }
  }
  const start = (word: Word): number => extentOf(word.box, word.rotationDeg).along[0];
  for (const row of rows) row.sort((a, b) => start(a) - start(b));
  return rows;
}

function segmentsOf(row: readonly Word[], walls: Rules): Word[][] {
  const segments: Word[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const word of row) {
    const open = segments.at(-1);
    const extent = extentOf(word.box, word.rotationDeg);
    if (open && belongs(open, word, extent.along[0] - end, walls)) open.push(word);
    else {
      segments.push([word]);
      end = Number.NEGATIVE_INFINITY;
    }
    end = Math.max(end, extent.along[1]);
  }
  return segments;
}

function belongs(segment: readonly Word[], word: Word, gap: number, walls: Rules): boolean {
  const last = segment.at(-1) as Word;
  if (word.markOf !== null && segment.includes(word.markOf)) return true;
  const sizePt = Math.max(
    Math.min(last.sizePt, word.sizePt),
    last.mark || word.mark ? Math.max(last.sizePt, word.sizePt) : 0,
  );
  const bullet = segment.length === 1 && BULLET.test(last.text);
  if (gap > (bullet ? BULLET_GAP_EM : SEGMENT_GAP_EM) * sizePt) return false;
  return gap <= WALL_GAP_EM * sizePt || !isWalled(walls, last, word);
}

function isWalled(walls: Rules, a: Word, b: Word): boolean {
  const [p, q] = [extentOf(a.box, a.rotationDeg), extentOf(b.box, a.rotationDeg)];
  return walls
    .between(a.rotationDeg, p.along[1], q.along[0])
    .some((wall) => common(wall.across, p.across) > 0.5 * length(p.across));
}

function lineOf(visual: readonly Word[]): TextLine {
  const first = visual[0] as Word;
  const letters = visual.map(({ text }) => text).join('');
  const rightToLeft = RIGHT_TO_LEFT.test(letters) && countOf(letters, RIGHT_TO_LEFT) * 2 > countOf(letters, /\p{L}/u);
  const words = rightToLeft ? fromTheRight(visual) : visual;
  const body = words.some(({ mark }) => !mark) ? words.filter(({ mark }) => !mark) : words;
  return {
    words,
    text: joined(words),
    box: unionOf(words.map(({ box }) => box)) as PageBox,
    sizePt: most(body, ({ sizePt }) => sizePt),
    bold: most(body, ({ bold }) => bold),
    color: most(body, ({ color }) => color),
    rotationDeg: first.rotationDeg,
    vertical: first.vertical,
    rightToLeft,
    baseline: most(body, ({ baseline }) => baseline),
  };
}

/** Words from the right, but those of other scripts that follow each other from the left. */
function fromTheRight(visual: readonly Word[]): Word[] {
  const ordered: Word[] = [];
  const words = [...visual].reverse();
  for (let i = 0; i < words.length; ) {
    let end = i + 1;
    const isLatin = (word: Word | undefined): boolean =>
      word !== undefined && /\p{L}/u.test(word.text) && !RIGHT_TO_LEFT.test(word.text);
    if (isLatin(words[i])) while (isLatin(words[end])) end += 1;
    ordered.push(...words.slice(i, end).reverse());
    i = end;
  }
  // A mark stays behind its word, whichever side that is.
  return ordered.sort((a, b) => (a.markOf === b ? 1 : b.markOf === a ? -1 : 0));
}

/** Ends, or begins, in Chinese or Japanese: what touches it there takes no blank. */
export const CJK_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff65]$/u;
export const CJK_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff65]/u;

/** Words with a blank between them; a mark stands right behind its word, in Unicode's raised characters. */
export function joined(words: readonly Word[]): string {
  return words.reduce((text, word, i) => {
    const previous = words[i - 1];
    if (!previous) return word.mark ? markText(word.text) : word.text;
    if (word.markOf !== null || (previous.mark && /^[.,;:)\]!?，。；：）]+$/u.test(word.text)))
      return text + markText(word.text);
    return `${text}${touch(previous, word) ? '' : ' '}${word.mark ? markText(word.text) : word.text}`;
  }, '');
}

/** Chinese beside figures or Latin, at less than a blank. */
function touch(a: Word, b: Word): boolean {
  if (!CJK_END.test(a.text) && !CJK_START.test(b.text)) return false;
  const gap = extentOf(b.box, b.rotationDeg).along[0] - extentOf(a.box, a.rotationDeg).along[1];
  return Math.abs(gap) < 0.2 * a.sizePt;
}

const countOf = (text: string, kind: RegExp): number => [...text].filter((char) => kind.test(char)).length;

/** The value that most characters have. */
function most<T>(words: readonly Word[], value: (word: Word) => T): T {
  const weight = new Map<T, number>();
  for (const word of words) weight.set(value(word), (weight.get(value(word)) ?? 0) + word.text.length);
  return [...weight].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}
