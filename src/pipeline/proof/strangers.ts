import { areaOf, intersectionOf, type PageBox } from '../../evidence/boxes.js';
import type { Refusal } from '../../evidence/wire/prove.js';
import type { PaintedElement } from '../../sources/painted.js';
import { RIGHT_TO_LEFT } from '../layout/logical-order.js';
import { BoxIndex } from '../tables/box-index.js';
import { marksOf } from './drawn-marks.js';
import type { EvidenceGlyph, EvidenceRun, Reading } from './evidence.js';

/** Ink this near to a digit (ems) belongs to its number: a minus stands 0.08 before it, a tick of an axis 0.3. */
const REACH_EM = 0.16;
/** Signs and digits are smaller than this (ems); rules, bars and frames are longer. */
const MAX_SIGN_EM = 0.95;
/** How far under the foot of a digit (ems) a comma's middle may lie. */
const BELOW_EM = 0.12;
/** Two glyphs of one ink that share this much of the smaller one's box are read as neither. */
const MAX_COMMON = 0.6;
/** Copies of a glyph that print as one lie this near (ems). */
const COPY_EM = 0.25;
/** Characters of a reading before and after a digit that may stand right beside it. */
const BESIDE = 3;
/** And in scripts that run from right to left, where a number is read the other way round than its line. */
const BESIDE_TURNED = 24;
/** Grey levels (of 255) that one ink differs from another by at least. */
const OTHER_INK = 80;
/** A picture beside a digit may show another one where it is between so many times as high. */
const PICTURE_HEIGHTS = [0.6, 2] as const;

const DIGIT = /^\p{Nd}$/u;
const UNSEEN: ReadonlySet<Refusal> = new Set([
  'INVISIBLE_MODE',
  'CLIPPED',
  'COVERED',
  'BACKGROUND_COLOURED',
  'OUTSIDE_PAGE',
  'HIDDEN_LAYER',
]);

/**
 * Digits that are not what one sees, because of what stands beside or on them and is not read with them: a point or a minus
 * drawn as a path or turned out of the line, another character in the same ink. Looked for along the page's axes.
 * @returns the reason, by index of the glyph
 */
export function strangersAt(
  glyphs: readonly EvidenceGlyph[],
  runs: readonly EvidenceRun[],
  readings: readonly Reading[],
  elements: readonly PaintedElement[],
): Map<number, Refusal> {
  const found = new Map<number, Refusal>();
  const seen = glyphs.flatMap((glyph, i) => (isSeen(glyph) && areaOf(glyph.box) > 0 ? [i] : []));
  const zones = new Map<number, Zone>();
  for (const index of seen) {
    const { pdfjs, box, run } = glyphs[index] as EvidenceGlyph;
    const zone = DIGIT.test(pdfjs ?? '') ? zoneOf(box, runs[run] as EvidenceRun) : null;
    if (zone !== null) zones.set(index, zone);
  }
  if (zones.size === 0) return found;
  const glyphIndex = new BoxIndex(seen, (i) => (glyphs[i] as EvidenceGlyph).box);
  const zoneIndex = new BoxIndex([...zones.values()], ({ box }) => box);
  const largestPt = runs.reduce((largest, { sizePt }) => Math.max(largest, sizePt), 0);
  const marks = marksOf(elements, largestPt * MAX_SIGN_EM, (box) => zoneIndex.touching(box).length > 0);
  const markIndex = new BoxIndex(marks, ({ box }) => box);
  const beside = besides(readings, zones);
  for (const [index, zone] of zones) {
    const digit = glyphs[index] as EvidenceGlyph;
    const run = runs[digit.run] as EvidenceRun;
    const own = beside.get(index) ?? new Set([index]);
    const isCopy = (other: EvidenceGlyph): boolean =>
      [...own].some((i) => {
        const one = glyphs[i] as EvidenceGlyph;
        return (
          one.outline === other.outline &&
          Math.hypot(one.origin[0] - other.origin[0], one.origin[1] - other.origin[1]) <= COPY_EM * run.sizePt
        );
      });
    if (
      markIndex
        .touching(zone.box)
        .some((mark) => isOfOneInk(mark.ink, run.fill) && zone.holds(mark.box, mark.isPicture))
    ) {
      found.set(index, 'WITNESSES_DISAGREE');
      continue;
    }
    for (const i of glyphIndex.touching(zone.box)) {
      const other = glyphs[i] as EvidenceGlyph;
      if (i === index || !isOfOneInk((runs[other.run] as EvidenceRun).fill, run.fill)) continue;
      if (isOver(other, digit)) {
        if (other.outline !== digit.outline) found.set(index, 'COVERED');
      } else if (!own.has(i) && zone.holds(other.box) && !isCopy(other)) found.set(index, 'WITNESSES_DISAGREE');
    }
  }
  return found;
}

