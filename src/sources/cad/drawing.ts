import type { Box } from '../../evidence/boxes.js';
import type { SourceWarning } from '../source.js';

/** Coordinates of a layout: the world (WCS) of model space, or the paper of a paper-space layout; y up. */
export type WorldBox = Box<'world'>;
export type Point = readonly [x: number, y: number];

/** A CAD file read as a whole. Offline: nothing that it refers to (XREF, image, font) is fetched. */
export interface CadDrawing {
  readonly kind: 'cad';
  readonly format: 'dxf' | 'dwg';
  /** `$ACADVER`, such as AC1015; null where the file has none (old R12 files). */
  readonly version: string | null;
  /** Units of the coordinates by `$INSUNITS`; null for 0 (unitless) and unknown numbers. Drafts often lie about it. */
  readonly units: 'in' | 'ft' | 'mm' | 'cm' | 'm' | null;
  /** `$DIMSCALE`: how many times dimensions are enlarged, most often the plot scale; null where the file has none. */
  readonly dimensionScale: number | null;
  readonly layers: ReadonlyMap<string, CadLayer>;
  /** Model space first, then paper-space layouts in tab order. */
  readonly layouts: readonly CadLayout[];
  /** How many entities of each type were met that can't be read or drawn: nothing vanishes unnoticed. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Font files that texts ask for: none of them is here, each is drawn in a font that stands in for it, and boxes are estimates. */
  readonly missingFonts: readonly string[];
  /** References to what the file does not hold: blocks, layers, styles, XREFs. */
  readonly dangling: readonly DanglingReference[];
  readonly warnings: readonly SourceWarning[];
}

export interface CadLayer {
  readonly name: string;
  readonly color: string;
  readonly lineWeightMm: number;
  readonly off: boolean;
  readonly frozen: boolean;
  readonly plotted: boolean;
}

export interface DanglingReference {
  /** Handle of the entity that refers. */
  readonly handle: string;
  readonly what: 'block' | 'layer' | 'style' | 'linetype' | 'xref' | 'image';
  readonly name: string;
}

export interface CadLayout {
  readonly name: string;
  readonly kind: 'model' | 'paper';
  readonly entities: readonly CadEntity[];
  /** Windows of a paper-space layout into model space; the sheet's own view (id 1) is not among them. */
  readonly viewports: readonly CadViewport[];
  /** What the layout says it is plotted on, null where it does not. */
  readonly paper: PaperSettings | null;
}

export interface CadViewport {
  readonly handle: string;
  /** Where it lies on the paper. */
  readonly box: WorldBox;
  /** Middle of what it shows, in model space. */
  readonly viewCentre: Point;
  /** Height of what it shows, in model units: the scale is the height of `box` over this. */
  readonly viewHeight: number;
  /** Radians. */
  readonly twist: number;
  readonly on: boolean;
  readonly frozenLayers: readonly string[];
}

export interface PaperSettings {
  readonly name: string | null;
  /** As plotted, after rotation. */
  readonly widthMm: number;
  readonly heightMm: number;
  /** Layout units for one mm of paper: 1 for mm, 1 / 25.4 for inches, times the plot scale. */
  readonly unitsPerMm: number;
}

export interface CadEntity {
  /** Hex, as the file has it; entities of files without handles (R12) are named `@1`, `@2`… in file order. */
  readonly handle: string;
  /** DXF name in capitals: LINE, INSERT… */
  readonly type: string;
  readonly layer: string;
  /** What it covers, nested blocks and attributes included; null where it has no extent of its own (XLINE, RAY, empty). */
  readonly box: WorldBox | null;
  /** Text as it reads, format codes resolved, paragraphs separated by newlines; of an INSERT its visible attributes'. */
  readonly text: string | null;
  /** Neither invisible itself nor on a layer that is off or frozen; an insert on one that is off shows its block's other layers. */
  readonly visible: boolean;
  /** Block that an INSERT or DIMENSION shows. */
  readonly block: string | null;
  /** Attributes of an INSERT. */
  readonly attributes: readonly CadAttribute[];
  /** What it draws, blocks expanded and transformed into the layout. Made anew at each call: a drawing has 100,000 of them. */
  shapes(): readonly Shape[];
}

