import { type PageBox, unionOf } from '../../evidence/boxes.js';
import type { RunPart, Word } from '../layout/words.js';
import type { ChartRefusal, ChartText } from './chart.js';
import { chartText, type Label, labelOf } from './labels.js';
import type { CitedText } from './proposal.js';

/** Words of the page that a model's citation stands for. */
export interface FoundText {
  /** As the page prints it. */
  readonly text: ChartText;
  readonly words: readonly Word[];
  /** The lines that they stand in, top down; they may hold more. */
  readonly labels: readonly Label[];
}

/** Lines of one text follow each other within this, em of the smaller. */
const LINE_GAP_EM = 0.9;
/** A line this close in the same print belongs to the text: a name that leaves it out is another name. */
const NEXT_LINE_EM = 0.45;
const SAME_SIZE = 0.1;
/** A citation of more words is none of a label. */
const MAX_WORDS = 200;

/**
 * The place where exactly the cited elements print exactly the cited text (NFKC, blanks folded), or why there is none. What
 * the model wrote is only compared; the text that is found is the page's.
 *
 * @param labels the lines that the model was told of
 */
export function findCited(cited: CitedText, labels: readonly Label[]): FoundText | ChartRefusal {
  const wanted = new Set(cited.element_ids);
  const own = labels.filter(({ words }) => words.some((word) => isPaintedBy(word, wanted)));
  const known = new Set(own.flatMap(({ words }) => words.flatMap(idsOf)));
  if ([...wanted].some((id) => !known.has(id))) return 'ELEMENT_NOT_SHOWN';
  const lines = [...own].sort((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0]);
  const places = lines.flatMap((label) => label.words.map((word) => ({ word, label })));
  const text = plain(cited.text);
  const found: FoundText[] = [];
  for (let from = 0; from < Math.min(places.length, MAX_WORDS); from++) {
    let read = '';
    for (let to = from; to < places.length && text.startsWith(read); to++) {
      if (to > from && !goesOn(places[to - 1] as Place, places[to] as Place)) break;
      read += plain((places[to] as Place).word.text);
      if (read !== text) continue;
      const window = places.slice(from, to + 1);
      const words = window.map(({ word }) => word);
      const ids = new Set(words.flatMap(idsOf));
      if (ids.size === wanted.size && [...ids].every((id) => wanted.has(id))) found.push(foundText(window));
    }
  }
  const [only] = found;
  return only !== undefined && found.length === 1 ? only : 'TEXT_DIFFERS';
}

/** Whether a text is all that its lines print, and no line of the same print follows right above or below. */
export function isWhole({ words, labels }: FoundText, all: readonly Label[]): boolean {
  const own = new Set(words);
  if (labels.some((label) => label.words.some((word) => !own.has(word) && !isSeparator(word)))) return false;
  return !all.some((other) => !labels.includes(other) && labels.some((label) => isNextLine(label, other)));
}

/** What may stand between a name and its number, and says nothing. */
const isSeparator = ({ text }: Word): boolean => /^[:：|·•,，;；]{1,3}$/u.test(text);

/** Compared without blanks: where a page breaks its lines is not what it says. */
const plain = (text: string): string => text.normalize('NFKC').replace(/\s/gu, '');

interface Place {
  readonly word: Word;
  readonly label: Label;
}

const idsOf = ({ runs }: Word): string[] => runs.map(({ id }: RunPart) => id);
const isPaintedBy = (word: Word, ids: ReadonlySet<string>): boolean => idsOf(word).every((id) => ids.has(id));

/** The next word of the line, or the first of the line below. */
function goesOn(a: Place, b: Place): boolean {
  if (a.label === b.label) return a.label.words.indexOf(b.word) === a.label.words.indexOf(a.word) + 1;
  if (a.label.words.at(-1) !== a.word || b.label.words[0] !== b.word) return false;
  const [over, under] = [a.label.box, b.label.box];
  const em = Math.min(a.label.sizePt, b.label.sizePt);
  return under[1] - over[3] <= LINE_GAP_EM * em && over[3] - under[1] < em && overlapX(over, under) > 0;
}

const overlapX = (a: PageBox, b: PageBox): number => Math.min(a[2], b[2]) - Math.max(a[0], b[0]);

function isNextLine(a: Label, b: Label): boolean {
  if (a.rotationDeg !== b.rotationDeg || !/\p{L}/u.test(b.text) || !/\p{L}/u.test(a.text)) return false;
  if (Math.abs(a.sizePt - b.sizePt) > SAME_SIZE * a.sizePt || a.bold !== b.bold || a.color !== b.color) return false;
  const gap = Math.max(b.box[1] - a.box[3], a.box[1] - b.box[3]);
  return gap > -0.5 * a.sizePt && gap <= NEXT_LINE_EM * a.sizePt && overlapX(a.box, b.box) > 0;
}

function foundText(window: readonly Place[]): FoundText {
  const labels = [...new Set(window.map(({ label }) => label))];
  const lines = labels.map((label) => labelOf(window.filter((place) => place.label === label).map(({ word }) => word)));
  return { text: chartText(lines), words: window.map(({ word }) => word), labels };
}

/** The box around the print of a text. */
export const boxOfFound = ({ words }: FoundText): PageBox => unionOf(words.map(({ box }) => box)) as PageBox;
