import { intervalOf } from '../sorted.js';
import type { Line, Phrase } from './placed.js';

/** Room between two columns that the rows leave free, upright frame, pt. */
export interface Gutter {
  readonly from: number;
  readonly to: number;
}

/** A row of the body as phrases; only those of several phrases say where columns part. */
export interface PhraseLine {
  readonly line: Line;
  readonly phrases: readonly Phrase[];
}

export const textOfPhrases = ({ phrases }: PhraseLine): string => phrases.map(({ text }) => text).join(' ');

/** One row in this many may reach across a gutter: a long label, a note between rows. */
const ROWS_PER_OUTLIER = 25;
/** A gutter that fewer than this share of the rows have text on both sides of is a hole, not a gutter. */
const BOTH_SIDES_SHARE = 0.12;

/**
 * Where columns part: strips that no phrase of the rows covers. Rows of a single phrase (headings, wrapped labels)
 * have no say.
 *
 * @param minGapPt narrower strips are blanks between words
 */
export function guttersOf(rows: readonly PhraseLine[], minGapPt: number): Gutter[] {
  const telling = rows.filter((row) => row.phrases.length > 1);
  if (telling.length === 0) return [];
  const allowed = Math.floor(telling.length / ROWS_PER_OUTLIER);
  const strips = uncovered(telling, allowed).filter((strip) => strip.to - strip.from >= minGapPt);
  return withText(strips, telling);
}

/** Maximal intervals that at most `allowed` phrases cover, between the leftmost and the rightmost phrase. */
function uncovered(rows: readonly PhraseLine[], allowed: number): Gutter[] {
  const events: { x: number; step: 1 | -1 }[] = [];
  for (const { phrases } of rows)
    for (const phrase of phrases) events.push({ x: phrase.x0, step: 1 }, { x: phrase.x1, step: -1 });
  events.sort((a, b) => a.x - b.x || b.step - a.step);
  const strips: Gutter[] = [];
  let depth = 0;
  let from: number | null = null;
  let opened = false;
  for (const { x, step } of events) {
    const before = depth;
    depth += step;
    if (depth > allowed) opened = true;
    if (before > allowed && depth <= allowed) from = x;
    if (before <= allowed && depth > allowed && from !== null && opened) {
      strips.push({ from, to: x });
      from = null;
    }
  }
  return strips;
}

/** Drops strips with text on both sides in too few rows, worst first, because columns join where one goes. */
function withText(strips: Gutter[], rows: readonly PhraseLine[]): Gutter[] {
  let kept = strips;
  for (;;) {
    const edges = [Number.NEGATIVE_INFINITY, ...kept.map((s) => (s.from + s.to) / 2), Number.POSITIVE_INFINITY];
    const filled = edges.slice(1).map(() => 0);
    for (const { phrases } of rows) {
      const seen = new Set<number>();
      for (const phrase of phrases) seen.add(intervalOf(edges, (phrase.x0 + phrase.x1) / 2));
      for (const column of seen) filled[column] = (filled[column] ?? 0) + 1;
    }
    // A column that hardly any row fills is an accident of setting; it goes to the neighbour that is nearer.
    const weakest = filled.reduce((worst, count, i) => (count < (filled[worst] as number) ? i : worst), 0);
    if (kept.length === 0 || (filled[weakest] as number) >= Math.max(1, BOTH_SIDES_SHARE * rows.length)) return kept;
    if (filled[weakest] !== 0 && (filled[weakest] as number) >= 2) return kept;
    const [left, right] = [kept[weakest - 1], kept[weakest]];
    const drop =
      left === undefined ? right : right === undefined || left.to - left.from < right.to - right.from ? left : right;
    kept = kept.filter((strip) => strip !== drop);
  }
}
