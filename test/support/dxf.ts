import type { Point } from '../../src/sources/cad/drawing.js';

/**
 * Entities and table entries of a DXF file as small functions, so that a test can have any drawing it wants, odd ones
 * included. `dxf` in dxf-file.ts sets them into a file. Points are WCS; angles are degrees counter-clockwise, as in the file.
 */
export interface DxfEntity {
  readonly type: string;
  readonly properties: Properties;
  /** Everything after the common properties, subclass markers included. */
  readonly tags: readonly Tag[];
  /** What follows the entity up to SEQEND: attributes of an INSERT, vertices of a POLYLINE. */
  readonly parts?: readonly DxfEntity[];
}

export type Tag = readonly [code: number, value: string | number];

export interface Properties {
  /** Given by the file where none is said. */
  readonly handle?: string;
  readonly layer?: string;
  /** ACI: 256 ByLayer, 0 ByBlock. */
  readonly color?: number;
  readonly trueColor?: number;
  readonly lineType?: string;
  /** Hundredths of a mm; -1 ByLayer, -2 ByBlock, -3 default. */
  readonly lineWeight?: number;
  readonly lineTypeScale?: number;
  readonly invisible?: boolean;
  /** Written at the end, whatever they are: an extrusion, a damaged value. */
  readonly extra?: readonly Tag[];
}

/** An entry of the tables of layers, styles or line types. */
export interface DxfTableEntry {
  readonly name: string;
  readonly tags: readonly Tag[];
}

/** Group codes, each followed by its value: tags`10 ${x} 20 ${y} 100 AcDbLine`. Only values given as `${…}` may hold blanks. */
export function tags(parts: TemplateStringsArray, ...values: readonly (string | number)[]): Tag[] {
  const tokens = parts.flatMap((part, i) => [...part.split(/\s+/).filter(Boolean), ...values.slice(i, i + 1)]);
  return Array.from({ length: tokens.length / 2 }, (_, i) => [Number(tokens[2 * i]), tokens[2 * i + 1] ?? '']);
}

// Entities.

export const line = ([x0, y0]: Point, [x1, y1]: Point, properties: Properties = {}): DxfEntity => ({
  type: 'LINE',
  properties,
  tags: tags`100 AcDbLine 10 ${x0} 20 ${y0} 30 0 11 ${x1} 21 ${y1} 31 0`,
});

export const circle = ([x, y]: Point, radius: number, properties: Properties = {}): DxfEntity => ({
  type: 'CIRCLE',
  properties,
  tags: tags`100 AcDbCircle 10 ${x} 20 ${y} 30 0 40 ${radius}`,
});

export const arc = (
  [x, y]: Point,
  radius: number,
  [startDeg, endDeg]: readonly [number, number],
  properties: Properties = {},
): DxfEntity => ({
  type: 'ARC',
  properties,
  tags: tags`100 AcDbCircle 10 ${x} 20 ${y} 30 0 40 ${radius} 100 AcDbArc 50 ${startDeg} 51 ${endDeg}`,
});

/** `major` from the centre; `start` and `end` are parameters in radians. */
export const ellipse = (
  [x, y]: Point,
  major: Point,
  ratio: number,
  [start, end]: readonly [number, number] = [0, 2 * Math.PI],
  properties: Properties = {},
): DxfEntity => ({
  type: 'ELLIPSE',
  properties,
  tags: tags`100 AcDbEllipse 10 ${x} 20 ${y} 30 0 11 ${major[0]} 21 ${major[1]} 31 0 40 ${ratio} 41 ${start} 42 ${end}`,
});

export const point = ([x, y]: Point, properties: Properties = {}): DxfEntity => ({
  type: 'POINT',
  properties,
  tags: tags`100 AcDbPoint 10 ${x} 20 ${y} 30 0`,
});

export interface PolylineOptions {
  readonly closed?: boolean;
  /** Constant width. */
  readonly width?: number;
  /** tan(angle / 4) of the piece that begins at the vertex of the same number. */
  readonly bulges?: readonly number[];
}

