import { areaOf, intersectionOf } from '../../evidence/boxes.js';
import type { Refusal } from '../../evidence/wire/prove.js';
import { RIGHT_TO_LEFT } from '../layout/logical-order.js';
import { BoxIndex } from '../tables/box-index.js';
import { type DigitZone, zoneOf } from './digit-zone.js';
import type { EvidenceGlyph, EvidenceRun, Reading } from './evidence.js';

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
 * Digits that are not what one sees, because of print beside or on them that is not read with them: a point or a minus turned
 * out of the line, another character in the same ink. Looked for along the page's axes.
 * @returns the reason, by index of the glyph
 */
export function strangersAt(
  glyphs: readonly EvidenceGlyph[],
  runs: readonly EvidenceRun[],
  readings: readonly Reading[],
): Map<number, Refusal> {
  const found = new Map<number, Refusal>();
  const seen = glyphs.flatMap((glyph, i) => (isSeen(glyph) && areaOf(glyph.box) > 0 ? [i] : []));
  const zones = new Map<number, DigitZone>();
  for (const index of seen) {
    const { pdfjs, box, run } = glyphs[index] as EvidenceGlyph;
    const zone = DIGIT.test(pdfjs ?? '') ? zoneOf(box, runs[run] as EvidenceRun) : null;
    if (zone !== null) zones.set(index, zone);
  }
  if (zones.size === 0) return found;
  const glyphIndex = new BoxIndex(seen, (i) => (glyphs[i] as EvidenceGlyph).box);
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
