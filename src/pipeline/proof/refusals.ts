import { areaOf, intersectionOf, type PageBox } from '../../evidence/boxes.js';
import type { Refusal } from '../../evidence/wire/prove.js';
import type { Glyph, GlyphRun } from '../../sources/painted.js';
import { modeFills, modePaints, modeStrokes } from '../../sources/text-mode.js';
import { type GlyphPixels, NOTICEABLE_CHANGE, type WitnessedText } from '../../sources/witnessed.js';
import type { GlyphShape } from './glyph-shape.js';
import { type Match, sameText } from './match-glyphs.js';

/**
 * Share of a glyph's ink that may be lost under something else: rules that cross print take up to a tenth, while the
 * smallest piece that makes one digit of another takes more (docs/proof.md).
 */
const MAX_LOST = 0.08;
/** Share that may melt into what lies under it: an underline through a descender. */
const MAX_MERGED = 0.12;
/** Share of a glyph's box that a clip or the page's edge may take: cells of tables cut a hair off the tops of digits. */
const MAX_CUT = 0.06;
/** A clip's edge is known to this (pt). */
const EDGE_PT = 0.1;
/**
 * Ink against the area of the outline: less is cut away by a clip of another form, or thinned by a mask. Hinting takes a
 * third of a full stop at most, but hardly any of a digit: where a clip or a mask is known to be there, little may lack.
 */
const MIN_INK = 0.6;
const MIN_INK_DOUBTFUL = 0.88;
/** Outlines of less than this lose ink to hinting (pt²). */
const UNHINTED_PT2 = 2.6;
/** Outlines under this are too small for their ink to be measured against them (pt²). */
const MIN_MEASURABLE_PT2 = 0.15;
/** Opacity under which text counts as not painted. */
const MIN_ALPHA = 0.08;
/** Opacity and colours (grey levels of 255) that two parsers may differ by: they convert CMYK differently. */
const ALPHA_TOLERANCE = 0.03;
const COLOUR_TOLERANCE = 80;
/** Print of a smaller em (pt) is a row of specks; the smallest that a real page is read at is 1.5. */
const MIN_EM_PT = 0.9;
/** How many times as long as high, or high as long, an em may be: condensed print is set at a half, banners at a third. */
const MAX_STRETCH = 5;
/** The sine of the angle between the baseline and the stems; italics lean to 0.9. */
const MIN_UPRIGHT = 0.4;
/** A line around glyphs that leaves more ink than so many times their area closes their counters. */
const MAX_OUTLINED_INK = 2.65;
/** A line without a filling that leaves less ink than this share of the area is a few dots of a dash. */
const MIN_OUTLINE_INK = 0.06;

export interface GlyphFacts {
  readonly run: GlyphRun;
  readonly glyph: Glyph;
  readonly match: Match | null;
  readonly page: PageBox;
  readonly shape: GlyphShape | null;
  readonly embedded: boolean;
  readonly lies: boolean;
  readonly actualTextDiffers: boolean;
  /** Painted onto an earlier glyph of its run, with which it prints as one: as a further character it is not seen. */
  readonly isCopyInRun: boolean;
  /** Taken away by what is painted later in its knockout group. */
  readonly isKnockedOut: boolean;
}

/** Every reason for which a glyph is not proven to be seen as what it is said to be. */
export function refusalsOf(facts: GlyphFacts): Refusal[] {
  const { match, embedded, lies, actualTextDiffers, isCopyInRun } = facts;
  const refused = new Set<Refusal>(notPainted(facts));
  const isInPlace = refused.size === 0;
  if (match === null) {
    if (isInPlace) refused.add('WITNESSES_DISAGREE');
  } else {
    if (!embedded) refused.add('NOT_EMBEDDED');
    // What hides a glyph already is its reason; and one of a font that is not there may have no pixels at all.
    const isPainted = embedded || (match.char.pixels?.ink ?? 0) > 0;
    if (isPainted && isInPlace) for (const reason of notSeen(facts, match)) refused.add(reason);
    if (isCopyInRun || disagree(facts, match)) refused.add('WITNESSES_DISAGREE');
  }
  if (facts.isKnockedOut) refused.add('COVERED');
  if (actualTextDiffers) refused.add('ACTUAL_TEXT_DIFFERS');
  // Of a drawing, the shape was judged as it shows.
  if (lies || (isMirrored(facts.run) && !facts.run.type3)) refused.add('TOUNICODE_MISMATCH');
  return [...refused];
}

/** What the operators alone tell: the glyph is painted invisibly, elsewhere, or not at all. */
function* notPainted({ run, glyph, page }: GlyphFacts): Generator<Refusal> {
  const alpha = modeStrokes(run.mode) && !modeFills(run.mode) ? run.strokeAlpha : run.fillAlpha;
  if (!modePaints(run.mode) || alpha < MIN_ALPHA || !isLegible(run)) yield 'INVISIBLE_MODE';
  if (run.layerHidden) yield 'HIDDEN_LAYER';
  const ink = glyph.ink;
  if (ink === null) return;
  if (isCut(ink, page)) yield 'OUTSIDE_PAGE';
  if (run.clip !== null && isCut(ink, run.clip)) yield 'CLIPPED';
}

