import type { Glyph, GlyphRun } from '../../sources/painted.js';
import type { WitnessedText } from '../../sources/witnessed.js';
import type { Match } from './match-glyphs.js';

/**
 * Glyphs inside marked content whose /ActualText says something else than they do, with the share of that text that stands
 * for them: all of it for the first, '' for the others. White space and hyphens that only part words don't count.
 */
export function actualTexts(
  runs: readonly GlyphRun[],
  matches: ReadonlyMap<Glyph, Match>,
  texts: readonly WitnessedText[],
): Map<Glyph, string> {
  const groups = new Map<number, { text: string; glyphs: Glyph[] }>();
  for (const { actualText } of texts) {
    for (const { text, group } of actualText) groups.set(group, groups.get(group) ?? { text, glyphs: [] });
  }
  const differing = new Map<Glyph, string>();
  if (groups.size === 0) return differing;
  for (const run of runs) {
    for (const glyph of run.glyphs) {
      for (const { group } of matches.get(glyph)?.text.actualText ?? []) groups.get(group)?.glyphs.push(glyph);
    }
  }
  for (const { text, glyphs } of groups.values()) {
    if (isSame(comparable(text), comparable(glyphs.map(({ unicode }) => unicode).join('')))) continue;
    glyphs.forEach((glyph, i) => {
      differing.set(glyph, i === 0 ? text.replace(LANGUAGE, '') : '');
    });
  }
  return differing;
}

/** An escape sequence that names the language of what follows (ISO 32000-1, 7.9.2.2). */
const LANGUAGE = /\u001b[^\u001b]*\u001b/g;
const comparable = (text: string): string =>
  text
    .replace(LANGUAGE, '')
    .normalize('NFKC')
    .replace(/[\s\u00ad]/g, '');

/** Scripts whose glyphs are painted in another order than they are written in, and signs on letters. */
const REORDERED = /[\p{M}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const DIGITS = /\p{Nd}/gu;

/** Whether two texts say the same; the letters of some scripts, though no digits, may come in any order. */
function isSame(a: string, b: string): boolean {
  if (a === b) return true;
  if (!REORDERED.test(a)) return false;
  return sorted(a.normalize('NFD')) === sorted(b.normalize('NFD')) && digitsOf(a) === digitsOf(b);
}

const sorted = (text: string): string => [...text].sort().join('');
const digitsOf = (text: string): string => (text.match(DIGITS) ?? []).join('');
