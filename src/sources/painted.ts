import type { PageBox } from '../evidence/boxes.js';

/** Glyph outlines are kept in whole thousandths of the em, the grid of most fonts: a hundredth of a point at 10 pt. */
export const OUTLINE_UNITS_PER_EM = 1000;

/**
 * A page as it is painted, from the operators of its content stream: one SVG, and beside it every element with what can
 * be said of it in numbers. All coordinates are page space (pt, origin top left, y down), rounded to 0.01.
 */
export interface PaintedPage {
  readonly width: number;
  readonly height: number;
  /** The page SVG: `viewBox="0 0 width height"`, every painting element with an `op-…` id, text as glyph outlines. */
  readonly svg: string;
  /** In painting order. Each `id` occurs once here and once in the SVG. */
  readonly elements: readonly PaintedElement[];
  /**
   * The outline of every glyph that is painted, by its name in {@link Glyph.outline}: path data in units of which
   * {@link OUTLINE_UNITS_PER_EM} make an em, origin on the baseline, y up.
   */
  readonly outlines: Readonly<Record<string, string>>;
  /**
   * What the glyphs of Type 3 fonts paint, by the same names; null where that is more than outlines of one colour: a
   * picture, several colours, something clipped or masked.
   */
  readonly drawings: Readonly<Record<string, readonly DrawnOutline[] | null>>;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

export type PaintedElement = GlyphRun | PaintedPath | PaintedPicture;

interface Painted {
  /**
   * `op-57` for the operator with index 57 of the page's operator list; operators inside a Type 3 glyph, a form or a
   * pattern that are listed apart nest (`op-57-3`), and so do the runs of one text operator that paints several.
   */
  readonly id: string;
  /** What it paints, without regard to the clip. */
  readonly box: PageBox;
  /** Box of the clip in force, null where only the page's edge clips. Its area may be zero: all is clipped away. */
  readonly clip: PageBox | null;
  /** Belongs to an optional-content group that is off: listed here, but not in the SVG. */
  readonly layerHidden: boolean;
  /** Constant alpha of filling, 0 to 1, groups around it included. */
  readonly fillAlpha: number;
  readonly strokeAlpha: number;
  /**
   * Number of the outermost knockout group that it is painted in (ISO 32000-1, 11.4.6), absent outside of one: there each
   * element takes away what earlier ones left below it, however transparent it is itself.
   */
  readonly knockoutGroup?: number;
}

/** One run of glyphs of one text operator: a font, a size, a colour, a direction, no gap wider than a few blanks. */
export interface GlyphRun extends Painted {
  readonly kind: 'text';
  /** The glyphs' Unicode, joined; what the file says, which may be a lie. */
  readonly text: string;
  readonly glyphs: readonly Glyph[];
  /** Base font name without the subset prefix. */
  readonly font: string;
  /** The engine draws a font of its own because the file brings none. Not to be relied on for true: ask PDFium. */
  readonly substituted: boolean;
  readonly type3: boolean;
  readonly sizePt: number;
  /**
   * Where an em along the baseline and an em up from it lead on the page, `[ax, ay, ux, uy]` in pt: tells print that is
   * condensed, slanted or mirrored. The glyphs of a Type 3 font may be drawn mirrored in turn.
   */
  readonly em: readonly [ax: number, ay: number, ux: number, uy: number];
  /** Direction of the baseline, degrees clockwise on the visible page, 0 to 359; of the column for vertical writing. */
  readonly rotationDeg: number;
  /** Vertical writing mode (CJK): glyphs follow each other downwards. */
  readonly vertical: boolean;
  /** Text rendering mode 0 to 7 (ISO 32000-1, table 106). */
  readonly mode: number;
  /** `#rrggbb`; null for a pattern, or where the mode does not fill or stroke. */
  readonly fill: string | null;
  readonly stroke: string | null;
}

export interface Glyph {
  /** '' where the file does not say what the glyph stands for. A ligature has several characters. */
  readonly unicode: string;
  /** Code in the string that the operator shows. */
  readonly charCode: number;
  /** Names the outline (hash of its path): equal outlines have equal names, in every font. '' for a blank glyph. */
  readonly outline: string;
  /** Start of the glyph on the baseline. */
  readonly origin: readonly [x: number, y: number];
  /** Way to the next glyph along the baseline, pt, spacing included. */
  readonly advance: number;
  /** Its own width along the baseline, pt, without spacing. */
  readonly width: number;
  /** Box around the outline, null for a blank glyph. */
  readonly ink: PageBox | null;
}

/** An outline of a glyph that is a drawing, in the units and axes of {@link PaintedPage.outlines}. */
export interface DrawnOutline {
  /** Absolute commands M, L, C and Z. */
  readonly d: string;
  /** Null where it is not filled. */
  readonly fillRule: 'nonzero' | 'evenodd' | null;
  /** Width of the line along it; 0 where it is not stroked. */
  readonly lineWidth: number;
}

export interface PaintedPath extends Painted {
  readonly kind: 'path';
  /** SVG path data in page space, absolute commands M, L, C and Z only. */
  readonly d: string;
  /** `#rrggbb`, `pattern` for shadings and tilings, null where it is not filled. */
  readonly fill: string | null;
  readonly fillRule: 'nonzero' | 'evenodd';
  readonly stroke: string | null;
  /** Width of the line in page space; 0 where it is not stroked. */
  readonly strokeWidthPt: number;
  readonly dashed: boolean;
}

export interface PaintedPicture extends Painted {
  /** `patch`: what can't be expressed as vectors, cut from PDFium's raster. */
  readonly kind: 'image' | 'shading' | 'patch';
}