/** Whether its em is large enough, and neither so flat, so narrow nor so slanted that no letter is told from another. */
function isLegible({ em: [ax, ay, ux, uy] }: GlyphRun): boolean {
  const along = Math.hypot(ax, ay);
  const up = Math.hypot(ux, uy);
  const area = Math.abs(ax * uy - ay * ux);
  const high = area / along;
  return (
    Math.min(along, high) >= MIN_EM_PT &&
    Math.max(along / high, high / along) <= MAX_STRETCH &&
    area >= MIN_UPRIGHT * along * up
  );
}

/** On a page whose y axis points down, the em of print turns the other way round than that of a mirror image. */
export const isMirrored = ({ em: [ax, ay, ux, uy] }: GlyphRun): boolean => ax * uy - ay * ux > 0;

function isCut(ink: PageBox, by: PageBox): boolean {
  const edge = by.map((v, i) => v + (i < 2 ? -EDGE_PT : EDGE_PT)) as unknown as PageBox;
  const left = intersectionOf(ink, edge);
  // A hairline of no area is in or out.
  if (areaOf(ink) === 0) return !(ink[0] >= edge[0] && ink[1] >= edge[1] && ink[2] <= edge[2] && ink[3] <= edge[3]);
  return left === null || areaOf(left) < (1 - MAX_CUT) * areaOf(ink);
}

/** What the pixels tell. */
function* notSeen({ run, shape, page }: GlyphFacts, { char, text }: Match): Generator<Refusal> {
  const { pixels } = char;
  // Where the renderings could not be made, one of the two witnesses is missing.
  if (pixels === null) {
    yield isCut(char.box, page) ? 'OUTSIDE_PAGE' : 'WITNESSES_DISAGREE';
    return;
  }
  const expected = expectedInk(run, text, shape);
  if (!isOutlinedLegibly(run, text, shape, pixels)) {
    yield 'INVISIBLE_MODE';
    return;
  }
  // Of a clip only its box is known: what it takes away inside is seen by the ink that lacks.
  const isDoubtful = text.transparent || run.clip !== null || text.cut;
  const least = isDoubtful && (expected ?? 0) > UNHINTED_PT2 ? MIN_INK_DOUBTFUL : MIN_INK;
  if (pixels.ink === 0 || (expected !== null && pixels.ink < least * expected)) {
    yield whyNoInk(pixels, text.cut || run.clip !== null, text.inLayer);
    return;
  }
  if (pixels.contrast * Math.min(1, run.fillAlpha) < NOTICEABLE_CHANGE && pixels.seen > 0) yield 'BACKGROUND_COLOURED';
  if (pixels.lost > MAX_LOST || (pixels.merged > MAX_MERGED && pixels.cause === 'covered')) yield 'COVERED';
  else if (pixels.merged > MAX_MERGED) yield 'BACKGROUND_COLOURED';
  else if (pixels.lost + pixels.merged > MAX_MERGED) yield 'COVERED';
}

function whyNoInk(pixels: GlyphPixels, clipped: boolean, inLayer: boolean): Refusal {
  if (pixels.ink === 0 && inLayer) return 'HIDDEN_LAYER';
  return clipped ? 'CLIPPED' : 'INVISIBLE_MODE';
}

/** Ink that the outline should leave (pt²); null where it can't be told: no outline, or only its line is drawn. */
function expectedInk(run: GlyphRun, text: WitnessedText, shape: GlyphShape | null): number | null {
  if (shape === null || text.emPt2 === null || !modeFills(run.mode)) return null;
  const area = shape.area * text.emPt2;
  return area < MIN_MEASURABLE_PT2 ? null : area * Math.min(1, run.fillAlpha);
}

/** Whether the line around a glyph, where it has one, is a line: neither blots it out nor leaves dots. */
function isOutlinedLegibly({ mode }: GlyphRun, text: WitnessedText, shape: GlyphShape | null, { ink }: GlyphPixels) {
  if (!modeStrokes(mode) || shape === null || text.emPt2 === null) return true;
  const area = shape.area * text.emPt2;
  if (area < UNHINTED_PT2) return true;
  return ink <= MAX_OUTLINED_INK * area && (modeFills(mode) || ink >= MIN_OUTLINE_INK * area);
}

/** Whether the two parsers read, or paint, the glyph differently. */
function disagree({ run, glyph }: GlyphFacts, { char, text }: Match): boolean {
  if (!sameText(char.unicode, glyph.unicode) && !char.unicode.includes(glyph.unicode)) return true;
  if (text.mode !== run.mode) return true;
  if (!modeFills(run.mode)) return false;
  // Groups around the object, which PDFium does not tell of, can only make it paler.
  if (run.fillAlpha > text.fillAlpha + ALPHA_TOLERANCE) return true;
  return run.fill !== null && colourDistance(run.fill, text.fill) > COLOUR_TOLERANCE;
}

function colourDistance(a: string, b: string): number {
  if (a === b) return 0;
  const [x, y] = [a, b].map((hex) => Number.parseInt(hex.slice(1), 16)) as [number, number];
  return Math.max(...[16, 8, 0].map((shift) => Math.abs(((x >> shift) & 255) - ((y >> shift) & 255))));
}
