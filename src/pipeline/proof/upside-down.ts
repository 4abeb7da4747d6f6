import type { Glyph, GlyphRun } from '../../sources/painted.js';

const TURNED_DIGIT = /^[69]$/;
/** Characters that look the same on their head, or that are another one then: they don't tell which way print stands. */
const TELLS_NOTHING = /^[01689HINOSXZosxz%.,·:+\-–—−=()/|\s]*$/u;
/** How far from half a turn (degrees) print is still read as if it stood upright. */
const MAX_LEAN_DEG = 30;

/**
 * A 6 or 9 that stands on its head reads as the other, where nothing in its run tells that it does, and no more of the page
 * stands on its head than upright.
 */
export function upsideDownDigits(runs: readonly GlyphRun[]): ReadonlySet<Glyph> {
  const turned = runs.filter(({ rotationDeg }) => Math.abs(rotationDeg - 180) <= MAX_LEAN_DEG);
  const found = new Set<Glyph>();
  if (turned.length === 0) return found;
  const tell = ({ glyphs }: GlyphRun): number => glyphs.filter(({ unicode }) => !TELLS_NOTHING.test(unicode)).length;
  const sum = (all: readonly GlyphRun[]): number => all.reduce((count, run) => count + tell(run), 0);
  const telling = sum(turned);
  if (telling > sum(runs) - telling) return found;
  for (const run of turned) {
    if (tell(run) > 0) continue;
    for (const glyph of run.glyphs) if (TURNED_DIGIT.test(glyph.unicode.normalize('NFKC'))) found.add(glyph);
  }
  return found;
}
