import { basename } from 'node:path';
import { type OpenSheets, openSheets } from '../sight/open-sheets.js';
import type { SightSettings } from '../sight/settings.js';
import type { Sheet } from '../sight/sheet.js';
import type { CadDrawing, CadSheet } from '../sources/cad/drawing.js';
import { readInputFile } from '../sources/input-file.js';
import type { Limits } from '../sources/limits.js';
import { digestOf } from '../store/objects.js';

/** A drawing to be reviewed, whatever it comes as. */
export interface Drawing {
  readonly path: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly digest: string;
  readonly kind: Sheet['sourceKind'];
  readonly sheets: readonly Sheet[];
  /** Structured data, where the source has it; its sheets are those of `sheets`, in the same order. */
  readonly cad: { readonly drawing: CadDrawing; readonly sheets: readonly CadSheet[] } | null;
  /** The drawing as DXF, for a copy with marks; null for what is no CAD drawing. */
  dxf(): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/** @throws GroundglassError what reading and opening the file find */
export async function openDrawing(
  path: string,
  limits: Limits,
  settings: SightSettings,
  password: string | undefined,
): Promise<Drawing> {
  const bytes = await readInputFile(path, limits);
  const name = basename(path);
  const opened: OpenSheets = await openSheets(bytes, name, limits, {
    settings,
    ...(password === undefined ? {} : { password }),
  });
  const kind = opened.sheets[0]?.sourceKind ?? 'pdf';
  return {
    path,
    name,
    bytes,
    digest: digestOf(bytes),
    kind,
    sheets: opened.sheets,
    cad: opened.cad,
    dxf: () => dxfOf(opened.cad?.drawing.format ?? null, bytes, limits),
    close: () => opened.close(),
  };
}

async function dxfOf(
  format: CadDrawing['format'] | null,
  bytes: Uint8Array,
  limits: Limits,
): Promise<Uint8Array | null> {
  if (format !== 'dwg') return format === null ? null : bytes;
  const { convertDwg } = await import('../sources/cad/dwg.js');
  return (await convertDwg(bytes, limits)).dxf;
}
