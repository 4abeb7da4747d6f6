import { type Box, unionOf } from '../../evidence/boxes.js';
import { excerptOf } from './excerpt.js';
import type { Finding, SourceBox } from './finding.js';

/** One run of text in one size. */
interface TextRun {
  readonly text: string;
  /** Height of its capitals on paper, mm. */
  readonly heightMm: number;
}

/** A text with all its runs: an MTEXT may change its size within. */
export interface SizedText {
  readonly runs: readonly TextRun[];
  readonly box: SourceBox | null;
  readonly handle: string | null;
}

/** A piece of text of a page: readers of PDFs give lettering word by word, and often sign by sign. */
export interface PieceOfText extends TextRun {
  readonly box: Box<'page'>;
}

/** Heights are rounded on the way through scales and fonts; a hair below the limit is the limit. */
const TOLERANCE = 0.03;
/** Exponents, deviations and fractions may be one size smaller: sizes rise by √2 (GB/T 14691-1993). */
const ONE_SIZE = Math.SQRT1_2;
const NUMBERS_ONLY = /^[\d\s.,+\-−±×/°%()]+$/u;

/** Text of a page that is too small on paper to be read, one finding for each height. */
export function legiblePieces(pieces: readonly PieceOfText[], minHeightMm: number): Finding[] {
  const byHeight = new Map<string, PieceOfText[]>();
  for (const piece of pieces) {
    if (!isTooSmall(piece, piece.heightMm, minHeightMm)) continue;
    const height = piece.heightMm.toPrecision(2);
    byHeight.set(height, [...(byHeight.get(height) ?? []), piece]);
  }
  return [...byHeight]
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([height, own]) => {
      const longest = own.reduce((a, b) => (b.text.length > a.text.length ? b : a));
      const others = own.length - 1;
      return {
        ...KIND,
        statement: {
          en: `The text “${excerptOf(longest.text)}”${others > 0 ? ` and ${others} more pieces of text are` : ' is'} ${height} mm high on paper; the smallest legible height is ${minHeightMm} mm.`,
          zh: `文字“${excerptOf(longest.text)}”${others > 0 ? `及另外 ${others} 处文字` : ''}在图纸上的字高为 ${height} mm，小于最小可读字高 ${minHeightMm} mm。`,
        },
        box: unionOf(own.map(({ box }) => box)),
        handle: null,
      };
    });
}

/** Texts whose letters are too small on paper to be read, each with its smallest run. */
export function legibleText(texts: readonly SizedText[], minHeightMm: number): Finding[] {
  return texts.flatMap(({ runs, box, handle }): Finding[] => {
    const tallest = Math.max(...runs.map(({ heightMm }) => heightMm));
    const tooSmall = runs
      .filter((run) => isTooSmall(run, tallest, minHeightMm))
      .sort((one, other) => one.heightMm - other.heightMm);
    const [smallest] = tooSmall;
    if (smallest === undefined) return [];
    const height = smallest.heightMm.toPrecision(2);
    return [
      {
        ...KIND,
        statement: {
          en: `The text “${excerptOf(smallest.text)}” is ${height} mm high on paper; the smallest legible height is ${minHeightMm} mm.`,
          zh: `文字“${excerptOf(smallest.text)}”在图纸上的字高为 ${height} mm，小于最小可读字高 ${minHeightMm} mm。`,
        },
        box,
        handle,
      },
    ];
  });
}

const KIND = { rule: 'text_below_legible_height', category: 'legibility', severity: 'minor' } as const;

/** @param tallest height of the tallest run of the same text */
function isTooSmall({ text, heightMm }: TextRun, tallest: number, minHeightMm: number): boolean {
  if (!/[\p{L}\p{N}]/u.test(text)) return false;
  const isPart = heightMm < tallest && NUMBERS_ONLY.test(text);
  return heightMm < minHeightMm * (isPart ? ONE_SIZE : 1) * (1 - TOLERANCE);
}
