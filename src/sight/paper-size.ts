import { SHEET_FORMS } from '../sources/cad/sheets/sheet-forms.js';

/** Millimetres that a page may be off: plotters and PDF printers round to points and pixels. */
const TOLERANCE_MM = 3;

/** A0 to A4, or a lengthened form such as A3x3 or A1+1/4; null for any other paper. */
export function paperSize(widthMm: number, heightMm: number): string | null {
  const [short, long] = [Math.min(widthMm, heightMm), Math.max(widthMm, heightMm)];
  const form = SHEET_FORMS.find(
    ({ shortMm, longMm }) => Math.abs(short - shortMm) <= TOLERANCE_MM && Math.abs(long - longMm) <= TOLERANCE_MM,
  );
  return form?.name ?? null;
}