export const isSeen = ({ refused }: EvidenceGlyph): boolean => !refused.some((reason) => UNSEEN.has(reason));

/** Whether two glyphs stand on each other; what encloses a digit on all sides is a frame. */
function isOver({ box: a }: EvidenceGlyph, { box: b }: EvidenceGlyph): boolean {
  const common = intersectionOf(a, b);
  if (common === null || areaOf(common) < MAX_COMMON * Math.min(areaOf(a), areaOf(b))) return false;
  return !(a[0] < b[0] && a[1] < b[1] && a[2] > b[2] && a[3] > b[3]);
}

/** Where ink would be read with a digit: the room right before and after it on its line. */
interface Zone {
  readonly box: PageBox;
  holds(other: PageBox, isPicture?: boolean): boolean;
}

function zoneOf(digit: PageBox, { sizePt, rotationDeg }: EvidenceRun): Zone | null {
  const quarter = Math.round(rotationDeg / 90);
  if (Math.abs(rotationDeg - 90 * quarter) > 2) return null;
  const along = quarter % 2;
  const across = 1 - along;
  // The foot of the digit is at the greater coordinate where the page's own up is up, or left.
  const isFootHigh = quarter % 4 === 0 || quarter % 4 === 3;
  const reach = REACH_EM * sizePt;
  const at = (box: PageBox, k: number): number => box[k] as number;
  const low = at(digit, across) - (isFootHigh ? 0 : BELOW_EM * sizePt);
  const high = at(digit, across + 2) + (isFootHigh ? BELOW_EM * sizePt : 0);
  const box = [...digit] as [number, number, number, number];
  [box[along], box[along + 2]] = [at(digit, along) - reach, at(digit, along + 2) + reach];
  [box[across], box[across + 2]] = [low, high];
  const middleOfDigit = (at(digit, along) + at(digit, along + 2)) / 2;
  return {
    box: box as unknown as PageBox,
    holds: (other, isPicture = false) => {
      const middle = (at(other, across) + at(other, across + 2)) / 2;
      const [from, to] = [at(other, along), at(other, along + 2)];
      const height = at(other, across + 2) - at(other, across);
      if (isPicture) {
        const times = height / (at(digit, across + 2) - at(digit, across));
        if (times < PICTURE_HEIGHTS[0] || times > PICTURE_HEIGHTS[1]) return false;
      } else if (Math.max(to - from, height) > MAX_SIGN_EM * sizePt) return false;
      // What lies across the middle of the digit is drawn onto it, or a rule under it.
      return middle >= low && middle <= high && (from >= middleOfDigit || to <= middleOfDigit);
    },
  };
}

/** Patterns may have any colour. */
export function isOfOneInk(a: string | null, b: string | null): boolean {
  if (a === null || b === null || !a.startsWith('#') || !b.startsWith('#')) return true;
  const [x, y] = [a, b].map((hex) => Number.parseInt(hex.slice(1), 16)) as [number, number];
  return [16, 8, 0].every((shift) => Math.abs(((x >> shift) & 255) - ((y >> shift) & 255)) <= OTHER_INK);
}

/** What stands near each digit in the readings that it is part of. */
export function besides(readings: readonly Reading[], digits: ReadonlyMap<number, unknown>): Map<number, Set<number>> {
  const near = new Map<number, Set<number>>();
  for (const { glyphs, text } of readings) {
    const reach = RIGHT_TO_LEFT.test(text) ? BESIDE_TURNED : BESIDE;
    glyphs.forEach((index, at) => {
      if (!digits.has(index)) return;
      const set = near.get(index) ?? new Set();
      near.set(index, set);
      for (const other of glyphs.slice(Math.max(0, at - reach), at + reach + 1)) set.add(other);
    });
  }
  return near;
}
