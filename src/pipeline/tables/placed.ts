import { type PageBox, pageBox } from '../../evidence/boxes.js';
import type { Word } from '../layout/words.js';
import { median } from '../median.js';
import type { Upright } from './upright.js';
import { isCurrencySign, isValue, isWide } from './values.js';

/** A word in the upright frame. Heights are the font's, not the ink's, so that a dash is as high as a digit. */
export interface Placed {
  readonly word: Word;
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly baseline: number;
  readonly sizePt: number;
  readonly bold: boolean;
  /** Runs from left to right in this frame; other words are known by their ink alone. */
  readonly along: boolean;
  /** A footnote mark that is raised, and so never part of the text before it. */
  readonly raised: boolean;
}

/** Words on one baseline, from left to right. */
export interface Line {
  readonly baseline: number;
  readonly sizePt: number;
  readonly words: readonly Placed[];
}

/** Words that follow each other at the distance of a blank: what may be one cell, or a part of one. */
export interface Phrase {
  readonly words: readonly Placed[];
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly value: boolean;
  readonly bold: boolean;
}

const ASCENT_EM = 0.75;
const DESCENT_EM = 0.22;

export const topOf = (word: { baseline: number; sizePt: number }): number => word.baseline - ASCENT_EM * word.sizePt;
export const bottomOf = (word: { baseline: number; sizePt: number }): number =>
  word.baseline + DESCENT_EM * word.sizePt;
export const middleOf = (word: { baseline: number; sizePt: number }): number =>
  word.baseline - ((ASCENT_EM - DESCENT_EM) / 2) * word.sizePt;
export const boxOf = (word: Placed): PageBox => pageBox(word.x0, topOf(word), word.x1, bottomOf(word));

/** A word in the upright frame; words that run across it keep their ink as their place. */
export function place(word: Word, upright: Upright, along: boolean): Placed {
  const ink = upright.box(word.box);
  const [, baseline] = along ? baselineOf(word, upright) : [0, ink[3]];
  const sizePt = along ? word.sizePt : Math.max(ink[3] - ink[1], 1);
  const host = word.markOf;
  const raised =
    word.mark &&
    (host === null ||
      word.sizePt < RAISED_SIZE * host.sizePt ||
      Math.abs(word.baseline - host.baseline) > RISE_EM * host.sizePt);
  return { word, text: word.text, x0: ink[0], x1: ink[2], baseline, sizePt, bold: word.bold, along, raised };
}

const RAISED_SIZE = 0.9;
const RISE_EM = 0.08;

/** `Word.baseline` is measured across its letters, so its sign depends on how they are turned. */
function baselineOf(word: Word, upright: Upright): [number, number] {
  const across = word.baseline;
  if (upright.turn === 0) return upright.point(0, across);
  if (upright.turn === 90) return upright.point(-across, 0);
  if (upright.turn === 180) return upright.point(0, -across);
  return upright.point(across, 0);
}

/** Baselines nearer than this are one. */
const SAME_BASELINE_EM = 0.3;

/** Words by baseline from top to bottom; raised marks stand on the line of their word. */
export function linesOf(words: readonly Placed[]): Line[] {
  const hosts = new Map(words.map((word) => [word.word, word]));
  const baselineAt = (word: Placed): number => {
    const host = word.raised && word.word.markOf ? hosts.get(word.word.markOf) : undefined;
    return host?.baseline ?? word.baseline;
  };
  const sorted = words.map((word) => ({ word, at: baselineAt(word) })).sort((a, b) => a.at - b.at);
  const lines: Line[] = [];
  for (let i = 0; i < sorted.length; ) {
    const first = sorted[i] as (typeof sorted)[number];
    let end = i + 1;
    while (
      end < sorted.length &&
      (sorted[end] as (typeof sorted)[number]).at - first.at <= SAME_BASELINE_EM * first.word.sizePt
    )
      end++;
    const group = sorted.slice(i, end).map(({ word }) => word);
    group.sort((a, b) => a.x0 - b.x0);
    const level = group.filter((word) => !word.raised);
    const main = level.length > 0 ? level : group;
    lines.push({
      baseline: median(main.map((word) => word.baseline)),
      sizePt: median(main.map((word) => word.sizePt)),
      words: group,
    });
    i = end;
  }
  return lines;
}

