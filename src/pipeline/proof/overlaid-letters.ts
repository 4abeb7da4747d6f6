import { areaOf, grown, type PageBox } from '../../evidence/boxes.js';
import { BoxIndex } from '../tables/box-index.js';
import type { EvidenceGlyph, EvidenceRun, Reading } from './evidence.js';
import { besides, isOfOneInk, isSeen } from './strangers.js';

/** Letters that one stroke makes others of: c and a bar are a d. In scripts of signs on letters, print overlaps anyway. */
const LETTER = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;
/** Lower ink than this (ems) is a rule, an accent or a point; further ink than this from a letter stands beside it. */
const MIN_STROKE_EM = 0.3;
const TOUCH_EM = 0.03;
/** Share of the lower one's height over which two glyphs of one letter stand side by side. */
const MIN_COMMON_HEIGHT = 0.5;
/** Copies of a glyph that print as one lie this near (ems). */
const COPY_EM = 0.25;

/** Letters that a glyph of the same ink touches which is not read with them: together they may be another letter. */
export function overlaidLetters(
  glyphs: readonly EvidenceGlyph[],
  runs: readonly EvidenceRun[],
  readings: readonly Reading[],
): Set<number> {
  const found = new Set<number>();
  const runOf = (glyph: EvidenceGlyph): EvidenceRun => runs[glyph.run] as EvidenceRun;
  const seen = glyphs.flatMap((glyph, i) => (isSeen(glyph) && areaOf(glyph.box) > 0 ? [i] : []));
  const index = new BoxIndex(seen, (i) => (glyphs[i] as EvidenceGlyph).box);
  /** Glyphs that something of another run touches: few. */
  const touched = new Map<number, number[]>();
  for (const i of seen) {
    const letter = glyphs[i] as EvidenceGlyph;
    const { sizePt, rotationDeg, fill } = runOf(letter);
    if (!LETTER.test(letter.pdfjs ?? '') || rotationDeg % 90 !== 0) continue;
    const others = index.touching(grown(letter.box, TOUCH_EM * sizePt)).filter((k) => {
      const other = glyphs[k] as EvidenceGlyph;
      return (
        other.run !== letter.run &&
        isOfOneInk(runOf(other).fill, fill) &&
        isBeside(letter.box, other.box, sizePt, rotationDeg % 180 === 0 ? 0 : 1) &&
        !isCopy(letter, other, sizePt)
      );
    });
    if (others.length > 0) touched.set(i, others);
  }
  if (touched.size === 0) return found;
  const beside = besides(readings, touched);
  for (const [i, others] of touched) if (others.some((k) => !beside.get(i)?.has(k))) found.add(i);
  return found;
}

/** @param along the axis of the baseline: 0 for x, 1 for y */
function isBeside(letter: PageBox, other: PageBox, sizePt: number, along: 0 | 1): boolean {
  const at = (box: PageBox, k: number): number => box[k] as number;
  const across = 1 - along;
  const height = at(other, across + 2) - at(other, across);
  const common =
    Math.min(at(letter, across + 2), at(other, across + 2)) - Math.max(at(letter, across), at(other, across));
  const gap = Math.max(at(letter, along), at(other, along)) - Math.min(at(letter, along + 2), at(other, along + 2));
  const isAround = other.every((v, k) => (k < 2 ? v < at(letter, k) : v > at(letter, k)));
  return (
    height >= MIN_STROKE_EM * sizePt &&
    gap <= TOUCH_EM * sizePt &&
    common >= MIN_COMMON_HEIGHT * Math.min(height, at(letter, across + 2) - at(letter, across)) &&
    !isAround
  );
}

const isCopy = (a: EvidenceGlyph, b: EvidenceGlyph, sizePt: number): boolean =>
  a.outline === b.outline && Math.hypot(a.origin[0] - b.origin[0], a.origin[1] - b.origin[1]) <= COPY_EM * sizePt;
