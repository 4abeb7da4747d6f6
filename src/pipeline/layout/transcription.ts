import { captionAt } from '../../evidence/labels.js';
import type { GlyphRun, PaintedPage } from '../../sources/painted.js';
import { extentOf } from './direction.js';
import { glyphText, isVisibleRun } from './glyph-pieces.js';
import { CJK_END, CJK_START, joined, type TextLine } from './text-lines.js';
import type { RunPart, Word } from './words.js';

/** Text of a region as the page shows it, each sentence with the glyphs it was read from. */
export interface Transcription {
  readonly producer: 'exact-source-transcription-v1';
  /** The sentences, one after the other: paragraphs and rows of a table by lines, cells by tabs. */
  readonly text: string;
  readonly sentences: readonly TranscribedSentence[];
}

interface TranscribedSentence {
  readonly text: string;
  /** Runs that the sentence was read from, in reading order. */
  readonly span_ids: readonly string[];
  /** Their glyphs, in reading order. A hyphen that a line end made is left out of the text, and here. */
  readonly glyphs: readonly RunPart[];
}

/** What became of checking a transcription against the page. */
export interface TranscriptionCheck {
  readonly verification: 'literal-source-transcription-v1';
  readonly verified: boolean;
  /** One entry a sentence that does not hold: its place, and why. */
  readonly failures: readonly { readonly sentence: number; readonly why: string }[];
}

/**
 * Reads lines out, in their order: no word is added, left out or changed. Words hyphenated at a line end are joined.
 *
 * @param layout `rows` puts pieces of one baseline on one line with tabs between them, as the cells of a table
 */
export function transcribe(lines: readonly TextLine[], layout: 'prose' | 'rows' = 'prose'): Transcription {
  const paragraphs = layout === 'rows' ? rowsOf(lines) : paragraphsOf(lines).map((own) => [tokensOf(own)]);
  const sentences: TranscribedSentence[] = [];
  const text = paragraphs
    .map((cells) => {
      if (layout === 'rows') {
        sentences.push(sentenceOf(cells.flat(), cells.map(textOf).join('\t')));
        return (sentences.at(-1) as TranscribedSentence).text;
      }
      const own = sentencesOf(cells.flat()).map((tokens) => sentenceOf(tokens, textOf(tokens)));
      sentences.push(...own);
      return own
        .map((sentence) => sentence.text)
        .reduce((all, next) => (all === '' ? next : `${all}${needsBlank(all, next) ? ' ' : ''}${next}`), '');
    })
    .join('\n');
  return { producer: 'exact-source-transcription-v1', text, sentences };
}

/**
 * Rebuilds each sentence from the glyphs that it names, without looking at anything else, and compares: the same
 * characters in the same order, after NFKC and without white space, from visible runs, each glyph used once.
 */
export function checkTranscription(transcription: Transcription, page: PaintedPage): TranscriptionCheck {
  const runs = runsOf(page);
  const used = new Set<string>();
  const failures = transcription.sentences.flatMap((sentence, at) => {
    const why = faultOf(sentence, runs, used);
    return why === null ? [] : [{ sentence: at, why }];
  });
  const whole = canonical(transcription.sentences.map(({ text }) => text).join(''));
  if (canonical(transcription.text) !== whole)
    failures.push({ sentence: -1, why: 'the text is not that of its sentences' });
  return { verification: 'literal-source-transcription-v1', verified: failures.length === 0, failures };
}

const known = new WeakMap<PaintedPage, ReadonlyMap<string, GlyphRun>>();

/** Asked for every region of a page: its runs are listed once. */
function runsOf(page: PaintedPage): ReadonlyMap<string, GlyphRun> {
  const runs =
    known.get(page) ??
    new Map(page.elements.flatMap((element) => (element.kind === 'text' ? [[element.id, element] as const] : [])));
  known.set(page, runs);
  return runs;
}

function faultOf(sentence: TranscribedSentence, runs: ReadonlyMap<string, GlyphRun>, used: Set<string>): string | null {
  let literal = '';
  const [named, read] = [new Set(sentence.span_ids), new Set(sentence.glyphs.map(({ id }) => id))];
  for (const { id, from, to, reversed } of sentence.glyphs) {
    const run = runs.get(id);
    if (!run) return `run ${id} is not on the page`;
    if (!isVisibleRun(run)) return `run ${id} is not visible`;
    if (!named.has(id)) return `run ${id} is not among the sentence's spans`;
    if (!(Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from < to && to <= run.glyphs.length))
      return `run ${id} has no glyphs ${from} to ${to}`;
    const indices = Array.from({ length: to - from }, (_, i) => (reversed ? to - 1 - i : from + i));
    for (const index of indices) {
      if (used.has(`${id} ${index}`)) return `glyph ${index} of run ${id} is used twice`;
      used.add(`${id} ${index}`);
      literal += glyphText(run.glyphs[index]?.unicode ?? '');
    }
  }
  if (sentence.span_ids.some((id) => !read.has(id))) return 'a span has no glyph in the sentence';
  return canonical(literal) === canonical(sentence.text) ? null : 'the glyphs say something else';
}

/** NFKC, which takes raised characters for their plain ones, without white space; dashes that it maps apart are one. */
const canonical = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\u00ad\p{Cc}]+/gu, '')
    .replace(/[\u2212\u2013\u2010\u2011]/gu, '-');

