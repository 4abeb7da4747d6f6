import { GroundglassError } from '../../evidence/errors.js';
import { decodeEscapes, type Encoding, encodingOf } from './encoding.js';
import { type Objects, readObjects } from './objects.js';
import type { Vec3 } from './space.js';
import { readTables, type Tables } from './tables.js';
import { Props } from './tags/props.js';
import type { TagTable } from './tags/tag-table.js';

/** One entity or object as its place in the file: what it is gets read when it is asked for. */
export interface RawEntity {
  readonly type: string;
  readonly first: number;
  readonly last: number;
  /** Vertices of a POLYLINE, attributes of an INSERT. */
  readonly parts: readonly RawEntity[];
}

export interface Block {
  readonly name: string;
  readonly base: Vec3;
  readonly entities: readonly RawEntity[];
  /** Path of the drawing that it stands for; null for a block of this file. */
  readonly xref: string | null;
  readonly owner: string | null;
}

/** A DXF file cut into its parts. */
export interface DxfFile {
  readonly tags: TagTable;
  readonly encoding: Encoding;
  readonly header: ReadonlyMap<string, Props>;
  readonly tables: Tables;
  /** By name in small letters: names differ in more than case in no CAD program. */
  readonly blocks: ReadonlyMap<string, Block>;
  readonly entities: readonly RawEntity[];
  readonly objects: readonly RawEntity[];
  readonly shared: Objects;
  readonly ended: boolean;
  props(entity: RawEntity): Props;
  /** The text of one tag, decoded. */
  text(props: Props, code: number): string | null;
  /** Bytes to text. */
  decode(bytes: string): string;
}

/** Which entities go on over following ones, and which follow. */
const PARTS: Readonly<Record<string, string>> = { POLYLINE: 'VERTEX', INSERT: 'ATTRIB' };
/** Entities of one file. A city map has a million; each takes about 300 bytes here. */
const MAX_ENTITIES = 2_000_000;

/** @throws GroundglassError `file_damaged` where there is no section of a DXF, `too_many_bytes` */
export function cutDxf(tags: TagTable): DxfFile {
  const items = itemsOf(tags);
  const sections = sectionsOf(tags, items);
  if (sections.size === 0) {
    throw new GroundglassError(
      'file_damaged',
      'The file holds no section of a DXF drawing.',
      'Save it again as DXF, or download it again.',
    );
  }
  const header = headerOf(tags, sections.get('HEADER'));
  const version = header.get('$ACADVER')?.raw(1)?.trim() ?? null;
  const encoding = encodingOf(tags, version, header.get('$DWGCODEPAGE')?.raw(3) ?? null);
  const decode = (bytes: string): string => decodeEscapes(encoding.decode(bytes));
  const text = (props: Props, code: number): string | null => {
    const raw = props.raw(code);
    return raw === null ? null : decode(raw);
  };
  const props = (entity: RawEntity): Props => new Props(tags, entity.first, entity.last);
  const file = {
    tags,
    encoding,
    header,
    entities: grouped(sections.get('ENTITIES')?.items ?? []),
    objects: sections.get('OBJECTS')?.items ?? [],
    ended: tags.count > 0 && tags.codes[tags.count - 1] === 0 && tags.text(tags.count - 1).trim() === 'EOF',
    props,
    text,
    decode,
  };
  const tables = readTables(sections.get('TABLES')?.items ?? [], file);
  const shared = readObjects(file.objects, file);
  return { ...file, tables, shared, blocks: blocksOf(grouped(sections.get('BLOCKS')?.items ?? []), file) };
}

type Reading = Pick<DxfFile, 'props' | 'text' | 'decode'>;

export type { Reading };

interface Section {
  readonly first: number;
  readonly last: number;
  readonly items: RawEntity[];
}

