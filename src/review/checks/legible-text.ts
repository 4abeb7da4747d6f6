import { excerptOf } from './excerpt.js';
import type { Finding, SourceBox } from './finding.js';

/** One run of text in one size. */
export interface TextRun {
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

/** Heights are rounded on the way through scales and fonts; a hair below the limit is the limit. */
const TOLERANCE = 0.03;
/** Exponents, deviations and fractions may be one size smaller: sizes rise by √2 (GB/T 14691-1993). */
const ONE_SIZE = Math.SQRT1_2;
const NUMBERS_ONLY = /^[\d\s.,+\-−±×/°%()]+$/u;

/** Texts whose letters are too small on paper to be read, each with its smallest run. */
export function legibleText(texts: readonly SizedText[], minHeightMm: number): Finding[] {
  return texts.flatMap(({ runs, box, handle }): Finding[] => {
    const tallest = Math.max(...runs.map(({ heightMm }) => heightMm));
    const tooSmall = runs
      .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
      .filter(({ text, heightMm }) => {
        const isPart = heightMm < tallest && NUMBERS_ONLY.test(text);
        return heightMm < minHeightMm * (isPart ? ONE_SIZE : 1) * (1 - TOLERANCE);
      })
      .sort((a, b) => a.heightMm - b.heightMm);
    const [smallest] = tooSmall;
    if (smallest === undefined) return [];
    const height = smallest.heightMm.toPrecision(2);
    return [
      {
        rule: 'text_below_legible_height',
        category: 'legibility',
        severity: 'minor',
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
