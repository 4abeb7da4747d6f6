export interface ReadableGlyph {
  /** Index of the glyph in the evidence. */
  readonly index: number;
  /** Its text in every way of reading. */
  readonly texts: readonly [string, string, string];
  readonly origin: readonly [x: number, y: number];
  /** Along the baseline, pt. */
  readonly width: number;
  readonly refused: boolean;
}

export interface ReadableRun {
  readonly sizePt: number;
  readonly rotationDeg: number;
  readonly vertical: boolean;
  readonly glyphs: readonly ReadableGlyph[];
}

/** A run, or a part of one, laid along its baseline: `u` along, `v` across (both in pt, growing in reading order). */
export interface Piece {
  readonly run: ReadableRun;
  readonly placed: readonly PlacedGlyph[];
  readonly from: number;
  readonly to: number;
  readonly v: number;
  readonly refused: boolean;
}

export interface PlacedGlyph {
  readonly glyph: ReadableGlyph;
  readonly from: number;
  readonly to: number;
}

export type Line = Piece[];

export const isBlankText = (text: string): boolean => text !== '' && text.trim() === '';
