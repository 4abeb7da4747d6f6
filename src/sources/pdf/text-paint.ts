import type { Pdfium } from './pdfium.js';

export type Rgb = readonly [red: number, green: number, blue: number];

/** FPDF_TEXTRENDERMODE_* of fpdf_edit.h: outlined only, filled and outlined, each also as a clip. */
const STROKED = new Set([1, 5]);
const FILLED_AND_STROKED = new Set([2, 6]);

/** How a text object is painted; numbers from 0 to 255. */
export interface TextPaint {
  readonly rgb: Rgb;
  readonly alpha: number;
}

/**
 * The colour that one sees of a text object: that of its filling, or of its outline where it has nothing else.
 * A pattern reads as whatever flat colour the engine puts in its place.
 */
export function textPaint(pdfium: Pdfium, object: number): TextPaint {
  const { fn } = pdfium;
  if (object === 0) return BLACK;
  const mode = fn.FPDFTextObj_GetTextRenderMode(object);
  if (STROKED.has(mode)) return read(pdfium, object, fn.FPDFPageObj_GetStrokeColor);
  const filling = read(pdfium, object, fn.FPDFPageObj_GetFillColor);
  return filling.alpha === 0 && FILLED_AND_STROKED.has(mode)
    ? read(pdfium, object, fn.FPDFPageObj_GetStrokeColor)
    : filling;
}

const BLACK: TextPaint = { rgb: [0, 0, 0], alpha: 255 };

function read(pdfium: Pdfium, object: number, getColour: (...args: number[]) => number): TextPaint {
  const { scratch } = pdfium;
  if (!getColour(object, scratch, scratch + 4, scratch + 8, scratch + 12)) return BLACK;
  return {
    rgb: [pdfium.u32(scratch), pdfium.u32(scratch + 4), pdfium.u32(scratch + 8)],
    alpha: pdfium.u32(scratch + 12),
  };
}
