import { openPdfJs } from './pdfjs.js';

/** Largest unit that viewers take (ISO 32000-1, annex C: implementation limits of Acrobat). */
const MAX_USER_UNIT = 75_000;

/**
 * /UserUnit by page index, for the pages where it is not 1. PDFium does not tell it: the rare file that mentions the key
 * is opened with the second parser. Runs in an engine thread, because that parser has neither a time nor a memory limit
 * of its own.
 */
export async function readUserUnits(bytes: Uint8Array, password: string): Promise<Map<number, number>> {
  const units = new Map<number, number>();
  const document = await openPdfJs(bytes, password);
  if (document === null) return units;
  try {
    for (let index = 0; index < document.numPages; index++) {
      const unit = (await document.getPage(index + 1)).userUnit;
      if (unit > 0 && unit <= MAX_USER_UNIT && unit !== 1) units.set(index, unit);
    }
  } catch {
    // A file that the second parser can't follow keeps the standard unit: PDFium reports its damage itself.
  } finally {
    await document.destroy();
  }
  return units;
}
