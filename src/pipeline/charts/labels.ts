import { type PageBox, unionOf } from '../../evidence/boxes.js';
import { isNumeral } from '../facts/printed-number.js';
import { extentOf } from '../layout/direction.js';
import { joined, textLinesOf } from '../layout/text-lines.js';
import { ONE_LINE_EM, ONE_SIZE } from '../layout/word-drafts.js';
import type { RunPart, Word } from '../layout/words.js';
import type { ChartText } from './chart.js';

/** A line of lettering as a chart has it: the words that no more than a blank parts. Page space. */
export interface Label {
  readonly text: string;
  readonly box: PageBox;
  readonly words: readonly Word[];
  readonly sizePt: number;
  readonly bold: boolean;
  readonly color: string | null;
  readonly rotationDeg: number;
}

/** Words of one string of the file are one label up to this gap, em: a chart's own strings have single blanks. */
const SAME_RUN_GAP_EM = 0.8;
/** Words of several strings are one label up to this gap: a blank, not the room between two columns. */
const OTHER_RUN_GAP_EM = 0.42;
/** Two numbers of several strings are one only where they touch: `1` and `103` may be the values of two bars. */
const NUMBER_GAP_EM = 0.15;

/** A sign or a currency begins another number: a negative value may touch the name of its bar. */
export const BEGINS_NUMBER = /^(?:[-−–+]\s?\d|[-−–+(]?\s?[A-Z]{0,3}[$€£¥]\s?\d)/u;

/** The lettering of a page cut into labels. Footnote marks are left out: they are no part of a name or a number. */
export function labelsOf(words: readonly Word[]): Label[] {
  return textLinesOf(words).flatMap((line) => {
    const parts: Word[][] = [];
    for (const word of line.words.filter(({ mark }) => !mark)) {
      const last = parts.at(-1);
      if (last && goesOn(last.at(-1) as Word, word)) last.push(word);
      else parts.push([word]);
    }
    return parts.map(labelOf);
  });
}

function goesOn(a: Word, b: Word): boolean {
  const [one, two] = [extentOf(a.box, a.rotationDeg).along, extentOf(b.box, b.rotationDeg).along];
  const gap = Math.max(two[0] - one[1], one[0] - two[1]) / Math.min(a.sizePt, b.sizePt);
  if (a.runs.at(-1)?.id === b.runs[0]?.id) return gap <= SAME_RUN_GAP_EM;
  if (Math.abs(a.sizePt - b.sizePt) > 0.25 * Math.max(a.sizePt, b.sizePt)) return false;
  if (/\d$/u.test(a.text) && BEGINS_NUMBER.test(b.text)) return false;
  // A number that its unit ends does not go on in the next: `35%` and `31%` are the values of two bars.
  if (/[^\d]$/u.test(a.text) && isNumeral(a.text) && isNumeral(b.text)) return false;
  if (!/\d$/u.test(a.text) || !/^\d/u.test(b.text)) return gap <= OTHER_RUN_GAP_EM;
  const [small, large] = [Math.min(a.sizePt, b.sizePt), Math.max(a.sizePt, b.sizePt)];
  return gap <= NUMBER_GAP_EM && small >= ONE_SIZE * large && Math.abs(a.baseline - b.baseline) <= ONE_LINE_EM * small;
}

export function labelOf(words: readonly Word[]): Label {
  const first = words[0] as Word;
  return {
    // A soft hyphen that is painted is a hyphen.
    text: joined(words).replace(/\u00ad/gu, '-'),
    box: boxOf(words),
    words,
    sizePt: first.sizePt,
    bold: words.every(({ bold }) => bold),
    color: first.color,
    rotationDeg: first.rotationDeg,
  };
}

/** Labels that are read one after the other, as one text of the chart. */
export function chartText(labels: readonly Label[]): ChartText {
  return {
    text: labels.map(({ text }) => text).reduce(joinLines, ''),
    box: unionOf(labels.map(({ box }) => box)) as PageBox,
    runs: runsOf(labels),
  };
}

const runsOf = (labels: readonly Label[]): RunPart[] =>
  labels.flatMap(({ words }) => words.flatMap(({ runs }) => runs));

/** Lines of Chinese and Japanese go on without a blank, a word parted at the end of a line too. */
function joinLines(text: string, line: string): string {
  if (text === '') return line;
  const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
  if (wide.test(text.at(-1) as string) && wide.test(line[0] ?? '')) return text + line;
  // `First-` and `professional` are one word; so are the parts of a word that was broken.
  return /\p{L}-$/u.test(text) && /^\p{Ll}/u.test(line) ? text + line : `${text} ${line}`;
}

/** The words of a label that make a part of its text; the label itself where they can't be told apart. */
export function partOf(label: Label, part: string): Label {
  const wanted = part.replace(/\s+/gu, '');
  for (let from = 0; from < label.words.length; from++) {
    for (let to = from + 1; to <= label.words.length; to++) {
      const words = label.words.slice(from, to);
      const text = words.map((word) => word.text).join('');
      if (text === wanted || text.replace(EDGE, '') === wanted)
        return { ...label, text: part, words, box: boxOf(words) };
    }
  }
  return { ...label, text: part };
}

/** What sets a name off from its number. */
const EDGE = /^[\s(（[]{1,3}|[\s:：,，;|–—)）\]-]{1,3}$/gu;
const boxOf = (words: readonly Word[]): PageBox => unionOf(words.map(({ box }) => box)) as PageBox;
