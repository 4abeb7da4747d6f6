import { areaOf, contains, intersectionOf, overlaps, type PageBox, shrunk } from '../../evidence/boxes.js';
import { BoxGrid } from './box-grid.js';
import type { PageObject } from './page-objects.js';
import { concat, type Matrix, scalesOf } from './page-space.js';
import type { Clip, PathShapes } from './path-shapes.js';
import type { Pdfium } from './pdfium.js';
import type { Shape } from './shape.js';
import type { Rgb } from './text-paint.js';

/** Thinner lines cover no text, and the box of a thin frame would make suspects of all text inside it. */
const MIN_COVERING_STROKE_PT = 3;
/** A text's box is larger than its glyphs, and may reach this far over the edge of what it lies on (pt). */
const SLACK_PT = 1;
/** Later objects that together cover less of a text than this share hide none of it as a whole: rules, borders. */
const MIN_COVER = 0.2;
/**
 * Pieces of shapes looked at on one page, a few tenths of a second; the boxes decide from there on. The busiest page of
 * the test corpus looks at 5,298.
 */
const MAX_PIECES = 4_000_000;

/** Something painted that text may lie over or under. */
export interface PaintedArea {
  /** Place in the painting order; annotations come after all objects. */
  readonly order: number;
  readonly box: PageBox;
  /** What text of the same colour would vanish on; `picture` where that differs from place to place, null for annotations. */
  readonly ground: Rgb | 'picture' | null;
  /** Null for an annotation. */
  readonly object: PageObject | null;
  /** The broad line of a path that fills nothing. */
  readonly pen: Pen | null;
}

interface Pen {
  /** A matrix may make a line broader in one direction than in the other. */
  readonly narrowestPt: number;
  readonly broadestPt: number;
  readonly dashed: boolean;
}

/** Everything on a page that could lie under or over text. Other text is left out: glyphs have gaps, they hide nothing. */
export class PaintedAreas {
  private readonly grid: BoxGrid<PaintedArea>;
  private readonly clips = new Map<PageObject, readonly Clip[]>();
  private pieces = 0;

  constructor(
    pdfium: Pdfium,
    private readonly shapes: PathShapes,
    objects: readonly PageObject[],
    area: PageBox,
    annotations: readonly PageBox[],
  ) {
    this.grid = new BoxGrid<PaintedArea>(area);
    objects.forEach((object, order) => {
      const { kind, box } = object;
      if (kind === 'text' || !overlaps(box, area)) return;
      const paint = kind === 'path' ? pathPaint(pdfium, object) : PICTURE;
      if (paint !== null) this.grid.add({ order, box, object, ...paint });
    });
    for (const box of annotations) this.grid.add({ order: objects.length, box, ground: null, object: null, pen: null });
  }

  /** The areas whose boxes overlap one. */
  around(box: PageBox): PaintedArea[] {
    return this.grid.near(box).filter((area) => overlaps(area.box, box));
  }

  /** Whether a box could be covered by some of `areas`, by more than a rule or a border covers. */
  mayBeCovered(box: PageBox, areas: readonly PaintedArea[]): boolean {
    const enough = MIN_COVER * areaOf(box);
    const common = (area: PaintedArea): number => {
      const part = intersectionOf(area.box, box);
      return part === null ? 0 : areaOf(part);
    };
    // By their boxes first: shapes are looked at only where those cover the text.
    if (areas.reduce((sum, area) => sum + common(area), 0) < enough) return false;
    let covered = 0;
    for (const area of areas) {
      if (this.mayMeet(area, box)) covered += common(area);
      if (covered >= enough) return true;
    }
    return false;
  }

  /** Whether some of the area's paint could lie in a box: false is certain. */
  mayMeet({ object, pen }: PaintedArea, box: PageBox): boolean {
    if (object === null || this.isTired) return true;
    if (this.clipsOf(object).some((clip) => clip?.placeOf(box) === 'outside')) return false;
    if (object.kind !== 'path') return true;
    const shape = this.shapeOf(object);
    if (shape === null) return true;
    return pen === null ? shape.placeOf(box) !== 'outside' : shape.penMeets(box, pen.broadestPt);
  }

  /** Whether the area holds the whole of a text's box: true is certain, but for holes of a picture. */
  holds({ object, pen, box: outer }: PaintedArea, box: PageBox): boolean {
    if (object === null || !contains(outer, box, SLACK_PT) || this.isTired) return false;
    const inner = shrunk(box, SLACK_PT);
    if (!this.clipsOf(object).every((clip) => clip?.placeOf(inner) === 'inside')) return false;
    if (object.kind !== 'path') return true;
    const shape = this.shapeOf(object);
    if (shape === null || pen === null) return shape?.placeOf(inner) === 'inside';
    return !pen.dashed && shape.bandHolds(inner, pen.narrowestPt);
  }

  private get isTired(): boolean {
    return this.pieces > MAX_PIECES;
  }

  private shapeOf(object: PageObject): Shape | null {
    const shape = this.shapes.ofPath(object);
    this.pieces += shape?.size ?? 0;
    return shape;
  }

  /** An object's own clips and those of the forms around it. */
  private clipsOf(object: PageObject): readonly Clip[] {
    let clips = this.clips.get(object);
    if (!clips) {
      const all = [...this.shapes.clipsOf(object.pointer, object.toPage)];
      for (let { form } = object; form !== null; form = form.form) {
        all.push(...this.shapes.clipsOf(form.pointer, form.toPage));
      }
      clips = all;
      this.clips.set(object, clips);
    }
    this.pieces += clips.reduce((sum, clip) => sum + (clip?.size ?? 0), 1);
    return clips;
  }
}

const PICTURE = { ground: 'picture', pen: null } as const;

/** The colour and the pen of a path; null for one that neither fills an area nor draws broadly. */
function pathPaint(pdfium: Pdfium, { pointer, toPage }: PageObject): { ground: Rgb; pen: Pen | null } | null {
  const { fn, scratch } = pdfium;
  if (!fn.FPDFPath_GetDrawMode(pointer, scratch, scratch + 4)) return null;
  const stroked = pdfium.u32(scratch + 4) !== 0;
  const colour = (get: (...args: number[]) => number): Rgb | null =>
    get(pointer, scratch, scratch + 4, scratch + 8, scratch + 12) && pdfium.u32(scratch + 12) > 0
      ? [pdfium.u32(scratch), pdfium.u32(scratch + 4), pdfium.u32(scratch + 8)]
      : null;
  const filling = pdfium.u32(scratch) === 0 ? null : colour(fn.FPDFPageObj_GetFillColor);
  if (filling !== null) return { ground: filling, pen: null };
  if (!stroked || !fn.FPDFPageObj_GetStrokeWidth(pointer, scratch)) return null;
  const width = pdfium.f32(scratch);
  if (!fn.FPDFPageObj_GetMatrix(pointer, scratch)) return null;
  const [narrow, broad] = scalesOf(concat(pdfium.floats(6) as unknown as Matrix, toPage));
  if (width * broad < MIN_COVERING_STROKE_PT) return null;
  const ground = colour(fn.FPDFPageObj_GetStrokeColor);
  const dashed = fn.FPDFPageObj_GetDashCount(pointer) !== 0;
  return ground && { ground, pen: { narrowestPt: width * narrow, broadestPt: width * broad, dashed } };
}
