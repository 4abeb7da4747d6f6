import { basename } from 'node:path';
import { type Box, heightOf, widthOf } from '../evidence/boxes.js';
import { GroundglassError } from '../evidence/errors.js';
import { type Locator, type WireBox, wireBox } from '../evidence/wire/locator.js';
import { readInputFile } from '../sources/input-file.js';
import type { Limits } from '../sources/limits.js';
import { digestOf, documentIdOf } from '../store/objects.js';
import { type OpenSheets, openSheets } from './open-sheets.js';
import { type SightSettings, sightSettings } from './settings.js';
import type { Sheet, SheetBox } from './sheet.js';

/** What an operation on a drawing's file is given beside its request. */
export interface DrawingContext {
  readonly limits: Limits;
  readonly environment: NodeJS.ProcessEnv;
  readonly password?: string;
}

/** A drawing's file, opened. */
export interface Drawing {
  /** Its name without folders. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly digest: string;
  readonly settings: SightSettings;
  readonly sheets: readonly [Sheet, ...Sheet[]];
  readonly cad: OpenSheets['cad'];
  /** A sheet of it, as the library would name its place. */
  locatorOf(sheet: Sheet): Locator;
}

/** Opens a file for the time that `use` takes. @throws GroundglassError `file_not_found`, what opening it throws */
export async function withDrawing<T>(
  path: string,
  context: DrawingContext,
  use: (drawing: Drawing) => Promise<T>,
): Promise<T> {
  const settings = sightSettings(context.environment);
  const bytes = await readInputFile(path, context.limits);
  const { password } = context;
  const name = basename(path);
  const opened = await openSheets(bytes, name, context.limits, {
    settings,
    ...(password === undefined ? {} : { password }),
  });
  try {
    const digest = digestOf(bytes);
    return await use({
      name,
      bytes,
      digest,
      settings,
      sheets: atLeastOne(opened.sheets),
      cad: opened.cad,
      locatorOf: (sheet) => locatorOf(digest, sheet),
    });
  } finally {
    await opened.close();
  }
}

/** @throws GroundglassError `no_pages` where there is none */
export function atLeastOne([first, ...others]: readonly Sheet[]): [Sheet, ...Sheet[]] {
  if (first !== undefined) return [first, ...others];
  throw new GroundglassError('no_pages', 'The drawing shows nothing.', 'Check it in a viewer: it has no sheet.');
}

/** A box of a sheet as replies have it. */
export function placeOn(sheet: Sheet, b: SheetBox): { box: WireBox; frame: Sheet['frame'] } {
  return { box: wireBox(sheet.toSource(b) as Box<'page'>), frame: sheet.frame };
}

export const wholeOf = ({ width, height }: Sheet): SheetBox => [0, 0, width, height] as unknown as SheetBox;

/** A sheet of a drawing as the library would name its place. */
export function locatorOf(digest: string, sheet: Sheet): Locator {
  const { box } = placeOn(sheet, wholeOf(sheet));
  const whole = sheet.toSource(wholeOf(sheet));
  return {
    document: documentIdOf(digest),
    digest,
    page_index: sheet.pageIndex,
    page: sheet.pageIndex === null ? null : sheet.pageIndex + 1,
    page_label: sheet.pageLabel,
    chapter: null,
    element: null,
    box,
    page_width: sheet.pageIndex === null ? null : widthOf(whole),
    page_height: sheet.pageIndex === null ? null : heightOf(whole),
  };
}