/** A wider gap than this many font sizes parts phrases: justified text stays whole, cells of a tight table do not. */
const PHRASE_GAP_EM = 0.62;
/** Two numbers are two cells even at the distance of a blank. */
const NUMBER_GAP_EM = 0.12;
/** But groups of three digits parted by a thin blank are one number (`1 234 567`). */
const DIGIT_GROUP_GAP_EM = 0.36;

/** The phrases of a line. */
export function phrasesOf(line: Line): Phrase[] {
  const groups: Placed[][] = [];
  for (const word of line.words) {
    const group = groups.at(-1);
    if (group && together(group, word)) group.push(word);
    else groups.push([word]);
  }
  return groups.map(phraseOf);
}

export function phraseOf(words: readonly Placed[]): Phrase {
  const text = textOfLine(words);
  return {
    words,
    text,
    x0: Math.min(...words.map((word) => word.x0)),
    x1: Math.max(...words.map((word) => word.x1)),
    value: isValue(text),
    bold: words.filter((word) => word.bold).length * 2 > words.length,
  };
}

function together(group: readonly Placed[], next: Placed): boolean {
  const last = group.at(-1) as Placed;
  if (next.raised) return true;
  const em = Math.max(last.sizePt, next.sizePt);
  const gap = (next.x0 - last.x1) / em;
  if (gap > PHRASE_GAP_EM) return false;
  if (gap <= NUMBER_GAP_EM) return true;
  const before = group.filter((word) => !word.raised);
  if (isCurrencySign(last.text) || FOOTNOTE.test(next.text)) return true;
  if (!isValue(next.text) || !/\d/u.test(next.text)) return true;
  if (before.some((word) => !isValue(word.text))) return !isNumberAfterNumber(before, next, gap);
  if (gap <= DIGIT_GROUP_GAP_EM && /^\d{3}(?:[.,]\d+)?\)?$/u.test(next.text) && /(?:^|\D)\d{1,3}$/u.test(last.text))
    return before.length === 1 || before.every((word) => /\d{1,3}$/u.test(word.text));
  return false;
}

/** `Total 25 31`: the second number begins a cell, though words come before the first. */
const isNumberAfterNumber = (before: readonly Placed[], next: Placed, gap: number): boolean => {
  const last = before.at(-1) as Placed;
  return (
    gap > DIGIT_GROUP_GAP_EM &&
    isValue(last.text) &&
    /\d[.,]\d|\d{3}/u.test(last.text) &&
    /\d[.,]\d|\d{3}/u.test(next.text)
  );
};

const FOOTNOTE = /^[([]?(?:\d{1,2}|[a-z*†‡§]{1,2})[)\]]$/u;

/** Words closer than this are set without a blank. */
const BLANK_EM = 0.1;
/** A mark set like its word may stand this far from it. */
const MARK_GAP_EM = 0.35;

/** The text of words on one line, without raised marks. */
export function textOfLine(words: readonly Placed[]): string {
  let text = '';
  let last: Placed | null = null;
  for (const word of words) {
    if (word.raised) continue;
    if (last !== null) {
      const gap = (word.x0 - last.x1) / Math.max(word.sizePt, last.sizePt);
      const wide = isWide(last.text.at(-1) ?? '') && isWide(word.text.at(0) ?? '');
      const hung = word.word.markOf !== null && word.word.markOf === last.word;
      if (gap > (wide ? PHRASE_GAP_EM : hung ? MARK_GAP_EM : BLANK_EM)) text += ' ';
    }
    text += word.text;
    last = word;
  }
  return text;
}
