import type { Glyph, GlyphRun } from '../../sources/painted.js';
import { flippedShape, type GlyphShape, scaledShape } from './glyph-shape.js';
import { type GlyphUse, letterLikeDigits } from './letter-like-digits.js';
import { isMirrored } from './refusals.js';
import { isOfValues, judge } from './shape-judge.js';

/** Judgements of outlines that are kept: the pages of a document show the same ones again. */
const MAX_JUDGED = 20_000;
const judged = new Map<string, boolean>();
const DIGIT = /^[0-9]$/;
/** How high digits and capitals stand, and letters without an ascender (ems). */
const HEIGHTS: readonly [RegExp, typicalEm: number][] = [
  [/^[0-9A-Z]$/, 0.7],
  [/^[acemnorsuvwxz]$/, 0.48],
];
/** A height that differs from the typical one by less than this factor is a matter of the face. */
const MAX_FACE_FACTOR = 1.35;

/**
 * Glyphs whose outline is not that of the character that the font says they are: another character's shape, no shape at
 * all, one outline for two digits, a letter for a digit, or a digit of a font that lies about another digit.
 */
export function lyingGlyphs(
  runs: readonly GlyphRun[],
  shapes: ReadonlyMap<string, GlyphShape | null>,
): ReadonlySet<Glyph> {
  const lying = new Set<Glyph>();
  const addAll = ({ glyphs }: GlyphUse): void => {
    for (const glyph of glyphs) lying.add(glyph);
  };
  const digitsOf = new Map<string, Set<string>>();
  const fonts = usesByFont(runs, shapes, lying);
  for (const uses of fonts.values()) {
    for (const { outline, character } of uses) {
      if (DIGIT.test(character)) digitsOf.set(outline, (digitsOf.get(outline) ?? new Set()).add(character));
    }
  }
  for (const uses of fonts.values()) {
    const digits = uses.filter(({ character }) => DIGIT.test(character));
    const isLiar = (use: GlyphUse): boolean => lies(use) || (digitsOf.get(use.outline)?.size ?? 0) > 1;
    const liars = new Set([...uses.filter(isLiar), ...letterLikeDigits(uses)]);
    for (const use of liars) addAll(use);
    // Two digits may be one outline in fonts of one document that have the same glyphs: that says nothing of the others.
    if (digits.some((use) => lies(use))) for (const use of digits) addAll(use);
  }
  return lying;
}

/** Full-width brackets stand elsewhere in their em and are flatter than those of Latin print: other shapes, not judged. */
const WIDE_BRACKET = /^[（）［］｛｝]$/u;

/** What each font shows as which character; glyphs that show nothing are put to the lying ones. */
function usesByFont(
  runs: readonly GlyphRun[],
  shapes: ReadonlyMap<string, GlyphShape | null>,
  lying: Set<Glyph>,
): Map<string, GlyphUse[]> {
  const fonts = new Map<string, Map<string, GlyphUse>>();
  for (const run of runs) {
    const shapeIn = run.type3 ? shapesInDrawnRun(run, shapes) : (outline: string) => shapes.get(outline) ?? null;
    const uses = fonts.get(run.font) ?? new Map<string, GlyphUse>();
    fonts.set(run.font, uses);
    for (const glyph of run.glyphs) {
      const character = WIDE_BRACKET.test(glyph.unicode) ? glyph.unicode : glyph.unicode.normalize('NFKC');
      if (character.trim() === '') continue;
      if (glyph.outline === '') {
        lying.add(glyph);
        continue;
      }
      const shape = shapeIn(glyph.outline);
      const key = `${glyph.outline} ${character} ${shape?.top}`;
      const known = uses.get(key);
      if (known) {
        known.glyphs.push(glyph);
        continue;
      }
      uses.set(key, {
        character,
        outline: glyph.outline,
        shape,
        drawn: run.type3,
        advanceEm: run.vertical ? null : glyph.width / Math.hypot(run.em[0], run.em[1]),
        upright: run.rotationDeg === 0 && !run.vertical && !isMirrored(run),
        glyphs: [glyph],
      });
    }
  }
  return new Map([...fonts].map(([font, uses]) => [font, [...uses.values()]]));
}

/** The shapes of glyphs that are drawings, as print of that run shows them: upright, and with the em of its letters. */
function shapesInDrawnRun(
  run: GlyphRun,
  shapes: ReadonlyMap<string, GlyphShape | null>,
): (outline: string) => GlyphShape | null {
  const upright = (outline: string): GlyphShape | null => {
    const shape = shapes.get(outline) ?? null;
    return shape !== null && isMirrored(run) ? flippedShape(shape) : shape;
  };
  const scale = emScale(run, upright);
  if (scale === 1 && !isMirrored(run)) return upright;
  const known = new Map<string, GlyphShape | null>();
  return (outline) => {
    if (!known.has(outline)) {
      const shape = upright(outline);
      known.set(outline, shape && scaledShape(shape, scale));
    }
    return known.get(outline) ?? null;
  };
}

/** Glyph space may have any scale: how many ems of print the em of a Type 3 font is, by the height of its letters. */
function emScale({ glyphs }: GlyphRun, shapeIn: (outline: string) => GlyphShape | null): number {
  for (const [characters, typical] of HEIGHTS) {
    const tops = glyphs
      .flatMap(({ unicode, outline }) => (characters.test(unicode) ? (shapeIn(outline)?.top ?? []) : []))
      .filter((top) => top > 0)
      .sort((a, b) => a - b);
    const middle = tops[tops.length >> 1];
    if (middle === undefined) continue;
    const factor = typical / middle;
    return factor > MAX_FACE_FACTOR || factor < 1 / MAX_FACE_FACTOR ? factor : 1;
  }
  return 1;
}

function lies({ outline, character, shape, drawn }: GlyphUse): boolean {
  // A drawing that is more than outlines can't be judged: then no number is read from it.
  if (shape === null) return drawn && isOfValues(character);
  const key = `${outline} ${character} ${shape.top}`;
  let lie = judged.get(key);
  if (lie === undefined) {
    lie = judge(shape, character) === 'differs';
    if (judged.size >= MAX_JUDGED) judged.clear();
    judged.set(key, lie);
  }
  return lie;
}