/** Everything that begins with a group 0, in order. */
function itemsOf(tags: TagTable): RawEntity[] {
  const items: RawEntity[] = [];
  let open = -1;
  const close = (end: number) => {
    if (open >= 0)
      items.push({ type: tags.text(open).trim().toUpperCase(), first: open + 1, last: end, parts: NO_PARTS });
  };
  for (let i = 0; i < tags.count; i++) {
    if (tags.codes[i] !== 0) continue;
    close(i);
    open = i;
    if (items.length > MAX_ENTITIES * 2) {
      throw new GroundglassError(
        'too_many_bytes',
        `The drawing holds more than ${MAX_ENTITIES} entities.`,
        'Split the drawing, or purge it.',
        { limit: MAX_ENTITIES },
      );
    }
  }
  close(tags.count);
  return items;
}

const NO_PARTS: readonly RawEntity[] = [];

function sectionsOf(tags: TagTable, items: readonly RawEntity[]): Map<string, Section> {
  const sections = new Map<string, Section>();
  let current: Section | null = null;
  for (const item of items) {
    if (item.type === 'SECTION') {
      const name =
        item.first < item.last && tags.codes[item.first] === 2 ? tags.text(item.first).trim().toUpperCase() : '';
      // A section that comes twice goes on where the first one ended.
      const earlier = sections.get(name);
      current = { first: item.first, last: item.last, items: earlier?.items ?? [] };
      if (name !== '') sections.set(name, current);
    } else if (item.type === 'ENDSEC') current = null;
    else if (item.type !== 'EOF') current?.items.push(item);
  }
  return sections;
}

/** Variables of the header by name, each with its tags. */
function headerOf(tags: TagTable, section: Section | undefined): Map<string, Props> {
  const header = new Map<string, Props>();
  if (!section) return header;
  let from = -1;
  for (let i = section.first; i <= section.last; i++) {
    if (i < section.last && tags.codes[i] !== 9) continue;
    if (from >= 0) header.set(tags.text(from).trim(), new Props(tags, from + 1, i));
    from = i;
  }
  return header;
}

/** Vertices and attributes moved into the entity that they belong to. */
function grouped(items: readonly RawEntity[]): RawEntity[] {
  const entities: RawEntity[] = [];
  let open: { parts: RawEntity[]; part: string } | null = null;
  for (const item of items) {
    if (open && item.type === open.part) {
      open.parts.push(item);
      continue;
    }
    open = null;
    if (item.type === 'SEQEND') continue;
    const part = PARTS[item.type];
    if (part === undefined) {
      entities.push(item);
      continue;
    }
    const parts: RawEntity[] = [];
    entities.push({ ...item, parts });
    open = { parts, part };
  }
  return entities;
}

/** Bit of a block's flags: it stands for another drawing. */
const XREF_FLAG = 4;
/** Bit of a block's flags: that drawing is laid over, not attached. */
const XREF_OVERLAY_FLAG = 8;

function blocksOf(items: readonly RawEntity[], { props, text }: Reading): Map<string, Block> {
  const blocks = new Map<string, Block>();
  let open: { head: Props; entities: RawEntity[] } | null = null;
  const close = () => {
    if (!open) return;
    const { head, entities } = open;
    const name = text(head, 2) ?? '';
    const key = name.toLowerCase();
    const isXref = (head.int(70) & (XREF_FLAG | XREF_OVERLAY_FLAG)) !== 0;
    // The first of two blocks of one name is the one that CAD programs take.
    if (!blocks.has(key)) {
      blocks.set(key, {
        name,
        base: basePoint(head),
        entities,
        xref: isXref ? (text(head, 1) ?? '') : null,
        owner: head.handle(330),
      });
    }
    open = null;
  };
  for (const item of items) {
    if (item.type === 'BLOCK') {
      close();
      open = { head: props(item), entities: [] };
    } else if (item.type === 'ENDBLK') close();
    else open?.entities.push(item);
  }
  close();
  return blocks;
}

function basePoint(head: Props): Vec3 {
  try {
    return head.point(10);
  } catch {
    return [0, 0, 0];
  }
}
