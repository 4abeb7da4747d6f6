import type { EvidenceGlyph, EvidenceRun, Reading } from './evidence.js';

/** Print of one number is of one size; the cents of a price are set smaller, but not by this factor. */
const UNEVEN = 3;
const OF_NUMBERS = /^[\d.,\-−]$/u;

/** Digits, points and signs that stand right beside digits of a very different size: specks that would change the number. */
export function unevenNumbers(
  glyphs: readonly EvidenceGlyph[],
  runs: readonly EvidenceRun[],
  readings: readonly Reading[],
): Set<number> {
  const sizeOf = (index: number): number => runs[glyphs[index]?.run ?? -1]?.sizePt ?? 0;
  const uneven = new Set<number>();
  for (const { text, glyphs: places, gaps, raised } of readings) {
    for (let i = 1; i < places.length; i++) {
      const [a, b] = [places[i - 1] as number, places[i] as number];
      if (a === b || (gaps[i] !== '.' && gaps[i] !== '?')) continue;
      const [one, other] = [text[i - 1] as string, text[i] as string];
      if (!OF_NUMBERS.test(one) || !OF_NUMBERS.test(other) || !/\d/u.test(one + other)) continue;
      // Raised digits are marks and powers, and no part of the number.
      if ((raised[i - 1] === '^' && /\d/u.test(one)) || (raised[i] === '^' && /\d/u.test(other))) continue;
      const [small, large] = [sizeOf(a), sizeOf(b)].sort((x, y) => x - y) as [number, number];
      if (small * UNEVEN < large) uneven.add(a).add(b);
    }
  }
  return uneven;
}
