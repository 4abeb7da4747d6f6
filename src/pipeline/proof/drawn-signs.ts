import type { Place } from './digit-zone.js';
import type { Mark } from './drawn-marks.js';

/**
 * How far from a digit (ems, ink to ink) something that has the form of a sign is read with it: about one figure. Between a
 * minus and its digit lie 0.1 to 0.15 where they are set, 0.4 with a blank between; a point in a face of one pitch has 0.3.
 */
export const SIGN_REACH_EM = 0.42;
const POINT_REACH_EM = 0.32;

/** Minus signs, hyphens and dashes (ems): a hyphen is 0.25 long, an en dash 0.5; they are 0.04 to 0.12 thick. */
const MINUS = { length: [0.18, 0.8], maxThick: 0.15, minSlender: 2.5 } as const;
/** Their middle lies between these shares of the digit's height. */
const MINUS_HEIGHTS = [0.25, 0.75] as const;
/** Points and commas: no larger, and no further off the foot. */
const POINT = { maxLength: 0.22, maxHeight: 0.36, middles: [-0.16, 0.12] } as const;
/** Brackets reach from the foot of the digits to their top or beyond, and are narrow. */
const BRACKET = { heights: [0.85, 2.1], maxBottom: 0.15, minTop: 0.85, maxSlender: 0.5, minLength: 0.05 } as const;
/** A bar that is a 1, an l or an I, in the heights of digits; it is no thicker than a bold stem. */
const ONE = { heights: [0.85, 1.2], maxOffFoot: 0.1, maxLength: 0.24 } as const;

/** Whether what is drawn beside a digit has the form and the place of a sign, a point, a bracket or a 1 of its number. */
export function isSignBeside({ kind }: Mark, place: Place): boolean {
  const { gap, isBefore } = place;
  if (kind === 'picture' || gap < 0 || gap > SIGN_REACH_EM) return false;
  if (isBefore && (isMinus(place) || (gap <= POINT_REACH_EM && isPoint(place)))) return true;
  return kind === 'bar' ? isOne(place) : isBracket(place);
}

function isMinus({ length, bottom, top, digitHeight }: Place): boolean {
  const thick = top - bottom;
  return (
    isBetween(length, MINUS.length) &&
    thick <= MINUS.maxThick &&
    length >= MINUS.minSlender * thick &&
    isBetween((bottom + top) / 2 / digitHeight, MINUS_HEIGHTS)
  );
}

const isPoint = ({ length, bottom, top }: Place): boolean =>
  length <= POINT.maxLength && top - bottom <= POINT.maxHeight && isBetween((bottom + top) / 2, POINT.middles);

const isBracket = ({ length, bottom, top, digitHeight }: Place): boolean =>
  length >= BRACKET.minLength &&
  length <= BRACKET.maxSlender * (top - bottom) &&
  isBetween((top - bottom) / digitHeight, BRACKET.heights) &&
  bottom <= BRACKET.maxBottom * digitHeight &&
  top >= BRACKET.minTop * digitHeight;

const isOne = ({ length, bottom, top, digitHeight }: Place): boolean =>
  length <= ONE.maxLength && isBetween((top - bottom) / digitHeight, ONE.heights) && Math.abs(bottom) <= ONE.maxOffFoot;

const isBetween = (value: number, [least, most]: readonly [number, number]): boolean => value >= least && value <= most;
