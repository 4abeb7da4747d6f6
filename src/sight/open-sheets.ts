import { basename } from 'node:path';
import { GroundglassError } from '../evidence/errors.js';
import type { CadDrawing, CadSheet } from '../sources/cad/drawing.js';
import type { Limits } from '../sources/limits.js';
import { openSource } from '../sources/open.js';
import { sniff } from '../sources/sniff.js';
import type { OpenOptions } from '../sources/source.js';
import { pagedSheets } from './paged-sheets.js';
import { type SightSettings, sightSettings } from './settings.js';
import type { Sheet } from './sheet.js';

export interface OpenSheets {
  readonly sheets: readonly Sheet[];
  /** What a CAD drawing holds, with its sheets in the order of `sheets`; null for other sources. */
  readonly cad: { readonly drawing: CadDrawing; readonly sheets: readonly CadSheet[] } | null;
  close(): Promise<void>;
}

export interface OpenSheetsOptions extends OpenOptions {
  readonly settings?: SightSettings;
}

/**
 * Opens a drawing: a PDF (one sheet a page, in page order), a picture (one sheet), or a CAD file (its layouts and frames).
 *
 * @param fileName tells what a file that is nothing readable was meant to be
 * @throws GroundglassError `unsupported_format` for an EPUB and for what is no drawing; what the reader of its format finds
 */
export async function openSheets(
  bytes: Uint8Array,
  fileName: string,
  limits: Limits,
  options: OpenSheetsOptions = {},
): Promise<OpenSheets> {
  const { settings = sightSettings(), ...opening } = options;
  if ((await sniff(bytes)) === 'cad') {
    const [{ openCad }, { sheetsOf }, { cadSheets }] = await Promise.all([
      import('../sources/cad/open-cad.js'),
      import('../sources/cad/sheets/sheets.js'),
      import('./cad-sheets.js'),
    ]);
    const drawing = await openCad(bytes, limits);
    const sheets = sheetsOf(drawing);
    return { sheets: cadSheets(drawing, sheets, limits), cad: { drawing, sheets }, close: async () => undefined };
  }
  const source = await openSource(bytes, basename(fileName), limits, opening);
  if (source.kind === 'epub') {
    await source.close();
    throw new GroundglassError(
      'unsupported_format',
      'An EPUB is a book, no drawing: it has no sheets.',
      'Give a PDF, a picture or a CAD file; use image to look at a picture of the book.',
      { kind: source.kind },
    );
  }
  return { sheets: pagedSheets(source, settings), cad: null, close: () => source.close() };
}