export function polyline(
  vertices: readonly Point[],
  { closed = false, width = 0, bulges = [] }: PolylineOptions = {},
  properties: Properties = {},
): DxfEntity {
  const points = vertices.flatMap(([x, y], i) => tags`10 ${x} 20 ${y} 42 ${bulges[i] ?? 0}`);
  const head = tags`100 AcDbPolyline 90 ${vertices.length} 70 ${closed ? 1 : 0} 43 ${width}`;
  return { type: 'LWPOLYLINE', properties, tags: [...head, ...points] };
}

/** The same as POLYLINE with a VERTEX each, the only kind that R12 has. */
export function oldPolyline(
  vertices: readonly Point[],
  { closed = false, width = 0, bulges = [] }: PolylineOptions = {},
  properties: Properties = {},
): DxfEntity {
  const parts = vertices.map(([x, y], i) => ({
    type: 'VERTEX',
    properties: { ...(properties.layer === undefined ? {} : { layer: properties.layer }) },
    tags: tags`100 AcDbVertex 100 AcDb2dVertex 10 ${x} 20 ${y} 30 0 42 ${bulges[i] ?? 0}`,
  }));
  const head = tags`100 AcDb2dPolyline 66 1 10 0 20 0 30 0 70 ${closed ? 1 : 0} 40 ${width} 41 ${width}`;
  return { type: 'POLYLINE', properties, tags: head, parts };
}

export function rectangle([x0, y0]: Point, [x1, y1]: Point, properties: Properties = {}): DxfEntity {
  return polyline(around([x0, y0], [x1, y1]), { closed: true }, properties);
}

/** The corners of a rectangle, counter-clockwise. */
export const around = ([x0, y0]: Point, [x1, y1]: Point): Point[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];

/** A triangle or quadrilateral given around its edge; the file has its last two corners the other way round. */
export function solid([a, b, c, d]: readonly [Point, Point, Point, Point?], properties: Properties = {}): DxfEntity {
  const corners = [a, b, d ?? c, c].flatMap(([x, y], i) => tags`${10 + i} ${x} ${20 + i} ${y} ${30 + i} 0`);
  return { type: 'SOLID', properties, tags: [...tags`100 AcDbTrace`, ...corners] };
}

export interface TextOptions {
  readonly style?: string;
  readonly rotationDeg?: number;
  readonly widthFactor?: number;
  readonly obliqueDeg?: number;
  /** Codes 72 (0 left, 1 centre, 2 right…) and 73 (0 baseline, 1 bottom, 2 middle, 3 top) of the point `at`. */
  readonly align?: readonly [horizontal: number, vertical: number];
}

export const text = (
  at: Point,
  height: number,
  content: string,
  options: TextOptions = {},
  properties: Properties = {},
): DxfEntity => ({
  type: 'TEXT',
  properties,
  tags: [...textTags(at, height, content, options), ...tags`100 AcDbText 73 ${options.align?.[1] ?? 0}`],
});

export interface AttributeOptions extends TextOptions {
  /** 1 invisible, 2 constant, 4 verify, 8 preset. */
  readonly flags?: number;
}

export const attribute = (
  tag: string,
  at: Point,
  height: number,
  content: string,
  options: AttributeOptions = {},
  properties: Properties = {},
): DxfEntity => ({
  type: 'ATTRIB',
  properties,
  tags: [
    ...textTags(at, height, content, options),
    ...tags`100 AcDbAttribute 2 ${tag} 70 ${options.flags ?? 0} 74 ${options.align?.[1] ?? 0}`,
  ],
});

/** What a block says of an attribute of its inserts; `content` is the default. */
export const attributeDefinition = (
  tag: string,
  at: Point,
  height: number,
  content: string,
  options: AttributeOptions = {},
  properties: Properties = {},
): DxfEntity => ({
  type: 'ATTDEF',
  properties,
  tags: [
    ...textTags(at, height, content, options),
    ...tags`100 AcDbAttributeDefinition 3 ${tag} 2 ${tag} 70 ${options.flags ?? 0} 74 ${options.align?.[1] ?? 0}`,
  ],
});

export interface MtextOptions {
  readonly style?: string;
  readonly rotationDeg?: number;
  /** Width of the column; 0 wraps nothing. */
  readonly width?: number;
  /** 1 top left, 2 top centre … 9 bottom right. */
  readonly attachment?: number;
}