export interface CadAttribute {
  readonly handle: string;
  readonly tag: string;
  readonly text: string;
  readonly invisible: boolean;
  readonly box: WorldBox | null;
}

/** How a shape is drawn. */
export interface Style {
  /** `#rrggbb` on white paper (colour 7 is black), ByLayer and ByBlock resolved. */
  readonly color: string;
  readonly lineWeightMm: number;
  /** Lengths of dashes (positive), gaps (negative) and dots (0) in layout units; empty for a continuous line. */
  readonly dashes: readonly number[];
  /** Layer that decides its visibility: its own, or the insert's for layer 0. */
  readonly layer: string;
}

/** A piece of a line: straight, or an arc of an ellipse (a circle has ratio 1). */
export type Curve =
  | { readonly kind: 'segment'; readonly from: Point; readonly to: Point }
  | {
      readonly kind: 'arc';
      readonly centre: Point;
      /** Half of the major axis, as a vector from the centre. */
      readonly major: Point;
      /** Minor over major axis, above 0 up to 1. */
      readonly ratio: number;
      /** Parameters in radians, measured from `major` counter-clockwise; `end` lies above `start`, at most 2π above. */
      readonly start: number;
      readonly end: number;
    };

export type Shape = Style &
  (
    | {
        readonly kind: 'line';
        /** Connected, each beginning where the one before it ends. Splines are flattened. */
        readonly curves: readonly Curve[];
        /** Width of a wide polyline in layout units; 0 where the line weight decides. */
        readonly width: number;
      }
    | {
        readonly kind: 'fill';
        /** Flattened closed loops, filled by the even-odd rule. */
        readonly loops: readonly (readonly Point[])[];
      }
    | {
        readonly kind: 'text';
        /** One line of text in one font and size. */
        readonly text: string;
        /** Left end of the baseline. */
        readonly origin: Point;
        /** Along the baseline to its right end; its length is the measured or estimated width. */
        readonly along: Point;
        /** From the baseline to the top of a capital; not at right angles to `along` where the text is oblique or mirrored. */
        readonly up: Point;
        readonly font: CadFont;
      }
    | { readonly kind: 'point'; readonly at: Point }
  );

export interface CadFont {
  /** STYLE's font file (code 3), such as `txt.shx` or `arial.ttf`; '' where it has none. */
  readonly file: string;
  /** STYLE's big font (code 4), such as `gbcbig.shx`. */
  readonly bigFont: string | null;
  /** True type family, where the file or a format code names one. */
  readonly family: string | null;
}

/** One sheet of a CAD drawing: a paper-space layout, or a drawing frame found in model space. */
export interface CadSheet {
  readonly layout: string;
  readonly box: WorldBox;
  /** A0 to A4, with their lengthened forms such as A3x3 or A1+1/4; null for none of these. */
  readonly size: string | null;
  /** Layout units for one mm of paper; null where nothing tells. */
  readonly unitsPerMm: number | null;
  /** Scale as it reads, 1:100; null where unknown. */
  readonly scale: string | null;
  /** Every way that a scale was found and what it gave: they may disagree, and then all are said. */
  readonly scaleEvidence: readonly { readonly from: string; readonly scale: string }[];
  /** Handles of what makes the frame: border lines, inner frame, rules of the title block. */
  readonly border: readonly string[];
  readonly titleBlock: { readonly box: WorldBox; readonly fields: readonly TitleField[] } | null;
}

/** A label of a title block and the value in its cell, which may be empty. */
export interface TitleField {
  readonly label: string;
  readonly value: string;
  readonly handle: string;
  readonly box: WorldBox | null;
}
