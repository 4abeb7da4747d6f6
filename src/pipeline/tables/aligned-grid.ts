import { intervalOf } from '../sorted.js';
import type { RowLines } from './body-rows.js';
import type { Gutter, PhraseLine } from './columns.js';
import { type Draft, fill } from './draft.js';
import { headerGrid } from './header-levels.js';
import { bottomOf, type Phrase, topOf } from './placed.js';
import type { RuleLine } from './rule-lines.js';

/**
 * The rows and columns of a table without vertical lines, its headings on top.
 *
 * @param printed the lines of each row of the body
 * @param headerOf the lines of the headings, none where there are no headings
 * @param full rules from side to side of the table
 */
export function alignedGrid(
  printed: readonly RowLines[],
  headerOf: readonly PhraseLine[],
  headerTop: number,
  rules: readonly RuleLine[],
  xs: readonly number[],
  gutters: readonly Gutter[],
  em: number,
  full: readonly RuleLine[],
): Draft {
  const columns = xs.length - 1;
  const top = (row: RowLines) => Math.min(...row.map((line) => topOf(line.line)));
  const bottom = (row: RowLines) => Math.max(...row.map((line) => bottomOf(line.line)));
  const bodyTop =
    headerOf.length > 0
      ? edgeBetween(Math.max(...headerOf.map((l) => bottomOf(l.line))), top(printed[0] as RowLines), full)
      : top(printed[0] as RowLines);
  const words = headerOf.flatMap((line) => line.line.words);
  const header =
    words.length > 0
      ? headerGrid(
          words,
          xs,
          gutters,
          rules.filter((rule) => rule.y > headerTop && rule.y < bodyTop - 0.2 * em),
          headerTop,
          em,
        )
      : null;
  const headerRows = header?.tops.length ?? 0;
  const ys = [
    ...(header?.tops ?? []),
    bodyTop,
    ...printed.slice(1).map((row, i) => edgeBetween(bottom(printed[i] as RowLines), top(row), full)),
    bottom(printed.at(-1) as RowLines),
  ];
  ascending(ys);
  const rows = ys.length - 1;
  const h = [
    ...(header?.h ?? []),
    ...Array.from({ length: rows - headerRows + 1 }, () => Array<boolean>(columns).fill(true)),
  ];
  const v = xs.map((_, i) => Array.from({ length: rows }, (__, row) => header?.v[i]?.[row] ?? true));
  const homes = new Map(header?.homes);
  printed.forEach((row, r) => {
    const across = crossHeading(row, xs, em);
    if (across) for (let i = 1; i < columns; i++) (v[i] as boolean[])[headerRows + r] = false;
    for (const { phrases, line } of row) {
      for (const phrase of phrases) {
        const column = across ? 0 : intervalOf(xs, (phrase.x0 + phrase.x1) / 2);
        const home = { row: headerRows + r, column: labelHome(phrase, column, phrases, xs) };
        for (const word of phrase.words) homes.set(word, home);
      }
      for (const word of line.words)
        if (!homes.has(word)) homes.set(word, { row: headerRows + r, column: intervalOf(xs, word.x0) });
    }
  });
  return {
    xs,
    ys,
    cells: fill({ xs, ys, v, h }, homes.keys(), homes),
    method: full.length > headerRows + 3 && full.length >= 0.6 * rows ? 'mixed' : 'aligned',
    headerRows: headerOf.length > 0 ? headerRows : null,
  };
}

/** A label alone in its row may reach over the next columns; it still is the label. */
function labelHome(phrase: Phrase, column: number, row: readonly unknown[], xs: readonly number[]): number {
  return row.length === 1 && phrase.x0 < (xs[1] as number) - 1 && column > 0 ? 0 : column;
}

/** A row of one phrase that is centred over all columns is a heading of the rows below. */
function crossHeading(row: RowLines, xs: readonly number[], em: number): boolean {
  if (xs.length < 4 || row.some((line) => line.phrases.length > 1)) return false;
  const [x0, x1] = [xs[0] as number, xs.at(-1) as number];
  return row.every(({ phrases }) => {
    const phrase = phrases[0];
    if (!phrase || phrase.value) return false;
    return phrase.x0 - x0 > 2 * em && Math.abs((phrase.x0 + phrase.x1) / 2 - (x0 + x1) / 2) < 0.05 * (x1 - x0);
  });
}

/** A rule between two rows is their edge, else the middle is. */
function edgeBetween(bottom: number, top: number, full: readonly RuleLine[]): number {
  const middle = (bottom + top) / 2;
  const [low, high] = [Math.min(bottom, top) - 1, Math.max(bottom, top) + 1];
  const rule = full.find((r) => r.y >= low && r.y <= high);
  return rule?.y ?? middle;
}

/** Rows that overlap by a hair must not make edges that go back. */
function ascending(ys: number[]): void {
  for (let i = 1; i < ys.length; i++) ys[i] = Math.max(ys[i] as number, (ys[i - 1] as number) + 0.01);
}
