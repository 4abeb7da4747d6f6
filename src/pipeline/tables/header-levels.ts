import { intervalOf } from '../sorted.js';
import type { Gutter } from './columns.js';
import type { Home } from './draft.js';
import type { Lattice } from './lattice.js';
import { bottomOf, linesOf, type Phrase, type Placed, phraseOf, phrasesOf, topOf } from './placed.js';
import { isFull, type RuleLine } from './rule-lines.js';

/** Headings of a table without vertical lines, as the top rows of its grid. */
export interface HeaderGrid {
  /** Upper edges of the rows; the first is the table's own. */
  readonly tops: readonly number[];
  /** As in a lattice: `v[i][row]`, `h[row][column]` (h[0] is the top edge). */
  readonly v: Lattice['v'];
  readonly h: Lattice['h'];
  /** Where each word belongs, since headings reach over the edges of their columns. */
  readonly homes: ReadonlyMap<Placed, Home>;
}

interface Spanner {
  readonly from: number;
  readonly to: number;
}

/**
 * Splits the lines of a heading into levels. A rule below a part of the columns, or a phrase centred over several
 * headings, spans those columns; everything else that stands in one column is one heading, however many lines it has.
 *
 * @param xs column edges
 * @param gutters free strips between the columns of the body, one less than columns
 * @param rules inside the heading
 */
export function headerGrid(
  words: readonly Placed[],
  xs: readonly number[],
  gutters: readonly Gutter[],
  rules: readonly RuleLine[],
  top: number,
  em: number,
): HeaderGrid {
  const columns = xs.length - 1;
  const lines = linesOf(words).map((line) => ({ ...line, parts: phrasesOf(line) }));
  const levels: { y: number; spanners: Spanner[] }[] = [];
  for (const rule of rules) {
    const above = lines.some((line) => bottomOf(line) - 0.25 * em <= rule.y);
    const below = lines.some((line) => topOf(line) + 0.25 * em >= rule.y);
    if (!above || !below) continue;
    const spanners = isFull(rule, xs[0] as number, xs[columns] as number, em)
      ? Array.from({ length: columns }, (_, c) => ({ from: c, to: c }))
      : rule.pieces.flatMap((piece) => spannerOf(piece, xs));
    if (spanners.length > 0) levels.push({ y: rule.y, spanners });
  }
  for (const line of lines) {
    const under = rules.filter(
      (rule) => rule.y > line.baseline - 0.2 * em && rule.y < line.baseline + UNDERLINE_EM * em,
    );
    line.parts = line.parts.flatMap((phrase) =>
      under.some((rule) => rule.pieces.some((piece) => isUnder(piece, phrase, xs, em)))
        ? [phrase]
        : splitAtGutters(phrase, xs, gutters, em),
    );
  }
  for (const level of levels) {
    // One rule under several headings: each phrase on it takes its own columns.
    const before = levels.filter((other) => other.y < level.y).map((other) => other.y);
    const from = Math.max(top - em, ...before);
    const on = lines.filter((line) => line.baseline < level.y && line.baseline > from).flatMap((line) => line.parts);
    level.spanners = level.spanners.flatMap((spanner) => divide(spanner, on, xs));
  }
  levels.push(...freeSpanners(lines, levels, xs, gutters, em));
  levels.sort((a, b) => a.y - b.y);

  const rows = levels.length + 1;
  const v = xs.map(() => Array<boolean>(rows).fill(true));
  const h = [Array<boolean>(columns).fill(true)];
  levels.forEach(({ spanners }, row) => {
    const parted = Array<boolean>(columns).fill(false);
    for (const { from, to } of spanners) {
      for (let c = from; c <= to; c++) parted[c] = true;
      for (let i = from + 1; i <= to; i++) (v[i] as boolean[])[row] = false;
    }
    h.push(parted);
  });
  const edges = [Number.NEGATIVE_INFINITY, ...levels.map(({ y }) => y), Number.POSITIVE_INFINITY];
  const homes = new Map<Placed, Home>();
  for (const line of lines) {
    let row = 0;
    while (row < rows - 1 && line.baseline - 0.3 * line.sizePt > (edges[row + 1] as number)) row++;
    for (const phrase of line.parts) {
      const column = homeOf(phrase, row, levels, xs);
      for (const word of phrase.words) homes.set(word, { row, column });
    }
  }
  return { tops: [top, ...levels.map(({ y }) => y)], v, h, homes };
}

