import type { PageBox } from '../../evidence/boxes.js';
import { median } from '../median.js';
import { isCaption } from './captions.js';
import { type PhraseLine, textOfPhrases } from './columns.js';
import { joinLooseSigns } from './loose-signs.js';
import { linesOf, type Phrase, type Placed, phraseOf, phrasesOf } from './placed.js';
import { proseOf } from './prose.js';
import type { RuleLine } from './rule-lines.js';

export interface Candidate {
  /** Lines of several phrases. */
  readonly rows: readonly PhraseLine[];
  /** All lines of the same strip of the page that are not running text, those above and between the rows included. */
  readonly all: readonly PhraseLine[];
}

/** Rows further apart than this belong to two tables, font sizes and shares of the usual distance of rows. */
const MAX_ROW_GAP_EM = 3.6;
const MAX_ROW_GAP_PITCHES = 2.8;
/** Lines of one phrase (headings, wrapped labels) between two rows. */
const MAX_LINES_BETWEEN = 3;

/** Runs of lines that may be rows of one table. */
export function candidatesOf(
  words: readonly Placed[],
  rules: readonly RuleLine[],
  taken: readonly PageBox[],
  em: number,
): Candidate[] {
  const prose = proseOf(linesOf(words), rules, em);
  const lines = linesOf(words.filter((word) => !prose.has(word)));
  const strips = lines.flatMap((line): PhraseLine[] =>
    apart(phrasesOf(line), line.baseline, taken).map((phrases) => ({
      line: { ...line, words: phrases.flatMap((phrase) => phrase.words) },
      phrases: joinLooseSigns(phrases, line.sizePt),
    })),
  );
  const proseLines = linesOf([...prose]).map((line) => ({ line, phrase: phraseOf(line.words) }));
  const candidates: Candidate[] = [];
  let run: PhraseLine[] = [];
  let between: PhraseLine[] = [];
  const close = () => {
    const rows = run;
    run = [];
    between = [];
    if (rows.length === 0) return;
    const [x0, x1] = [
      Math.min(...rows.map((row) => (row.phrases[0] as Phrase).x0)),
      Math.max(...rows.map((row) => (row.phrases.at(-1) as Phrase).x1)),
    ];
    const all = strips.filter((line) => line.phrases.some((phrase) => phrase.x1 > x0 - em && phrase.x0 < x1 + em));
    const top = (rows[0] as PhraseLine).line.baseline;
    // Running text right above ends the place where headings are looked for.
    const barrier = Math.max(
      ...proseLines
        .filter(({ line, phrase }) => line.baseline < top && phrase.x1 > x0 && phrase.x0 < x1)
        .map(({ line }) => line.baseline),
      Number.NEGATIVE_INFINITY,
    );
    candidates.push({ rows, all: all.filter((line) => line.line.baseline > barrier) });
  };
  for (const line of strips) {
    const last = run.at(-1);
    if (last) {
      const gap = line.line.baseline - last.line.baseline;
      const pitch = run.length > 1 ? usualPitch(run) : Number.POSITIVE_INFINITY;
      const allowed = Math.max(MAX_ROW_GAP_EM * em, Math.min(MAX_ROW_GAP_PITCHES * pitch, 8 * em));
      const size = Math.abs(line.line.sizePt - last.line.sizePt) > 0.3 * last.line.sizePt;
      const crossed = proseLines.some(
        ({ line: p, phrase }) =>
          p.baseline > last.line.baseline && p.baseline < line.line.baseline && overlapsRun(phrase, run),
      );
      if (
        gap > allowed + between.length * 1.5 * em ||
        isCaption(textOfPhrases(line)) ||
        size ||
        between.length > MAX_LINES_BETWEEN ||
        crossed
      )
        close();
    }
    if (isRow(line, rules, em)) {
      run.push(line);
      between = [];
    } else if (run.length > 0) between.push(line);
  }
  close();
  return candidates;
}

function overlapsRun(phrase: Phrase, run: readonly PhraseLine[]): boolean {
  return run.some((row) => row.phrases.some((other) => other.x0 < phrase.x1 && other.x1 > phrase.x0));
}

const usualPitch = (run: readonly PhraseLine[]): number =>
  median(run.slice(1).map((row, i) => row.line.baseline - (run[i] as PhraseLine).line.baseline));

/** A line of several phrases of which one behind the first is a figure, or of three and more, or between rules. */
function isRow(line: PhraseLine, rules: readonly RuleLine[], em: number): boolean {
  if (line.phrases.length < 2) return false;
  if (line.phrases.slice(1).some((phrase) => phrase.value)) return true;
  if (line.phrases.length >= 3) return true;
  return enclosedByRules(line, rules, em);
}

/** Rules of the line's own width above and below, as tables of words have. */
function enclosedByRules(line: PhraseLine, rules: readonly RuleLine[], em: number): boolean {
  const [x0, x1] = [(line.phrases[0] as Phrase).x0, (line.phrases.at(-1) as Phrase).x1];
  const over = (rule: RuleLine) => {
    const from = Math.min(...rule.pieces.map((piece) => piece.from));
    const to = Math.max(...rule.pieces.map((piece) => piece.to));
    return from <= x0 + em && to >= x1 - em && to - from < 2 * (x1 - x0) + 10 * em;
  };
  const y = line.line.baseline;
  return rules.some((rule) => rule.y < y && over(rule)) && rules.some((rule) => rule.y > y && over(rule));
}

/** Phrases left and right of a table that is found already are two lines. */
function apart(phrases: readonly Phrase[], baseline: number, taken: readonly PageBox[]): Phrase[][] {
  const groups: Phrase[][] = [];
  for (const phrase of phrases) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    const parted =
      last !== undefined &&
      taken.some((b) => b[1] < baseline && b[3] > baseline && b[0] >= last.x0 && b[2] <= phrase.x1);
    if (group && !parted) group.push(phrase);
    else groups.push([phrase]);
  }
  return groups;
}
