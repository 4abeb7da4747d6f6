import { type Line, type Phrase, phrasesOf } from './placed.js';

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
export function proseOf(lines: readonly Line[], em: number): Set<Phrase['words'][number]> {
  const open: { phrases: Phrase[]; baseline: number; sizePt: number }[] = [];
  const prose = new Set<Phrase['words'][number]>();
  const close = (stack: { phrases: Phrase[] }) => {
    if (isProse(stack.phrases)) for (const phrase of stack.phrases) for (const word of phrase.words) prose.add(word);
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
          Math.abs((s.phrases.at(-1) as Phrase).x0 - phrase.x0) < 2.5 * em,
      );
      if (stack) {
        stack.phrases.push(phrase);
        stack.baseline = line.baseline;
      } else open.push({ phrases: [phrase], baseline: line.baseline, sizePt: line.sizePt });
    }
  }
  for (const stack of open) close(stack);
  return prose;

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
