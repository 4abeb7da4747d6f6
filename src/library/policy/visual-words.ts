import { foldText } from '../../evidence/labels.js';
import { ENGLISH_IDIOMS, ENGLISH_PHRASES, ENGLISH_REFERENCES, ENGLISH_SURE, ENGLISH_WORDS } from './words.en.js';
import { HAN_NOT_BEFORE, HAN_OTHER, HAN_PHRASES, HAN_REFERENCES, HAN_VISUAL } from './words.zh.js';

/** The words of a question that ask about something to look at, in the order they were found, each once. */
export function visualWordsIn(question: string): string[] {
  const text = normalised(question);
  const sure = matchesOf(SURE, text);
  const rest = text.replace(SURE, GAP).replace(IDIOMS, GAP);
  return [...new Set([...sure, ...matchesOf(WORDS, rest), ...hanWordsIn(text)])];
}

/** The phrases by which a passage sends its reader to something to look at ("the chart below", 如下图). */
export function referencesIn(passage: string): string[] {
  const text = normalised(passage);
  const han = hanWordsIn(text).filter((word) => HAN_REFERENCES.has(word));
  return [...new Set([...matchesOf(REFERENCES, text), ...han])];
}

/**
 * One spelling for what is compared: compatibility forms (ﬁ, full-width Latin), dashes and blanks as one blank,
 * simplified characters, lower case, no soft hyphens. A few characters stand for up to 18 others; text made of them is
 * cut, so that it cannot cost eighteenfold.
 */
export function normalised(text: string): string {
  return foldText(text.normalize('NFKC').slice(0, 2 * text.length))
    .toLowerCase()
    .replaceAll('\u00ad', '')
    .replace(/[\s-]+/g, ' ');
}

/** Stands where something was taken out, so that the words around it do not meet to form a phrase. */
const GAP = ' ¤ ';

// Whole words only: the look-arounds keep "configure", "figure_ids" and "portable" out, yet 见figure里 in.
const words = (alternatives: readonly string[]): RegExp =>
  new RegExp(`(?<![a-z0-9_\\u00c0-\\u024f])(?:${alternatives.join('|')})(?![a-z0-9_\\u00c0-\\u024f])`, 'g');

const SURE = words(ENGLISH_SURE);
const IDIOMS = words(ENGLISH_IDIOMS);
const WORDS = words([...ENGLISH_PHRASES, ...ENGLISH_WORDS]);
const REFERENCES = words(ENGLISH_REFERENCES);

function matchesOf(pattern: RegExp, text: string): string[] {
  return Array.from(text.matchAll(pattern), (match) => match[0]);
}

/** Longest word first at each place; what is in none of the lists is passed over. */
function hanWordsIn(text: string): string[] {
  return matchesOf(HAN, text).filter((word) => !HAN_OTHER_SET.has(word));
}

const HAN_OTHER_SET: ReadonlySet<string> = new Set(HAN_OTHER);
const HAN = new RegExp(
  [...HAN_PHRASES, ...[...HAN_VISUAL, ...HAN_OTHER].sort((a, b) => b.length - a.length).map(hanPattern)].join('|'),
  'g',
);

function hanPattern(word: string): string {
  const not = HAN_OTHER_SET.has(word) ? undefined : HAN_NOT_BEFORE[word.at(-1)!];
  return not ? `${word}(?![${not}])` : word;
}
