import { indexedColor, trueColor } from './colors.js';
import type { CadFont, CadLayer } from './drawing.js';
import type { RawEntity, Reading } from './dxf-file.js';
import type { Props } from './tags/props.js';

export interface TextStyle {
  readonly name: string;
  readonly font: CadFont;
  /** 0 where each text has its own. */
  readonly height: number;
  readonly widthFactor: number;
  readonly obliqueDeg: number;
}

/** The tables of a drawing, by name in small letters. */
export interface Tables {
  readonly layers: ReadonlyMap<string, CadLayer & { readonly linetype: string }>;
  /** Dashes (above 0), gaps (below 0) and dots (0), in drawing units. */
  readonly linetypes: ReadonlyMap<string, readonly number[]>;
  readonly styles: ReadonlyMap<string, TextStyle>;
  /** Names of shape files: styles without a name of their own. */
  readonly shapeFiles: readonly string[];
  readonly dimStyles: ReadonlyMap<string, Props>;
  /** Names of block records by handle. */
  readonly blockRecords: ReadonlyMap<string, string>;
  /** Names of layers by handle, for the layers that a viewport freezes. */
  readonly layerHandles: ReadonlyMap<string, string>;
}

/** Line weight where nothing says one: `$LWDEFAULT` of new drawings. */
export const DEFAULT_LINE_WEIGHT_MM = 0.25;
const FROZEN = 1;
/** Bit of a STYLE's flags: it names a file of shapes, not a text style. */
const SHAPE_FILE = 1;

export function readTables(items: readonly RawEntity[], { props, text }: Reading): Tables {
  const layers = new Map<string, CadLayer & { linetype: string }>();
  const linetypes = new Map<string, readonly number[]>();
  const styles = new Map<string, TextStyle>();
  const dimStyles = new Map<string, Props>();
  const blockRecords = new Map<string, string>();
  const layerHandles = new Map<string, string>();
  const shapeFiles: string[] = [];
  for (const item of items) {
    const entry = props(item);
    const name = text(entry, 2) ?? '';
    const key = name.toLowerCase();
    switch (item.type) {
      case 'LAYER': {
        layers.set(key, readLayer(name, entry, text(entry, 6) ?? 'Continuous'));
        const handle = entry.handle(5);
        if (handle) layerHandles.set(handle, name);
        break;
      }
      case 'LTYPE':
        linetypes.set(
          key,
          [...entry.all(49)].map((i) => finite(entry.tags.number(i))),
        );
        break;
      case 'STYLE':
        if ((entry.int(70) & SHAPE_FILE) !== 0 && name === '') shapeFiles.push(text(entry, 3) ?? '');
        else styles.set(key, readStyle(name, entry, text(entry, 3), text(entry, 4)));
        break;
      case 'DIMSTYLE':
        dimStyles.set(key, entry);
        break;
      case 'BLOCK_RECORD': {
        const handle = entry.handle(5);
        if (handle) blockRecords.set(handle, name);
        break;
      }
      default:
    }
  }
  return { layers, linetypes, styles, shapeFiles, dimStyles, blockRecords, layerHandles };
}

const finite = (value: number): number => (Number.isFinite(value) ? value : 0);

function readLayer(name: string, entry: Props, linetype: string): CadLayer & { linetype: string } {
  const color = entry.int(62, 7);
  const rgb = entry.int(420, -1);
  return {
    name,
    linetype,
    color: rgb >= 0 ? trueColor(rgb) : indexedColor(Math.abs(color)),
    lineWeightMm: lineWeight(entry.int(370, -3)) ?? DEFAULT_LINE_WEIGHT_MM,
    off: color < 0,
    frozen: (entry.int(70) & FROZEN) !== 0,
    plotted: entry.int(290, 1) !== 0 && name.toLowerCase() !== 'defpoints',
  };
}

/** Line weight in mm of a group 370, in 1/100 mm; null for ByLayer, ByBlock and the default, which are negative. */
export const lineWeight = (code: number): number | null => (code >= 0 ? code / 100 : null);

function readStyle(name: string, entry: Props, file: string | null, bigFont: string | null): TextStyle {
  return {
    name,
    font: { file: file?.trim() ?? '', bigFont: bigFont?.trim() || null, family: familyOf(entry) },
    height: safe(entry, 40, 0),
    widthFactor: safe(entry, 41, 1) || 1,
    obliqueDeg: safe(entry, 50, 0),
  };
}

const safe = (entry: Props, code: number, otherwise: number): number => {
  const at = entry.find(code);
  const value = at < 0 ? otherwise : entry.tags.number(at);
  return Number.isFinite(value) ? value : otherwise;
};

/** The TrueType family stands in application data of ACAD: the first group 1000. */
function familyOf(entry: Props): string | null {
  const { tags } = entry;
  for (let i = entry.stop; i < entry.last; i++) {
    if (tags.codes[i] === 1001 && tags.text(i).trim().toUpperCase() === 'ACAD' && i + 1 < entry.last) {
      return tags.codes[i + 1] === 1000 ? tags.text(i + 1).trim() || null : null;
    }
  }
  return null;
}