/** The column, or the first of the spanned columns, that a phrase stands in. */
function homeOf(
  phrase: Phrase,
  row: number,
  levels: readonly { spanners: readonly Spanner[] }[],
  xs: readonly number[],
): number {
  const middle = (phrase.x0 + phrase.x1) / 2;
  const spanner = levels[row]?.spanners.find(
    ({ from, to }) => to > from && middle > (xs[from] as number) && middle < (xs[to + 1] as number),
  );
  return spanner ? spanner.from : intervalOf(xs, middle);
}

/** Columns whose middle a rule runs under; none for a rule under one column only where it is no wider. */
function spannerOf(piece: { from: number; to: number }, xs: readonly number[]): Spanner[] {
  let [from, to] = [-1, -1];
  for (let c = 0; c + 1 < xs.length; c++) {
    const middle = ((xs[c] as number) + (xs[c + 1] as number)) / 2;
    if (middle < piece.from || middle > piece.to) continue;
    if (from < 0) from = c;
    to = c;
  }
  return from < 0 ? [] : [{ from, to }];
}

function divide(spanner: Spanner, on: readonly Phrase[], xs: readonly number[]): Spanner[] {
  const [x0, x1] = [xs[spanner.from] as number, xs[spanner.to + 1] as number];
  const above = on.filter((p) => (p.x0 + p.x1) / 2 > x0 && (p.x0 + p.x1) / 2 < x1);
  // Stacked phrases are one heading; those side by side are several.
  const heads: { x0: number; x1: number }[] = [];
  for (const phrase of [...above].sort((a, b) => a.x0 - b.x0)) {
    const last = heads.at(-1);
    if (last && phrase.x0 < last.x1) last.x1 = Math.max(last.x1, phrase.x1);
    else heads.push({ x0: phrase.x0, x1: phrase.x1 });
  }
  if (heads.length < 2) return [spanner];
  const parts: { from: number; to: number }[] = [];
  for (let c = spanner.from; c <= spanner.to; c++) {
    const middle = ((xs[c] as number) + (xs[c + 1] as number)) / 2;
    const distance = (head: { x0: number; x1: number }) => Math.abs((head.x0 + head.x1) / 2 - middle);
    const head = heads.reduce(
      (best, other, i) => (distance(other) < distance(heads[best] as (typeof heads)[number]) ? i : best),
      0,
    );
    const last = parts.at(-1) as { from: number; to: number; head?: number } | undefined;
    if (last && last.head === head) last.to = c;
    else parts.push({ from: c, to: c, head } as { from: number; to: number });
  }
  return parts.map(({ from, to }) => ({ from, to }));
}

/** Phrases over several headings with no rule between. */
function freeSpanners(
  lines: readonly { baseline: number; sizePt: number; parts: readonly Phrase[] }[],
  levels: readonly { y: number }[],
  xs: readonly number[],
  gutters: readonly Gutter[],
  em: number,
): { y: number; spanners: Spanner[] }[] {
  const found: { y: number; spanners: Spanner[] }[] = [];
  lines.forEach((line, i) => {
    const next = lines[i + 1];
    if (!next || levels.some(({ y }) => y > line.baseline - 0.3 * em && y < next.baseline)) return;
    const spanners = line.parts.flatMap((phrase) => {
      const middle = (phrase.x0 + phrase.x1) / 2;
      // Centred over the room between columns, or reaching over it.
      const crossed = gutters.filter((g) => phrase.x0 < g.from && phrase.x1 > g.to);
      const over = gutters.some((g) => middle >= g.from - 0.2 * em && middle <= g.to + 0.2 * em);
      if (crossed.length === 0 && !over) return [];
      const reach = columnsUnder(phrase, next.parts, xs, line.parts);
      return reach && reach.to > reach.from ? [reach] : [];
    });
    if (spanners.length > 0) found.push({ y: (bottomOf(line) + topOf(next)) / 2, spanners });
  });
  return found;
}

