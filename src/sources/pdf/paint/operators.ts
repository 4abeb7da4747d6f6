import type { Matrix } from '../page-space.js';
import type { JpegFile } from './jpeg-files.js';

/** Numbers of the operators in the engine's list that are interpreted here (pdf.js 5.6.205, which is pinned). */
export const OP = {
  setLineWidth: 2,
  setLineCap: 3,
  setLineJoin: 4,
  setMiterLimit: 5,
  setDash: 6,
  setGState: 9,
  save: 10,
  restore: 11,
  transform: 12,
  stroke: 20,
  closeStroke: 21,
  fill: 22,
  eoFill: 23,
  fillStroke: 24,
  eoFillStroke: 25,
  closeFillStroke: 26,
  closeEOFillStroke: 27,
  endPath: 28,
  clip: 29,
  eoClip: 30,
  beginText: 31,
  endText: 32,
  setCharSpacing: 33,
  setWordSpacing: 34,
  setHScale: 35,
  setLeading: 36,
  setFont: 37,
  setTextRenderingMode: 38,
  setTextRise: 39,
  moveText: 40,
  setLeadingMoveText: 41,
  setTextMatrix: 42,
  nextLine: 43,
  showText: 44,
  setStrokeColorN: 53,
  setFillColorN: 55,
  setStrokeRGBColor: 58,
  setFillRGBColor: 59,
  shadingFill: 62,
  beginMarkedContent: 69,
  beginMarkedContentProps: 70,
  endMarkedContent: 71,
  paintFormXObjectBegin: 74,
  paintFormXObjectEnd: 75,
  beginGroup: 76,
  endGroup: 77,
  beginAnnotation: 80,
  paintImageMaskXObject: 83,
  paintImageXObject: 85,
  paintInlineImageXObject: 86,
  paintSolidColorImageMask: 90,
  constructPath: 91,
  setStrokeTransparent: 92,
  setFillTransparent: 93,
  rawFillPath: 94,
} as const;

export interface OperatorList {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly (readonly unknown[] | null)[];
}

/** A glyph of a text operator; numbers between glyphs move the next one, in thousandths of the font size. */
export interface EngineGlyph {
  readonly originalCharCode: number;
  readonly fontChar: string;
  readonly unicode: string;
  readonly accent: { readonly fontChar: string; readonly offset: { readonly x: number; readonly y: number } } | null;
  readonly width: number;
  readonly vmetric: readonly [number, number, number] | null;
  readonly operatorListId: string | undefined;
  readonly isSpace: boolean;
  readonly isInFont: boolean;
}

export interface EngineFont {
  readonly name: string | undefined;
  readonly loadedName: string;
  readonly isType3Font: boolean | undefined;
  readonly missingFile: boolean | undefined;
  readonly vertical: boolean | undefined;
  readonly fontMatrix: Matrix | undefined;
  readonly defaultVMetrics: readonly [number, number, number] | undefined;
  readonly charProcOperatorList: Readonly<Record<string, OperatorList>> | undefined;
}

/** How the bytes of an engine image are packed. */
export const IMAGE_KIND = { bits: 1, rgb: 2, rgba: 3 } as const;

export interface EngineImage {
  readonly width: number;
  readonly height: number;
  readonly kind: number;
  /** Null where `bitmap` has the image. */
  readonly data: Uint8Array | Uint8ClampedArray | null;
  readonly bitmap?: JpegFile;
  readonly interpolate?: boolean;
}

/** An image mask: one bit a pixel, 0 where it paints. Its bits may be those of a named object. */
export interface EngineMask {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | string;
  readonly interpolate?: boolean;
}

interface SoftMask {
  readonly subtype: 'Alpha' | 'Luminosity' | string;
  /** `#rrggbb` */
  readonly backdrop?: string | null;
  readonly transferMap?: Uint8Array | null;
}

export interface EngineGroup {
  readonly matrix: Matrix | null;
  readonly bbox: ArrayLike<number> | null;
  readonly smask: SoftMask | null;
  readonly isolated: boolean;
  readonly knockout: boolean;
}

/** What a colour operator with a pattern is given. */
export type EnginePattern =
  | readonly [kind: 'Shading', id: string, matrix: Matrix | null]
  | readonly [
      kind: 'TilingPattern',
      color: string | null,
      list: OperatorList,
      matrix: Matrix,
      bbox: readonly number[],
      xStep: number,
      yStep: number,
      paintType: number,
      tilingType: number,
    ];

/** An axial or radial shading with its colours sampled; `transparent` stands where it is not extended. */
export type RadialAxial = readonly [
  'RadialAxial',
  'axial' | 'radial',
  bbox: readonly number[] | null,
  stops: readonly (readonly [offset: number, color: string])[],
  p0: readonly [number, number],
  p1: readonly [number, number],
  r0: number | null,
  r1: number | null,
];
export type EngineShading = RadialAxial | readonly ['Mesh' | 'Dummy', ...unknown[]];
