import { type PageBox, unionOf } from '../../evidence/boxes.js';
import { median } from '../median.js';
import { cellText } from './cell-text.js';
import type { DraftCell } from './draft.js';
import { boxOf, type Line, linesOf, type Placed, textOfLine } from './placed.js';
import type { TableFootnote } from './table.js';
import type { Upright } from './upright.js';

/** What the cells of a table point to, and the texts of it. */
export interface BoundFootnotes {
  /** For each cell, in the order given. */
  readonly cells: readonly { readonly marks: readonly string[]; readonly plain: string }[];
  readonly footnotes: readonly TableFootnote[];
}

interface Note {
  readonly mark: string;
  readonly words: Placed[];
}

/** A mark set like the text it stands on: in brackets behind it, or stars and daggers at either end. */
const LEVEL_MARK = /(?:(?<=[\p{L}\p{N}%)])\s*(\((?:\d{1,2}|[a-z]|[*†‡§]+)\))|([*†‡§¶#]{1,4}))$/u;
const LEADING_MARK = /^([*†‡§¶]{1,4})(?=.)/u;
/** Nothing but marks, and small print as marks have it, as a share of the table's. */
const MARK_ALONE = /^(?:\(?(?:\d{1,2}|[a-z])\)?|[*†‡§¶]{1,4}|[⁰¹²³⁴-⁹]{1,2})(?:\s?,\s?(?:\d{1,2}|[a-z]))?$/u;
const SMALL_SHARE = 0.8;
/** How a note begins: a mark, then perhaps a full stop or a bracket. */
const NOTE_MARK = /^(\((?:\d{1,2}|[a-z]|[*†‡§]+)\)|\d{1,2}(?=[/).:]?$)|[a-z](?=[/).:]$)|[*†‡§¶#]{1,6}|[①-⑳])[/).:]?$/u;
/** A sign set right before the first word of its note. */
const GLUED_MARK = /^([*†‡§¶]{1,6})(?=\p{L})/u;
/** Lines of one note follow at this distance at most, font sizes. */
const NOTE_PITCH_EM = 1.9;
/** A line that ends the notes before it. */
const OTHER_NOTE =
  /^(?:note|notes|source|sources|see|注|数据来源|资料来源|来源)\b|^(?:NOTE|SOURCE|Note|Source)[s]?[:.]/iu;

/**
 * Binds marks in cells to the notes below the table. A raised mark is a mark; one that is set like the text is one only
 * if a note below explains it, for `(1)` may as well be a negative number.
 *
 * @param free words in no table
 * @param tables places of all tables of the page: the notes end at the next one
 */
export function bindFootnotes(
  cells: readonly DraftCell[],
  free: readonly Placed[],
  box: PageBox,
  tables: readonly PageBox[],
  upright: Upright,
): BoundFootnotes {
  const notes = notesBelow(free, box, tables);
  const explained = new Set(notes.map((note) => note.mark));
  const positions = new Map<string, { row: number; column: number }[]>();
  const bind = ({ row, column }: DraftCell, marks: readonly string[]): readonly string[] => {
    for (const mark of marks) positions.set(mark, [...(positions.get(mark) ?? []), { row, column }]);
    return marks;
  };
  const usualPt = median(cells.flatMap(({ words }) => words.map(({ sizePt }) => sizePt)));
  const bound = cells.map((cell) => {
    const text = cellText(cell.words);
    if (isMarkAlone(cell, text, usualPt, explained)) return { marks: bind(cell, [text]), plain: '' };
    const raised = cell.words.filter((word) => word.raised && word.word.mark).map((word) => word.text);
    const { plain, marks: level } = stripped(text, explained);
    const marks = [...new Set([...level, ...raised.flatMap((mark) => mark.split(/\s*[,、;]\s*/u))])];
    return { marks: bind(cell, marks), plain };
  });
  const footnotes = [...positions].map(([mark, where]): TableFootnote => {
    const note = notes.find((other) => other.mark === mark);
    const around = note ? unionOf(note.words.map(boxOf)) : null;
    return {
      mark,
      text: note ? textOf(note) : '',
      box: around === null ? null : upright.pageBox(around),
      cells: where,
    };
  });
  return { cells: bound, footnotes };
}

/** A mark in a cell of its own: far smaller than the table's print, a sign, raised, or in brackets as a note below has it. */
function isMarkAlone({ words }: DraftCell, text: string, usualPt: number, explained: ReadonlySet<string>): boolean {
  if (words.length === 0 || !MARK_ALONE.test(text)) return false;
  const isSmall = words.every(({ sizePt }) => sizePt < SMALL_SHARE * usualPt);
  return isSmall || /^[*†‡§¶⁰¹²³⁴-⁹]+$/u.test(text) || (/^\(/u.test(text) && explained.has(text));
}

/** The note without its mark, which may be set on its first word. */
function textOf(note: Note): string {
  const text = linesOf(note.words)
    .map((line) => textOfLine(line.words))
    .join(' ')
    .trim();
  return text.startsWith(note.mark) ? text.slice(note.mark.length).trimStart() : text;
}

/** The text without marks at its ends that a note explains. */
function stripped(text: string, explained: ReadonlySet<string>): { plain: string; marks: string[] } {
  const marks: string[] = [];
  let plain = text;
  for (;;) {
    const end = LEVEL_MARK.exec(plain);
    const mark = end?.[1] ?? end?.[2];
    if (!end || !mark || !explained.has(mark) || end.index === 0) break;
    marks.unshift(mark);
    plain = plain.slice(0, end.index).trimEnd();
  }
  const start = LEADING_MARK.exec(plain)?.[1];
  if (start && explained.has(start) && /[\p{L}\p{N}]/u.test(plain)) {
    marks.unshift(start);
    plain = plain.slice(start.length).trimStart();
  }
  return { plain, marks };
}

function notesBelow(free: readonly Placed[], box: PageBox, tables: readonly PageBox[]): Note[] {
  const overlaps = (b: PageBox) => b[0] < box[2] && b[2] > box[0];
  const end = Math.min(
    ...tables.filter((b) => b[1] >= box[3] && overlaps(b)).map((b) => b[1]),
    Number.POSITIVE_INFINITY,
  );
  const below = free.filter((word) => word.baseline > box[3] && word.baseline < end);
  const notes: Note[] = [];
  let open: Note | null = null;
  let last: Line | null = null;
  for (const line of linesOf(below).flatMap((whole) => under(whole, box))) {
    const first = line.words[0] as Placed;
    const starts = markOf(first) !== null && line.words.length > 1;
    const far = last !== null && line.baseline - last.baseline > NOTE_PITCH_EM * line.sizePt;
    if (!starts && (far || OTHER_NOTE.test(textOfLine(line.words)))) open = null;
    last = line;
    for (const [i, word] of line.words.entries()) {
      const mark = markOf(word);
      // Inside a line only signs begin a note: a figure there is a figure.
      const before = line.words[i - 1];
      const inside = open !== null || (before !== undefined && OTHER_NOTE.test(before.text));
      if (mark !== null && (i === 0 ? starts : inside && (word.raised || /^[*†‡§¶]/u.test(word.text)))) {
        open = { mark, words: word.text.length > mark.length + 1 ? [word] : [] };
        notes.push(open);
      } else open?.words.push(word);
    }
  }
  return notes.filter((note) => note.words.length > 0);
}

/** The part of a line that stands under the table; text of a neighbouring column is further off than words are. */
function under(line: Line, box: PageBox): Line[] {
  const groups: Placed[][] = [];
  for (const word of line.words) {
    const last = groups.at(-1)?.at(-1);
    if (last && word.x0 - last.x1 < COLUMN_GAP_EM * word.sizePt) groups.at(-1)?.push(word);
    else groups.push([word]);
  }
  const words = groups
    .filter((group) => (group[0] as Placed).x0 < box[2] && (group.at(-1) as Placed).x1 > box[0])
    .flat();
  return words.length === 0 ? [] : [{ ...line, words }];
}

const COLUMN_GAP_EM = 2.2;

function markOf(word: Placed): string | null {
  if (word.word.mark && /^\S{1,6}$/u.test(word.text))
    return word.text.replace(/[).:/]$/u, (end) => (word.text.startsWith('(') ? end : ''));
  return NOTE_MARK.exec(word.text)?.[1] ?? GLUED_MARK.exec(word.text)?.[1] ?? null;
}