/** A word with the blank, or none, that parts it from the one before. */
interface Token {
  readonly word: Word;
  readonly before: '' | ' ';
  /** Its last letter is a hyphen that the line end made. */
  readonly hyphenated: boolean;
}

function tokensOf(lines: readonly TextLine[]): Token[] {
  const tokens: Token[] = [];
  lines.forEach((line, at) => {
    line.words.forEach((word, i) => {
      const previous = line.words[i - 1];
      const last = tokens.at(-1);
      if (previous) {
        tokens.push({
          word,
          before: joined([previous, word]).startsWith(`${joined([previous])} `) ? ' ' : '',
          hyphenated: false,
        });
        return;
      }
      const hyphenated = at > 0 && last !== undefined && isHyphenated(last.word, word);
      if (hyphenated) tokens[tokens.length - 1] = { ...last, hyphenated };
      tokens.push({
        word,
        before: hyphenated || !last || !needsBlank(last.word.text, word.text) ? '' : ' ',
        hyphenated: false,
      });
    });
  });
  return tokens;
}

/** A hyphen between small letters, as the last glyph of its run part. */
const isHyphenated = (word: Word, next: Word): boolean =>
  /\p{Ll}[-\u00ad\u2010]$/u.test(word.text) && /^\p{Ll}/u.test(next.text);

const needsBlank = (before: string, after: string): boolean => !(CJK_END.test(before) && CJK_START.test(after));

function textOf(tokens: readonly Token[]): string {
  return tokens.reduce((text, { word, before, hyphenated }, i) => {
    const own = joined([word]);
    return `${text}${i === 0 ? '' : before}${hyphenated ? own.slice(0, -1) : own}`;
  }, '');
}

function sentenceOf(tokens: readonly Token[], text: string): TranscribedSentence {
  const glyphs = tokens.flatMap(({ word, hyphenated }) => (hyphenated ? withoutLast(word.runs) : word.runs));
  return { text, span_ids: [...new Set(glyphs.map(({ id }) => id))], glyphs };
}

function withoutLast(parts: readonly RunPart[]): RunPart[] {
  const last = parts.at(-1) as RunPart;
  const shorter = last.reversed ? { ...last, from: last.from + 1 } : { ...last, to: last.to - 1 };
  return [...parts.slice(0, -1), ...(shorter.from < shorter.to ? [shorter] : [])];
}

const SENTENCE_END = /(?:[.!?…]["'”’»)\]]*|[。！？][”’」』）]*)$/u;
/** A full stop that ends no sentence: initials, and what is usually followed by a name or a number. */
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{Lu}|(?:\p{L}\.)+\p{L}?|Mr|Mrs|Ms|Dr|Prof|Inc|Ltd|Co|Corp|No|Nos|vs|cf|ca|approx|Fig|Figs|Tab|Eq|p|pp|St|Jr|Sr|e\.g|i\.e|etc|al|z\.B|bzw|Nr|Abb|Vol)\.$/u;

/** Sentences by their full stops; a mark of a note goes with the sentence before it. Its rules are its own: they never change with the platform. */
function sentencesOf(tokens: readonly Token[]): Token[][] {
  const sentences: Token[][] = [];
  tokens.forEach((token, i) => {
    const open = sentences.at(-1);
    const previous = tokens[i - 1];
    if (open && previous && !endsSentence(open, token)) open.push(token);
    else sentences.push([token]);
  });
  return sentences;
}

function endsSentence(open: readonly Token[], next: Token): boolean {
  if (next.word.markOf !== null || open.every(({ word }) => word.mark)) return false;
  if (open.length <= LABEL_WORDS && captionAt(textOf(open)) !== null) return false;
  const words = open.filter(({ word }) => !word.mark);
  const text = (words.at(-1) ?? (open.at(-1) as Token)).word.text;
  if (!SENTENCE_END.test(text)) return false;
  if (/[。！？][”’」』）]*$/u.test(text)) return true;
  return next.before === ' ' && !ABBREVIATION.test(` ${text}`) && !/^\P{L}*\p{Ll}/u.test(next.word.text);
}

/** `Figure 3.` is no sentence. */
const LABEL_WORDS = 3;

/** Lines that go on with each other: below, at most a wide leading apart, of one size. */
function paragraphsOf(lines: readonly TextLine[]): TextLine[][] {
  const paragraphs: TextLine[][] = [];
  for (const line of lines) {
    const last = paragraphs.at(-1)?.at(-1);
    if (last && goesOn(last, line)) paragraphs.at(-1)?.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs;
}

function goesOn(last: TextLine, line: TextLine): boolean {
  if (last.rotationDeg !== line.rotationDeg || Math.abs(last.sizePt - line.sizePt) > 0.12 * last.sizePt) return false;
  const distance = line.baseline - last.baseline;
  if (distance <= 0 || distance > 1.85 * line.sizePt) return false;
  const [a, b] = [extentOf(last.box, last.rotationDeg).along, extentOf(line.box, line.rotationDeg).along];
  return Math.min(a[1], b[1]) > Math.max(a[0], b[0]);
}

/** Lines of one baseline as the cells of a row. */
function rowsOf(lines: readonly TextLine[]): Token[][][] {
  const rows: TextLine[][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (
      first &&
      first.rotationDeg === line.rotationDeg &&
      Math.abs(first.baseline - line.baseline) <= 0.4 * line.sizePt
    )
      row?.push(line);
    else rows.push([line]);
  }
  return rows.map((row) => row.map((line) => tokensOf([line])));
}
