import { GroundglassError } from '../../evidence/errors.js';
import type { WorldBox } from './drawing.js';
import { decodeEscapes, encodingOf } from './encoding.js';
import { readAsciiTags } from './tags/ascii-tags.js';
import { BINARY_SENTINEL, readBinaryTags } from './tags/binary-tags.js';
import type { TagTable } from './tags/tag-table.js';
import { type NewTag, tagWriter } from './tags/write-tags.js';

/** A place in a drawing that is to be marked, and what is said of it. */
export interface DrawingMark {
  /** Name of the layout that it lies in: `Model`, or that of a paper-space layout. */
  readonly layout: string;
  readonly box: WorldBox;
  readonly text: string;
  /** Height of the text's capitals in units of the layout. */
  readonly textHeight: number;
}

/** Layer of the marks: it can be switched off, or deleted with all that is on it. */
export const REVIEW_LAYER = 'GROUNDGLASS_REVIEW';

/** From R14 on a rectangle is one LWPOLYLINE; from 2007 on text is UTF-8. `$ACADVER` sorts as text. */
const FIRST_WITH_HANDLES = 'AC1012';
const FIRST_WITH_LWPOLYLINE = 'AC1014';
const FIRST_WITH_UTF8 = 'AC1021';
/** Red, by its number in the colour index. */
const RED = 1;
/** A TEXT of an R12 file holds 256 bytes; `\U+XXXX` takes seven for a character. */
const MAX_TEXT_BYTES = 250;

/**
 * A copy of a DXF file with a rectangle and a line of text for each mark, on a layer of their own. The tags are inserted
 * between those of the file, which stay as they are to the last byte but for the number of the next handle. ASCII and binary, R12 to 2018.
 *
 * @throws GroundglassError `file_damaged` where the file has no place for entities
 */
export function markDxf(bytes: Uint8Array, marks: readonly DrawingMark[]): Uint8Array {
  const isBinary = Buffer.from(bytes.subarray(0, BINARY_SENTINEL.length)).toString('latin1') === BINARY_SENTINEL;
  const tags = isBinary ? readBinaryTags(bytes) : readAsciiTags(bytes);
  const file = structureOf(tags);
  const write = tagWriter(bytes, isBinary);
  const handles = new Handles(tags, file);
  const insertions: Insertion[] = [];
  const layer = layerTags(tags, file, handles);
  if (layer !== null) insertions.push({ at: tags.startOf(layer.before), bytes: write(layer.tags), removed: 0 });
  for (const layout of new Set(marks.map((mark) => mark.layout))) {
    const place = placeOf(layout, file);
    const own = marks.filter((mark) => mark.layout === layout);
    const entities = own.flatMap((mark) => markTags(mark, place, file, handles));
    insertions.push({ at: tags.startOf(place.before), bytes: write(entities), removed: 0 });
  }
  const seed = handles.seedTag();
  if (seed !== null) {
    const [from, to] = tags.valueOf(seed.index);
    insertions.push({ at: from, bytes: Buffer.from(seed.value, 'latin1'), removed: to - from });
  }
  return spliced(bytes, insertions);
}

interface Insertion {
  readonly at: number;
  readonly bytes: Uint8Array;
  readonly removed: number;
}

function spliced(bytes: Uint8Array, insertions: readonly Insertion[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const insertion of insertions.toSorted((a, b) => a.at - b.at)) {
    pieces.push(bytes.subarray(at, insertion.at), insertion.bytes);
    at = insertion.at + insertion.removed;
  }
  return Buffer.concat([...pieces, bytes.subarray(at)]);
}

/** Where things lie in a file, by index of their tags. */
interface Structure {
  readonly version: string;
  /** ENDSEC of the entities. */
  readonly entitiesEnd: number;
  /** Value of `$HANDSEED`; -1 where there is none. */
  readonly seed: number;
  /** Records of the layer table by name, and its ENDTAB; null where there is no such table. */
  readonly layers: { readonly records: ReadonlyMap<string, Range>; readonly end: number } | null;
  /** Handles of block records by name in capitals. */
  readonly blockRecords: ReadonlyMap<string, string>;
  /** Handles of the block records of paper-space layouts, by the layout's name. */
  readonly layouts: ReadonlyMap<string, string>;
  /** ENDBLK of blocks by name in capitals. */
  readonly blockEnds: ReadonlyMap<string, number>;
}

interface Range {
  readonly first: number;
  readonly last: number;
}

