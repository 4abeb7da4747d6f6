import type { Glyph, GlyphRun } from '../../sources/painted.js';
import type { GlyphShape } from './glyph-shape.js';
import { judge } from './shape-judge.js';

/** Judgements of outlines that are kept: the pages of a document show the same ones again. */
const MAX_JUDGED = 20_000;
const judged = new Map<string, boolean>();
const DIGIT = /^[0-9]$/;

/**
 * Glyphs whose outline is not that of the character that the font says they are: another character's shape, no shape at
 * all, one outline for two digits, or a digit of a font that lies about another digit.
 */
export function lyingGlyphs(
  runs: readonly GlyphRun[],
  shapes: ReadonlyMap<string, GlyphShape | null>,
): ReadonlySet<Glyph> {
  const digitsOf = new Map<string, Set<string>>();
  const lies = (glyph: Glyph, character: string): boolean => {
    const key = `${glyph.outline} ${character}`;
    let lie = judged.get(key);
    if (lie === undefined) {
      const shape = shapes.get(glyph.outline);
      lie = shape ? judge(shape, character) === 'differs' : false;
      if (judged.size >= MAX_JUDGED) judged.clear();
      judged.set(key, lie);
    }
    return lie;
  };
  const lying = new Set<Glyph>();
  const lyingFonts = new Set<string>();
  const digits: { glyph: Glyph; font: string }[] = [];
  for (const run of runs) {
    for (const glyph of run.glyphs) {
      const character = glyph.unicode.normalize('NFKC');
      if (character.trim() === '') continue;
      const isDigit = DIGIT.test(character);
      if (glyph.outline === '') {
        if (!run.type3) lying.add(glyph);
        continue;
      }
      if (isDigit) {
        digits.push({ glyph, font: run.font });
        digitsOf.set(glyph.outline, (digitsOf.get(glyph.outline) ?? new Set()).add(character));
      }
      if (run.type3 || !lies(glyph, character)) continue;
      lying.add(glyph);
      if (isDigit) lyingFonts.add(run.font);
    }
  }
  for (const { glyph, font } of digits) {
    if (lyingFonts.has(font) || (digitsOf.get(glyph.outline)?.size ?? 0) > 1) lying.add(glyph);
  }
  return lying;
}
