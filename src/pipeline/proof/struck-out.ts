import { areaOf, type PageBox } from '../../evidence/boxes.js';
import { BoxIndex } from '../tables/box-index.js';
import type { DigitZone } from './digit-zone.js';
import type { Mark } from './drawn-marks.js';
import type { EvidenceGlyph, EvidenceRun } from './evidence.js';
import { isOfOneInk, isSeen } from './strangers.js';

/** A line through print is no thicker than this (ems); a thicker one hides it, which the pixels tell. */
const MAX_THICK_EM = 0.2;
/** It crosses a glyph between these shares of its height: rules and underlines lie below, or above. */
const CROSSED = [0.2, 0.8] as const;
/** And over this share of its length. */
const MIN_CROSSED_LENGTH = 0.8;
/** Gridlines and wires go on beyond the print they cross: a line that strikes it out by no more than it is long, or by an em. */
const MAX_BEYOND_SHARE = 0.5;
const MAX_BEYOND_EM = 1;
/** Gaps between glyphs (ems) that a line through words goes on over. */
const MAX_GAP_EM = 0.6;
const PAPER = '#ffffff';

/** Digits that a line strikes out: a thin one through their middle, which is not much longer than the print it goes through. */
export function struckOut(
  zones: ReadonlyMap<number, DigitZone>,
  glyphs: readonly EvidenceGlyph[],
  runs: readonly EvidenceRun[],
  marksNear: ReadonlyMap<number, readonly Mark[]>,
): Set<number> {
  const crossed = new Map<Mark, number[]>();
  for (const [index, zone] of zones) {
    const { fill } = runs[(glyphs[index] as EvidenceGlyph).run] as EvidenceRun;
    for (const mark of marksNear.get(index) ?? []) {
      if (mark.kind === 'picture' || (isOfOneInk(mark.ink, PAPER) && !isOfOneInk(mark.ink, fill))) continue;
      const { bottom, top, digitHeight, common, digitLength } = zone.placeOf(mark.box);
      const height = (bottom + top) / 2 / digitHeight;
      if (top - bottom > MAX_THICK_EM || height < CROSSED[0] || height > CROSSED[1]) continue;
      if (common < MIN_CROSSED_LENGTH * digitLength) continue;
      const known = crossed.get(mark);
      if (known) known.push(index);
      else crossed.set(mark, [index]);
    }
  }
  const found = new Set<number>();
  if (crossed.size === 0) return found;
  const seen = glyphs.filter((glyph) => isSeen(glyph) && areaOf(glyph.box) > 0).map(({ box }) => box);
  const index = new BoxIndex(seen, (box) => box);
  for (const [{ box }, digits] of crossed) {
    const { sizePt } = runs[(glyphs[digits[0] as number] as EvidenceGlyph).run] as EvidenceRun;
    const along = box[2] - box[0] >= box[3] - box[1] ? 0 : 1;
    const length = (box[along + 2] as number) - (box[along] as number);
    const beyond = length - lengthOver(box, index.touching(box), along, MAX_GAP_EM * sizePt);
    if (beyond > Math.max(MAX_BEYOND_SHARE * length, MAX_BEYOND_EM * sizePt)) continue;
    for (const digit of digits) found.add(digit);
  }
  return found;
}

/** How much of a line lies over print, gaps between its glyphs counted with it. */
function lengthOver(line: PageBox, print: readonly PageBox[], along: number, maxGapPt: number): number {
  const spans = print
    .map((box) => [Math.max(box[along] as number, line[along] as number), box[along + 2] as number] as const)
    .sort((a, b) => a[0] - b[0]);
  let sum = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const [from, to] of spans) {
    const last = Math.min(to, line[along + 2] as number);
    if (last <= end) continue;
    sum += last - (from - end <= maxGapPt ? end : from);
    end = last;
  }
  return sum;
}
