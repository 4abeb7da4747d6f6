import type { Box } from '../evidence/boxes.js';
import type { Picture, RawPixels } from '../sources/source.js';

/** Sheet space: origin at the sheet's top left, y down, in the source's own units (pt, px, drawing units). */
export type SheetBox = Box<'sheet'>;

/**
 * One sheet that can be looked at, whatever it comes as: a page of a PDF, a picture, a sheet of a CAD drawing. Planning
 * and inspecting know nothing else of a source.
 */
export interface Sheet {
  /** Counted from 1, in the order of the source. */
  readonly number: number;
  readonly sourceKind: 'pdf' | 'image' | 'cad';
  readonly width: number;
  readonly height: number;
  /** Sheet units for one mm of paper: 72 / 25.4 for a PDF, by the scale for CAD; null where nothing tells (images). */
  readonly unitsPerMm: number | null;
  /** A0 to A4 or a lengthened form; null for anything else. */
  readonly size: string | null;
  /** 1:100; null where unknown. */
  readonly scale: string | null;
  /** Pixels that one sheet unit may become at most, where more adds nothing: 1 for an image; null for vectors. */
  readonly maxZoom: number | null;
  readonly pageIndex: number | null;
  readonly pageLabel: string | null;
  /** What a reader must know before trusting the picture: missing fonts, no text layer, scale unknown… */
  readonly limitations: readonly string[];
  readonly skippedEntities: Readonly<Record<string, number>>;
  /** What is drawn, as the source lists it; empty for an image, which has only pixels. */
  objects(): Promise<readonly SheetObject[]>;
  /** Frames that the source itself tells, the outermost first; empty where it tells none. */
  readonly border: readonly SheetBox[];
  /**
   * The whole sheet for a program to look at, `zoom` pixels to the sheet unit, or what of it is no line of its `border`, where
   * the source can tell.
   * @throws GroundglassError `file_damaged`, `too_slow`, `out_of_memory`
   */
  pixels(zoom: number, what?: 'all' | 'content'): Promise<RawPixels>;
  /**
   * A picture of a window, `zoom` pixels to the sheet unit. Its size is that of the window at the zoom, rounded to whole
   * pixels.
   * @throws GroundglassError `too_many_pixels`, `file_damaged`, `too_slow`
   */
  render(window: SheetBox, zoom: number): Promise<Picture>;
  /** The frame that boxes of this source have on the wire. */
  readonly frame: 'page' | 'world';
  /** A box in the source's own frame. */
  toSource(box: SheetBox): Box<'page'> | Box<'world'>;
  fromSource(box: Box<'page'> | Box<'world'>): SheetBox;
}

export interface SheetObject {
  readonly kind: 'text' | 'line' | 'fill' | 'image';
  readonly box: SheetBox;
  readonly text: string | null;
  /** Height of a capital in sheet units; null for what is no text, or where it is unknown. */
  readonly textHeight: number | null;
  /** Handle of the CAD entity; null elsewhere. */
  readonly handle: string | null;
}
