import { isCaption } from './captions.js';
import { type PhraseLine, textOfPhrases } from './columns.js';
import { bottomOf, type Phrase, topOf } from './placed.js';
import type { RuleLine } from './rule-lines.js';
import { isStandIn, isYear } from './values.js';

export interface HeaderLines {
  readonly lines: readonly PhraseLine[];
  /** Upper edge of the table. */
  readonly top: number;
  /** Nothing above this belongs to the body. */
  readonly bodyStart: number;
  /** Rules run above and below the table. */
  readonly enclosed: boolean;
}

/** Lines of headings; more are rows. */
const MAX_LINES = 8;
/** Without rules, headings follow each other and the first row at this distance, font sizes. */
const MAX_PITCH_EM = 1.9;
/** With a rule above, the lines up to it are headings when it is this near. */
const MAX_HEIGHT_EM = 16;

/**
 * The lines of column headings: between the upper two rules of a table with rules, else the lines of words (or years)
 * that stand right above the first figures and over their columns.
 *
 * @param full rules from side to side of the table, from top to bottom
 */
export function headerLines(
  rows: readonly PhraseLine[],
  all: readonly PhraseLine[],
  full: readonly RuleLine[],
  [x0, x1]: readonly [number, number],
  em: number,
): HeaderLines {
  const lastBaseline = (rows.at(-1) as PhraseLine).line.baseline;
  const firstData = rows.find((row) => hasFigure(row)) ?? (rows[0] as PhraseLine);
  const below = full.filter((rule) => rule.y > lastBaseline - 0.5 * em && rule.y < lastBaseline + 4 * em);
  const ruled = betweenRules(rows, all, full, x0, em);
  const top = (lines: readonly PhraseLine[]) =>
    Math.min(...(lines.length > 0 ? lines : rows).map((line) => topOf(line.line))) - 0.1 * em;
  if (ruled) {
    return {
      lines: ruled.lines,
      top: Math.min(ruled.top, top(ruled.lines)),
      bodyStart: ruled.bodyStart,
      enclosed: below.length > 0 && ruled.closed,
    };
  }
  const lines = stacked(rows, all, firstData, [x0, x1], full, em);
  const bodyStart =
    lines.length > 0
      ? Math.max(...lines.map((line) => line.line.baseline))
      : (rows[0] as PhraseLine).line.baseline - 0.1;
  return { lines, top: top(lines), bodyStart, enclosed: false };
}

const hasFigure = (row: PhraseLine): boolean =>
  row.phrases.slice(1).some((phrase) => phrase.value && !isYear(phrase.text) && !isStandIn(phrase.text));

/** Headings closed off by a rule below, and mostly one above. */
function betweenRules(
  rows: readonly PhraseLine[],
  all: readonly PhraseLine[],
  full: readonly RuleLine[],
  x0: number,
  em: number,
): { lines: PhraseLine[]; top: number; bodyStart: number; closed: boolean } | null {
  const last = rows.at(-1) as PhraseLine;
  const inside = full.filter((rule) => rule.y < last.line.baseline - 0.5 * em);
  const heads = (lines: readonly PhraseLine[]) =>
    lines.length <= MAX_LINES &&
    lines.some((line) => line.phrases.length > 1) &&
    !lines.some((line) => isCaption(textOfPhrases(line))) &&
    lines.some((line) => line.phrases.some((phrase) => phrase.x0 > x0 + 2 * em));
  for (const [i, rule] of inside.entries()) {
    const upper = inside[i - 1];
    if (!upper || rule.y - upper.y > MAX_HEIGHT_EM * em || !rows.some((row) => row.line.baseline > rule.y)) continue;
    const lines = all.filter((line) => line.line.baseline < rule.y + 0.2 * em && line.line.baseline > upper.y);
    if (heads(lines)) return { lines, top: upper.y, bodyStart: rule.y, closed: true };
    if (lines.some(hasFigure)) break;
  }
  for (const rule of inside) {
    if (!rows.some((row) => row.line.baseline > rule.y)) continue;
    const above = all.filter(
      (line) => line.line.baseline < rule.y + 0.2 * em && line.line.baseline > rule.y - MAX_HEIGHT_EM * em,
    );
    const lines = untilCaption(above, x0, em);
    if (!heads(lines) || lines.some(hasFigure)) continue;
    return { lines, top: Number.POSITIVE_INFINITY, bodyStart: rule.y, closed: false };
  }
  return null;
}

/** The lowest lines, as long as they follow closely and are no caption or single line at the left edge. */
function untilCaption(lines: readonly PhraseLine[], x0: number, em: number): PhraseLine[] {
  const kept: PhraseLine[] = [];
  for (const line of [...lines].reverse()) {
    const next = kept[0];
    if (next && topOf(next.line) - bottomOf(line.line) > em) break;
    const only = line.phrases.length === 1 ? (line.phrases[0] as Phrase) : null;
    if (isCaption(textOfPhrases(line))) break;
    if (only && only.x0 < x0 + em && kept.length > 0) break;
    kept.unshift(line);
  }
  return kept;
}

/** Headings without rules. */
function stacked(
  rows: readonly PhraseLine[],
  all: readonly PhraseLine[],
  firstData: PhraseLine,
  [x0, x1]: readonly [number, number],
  full: readonly RuleLine[],
  em: number,
): PhraseLine[] {
  const kept: PhraseLine[] = [];
  let next = firstData;
  const above = all.filter((line) => line.line.baseline < firstData.line.baseline);
  const topRule = full.filter((rule) => rule.y < firstData.line.baseline).at(-1);
  for (const line of above.reverse()) {
    if (kept.length >= MAX_LINES) break;
    const pitch = next.line.baseline - line.line.baseline;
    if (pitch > MAX_PITCH_EM * Math.max(em, line.line.sizePt, next.line.sizePt) * (kept.length === 0 ? 1.4 : 1)) break;
    if (topRule && line.line.baseline < topRule.y && next.line.baseline > topRule.y && kept.length > 0) break;
    if (isCaption(textOfPhrases(line))) break;
    const over = line.phrases.filter((phrase) => phrase.x0 > x0 + 2 * em || phrase.x1 > x0 + 0.5 * (x1 - x0));
    const wide = line.phrases.some((phrase) => phrase.x1 - phrase.x0 > 0.6 * (x1 - x0));
    const fits = line.phrases.every((phrase) => phrase.x0 > x0 - 3 * em && phrase.x1 < x1 + 3 * em);
    if (!fits || wide) break;
    if (over.length === 0) {
      // A label alone: a heading of rows below it, unless headings stand above.
      if (kept.length > 0) break;
      next = line;
      continue;
    }
    if (line.phrases.length === 1 && !rows.includes(line) && (line.phrases[0] as Phrase).x0 <= x0 + em) break;
    kept.unshift(line);
    next = line;
  }
  return kept;
}
