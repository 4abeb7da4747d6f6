import type { Point } from '../../src/sources/cad/drawing.js';
import { type DxfEntity, type DxfTableEntry, layer, lineType, type Properties, style, type Tag, tags } from './dxf.js';

export interface DxfFile {
  /** `$ACADVER`; AC1009 (R12) is written without handles, markers, layouts and objects: no LWPOLYLINE, MTEXT, HATCH then. AC1027 by default. */
  readonly version?: 'AC1009' | 'AC1015' | 'AC1018' | 'AC1021' | 'AC1027' | 'AC1032';
  /** Further header variables, name with its `$` → tags; these win. */
  readonly header?: Readonly<Record<string, readonly Tag[]>>;
  readonly layers?: readonly DxfTableEntry[];
  readonly styles?: readonly DxfTableEntry[];
  readonly lineTypes?: readonly DxfTableEntry[];
  readonly blocks?: readonly DxfBlock[];
  /** Model space. */
  readonly entities?: readonly DxfEntity[];
  /** Paper space, in tab order; none is written as one empty layout. */
  readonly layouts?: readonly DxfLayout[];
}

export interface DxfBlock {
  readonly name: string;
  readonly base?: Point;
  /** 1 anonymous, 2 has attribute definitions, 4 external reference. */
  readonly flags?: number;
  /** Path of an external reference. */
  readonly path?: string;
  readonly entities: readonly DxfEntity[];
}

interface DxfLayout {
  readonly name: string;
  readonly entities: readonly DxfEntity[];
  readonly paperMm?: readonly [width: number, height: number];
  /** Plot scale: mm of paper (code 142) to drawing units (143). */
  readonly plotScale?: readonly [paper: number, units: number];
  /** 0 inches, 1 mm. */
  readonly paperUnits?: 0 | 1;
  /** Quarter turns counter-clockwise. */
  readonly rotation?: 0 | 1 | 2 | 3;
}

/** A DXF file as text; ezdxf's audit finds nothing wrong in it. Non-ASCII text goes as it is: see {@link encoded}. */
export function dxf(file: DxfFile): string {
  return file.version === 'AC1009' ? new OldWriter(file).write() : new Writer(file).write();
}

/** The bytes of a text in an encoding for which Node has a decoder only; what it can't say becomes `?`. */
export function encoded(text: string, encoding: 'gbk' | 'big5' | 'shift_jis' | 'euc-kr' | 'windows-1252'): Uint8Array {
  const codes = new Map<string, readonly number[]>();
  const decoder = new TextDecoder(encoding, { fatal: true });
  const learn = (...bytes: readonly number[]): void => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes));
      if ([...character].length === 1 && !codes.has(character)) codes.set(character, bytes);
    } catch {
      // Not a character of this encoding.
    }
  };
  for (let byte = 0; byte < 256; byte++) learn(byte);
  for (let lead = 0x81; encoding !== 'windows-1252' && lead <= 0xfe; lead++) {
    for (let byte = 0x40; byte <= 0xfe; byte++) learn(lead, byte);
  }
  return Uint8Array.from([...text].flatMap((character) => codes.get(character) ?? [0x3f]));
}

/** Lines of a file; a value can't break out of its line. */
class Lines {
  private readonly lines: (string | number)[] = [];

  put(...all: readonly Tag[]): void {
    for (const [code, value] of all) this.lines.push(code, String(value).replace(/[\r\n]+/g, ' '));
  }

  section(name: string, content: () => void): void {
    this.put(...tags`0 SECTION 2 ${name}`);
    content();
    this.put(...tags`0 ENDSEC`);
  }

  header(version: string, further: DxfFile['header'] = {}): void {
    const all = { $ACADVER: tags`1 ${version}`, $DWGCODEPAGE: tags`3 ANSI_1252`, ...further };
    this.section('HEADER', () => {
      for (const [name, values] of Object.entries(all)) this.put([9, name], ...values);
    });
  }

  end(): string {
    this.put(...tags`0 EOF`);
    return `${this.lines.join('\r\n')}\r\n`;
  }
}

/** R12: four sections, no handles; line weights, true colours and the plot flag came later. */
class OldWriter {
  private readonly out = new Lines();

  constructor(private readonly file: DxfFile) {}

  write(): string {
    const { out, file } = this;
    out.header('AC1009', file.header);
    out.section('TABLES', () => {
      this.table('LTYPE', file.lineTypes);
      this.table('LAYER', file.layers);
      this.table('STYLE', file.styles);
    });
    out.section('BLOCKS', () => {
      for (const { name, base = [0, 0], flags = 0, entities } of file.blocks ?? []) {
        out.put(...tags`0 BLOCK 8 0 2 ${name} 70 ${flags} 10 ${base[0]} 20 ${base[1]} 30 0 3 ${name}`);
        for (const one of entities) this.entity(one);
        out.put(...tags`0 ENDBLK 8 0`);
      }
    });
    out.section('ENTITIES', () => {
      for (const one of file.entities ?? []) this.entity(one);
      for (const one of file.layouts?.[0]?.entities ?? []) this.entity(one, tags`67 1`);
    });
    return out.end();
  }

