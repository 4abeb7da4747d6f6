import type { Glyph, GlyphRun } from '../../sources/painted.js';
import type { GlyphShape } from './glyph-shape.js';

/** What a glyph reads as that leaves ink while its font says that it is a blank, or nothing. */
export const UNREADABLE = '\ufffd';

const RAISED_CHARACTERS = /[\u00b2\u00b3\u00b9\u2070-\u209c]/;
/** A raised or lowered digit is smaller than this (ems); the digits of the line stand 0.65 high, old-style ones from 0. */
const MAX_RAISED_EM = 0.56;
/** Foot of a digit that stands on the line (ems). */
const ON_LINE_EM = 0.05;
const INVISIBLE = 3;
const CLIP_ONLY = 7;

/**
 * What a glyph reads as for a search, given what a witness says that it stands for: a mark that calls itself a blank may be
 * a decimal point, and a digit that calls itself raised may stand on the line like the others.
 * @param before the glyph before it in the run
 */
export function readAs(
  said: string,
  glyph: Glyph,
  shape: GlyphShape | null,
  { mode }: GlyphRun,
  before: Glyph | null,
): string {
  if (RAISED_CHARACTERS.test(said) && shape !== null) {
    const isOnLine = Math.abs(shape.bottom) < ON_LINE_EM && shape.top - shape.bottom > 0;
    return isOnLine || shape.top - shape.bottom > MAX_RAISED_EM ? said.normalize('NFKC') : said;
  }
  if (said.trim() !== '' || glyph.ink === null || mode === INVISIBLE || mode === CLIP_ONLY) return said;
  // The accent of a letter that a font composes follows it under the letter's own code.
  const isAccent = said === '' && before !== null && before.charCode === glyph.charCode && before.unicode !== '';
  return isAccent ? said : UNREADABLE;
}