/** `content` with its inline codes, as the file has it; long ones are cut into chunks of 250 characters. */
export function mtext(
  [x, y]: Point,
  height: number,
  content: string,
  { style = 'Standard', rotationDeg = 0, width = 0, attachment = 1 }: MtextOptions = {},
  properties: Properties = {},
): DxfEntity {
  const chunks = content.match(/.{1,250}/gsu) ?? [''];
  const pieces = chunks.map((chunk, i): Tag => [i === chunks.length - 1 ? 1 : 3, chunk]);
  const head = tags`100 AcDbMText 10 ${x} 20 ${y} 30 0 40 ${height} 41 ${width} 71 ${attachment} 72 5`;
  return { type: 'MTEXT', properties, tags: [...head, ...pieces, ...tags`7 ${style} 50 ${rotationDeg}`] };
}

export interface InsertOptions {
  readonly scale?: Point;
  readonly rotationDeg?: number;
  readonly array?: { readonly columns: number; readonly rows: number; readonly dx: number; readonly dy: number };
  readonly attributes?: readonly DxfEntity[];
}

export function insert(
  block: string,
  [x, y]: Point,
  { scale = [1, 1], rotationDeg = 0, array, attributes = [] }: InsertOptions = {},
  properties: Properties = {},
): DxfEntity {
  const follows = attributes.length > 0 ? tags`66 1` : [];
  const place = tags`2 ${block} 10 ${x} 20 ${y} 30 0 41 ${scale[0]} 42 ${scale[1]} 43 1 50 ${rotationDeg}`;
  const repeated = array ? tags`70 ${array.columns} 71 ${array.rows} 44 ${array.dx} 45 ${array.dy}` : [];
  return {
    type: 'INSERT',
    properties,
    tags: [...tags`100 AcDbBlockReference`, ...follows, ...place, ...repeated],
    parts: attributes,
  };
}

export interface PatternLine {
  readonly angleDeg: number;
  readonly distance: number;
  readonly dashes?: readonly number[];
}

/** Loops of straight edges, filled by the even-odd rule; solid where no lines of a pattern are given. */
export function hatch(
  loops: readonly (readonly Point[])[],
  lines: readonly PatternLine[] = [],
  properties: Properties = {},
): DxfEntity {
  const isSolid = lines.length === 0;
  const edges = loops.flatMap((loop) => [
    ...tags`92 3 72 0 73 1 93 ${loop.length}`,
    ...loop.flatMap(([x, y]) => tags`10 ${x} 20 ${y}`),
    ...tags`97 0`,
  ]);
  const pattern = lines.flatMap(({ angleDeg, distance, dashes = [] }) => {
    const angle = (angleDeg * Math.PI) / 180;
    return [
      ...tags`53 ${angleDeg} 43 0 44 0 45 ${-distance * Math.sin(angle)} 46 ${distance * Math.cos(angle)}`,
      ...tags`79 ${dashes.length}`,
      ...dashes.flatMap((dash) => tags`49 ${dash}`),
    ];
  });
  return {
    type: 'HATCH',
    properties,
    tags: [
      ...tags`100 AcDbHatch 10 0 20 0 30 0 210 0 220 0 230 1`,
      ...tags`2 ${isSolid ? 'SOLID' : 'USER'} 70 ${isSolid ? 1 : 0} 71 0 91 ${loops.length}`,
      ...edges,
      ...tags`75 0 76 ${isSolid ? 1 : 0}`,
      ...(isSolid ? [] : tags`52 0 41 1 77 0 78 ${lines.length}`),
      ...pattern,
      ...tags`98 0`,
    ],
  };
}

export interface DimensionOptions {
  /** Anonymous block with what it draws, such as `*D1`. */
  readonly block: string;
  /** A point that the dimension line runs through. */
  readonly at: Point;
  readonly textAt: Point;
  readonly measured: number;
  /** Replaces the measured text; `<>` in it stands for that. */
  readonly text?: string;
  readonly rotationDeg?: number;
}

/** A rotated linear dimension between two points. */
export const dimension = (
  from: Point,
  to: Point,
  { block, at, textAt, measured, text: content = '', rotationDeg = 0 }: DimensionOptions,
  properties: Properties = {},
): DxfEntity => ({
  type: 'DIMENSION',
  properties,
  tags: [
    ...tags`100 AcDbDimension 2 ${block} 10 ${at[0]} 20 ${at[1]} 30 0 11 ${textAt[0]} 21 ${textAt[1]} 31 0`,
    ...tags`70 32 1 ${content} 42 ${measured} 3 Standard`,
    ...tags`100 AcDbAlignedDimension 13 ${from[0]} 23 ${from[1]} 33 0 14 ${to[0]} 24 ${to[1]} 34 0`,
    ...tags`50 ${rotationDeg} 100 AcDbRotatedDimension`,
  ],
});

