import type { CadFont } from './drawing.js';

/**
 * Estimated widths and heights of text, in heights of a capital, by kind of font and class of character. A stroke font (SHX)
 * is nearly of one width: `txt` and `simplex` advance 0.9 to 1.0 for capitals and digits. TrueType figures are Arial's
 * (units of 1/1000 em: capital height 716, digit 556, H 722, n 556, i 222, space 278), over its capital height.
 */
interface Widths {
  readonly capital: number;
  readonly digit: number;
  readonly small: number;
  readonly narrow: number;
  readonly wide: number;
  readonly space: number;
  /** Hanzi, kana, hangul, full-width forms. */
  readonly full: number;
}

const STROKED: Widths = { capital: 0.95, digit: 0.95, small: 0.86, narrow: 0.45, wide: 1.15, space: 0.9, full: 1.0 };
const FILLED: Widths = { capital: 0.95, digit: 0.777, small: 0.74, narrow: 0.34, wide: 1.2, space: 0.388, full: 1.35 };

const NARROW = /[iIjlft.,:;'`|!()[\]{}/\\]/;
const WIDE = /[mwMW@%⌀]/;
const FULL =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/;
const DESCENDS = /[gjpqyQ,;()[\]{}|_$@ÇçŞş]/;
const MARKS = /\p{Mn}/u;

/** Fonts that the renderer holds, by file name in small letters without extension; text in any other is an estimate. */
const FONTS_HERE: ReadonlySet<string> = new Set<string>();

/** Width of one line of text, in heights of a capital. */
export function advanceOf(text: string, font: CadFont): number {
  const widths = isStroked(font) ? STROKED : FILLED;
  let width = 0;
  for (const character of text) width += widthOf(character, widths);
  return width;
}

function widthOf(character: string, widths: Widths): number {
  if (character === ' ' || character === '\u00a0') return widths.space;
  if (character.length > 1 || FULL.test(character)) return widths.full;
  if (character >= '0' && character <= '9') return widths.digit;
  if (NARROW.test(character)) return widths.narrow;
  if (WIDE.test(character)) return widths.wide;
  if (MARKS.test(character)) return 0;
  return character === character.toLowerCase() && character !== character.toUpperCase() ? widths.small : widths.capital;
}

/** How far a line of text reaches below its baseline and above it, in heights of a capital. */
export function extentOf(text: string): { readonly below: number; readonly above: number } {
  if (FULL.test(text)) return { below: DESCENDS.test(text) ? 0.3 : 0.15, above: 1.05 };
  return { below: DESCENDS.test(text) ? 0.3 : 0, above: 1 };
}

/** SHX fonts are strokes; a style that names no file means `txt.shx`. */
export function isStroked(font: CadFont): boolean {
  return font.family === null && !/\.(?:ttf|ttc|otf)$/i.test(font.file);
}

/** Whether the renderer holds this font file. */
export function isFontHere(file: string): boolean {
  return FONTS_HERE.has(file.toLowerCase().replace(/\.[a-z]+$/, ''));
}
