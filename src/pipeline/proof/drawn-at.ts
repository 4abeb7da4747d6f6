import { areaOf, grown, heightOf, type PageBox, touches, widthOf } from '../../evidence/boxes.js';
import type { Refusal } from '../../evidence/wire/prove.js';
import type { PaintedElement } from '../../sources/painted.js';
import { BoxIndex } from '../tables/box-index.js';
import { type DigitZone, zoneOf } from './digit-zone.js';
import { type Mark, marksOf } from './drawn-marks.js';
import { isSignBeside, SIGN_REACH_EM } from './drawn-signs.js';
import type { EvidenceGlyph, EvidenceRun, Reading } from './evidence.js';
import { isOfOneInk, isSeen } from './strangers.js';
import { struckOut } from './struck-out.js';

/** What a sign beside it is read with: a bracket may stand before a currency sign, or behind a per cent sign. */
const OF_NUMBERS = /^[\p{Nd}\p{Sc}%\u2030]$/u;
const DIGIT = /^\p{Nd}$/u;
/** Characters between such a sign and the digits that it belongs to. */
const BETWEEN = 3;
/** A tick, or a bracket of a drawing, hangs on a line that is longer than this (ems) and thinner than that. */
const LINE_EM = 1.2;
const LINE_THICK_EM = 0.2;
const TOUCH_EM = 0.05;
/** How far around a digit (ems) drawings are looked at: a sign of one figure, and the line that a tick hangs on. */
const AROUND_EM = SIGN_REACH_EM + 0.8;

/**
 * Digits that are not what one sees, because of what is drawn beside or through them: a sign, a point, a bracket or a digit of
 * their number, or a line that strikes them out.
 *
 * @returns the reason, by index of the glyph
 */
export function drawnAt(
  glyphs: readonly EvidenceGlyph[],
  runs: readonly EvidenceRun[],
  readings: readonly Reading[],
  elements: readonly PaintedElement[],
): Map<number, Refusal> {
  const zones = new Map<number, DigitZone>();
  glyphs.forEach((glyph, index) => {
    if (!OF_NUMBERS.test(glyph.pdfjs ?? '') || !isSeen(glyph) || areaOf(glyph.box) === 0) return;
    const zone = zoneOf(glyph.box, runs[glyph.run] as EvidenceRun);
    if (zone !== null) zones.set(index, zone);
  });
  const found = new Map<number, Refusal>();
  if (zones.size === 0) return found;
  const around = (index: number): PageBox => {
    const { box, run } = glyphs[index] as EvidenceGlyph;
    return grown(box, AROUND_EM * (runs[run] as EvidenceRun).sizePt);
  };
  const zoneIndex = new BoxIndex([...zones.keys()], around);
  const marks = marksOf(elements, (box) => zoneIndex.touching(box).length > 0);
  const markIndex = new BoxIndex(marks, ({ box }) => box);
  const marksNear = new Map([...zones.keys()].map((index) => [index, markIndex.touching(around(index))]));
  for (const [index, zone] of zones) {
    const { pdfjs, box, run } = glyphs[index] as EvidenceGlyph;
    const { fill, sizePt } = runs[run] as EvidenceRun;
    const near = marksNear.get(index) as readonly Mark[];
    const isDigit = DIGIT.test(pdfjs ?? '');
    const isRead = (mark: Mark): boolean =>
      isOfOneInk(mark.ink, fill) &&
      ((isDigit && zone.holds(mark.box, mark.kind === 'picture')) ||
        (!isPartOfCharacter(mark, box, sizePt) &&
          isSignBeside(mark, zone.placeOf(mark.box)) &&
          !hangsOnLine(mark, near, sizePt)));
    if (near.some(isRead)) found.set(index, 'WITNESSES_DISAGREE');
  }
  passOnToDigits(found, glyphs, readings);
  for (const index of struckOut(zones, glyphs, runs, marksNear)) found.set(index, 'COVERED');
  return found;
}

/** Whether a mark is a piece of an ideograph, or of another character; not where that lies around the digit. */
const isPartOfCharacter = ({ of }: Mark, digit: PageBox, sizePt: number): boolean =>
  of !== null && Math.max(widthOf(of), heightOf(of)) <= LINE_EM * sizePt && !touches(of, digit);

/** Whether a mark is a tick, or another part of a drawing: a line of its colour that is too long for a sign touches it. */
function hangsOnLine(mark: Mark, near: readonly Mark[], sizePt: number): boolean {
  const isLine = ({ box, ink }: Mark): boolean =>
    isOfOneInk(ink, mark.ink) &&
    Math.max(widthOf(box), heightOf(box)) > LINE_EM * sizePt &&
    Math.min(widthOf(box), heightOf(box)) < LINE_THICK_EM * sizePt;
  return near.some((other) => other !== mark && isLine(other) && touches(other.box, mark.box, TOUCH_EM * sizePt));
}

/** What stands before a currency sign, or behind a per cent sign, changes the number, and not that sign. */
function passOnToDigits(
  found: Map<number, Refusal>,
  glyphs: readonly EvidenceGlyph[],
  readings: readonly Reading[],
): void {
  const isDigitAt = (index = -1): boolean => DIGIT.test(glyphs[index]?.pdfjs ?? '');
  const signs = new Set([...found.keys()].filter((index) => !isDigitAt(index)));
  if (signs.size === 0) return;
  for (const { glyphs: places, gaps } of readings) {
    places.forEach((sign, at) => {
      if (!signs.has(sign)) return;
      for (const step of [-1, 1]) {
        for (let next = at + step; Math.abs(next - at) <= BETWEEN; next += step) {
          if (/[ |]/.test(gaps[Math.max(next, next - step)] ?? ' ')) break;
          if (!isDigitAt(places[next])) continue;
          found.set(places[next] as number, found.get(sign) as Refusal);
          break;
        }
      }
    });
  }
  for (const sign of signs) found.delete(sign);
}