export interface ViewportOptions {
  readonly viewCentre: Point;
  readonly viewHeight: number;
  readonly twistDeg?: number;
  /** 1 is the sheet's own view, others from 2. */
  readonly id?: number;
  readonly off?: boolean;
  /** Names of layers frozen in it; they must be among the file's layers. */
  readonly frozenLayers?: readonly string[];
}

/** A window into model space, for a paper-space layout; `[x, y]` is its middle on the paper. */
export const viewport = (
  [x, y]: Point,
  [width, height]: Point,
  { viewCentre, viewHeight, twistDeg = 0, id = 2, off = false, frozenLayers = [] }: ViewportOptions,
  properties: Properties = {},
): DxfEntity => ({
  type: 'VIEWPORT',
  properties,
  tags: [
    ...tags`100 AcDbViewport 10 ${x} 20 ${y} 30 0 40 ${width} 41 ${height} 68 ${off ? 0 : 1} 69 ${id}`,
    ...tags`12 ${viewCentre[0]} 22 ${viewCentre[1]} 13 0 23 0 14 10 24 10 15 10 25 10`,
    ...tags`16 0 26 0 36 1 17 0 27 0 37 0 42 50 43 0 44 0 45 ${viewHeight} 50 0 51 ${twistDeg}`,
    // The file puts the layer's handle in place of its name.
    ...frozenLayers.flatMap((name) => tags`331 ${name}`),
    ...tags`90 ${off ? 0x20000 : 0}`,
  ],
});

// Entries of tables.

export interface LayerOptions {
  /** Negative: off. */
  readonly color?: number;
  readonly trueColor?: number;
  readonly lineType?: string;
  /** Hundredths of a mm; -3 default. */
  readonly lineWeight?: number;
  readonly frozen?: boolean;
  readonly plotted?: boolean;
}

export const layer = (
  name: string,
  { color = 7, trueColor, lineType: dashes = 'Continuous', lineWeight = -3, frozen, plotted }: LayerOptions = {},
): DxfTableEntry => ({
  name,
  tags: [
    ...tags`70 ${frozen ? 1 : 0} 62 ${color}`,
    ...(trueColor === undefined ? [] : tags`420 ${trueColor}`),
    ...tags`6 ${dashes}`,
    ...(plotted === false ? tags`290 0` : []),
    ...tags`370 ${lineWeight}`,
  ],
});

/** `file` such as `gbenor.shx` or `arial.ttf`; `bigFont` such as `gbcbig.shx`. */
export const style = (name: string, file: string, bigFont = '', widthFactor = 1): DxfTableEntry => ({
  name,
  tags: tags`70 0 40 0 41 ${widthFactor} 50 0 71 0 42 2.5 3 ${file} 4 ${bigFont}`,
});

/** Lengths of dashes (positive), gaps (negative) and dots (0). */
export function lineType(name: string, dashes: readonly number[]): DxfTableEntry {
  const length = dashes.reduce((sum, dash) => sum + Math.abs(dash), 0);
  const head = tags`70 0 3 ${name} 72 65 73 ${dashes.length} 40 ${length}`;
  return { name, tags: [...head, ...dashes.flatMap((dash) => tags`49 ${dash} 74 0`)] };
}

function textTags([x, y]: Point, height: number, content: string, options: TextOptions): Tag[] {
  const { style: own = 'Standard', rotationDeg = 0, widthFactor = 1, obliqueDeg = 0, align = [0, 0] } = options;
  return [
    ...tags`100 AcDbText 10 ${x} 20 ${y} 30 0 40 ${height} 1 ${content} 50 ${rotationDeg}`,
    ...tags`41 ${widthFactor} 51 ${obliqueDeg} 7 ${own} 72 ${align[0]}`,
    ...(align.some(Boolean) ? tags`11 ${x} 21 ${y} 31 0` : []),
  ];
}