  private table(type: string, entries: readonly DxfTableEntry[] = []): void {
    this.out.put(...tags`0 TABLE 2 ${type} 70 ${entries.length}`);
    for (const { name, tags: own } of entries) this.out.put(...tags`0 ${type} 2 ${name}`, ...own.filter(isOld));
    this.out.put(...tags`0 ENDTAB`);
  }

  private entity({ type, properties, tags: own, parts = [] }: DxfEntity, space: readonly Tag[] = []): void {
    this.out.put([0, type], ...space, ...commonTags(properties).filter(isOld), ...own.filter(isOld));
    this.out.put(...(properties.extra ?? []));
    for (const part of parts) this.entity(part, space);
    if (parts.length > 0) this.out.put([0, 'SEQEND'], ...space, ...tags`8 0`);
  }
}

const NEWER = new Set([100, 290, 370, 420]);
const isOld = ([code]: Tag): boolean => !NEWER.has(code);

interface Space extends DxfLayout {
  readonly block: string;
  readonly recordHandle: string;
  readonly layoutHandle: string;
}

/** AC1015 and later: handles, owners, block records, layouts in the OBJECTS section. */
class Writer {
  private readonly out = new Lines();
  /** Clear of the handles that tests give their entities. */
  private nextHandle = 0x10000;
  private readonly layerHandles = new Map<string, string>();
  private readonly blocks: readonly (DxfBlock & { readonly recordHandle: string })[];
  private readonly spaces: readonly Space[];

  constructor(private readonly file: DxfFile) {
    const paper = file.layouts?.length ? file.layouts : [{ name: 'Layout1', entities: [] }];
    this.spaces = [{ name: 'Model', entities: file.entities ?? [] }, ...paper].map((space, i) => ({
      ...space,
      recordHandle: this.handle(),
      layoutHandle: this.handle(),
      block: ['*Model_Space', '*Paper_Space'][i] ?? `*Paper_Space${i - 2}`,
    }));
    this.blocks = (file.blocks ?? []).map((block) => ({ ...block, recordHandle: this.handle() }));
  }

  write(): string {
    const { out, file, spaces } = this;
    out.header(file.version ?? 'AC1027', { ...file.header, $HANDSEED: tags`5 FFFFFF` });
    out.section('CLASSES', () => undefined);
    out.section('TABLES', () => this.tables());
    out.section('BLOCKS', () => {
      // Model space and the first layout have their entities in the ENTITIES section.
      for (const [i, { block, recordHandle, entities }] of spaces.entries()) {
        this.block({ name: block, recordHandle, entities: i < 2 ? [] : entities });
      }
      for (const block of this.blocks) this.block(block);
    });
    out.section('ENTITIES', () => {
      for (const [i, { entities, recordHandle }] of spaces.slice(0, 2).entries()) {
        for (const one of entities) this.entity(one, recordHandle, i === 0 ? [] : tags`67 1`);
      }
    });
    out.section('OBJECTS', () => this.objects());
    return out.end();
  }

  private handle(): string {
    return (this.nextHandle++).toString(16).toUpperCase();
  }

  private tables(): void {
    const { file, out } = this;
    const builtIn = ['ByBlock', 'ByLayer', 'Continuous'].map((name) => lineType(name, []));
    this.table('VPORT', 'AcDbViewportTableRecord', []);
    this.table('LTYPE', 'AcDbLinetypeTableRecord', [...builtIn, ...(file.lineTypes ?? [])]);
    this.table('LAYER', 'AcDbLayerTableRecord', withDefault(layer('0'), file.layers), this.layerHandles);
    this.table('STYLE', 'AcDbTextStyleTableRecord', withDefault(style('Standard', 'txt.shx'), file.styles));
    this.table('VIEW', 'AcDbViewTableRecord', []);
    this.table('UCS', 'AcDbUCSTableRecord', []);
    this.table('APPID', 'AcDbRegAppTableRecord', [{ name: 'ACAD', tags: tags`70 0` }]);
    this.openTable('DIMSTYLE', 1);
    out.put(...tags`100 AcDbDimStyleTable 0 DIMSTYLE 105 ${this.handle()} 100 AcDbSymbolTableRecord`);
    out.put(...tags`100 AcDbDimStyleTableRecord 2 Standard 70 0 0 ENDTAB`);
    this.openTable('BLOCK_RECORD', this.spaces.length + this.blocks.length);
    for (const { block, recordHandle, layoutHandle } of this.spaces) this.record(block, recordHandle, layoutHandle);
    for (const { name, recordHandle } of this.blocks) this.record(name, recordHandle, '0');
    out.put(...tags`0 ENDTAB`);
  }

  private openTable(type: string, count: number): void {
    this.out.put(...tags`0 TABLE 2 ${type} 5 ${this.handle()} 330 0 100 AcDbSymbolTable 70 ${count}`);
  }