/** The columns of headings below that are nearer to this phrase than to its neighbours, if it is centred over them. */
function columnsUnder(
  phrase: Phrase,
  below: readonly Phrase[],
  xs: readonly number[],
  row: readonly Phrase[],
): Spanner | null {
  const middle = (phrase.x0 + phrase.x1) / 2;
  const mine = below.filter((other) => {
    const m = (other.x0 + other.x1) / 2;
    return row.every((rival) => rival === phrase || Math.abs((rival.x0 + rival.x1) / 2 - m) > Math.abs(middle - m));
  });
  const columns = mine.map((other) => intervalOf(xs, (other.x0 + other.x1) / 2)).filter((c) => c > 0);
  if (columns.length < 2) return null;
  const sorted = [...new Set(columns)].sort((a, b) => a - b);
  // Grow from the phrase outwards over neighbours without a hole, as far as it stays centred.
  const own = intervalOf(xs, middle);
  let best: Spanner | null = null;
  for (let from = 0; from < sorted.length; from++) {
    for (let to = from + 1; to < sorted.length; to++) {
      const [a, b] = [sorted[from] as number, sorted[to] as number];
      if (b - a !== to - from || own < a || own > b) continue;
      const [x0, x1] = [spanOf(mine, xs, a), spanOf(mine, xs, b)];
      const off = Math.abs((x0[0] + x1[1]) / 2 - middle);
      if (off > OFF_CENTRE * (x1[1] - x0[0])) continue;
      if (!best || b - a > best.to - best.from) best = { from: a, to: b };
    }
  }
  return best;
}

const OFF_CENTRE = 0.12;

function spanOf(phrases: readonly Phrase[], xs: readonly number[], column: number): [number, number] {
  const own = phrases.filter((p) => intervalOf(xs, (p.x0 + p.x1) / 2) === column);
  return [Math.min(...own.map((p) => p.x0)), Math.max(...own.map((p) => p.x1))];
}

/** A rule this near below a phrase underlines it, font sizes. */
const UNDERLINE_EM = 0.9;

/** A rule under all of a phrase and under several columns: the phrase is one heading, whatever gutter it reaches over. */
function isUnder(piece: { from: number; to: number }, phrase: Phrase, xs: readonly number[], em: number): boolean {
  const [spanner] = spannerOf(piece, xs);
  return spanner !== undefined && spanner.to > spanner.from && piece.from < phrase.x0 + em && piece.to > phrase.x1 - em;
}

/** Headings set so close that they read as one phrase are parted where the body has its gutter. */
function splitAtGutters(phrase: Phrase, xs: readonly number[], gutters: readonly Gutter[], em: number): Phrase[] {
  const parts: Placed[][] = [[]];
  phrase.words.forEach((word, i) => {
    const before = phrase.words[i - 1];
    const crosses =
      before !== undefined &&
      word.x0 - before.x1 > 0.1 * em &&
      intervalOf(xs, (before.x0 + before.x1) / 2) !== intervalOf(xs, (word.x0 + word.x1) / 2) &&
      gutters.some((g) => before.x1 <= g.to + 0.1 * em && word.x0 >= g.from - 0.1 * em);
    if (crosses) parts.push([word]);
    else (parts.at(-1) as Placed[]).push(word);
  });
  const split = parts.map(phraseOf);
  // A heading over several columns may break at a gutter too, but then its pieces do not line up with the columns.
  return split.length > 1 && split.every((part) => linesUp(part, xs, gutters, em)) ? split : [phrase];
}

/** At the left, at the right or in the middle of the text of its column. */
function linesUp(phrase: Phrase, xs: readonly number[], gutters: readonly Gutter[], em: number): boolean {
  const c = intervalOf(xs, (phrase.x0 + phrase.x1) / 2);
  const [x0, x1] = [gutters[c - 1]?.to ?? (xs[0] as number), gutters[c]?.from ?? (xs.at(-1) as number)];
  const off = [phrase.x0 - x0, phrase.x1 - x1, (phrase.x0 + phrase.x1 - x0 - x1) / 2];
  return off.some((distance) => Math.abs(distance) <= LINED_UP_EM * em);
}

const LINED_UP_EM = 0.7;
