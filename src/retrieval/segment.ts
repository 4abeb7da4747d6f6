import { foldHan } from '../evidence/han-folding.js';
import { lightStem } from './light-stem.js';
import { CHINESE_STOP_PHRASES, ENGLISH_STOP_WORDS } from './stop-words.js';

/**
 * The words of a text as the BM25 index keeps them. Letters are folded (case, width, diacritics, traditional Han),
 * English endings are cut, a number is one token without thousands separators, and Chinese, Japanese and Korean runs
 * become overlapping pairs of characters, since no space tells where their words end.
 */
export function searchTokens(text: string): string[] {
  return tokenize(text).map(({ token }) => token);
}

/**
 * The tokens of a query, each once, without the words that only make it a question; those stay where nothing else is
 * left. Every one of them is also among the {@link searchTokens} of a text that holds the query.
 */
export function queryTokens(text: string): string[] {
  const tokens = tokenize(text);
  const informative = tokens.filter(({ isStop }) => !isStop);
  return [...new Set((informative.length > 0 ? informative : tokens).map(({ token }) => token))];
}

interface Token {
  token: string;
  isStop: boolean;
}

/** U+0300–U+036F only: the voicing marks of kana are combining characters too and carry meaning. */
const LATIN_MARKS = /[\u0300-\u036f]/gu;
const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー々〆]';
const LETTER = `(?:(?!${CJK})[\\p{L}\\p{N}])`;
/** Korean, unlike the others, puts blanks between words. */
const UNSPACED = `(?:(?!\\p{Script=Hangul})${CJK})`;
/** PDFs break lines and justify inside of Chinese words; a blank between two such characters separates nothing. */
const BLANK_BETWEEN_CJK = new RegExp(`(?<=${UNSPACED})\\s{1,99}(?=${UNSPACED})`, 'gu');
/**
 * Every repetition has an end, since the engine keeps a way back for each step and a run of megabytes fills its stack.
 * A longer run is cut there: no word is that long, and no Chinese sentence goes on so far without a mark.
 */
const CJK_RUN = new RegExp(`${CJK}{1,1000}`, 'uy');
const NUMBER = new RegExp(`\\p{Nd}{1,99}(?:[.,]\\p{Nd}{1,99}){0,99}(?!${LETTER})`, 'uy');
/** Letters and digits, with the hyphens that hold the parts of a name or a code together. */
const WORD = new RegExp(`${LETTER}{1,99}(?:[-‐‑]${LETTER}{1,99}){0,99}`, 'uy');
const THOUSANDS = /^\p{Nd}{1,3}(?:,\p{Nd}{3})+(?:\.\p{Nd}+)?$/u;
/** Continental figures group by points; "1.178" may also be a decimal number, so both readings are kept. */
const POINT_THOUSANDS = /^\p{Nd}{1,3}(?:\.\p{Nd}{3})+$/u;

function tokenize(text: string): Token[] {
  const folded = fold(text);
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(folded)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  while (at < folded.length) {
    const run = match(CJK_RUN);
    if (run !== undefined) {
      pushPairs(run, tokens);
      continue;
    }
    const number = match(NUMBER);
    if (number !== undefined) {
      pushNumber(number, tokens);
      continue;
    }
    const word = match(WORD);
    if (word === undefined) at += folded.codePointAt(at)! > 0xffff ? 2 : 1;
    else pushWord(word, tokens);
  }
  return tokens;
}

function fold(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\u00ad/gu, '')
    .normalize('NFD')
    .replace(LATIN_MARKS, '')
    .normalize('NFC');
  return foldHan(plain.replace(BLANK_BETWEEN_CJK, '').replace(/['’]s(?!\p{L})/gu, ''));
}

function pushNumber(number: string, tokens: Token[]): void {
  const push = (token: string): void => void tokens.push({ token, isStop: false });
  if (THOUSANDS.test(number)) push(number.replaceAll(',', ''));
  else if (POINT_THOUSANDS.test(number)) [number, number.replaceAll('.', '')].forEach(push);
  else number.split(',').forEach(push);
}

function pushWord(word: string, tokens: Token[]): void {
  const parts = word.split(/[-‐‑]/u);
  for (const part of parts) pushPlainWord(part, tokens);
  // "e-mail" and "email", "MPU-6000" and "MPU6000" are one word to whoever searches.
  if (parts.length > 1 && parts.length <= 3) tokens.push({ token: lightStem(parts.join('')), isStop: false });
}

function pushPlainWord(word: string, tokens: Token[]): void {
  tokens.push({ token: lightStem(word), isStop: ENGLISH_STOP_WORDS.has(word) });
}

function pushPairs(run: string, tokens: Token[]): void {
  const characters = [...run];
  const isStop = stopPositions(run);
  if (characters.length === 1) tokens.push({ token: run, isStop: isStop[0] ?? false });
  for (let i = 0; i + 1 < characters.length; i += 1) {
    // A pair that a question word reaches into says nothing about the matter: 入|多 of 收入多少.
    tokens.push({ token: `${characters[i]}${characters[i + 1]}`, isStop: Boolean(isStop[i] || isStop[i + 1]) });
  }
}

/** For each character of the run, whether it belongs to a stop phrase. */
function stopPositions(run: string): boolean[] {
  const positions: boolean[] = [];
  const marked = run.replace(CHINESE_STOP_PHRASES, (phrase) => '\u0000'.repeat([...phrase].length));
  for (const character of marked) positions.push(character === '\u0000');
  return positions;
}
