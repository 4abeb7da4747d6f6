import type { Glyph } from '../../sources/painted.js';
import type { GlyphShape } from './glyph-shape.js';
import { distance } from './shape-distance.js';
import { distanceTo } from './shape-judge.js';

/** All glyphs of a page in one font that show one outline as one character. */
export interface GlyphUse {
  readonly character: string;
  readonly outline: string;
  readonly shape: GlyphShape | null;
  /** Its glyphs are drawings (Type 3). */
  readonly drawn: boolean;
  /** Its width in ems of its print; null in vertical writing. */
  readonly advanceEm: number | null;
  /** Its first glyph stands upright on a level line. */
  readonly upright: boolean;
  readonly glyphs: Glyph[];
}

/** The letters that a face may draw nearly like a digit. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['0', 'OoQD'],
  ['1', 'lIi|'],
  ['2', 'Zz'],
  ['5', 'Ss'],
  ['6', 'b'],
  ['8', 'B'],
  ['9', 'gq'],
]);
/** Two outlines this close, and as wide within this factor, are one with its points rounded: 0 and O of a face are 0.028 apart at least. */
const SAME = 0.015;
const SAME_WIDTH = 1.03;
/** Digits of a face share their width, or each has its own. */
const SHARED_SPREAD = 1.015;
const OTHER_WIDTH = 1.04;
/** A shape is more of a letter's where it is closer to that by this factor: an l is, and a 1 that is narrower in its face is not. */
const CLEARLY = 0.75;
/** A bar that is the 1 of its face stands in the middle of its width; of an l that is made as wide as a digit this share of it is further off. */
const MAX_OFF_CENTRE = 0.3;
/** So many others have to share theirs before one that does not stands out. */
const MIN_SHARING = 2;
/** A zero is up to 1.15 times as wide as the widest of these in its face, an O 1.28 times at least. */
const ROUND_DIGITS = '235689';
const MAX_ZERO_WIDTH = 1.21;

/**
 * Digits that are a letter of their own font: its outline is the same, they are not as wide as the other digits are, a zero is
 * wider than zeros are, or a bar stands at one side of its width.
 */
export function letterLikeDigits(uses: readonly GlyphUse[]): Set<GlyphUse> {
  const digits = uses.filter(({ character }) => /^[0-9]$/.test(character));
  return new Set(
    digits.filter(
      (digit) =>
        isLetter(digit, uses) || isOfOtherWidth(digit, digits) || isWideZero(digit, digits) || isOffCentre(digit),
    ),
  );
}

function isLetter({ character, outline, shape }: GlyphUse, uses: readonly GlyphUse[]): boolean {
  const letters = LETTERS.get(character) ?? '';
  return uses.some(
    (other) =>
      other.character.length === 1 &&
      letters.includes(other.character) &&
      (other.outline === outline || (shape !== null && other.shape !== null && isSame(shape, other.shape))),
  );
}

const isSame = (a: GlyphShape, b: GlyphShape): boolean =>
  Math.max(a.width / b.width, b.width / a.width) < SAME_WIDTH && distance(a, b) < SAME;

/** Whether a 0 or a 1 looks more like a letter, and is narrower or wider than the other digits, which are all alike in that. */
function isOfOtherWidth({ character, advanceEm, shape }: GlyphUse, digits: readonly GlyphUse[]): boolean {
  if (!/[01]/.test(character) || advanceEm === null || shape === null) return false;
  const others = digits.filter((other) => !/[01]/.test(other.character) && other.advanceEm !== null);
  if (new Set(others.map((other) => other.character)).size < MIN_SHARING) return false;
  const widths = others.map((other) => other.advanceEm as number);
  const [least, most] = [Math.min(...widths), Math.max(...widths)];
  const isOther = advanceEm > OTHER_WIDTH * most || OTHER_WIDTH * advanceEm < least;
  return most < SHARED_SPREAD * least && isOther && looksLikeLetter(character, shape);
}

/** Whether a bar called 1 stands at one side of a width that is not its own. */
function isOffCentre({ character, shape, upright, glyphs }: GlyphUse): boolean {
  const [first] = glyphs;
  if (character !== '1' || shape === null || !upright || first === undefined || first.ink === null) return false;
  const { ink, origin, width } = first;
  const offCentre = Math.abs((ink[0] + ink[2]) / 2 - origin[0] - width / 2);
  return 2 * offCentre > MAX_OFF_CENTRE * width && looksLikeLetter(character, shape);
}

const looksLikeLetter = (digit: string, shape: GlyphShape): boolean =>
  distanceTo(LETTERS.get(digit) ?? '', shape) < CLEARLY * distanceTo(digit, shape);

function isWideZero({ character, shape }: GlyphUse, digits: readonly GlyphUse[]): boolean {
  if (character !== '0' || shape === null) return false;
  const widths = digits.flatMap((other) => (ROUND_DIGITS.includes(other.character) ? (other.shape?.width ?? []) : []));
  return widths.length > 0 && shape.width > MAX_ZERO_WIDTH * Math.max(...widths);
}
