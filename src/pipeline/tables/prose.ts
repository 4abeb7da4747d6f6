import { type Line, type Phrase, phrasesOf } from './placed.js';
import type { RuleLine } from './rule-lines.js';

/** Fewer lines than these may be a wrapped label. */
const MIN_LINES = 3;
/** Shorter pieces are cells or labels more often than prose. */
const MIN_WIDTH_EM = 14;
const MIN_WORDS = 4;
/** Lines of one paragraph follow at this distance, font sizes. */
const MAX_PITCH_EM = 2.6;
/** This share of the lines of a paragraph begin in the middle of a sentence. */
const MIN_RUNNING_ON = 0.3;

/** Phrases that are lines of running text: stacked, wide, and reading on from one to the next. */
export function proseOf(lines: readonly Line[], rules: readonly RuleLine[], em: number): Set<Phrase['words'][number]> {
  const values = lines.flatMap((line) => phrasesOf(line).map((phrase) => ({ phrase, line })));
  const open: { phrases: Phrase[]; baselines: number[]; baseline: number; sizePt: number }[] = [];
  const prose = new Set<Phrase['words'][number]>();
  const close = (stack: (typeof open)[number]) => {
    if (isProse(stack.phrases) && !labelsFigures(stack))
      for (const phrase of stack.phrases) for (const word of phrase.words) prose.add(word);
  };
  for (const line of lines) {
    for (let i = open.length - 1; i >= 0; i--) {
      const stack = open[i] as (typeof open)[number];
      if (line.baseline - stack.baseline > MAX_PITCH_EM * stack.sizePt) {
        close(stack);
        open.splice(i, 1);
      }
    }
    for (const phrase of phrasesOf(line)) {
      const stack = open.find(
        (s) =>
          s.baseline < line.baseline &&
          Math.abs(s.sizePt - line.sizePt) < 0.15 * line.sizePt &&
          Math.abs((s.phrases.at(-1) as Phrase).x0 - phrase.x0) < 2.5 * em &&
          !ruleBetween(s.phrases.at(-1) as Phrase, s.baseline, line.baseline),
      );
      if (stack) {
        stack.phrases.push(phrase);
        stack.baseline = line.baseline;
        stack.baselines.push(line.baseline);
      } else open.push({ phrases: [phrase], baselines: [line.baseline], baseline: line.baseline, sizePt: line.sizePt });
    }
  }
  for (const stack of open) close(stack);
  return prose;

  /** A rule that is more than an underline: it reaches further than the text above it. */
  function ruleBetween(above: Phrase, from: number, to: number): boolean {
    return rules.some(
      ({ y, pieces }) =>
        y > from &&
        y < to &&
        pieces.some((piece) => piece.from < above.x1 && piece.to > above.x1 + 2 * em && piece.from < above.x0 + em),
    );
  }

  /** Wrapped labels read on as prose does, but what is next to them on the right is figures. */
  function labelsFigures({ phrases, baselines }: { phrases: Phrase[]; baselines: number[] }): boolean {
    const right = Math.max(...phrases.map((phrase) => phrase.x1));
    const [top, bottom] = [(baselines[0] as number) - 0.5 * em, (baselines.at(-1) as number) + 0.5 * em];
    const nextTo = new Map<number, Phrase>();
    for (const { phrase, line } of values) {
      if (line.baseline < top || line.baseline > bottom || phrase.x0 < right) continue;
      const nearest = nextTo.get(line.baseline);
      if (!nearest || phrase.x0 < nearest.x0) nextTo.set(line.baseline, phrase);
    }
    const figures = [...nextTo.values()].filter((phrase) => phrase.value).length;
    return figures >= MIN_LINES && figures >= 0.6 * nextTo.size && figures >= 0.25 * phrases.length;
  }

  function isProse(phrases: readonly Phrase[]): boolean {
    if (phrases.length < MIN_LINES) return false;
    const wide = phrases.filter((p) => p.x1 - p.x0 > MIN_WIDTH_EM * em && isSentence(p.text));
    if (wide.length < MIN_LINES - 1 || wide.length < 0.5 * phrases.length) return false;
    const on = phrases.slice(1).filter((p, i) => runsOn(phrases[i] as Phrase, p)).length;
    return on >= MIN_RUNNING_ON * (phrases.length - 1);
  }
}

const isSentence = (text: string): boolean =>
  text.split(/\s+/u).filter((word) => /\p{L}/u.test(word)).length >= MIN_WORDS ||
  [...text].filter((char) => /[\u3040-\u30ff\u4e00-\u9fff]/u.test(char)).length >= 4 * MIN_WORDS;

function runsOn(before: Phrase, next: Phrase): boolean {
  if (/^\p{Ll}/u.test(next.text) || /\p{L}[-‐]$/u.test(before.text)) return true;
  // Han text has no case: a full line that ends in no stop goes on.
  return /[\u3040-\u30ff\u4e00-\u9fff，、]$/u.test(before.text) && before.x1 - before.x0 >= 0.9 * (next.x1 - next.x0);
}