function structureOf(tags: TagTable): Structure {
  const layers = new Map<string, Range>();
  const blockRecords = new Map<string, string>();
  const layouts = new Map<string, string>();
  const blockEnds = new Map<string, number>();
  let [version, codePage, section, table, block] = ['', '', '', '', ''];
  let [entitiesEnd, seed, layersEnd] = [-1, -1, -1];
  for (let i = 0; i < tags.count; ) {
    const last = endOfItem(tags, i);
    const type = tags.codes[i] === 0 ? tags.text(i).trim().toUpperCase() : '';
    if (type === 'SECTION') section = valueIn(tags, i, last, 2);
    if (section === 'HEADER') {
      for (let at = i; at < last - 1; at++) {
        if (tags.codes[at] !== 9) continue;
        if (tags.text(at).trim() === '$ACADVER') version = tags.text(at + 1).trim();
        if (tags.text(at).trim() === '$DWGCODEPAGE') codePage = tags.text(at + 1).trim();
        if (tags.text(at).trim() === '$HANDSEED') seed = at + 1;
      }
    }
    if (type === 'TABLE') table = valueIn(tags, i, last, 2);
    if (type === 'ENDTAB' && section === 'TABLES') {
      if (table === 'LAYER' && layersEnd < 0) layersEnd = i;
      table = '';
    }
    if (section === 'TABLES' && table === 'LAYER' && type === 'LAYER')
      layers.set(valueIn(tags, i, last, 2), { first: i, last });
    if (section === 'TABLES' && table === 'BLOCK_RECORD' && type === 'BLOCK_RECORD')
      blockRecords.set(valueIn(tags, i, last, 2).toUpperCase(), valueIn(tags, i, last, 5));
    if (section === 'BLOCKS' && type === 'BLOCK') block = valueIn(tags, i, last, 2).toUpperCase();
    if (section === 'BLOCKS' && type === 'ENDBLK') blockEnds.set(block, i);
    if (section === 'OBJECTS' && type === 'LAYOUT') {
      const own = indexOf(tags, i, last, 100, 'AcDbLayout');
      if (own >= 0) layouts.set(valueIn(tags, own, last, 1), valueIn(tags, own, last, 330));
    }
    if (type === 'ENDSEC') {
      if (section === 'ENTITIES') entitiesEnd = i;
      section = '';
    }
    i = last;
  }
  if (entitiesEnd < 0) {
    throw new GroundglassError(
      'file_damaged',
      'The drawing has no closed section of entities, so nothing can be marked in a copy of it.',
      'Save it again as DXF.',
    );
  }
  const { decode } = encodingOf(tags, version || null, codePage || null);
  return {
    version,
    entitiesEnd,
    seed,
    layers: layersEnd < 0 ? null : { records: layers, end: layersEnd },
    blockRecords,
    layouts: new Map([...layouts].map(([name, handle]) => [decodeEscapes(decode(name)), handle])),
    blockEnds,
  };
}

/** Index of the next group 0. */
function endOfItem(tags: TagTable, first: number): number {
  let last = first + 1;
  while (last < tags.count && tags.codes[last] !== 0) last++;
  return last;
}

function indexOf(tags: TagTable, first: number, last: number, code: number, value: string): number {
  for (let i = first; i < last; i++) if (tags.codes[i] === code && tags.text(i).trim() === value) return i;
  return -1;
}

/** First value of a code that stands in no application's group; '' where there is none. */
function valueIn(tags: TagTable, first: number, last: number, code: number): string {
  let foreign = false;
  for (let i = first; i < last; i++) {
    if (tags.codes[i] === APPLICATION_GROUP) foreign = tags.text(i).startsWith('{');
    else if (tags.codes[i] === code && !foreign) return tags.text(i).trim();
  }
  return '';
}

const APPLICATION_GROUP = 102;
const XDATA = 1000;

/** Gives out handles that the file does not use. */
class Handles {
  private next: bigint;
  private readonly used: boolean;

  constructor(
    tags: TagTable,
    private readonly file: Structure,
  ) {
    let highest = file.seed < 0 ? 0n : hexIn(tags.text(file.seed)) - 1n;
    let found = false;
    for (let i = 0; i < tags.count; i++) {
      if (tags.codes[i] !== 5 && tags.codes[i] !== 105) continue;
      const handle = hexIn(tags.text(i));
      found ||= i !== file.seed && handle > 0n;
      if (handle > highest && i !== file.seed) highest = handle;
    }
    this.next = highest + 1n;
    this.used = file.version >= FIRST_WITH_HANDLES || found;
  }

  /** The tag of a new handle; none where the file has no handles (R12). */
  tag(): NewTag[] {
    return this.used ? [[5, (this.next++).toString(16).toUpperCase()]] : [];
  }

  seedTag(): { readonly index: number; readonly value: string } | null {
    return this.used && this.file.seed >= 0
      ? { index: this.file.seed, value: this.next.toString(16).toUpperCase() }
      : null;
  }
}

/** 0 for what is no handle: names of dimension blocks stand under the same code, and handles have at most 16 digits. */
const hexIn = (text: string): bigint => (/^\s*[0-9A-Fa-f]{1,16}\s*$/.test(text) ? BigInt(`0x${text.trim()}`) : 0n);

