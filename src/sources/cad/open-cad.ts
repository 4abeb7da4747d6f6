import { GroundglassError } from '../../evidence/errors.js';
import { checkFileSize, type Limits } from '../limits.js';
import type { CadDrawing } from './drawing.js';
import { cutDxf, type DxfFile } from './dxf-file.js';
import { Findings } from './findings.js';
import { layoutsOf } from './layouts.js';
import { Scene } from './scene.js';
import { readAsciiTags } from './tags/ascii-tags.js';
import { BINARY_SENTINEL, readBinaryTags } from './tags/binary-tags.js';

/** What every DWG begins with: AC and four digits (AC1015), or AC1.x before 1985. */
const DWG = /^AC(?:10\d\d|1\.\d|2\.\d)/;

/**
 * Opens a DXF drawing, ASCII or binary, of any version from R12 on; a DWG where its reader is installed.
 * @throws GroundglassError `file_empty`, `file_too_large`, `file_damaged`, `too_many_bytes`, `engine_missing` (DWG)
 */
export async function openCad(bytes: Uint8Array, limits: Limits): Promise<CadDrawing> {
  if (bytes.length === 0) {
    throw new GroundglassError('file_empty', 'The file is empty.', 'Export or download it again.');
  }
  checkFileSize(bytes.length, limits);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, BINARY_SENTINEL.length)).toString(
    'latin1',
  );
  if (DWG.test(head)) {
    const { convertDwg } = await import('./dwg.js');
    const { dxf, layersOff } = await convertDwg(bytes, limits);
    return openDxf(dxf, new Set(layersOff));
  }
  return openDxf(bytes, null);
}

/** @param layersOff of a DWG that was converted: its layers' own word for it is not reliable; null for a DXF */
function openDxf(bytes: Uint8Array, layersOff: ReadonlySet<string> | null): CadDrawing {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, BINARY_SENTINEL.length)).toString(
    'latin1',
  );
  const tags = head === BINARY_SENTINEL ? readBinaryTags(bytes) : readAsciiTags(bytes);
  const cut = cutDxf(tags);
  const file = layersOff === null ? cut : withLayersOff(cut, layersOff);
  const findings = new Findings();
  const { truncated, strayLines } = tags.damage;
  if (truncated || !file.ended) findings.warn('truncated', 'The file breaks off: it has no end mark.');
  if (strayLines > 0)
    findings.warn('stray_lines', `${strayLines} lines of the file are no group codes; they are left out.`);
  if (file.encoding.guessed) {
    findings.warn(
      'encoding_guessed',
      `The header names another encoding than the texts are in; they are read as ${file.encoding.label}.`,
    );
  }
  const scene = new Scene(file, findings);
  const layouts = layoutsOf(scene);
  return {
    kind: 'cad',
    format: layersOff === null ? 'dxf' : 'dwg',
    version: file.header.get('$ACADVER')?.raw(1)?.trim() ?? null,
    units: unitsOf(file),
    dimensionScale: dimensionScaleOf(file),
    layers: new Map([...file.tables.layers.values()].map(({ linetype: _, ...layer }) => [layer.name, layer])),
    layouts,
    skipped: findings.skipped,
    missingFonts: findings.missingFonts,
    dangling: findings.dangling,
    warnings: findings.warnings,
  };
}

function withLayersOff(file: DxfFile, off: ReadonlySet<string>): DxfFile {
  const layers = new Map(
    [...file.tables.layers].map(([key, layer]) => [key, { ...layer, off: off.has(layer.name) }] as const),
  );
  return { ...file, tables: { ...file.tables, layers } };
}

const UNITS: Readonly<Record<number, CadDrawing['units']>> = { 1: 'in', 2: 'ft', 4: 'mm', 5: 'cm', 6: 'm' };

const unitsOf = (file: DxfFile): CadDrawing['units'] => UNITS[file.header.get('$INSUNITS')?.int(70) ?? 0] ?? null;

function dimensionScaleOf({ header }: DxfFile): number | null {
  const variable = header.get('$DIMSCALE');
  const value = variable?.tags.number(variable.first) ?? Number.NaN;
  return value > 0 && Number.isFinite(value) ? value : null;
}