  private table(
    type: string,
    subclass: string,
    entries: readonly DxfTableEntry[],
    handles = new Map<string, string>(),
  ): void {
    this.openTable(type, entries.length);
    for (const { name, tags: own } of entries) {
      handles.set(name, this.handle());
      const head = tags`0 ${type} 5 ${handles.get(name) ?? ''} 330 0 100 AcDbSymbolTableRecord 100 ${subclass} 2 ${name}`;
      this.out.put(...head, ...own);
    }
    this.out.put(...tags`0 ENDTAB`);
  }

  private record(name: string, handle: string, layoutHandle: string): void {
    this.out.put(...tags`0 BLOCK_RECORD 5 ${handle} 330 0 100 AcDbSymbolTableRecord`);
    this.out.put(...tags`100 AcDbBlockTableRecord 2 ${name} 340 ${layoutHandle}`);
  }

  private block(block: DxfBlock & { readonly recordHandle: string }): void {
    const { name, base = [0, 0], flags = 0, path = '', entities, recordHandle } = block;
    const own = (handle: string): Tag[] => tags`5 ${handle} 330 ${recordHandle} 100 AcDbEntity 8 0`;
    this.out.put([0, 'BLOCK'], ...own(this.handle()));
    this.out.put(
      ...tags`100 AcDbBlockBegin 2 ${name} 70 ${flags} 10 ${base[0]} 20 ${base[1]} 30 0 3 ${name} 1 ${path}`,
    );
    for (const one of entities) this.entity(one, recordHandle);
    this.out.put([0, 'ENDBLK'], ...own(this.handle()), [100, 'AcDbBlockEnd']);
  }

  private entity(one: DxfEntity, owner: string, space: readonly Tag[] = []): void {
    const { type, properties, parts = [] } = one;
    const own = properties.handle ?? this.handle();
    const head = (name: string, handle: string, of: string): Tag[] => [
      ...tags`0 ${name} 5 ${handle} 330 ${of} 100 AcDbEntity`,
      ...space,
    ];
    const named = one.tags.map(([code, value]): Tag => {
      return code === 331 ? [code, this.layerHandles.get(String(value)) ?? '0'] : [code, value];
    });
    this.out.put(...head(type, own, owner), ...commonTags(properties), ...named, ...(properties.extra ?? []));
    for (const part of parts) this.entity(part, own, space);
    if (parts.length > 0) this.out.put(...head('SEQEND', this.handle(), own), [8, properties.layer ?? '0']);
  }

  private objects(): void {
    const [root, layouts] = [this.handle(), this.handle()];
    this.out.put(...tags`0 DICTIONARY 5 ${root} 330 0 100 AcDbDictionary 281 1 3 ACAD_LAYOUT 350 ${layouts}`);
    this.out.put(...tags`0 DICTIONARY 5 ${layouts} 330 ${root} 100 AcDbDictionary 281 1`);
    for (const { name, layoutHandle } of this.spaces) this.out.put(...tags`3 ${name} 350 ${layoutHandle}`);
    for (const [order, space] of this.spaces.entries()) {
      const [width, height] = space.paperMm ?? [420, 297];
      const [paper, units] = space.plotScale ?? [1, 1];
      const [inMm, turns] = [space.paperUnits ?? 1, space.rotation ?? 0];
      this.out.put(...tags`0 LAYOUT 5 ${space.layoutHandle} 330 ${layouts} 100 AcDbPlotSettings 1 ${''} 2 none_device`);
      this.out.put(
        ...tags`4 ${''} 6 ${''} 40 0 41 0 42 0 43 0 44 ${width} 45 ${height} 46 0 47 0 48 0 49 0 140 0 141 0`,
      );
      this.out.put(
        ...tags`142 ${paper} 143 ${units} 70 ${order === 0 ? 1024 : 0} 72 ${inMm} 73 ${turns} 74 5 75 16 147 1`,
      );
      this.out.put(...tags`100 AcDbLayout 1 ${space.name} 70 1 71 ${order} 10 0 20 0 11 ${width} 21 ${height}`);
      this.out.put(...tags`12 0 22 0 32 0 14 0 24 0 34 0 15 ${width} 25 ${height} 35 0 330 ${space.recordHandle}`);
    }
  }
}

function commonTags(properties: Properties): Tag[] {
  const { layer: name = '0', lineType: dashes, color, lineWeight, lineTypeScale, invisible, trueColor } = properties;
  return [
    ...tags`8 ${name}`,
    ...(dashes === undefined ? [] : tags`6 ${dashes}`),
    ...(color === undefined ? [] : tags`62 ${color}`),
    ...(lineWeight === undefined ? [] : tags`370 ${lineWeight}`),
    ...(lineTypeScale === undefined ? [] : tags`48 ${lineTypeScale}`),
    ...(invisible ? tags`60 1` : []),
    ...(trueColor === undefined ? [] : tags`420 ${trueColor}`),
  ];
}

const withDefault = (entry: DxfTableEntry, given: readonly DxfTableEntry[] = []): readonly DxfTableEntry[] =>
  given.some(({ name }) => name === entry.name) ? given : [entry, ...given];