/** The new layer: layer 0 under another name, since a layer must have plot style and material handles of this file. */
function layerTags(
  tags: TagTable,
  { layers, version }: Structure,
  handles: Handles,
): { readonly before: number; readonly tags: NewTag[] } | null {
  if (layers === null || layers.records.has(REVIEW_LAYER)) return null;
  const model = layers.records.get('0') ?? layers.records.values().next().value;
  const subclasses: NewTag[] =
    version >= FIRST_WITH_HANDLES
      ? [
          [100, 'AcDbSymbolTableRecord'],
          [100, 'AcDbLayerTableRecord'],
        ]
      : [];
  const copied = model === undefined ? [] : copiedTags(tags, model);
  const owner = copied.filter(([code]) => code === 330);
  const styles = copied.filter(([code]) => code === 370 || code === 390 || code === 347);
  return {
    before: layers.end,
    tags: [
      [0, 'LAYER'],
      ...handles.tag(),
      ...owner,
      ...subclasses,
      [2, REVIEW_LAYER],
      [70, 0],
      [62, RED],
      [6, 'Continuous'],
      ...styles,
    ],
  };
}

/** Tags of a record that are its own. */
function copiedTags(tags: TagTable, { first, last }: Range): NewTag[] {
  const own: NewTag[] = [];
  let foreign = false;
  for (let i = first; i < last; i++) {
    const code = tags.codes[i] as number;
    if (code >= XDATA) break;
    if (code === APPLICATION_GROUP) foreign = tags.text(i).startsWith('{');
    else if (!foreign) own.push([code, tags.text(i).trim()]);
  }
  return own;
}

interface Place {
  /** Where entities are inserted: before the end of the section, or of the block of a layout that is not the active one. */
  readonly before: number;
  readonly isPaper: boolean;
  readonly owner: string | null;
}

function placeOf(layout: string, { layouts, blockRecords, blockEnds, entitiesEnd }: Structure): Place {
  const isPaper = layout.toUpperCase() !== 'MODEL';
  const owner = isPaper ? layouts.get(layout) : blockRecords.get('*MODEL_SPACE');
  const block = [...blockRecords].find(([, handle]) => handle === owner)?.[0];
  const inactive = isPaper && block !== undefined && block !== '*PAPER_SPACE' ? blockEnds.get(block) : undefined;
  return { before: inactive ?? entitiesEnd, isPaper, owner: owner || null };
}

function markTags({ box, text, textHeight }: DrawingMark, place: Place, file: Structure, handles: Handles): NewTag[] {
  const [x0, y0, x1, y1] = box;
  const corners = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ] as const;
  const { version } = file;
  const hasSubclasses = version >= FIRST_WITH_HANDLES;
  const subclass = (name: string): NewTag[] => (hasSubclasses ? [[100, name]] : []);
  const head = (type: string): NewTag[] => [
    [0, type],
    ...handles.tag(),
    ...(place.owner === null ? [] : ([[330, place.owner]] satisfies NewTag[])),
    ...subclass('AcDbEntity'),
    ...(place.isPaper ? ([[67, 1]] satisfies NewTag[]) : []),
    [8, REVIEW_LAYER],
  ];
  const rectangle: NewTag[] =
    version >= FIRST_WITH_LWPOLYLINE
      ? [
          ...head('LWPOLYLINE'),
          ...subclass('AcDbPolyline'),
          [90, corners.length],
          [70, 1],
          ...corners.flatMap(([x, y]): NewTag[] => [
            [10, x],
            [20, y],
          ]),
        ]
      : [
          ...head('POLYLINE'),
          ...subclass('AcDb2dPolyline'),
          [66, 1],
          ...point(0, 0),
          [70, 1],
          ...corners.flatMap(([x, y]): NewTag[] => [
            ...head('VERTEX'),
            ...subclass('AcDbVertex'),
            ...subclass('AcDb2dVertex'),
            ...point(x, y),
          ]),
          ...head('SEQEND'),
        ];
  return [
    ...rectangle,
    ...head('TEXT'),
    ...subclass('AcDbText'),
    // Just above the rectangle.
    ...point(x0, y1 + textHeight / 2),
    [40, textHeight],
    [1, textFor(text, version)],
    ...subclass('AcDbText'),
  ];
}

const point = (x: number, y: number): NewTag[] => [
  [10, x],
  [20, y],
  [30, 0],
];

/** One line that no reader takes for codes: `%%` and a backslash begin one, a caret stands for control characters. */
function textFor(text: string, version: string): string {
  const plain = text
    .replace(/\s+/gu, ' ')
    .replace(/\p{C}/gu, '')
    .replaceAll('\\', '/')
    .replaceAll('%%', '% %')
    .replaceAll('^', '^ ');
  let [line, bytes] = ['', 0];
  for (const character of plain) {
    const written = version >= FIRST_WITH_UTF8 || /^[\x20-\x7e]$/u.test(character) ? character : escaped(character);
    bytes += Buffer.byteLength(written);
    if (bytes > MAX_TEXT_BYTES) break;
    line += written;
  }
  return Buffer.from(line).toString('latin1');
}

/** What readers of every version understand, whatever the code page: characters by their number, beyond 16 bits in two halves. */
const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, i) => character.charCodeAt(i))
    .map((unit) => `\\U+${unit.toString(16).toUpperCase().padStart(4, '0')}`)
    .join('');
