import type { PageBox } from '../../evidence/boxes.js';
import type { EvidenceRun } from './evidence.js';

/** Ink this near to a digit (ems) belongs to its number, whatever its form: a minus stands 0.08 before it, a tick of an axis 0.3. */
const REACH_EM = 0.16;
/** Signs and digits are smaller than this (ems); rules, bars and frames are longer. */
const MAX_SIGN_EM = 0.95;
/** How far under the foot of a digit (ems) a comma's middle may lie. */
const BELOW_EM = 0.12;
/** A picture beside a digit may show another one where it is between so many times as high. */
const PICTURE_HEIGHTS = [0.6, 2] as const;

/** The room around a digit that stands along the page's axes, right before and after it on its line. */
export interface DigitZone {
  /** Where any ink would be read with the digit. */
  readonly box: PageBox;
  /** Whether that ink lies in it as a sign or a digit would. */
  holds(other: PageBox, isPicture?: boolean): boolean;
  /** Where something lies as seen from the digit. */
  placeOf(other: PageBox): Place;
}

/** Seen from a digit, in ems of its print. */
export interface Place {
  /** From the digit's ink to the other's along the line; negative where they overlap. */
  readonly gap: number;
  /** It begins nearer to the start of the line than the digit. */
  readonly isBefore: boolean;
  /** Its extent along the line, and what of that lies over the digit's own. */
  readonly length: number;
  readonly common: number;
  /** Its edges above the digit's foot. */
  readonly bottom: number;
  readonly top: number;
  /** The digit's own height and length. */
  readonly digitHeight: number;
  readonly digitLength: number;
}

/** @returns null for print that is not along the page's axes */
export function zoneOf(digit: PageBox, { sizePt, rotationDeg }: EvidenceRun): DigitZone | null {
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
      const isNear = from <= at(digit, along + 2) + reach && to >= at(digit, along) - reach;
      // What lies across the middle of the digit is drawn onto it, or a rule under it.
      return isNear && middle >= low && middle <= high && (from >= middleOfDigit || to <= middleOfDigit);
    },
    placeOf: (other) => {
      const up = (k: 0 | 2): number =>
        isFootHigh ? at(digit, across + 2) - at(other, across + 2 - k) : at(other, across + k) - at(digit, across);
      const [from, to] = [at(other, along), at(other, along + 2)];
      return {
        gap: Math.max(from - at(digit, along + 2), at(digit, along) - to) / sizePt,
        isBefore: quarter % 4 === 0 || quarter % 4 === 1 ? from < at(digit, along) : to > at(digit, along + 2),
        length: (to - from) / sizePt,
        common: (Math.min(to, at(digit, along + 2)) - Math.max(from, at(digit, along))) / sizePt,
        bottom: up(0) / sizePt,
        top: up(2) / sizePt,
        digitHeight: (at(digit, across + 2) - at(digit, across)) / sizePt,
        digitLength: (at(digit, along + 2) - at(digit, along)) / sizePt,
      };
    },
  };
}
