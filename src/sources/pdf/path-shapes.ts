import type { PageObject } from './page-objects.js';
import { concat, type Matrix } from './page-space.js';
import type { Pdfium } from './pdfium.js';
import { type Point, Shape } from './shape.js';

/** FPDF_SEGMENT_BEZIERTO and _MOVETO of fpdfview.h. */
const BEZIER = 1;
const MOVE = 2;
/** A panel under text has tens of points; maps have more, and are not worth the walk for every label. */
const MAX_POINTS = 1_000;

/** A clip of an object, null for one that is too intricate to look at. */
export type Clip = Shape | null;

/** The shapes of one page's paths and clips in page space, each read from the engine once. */
export class PathShapes {
  private readonly paths = new Map<number, Shape | null>();
  /** By the address of the clip's first point: objects share the points of a clip. */
  private readonly clips = new Map<number, { readonly toPage: Matrix; readonly clip: Clip }>();

  constructor(private readonly pdfium: Pdfium) {}

  /** Null for a path that is too intricate to look at. */
  ofPath({ pointer, toPage }: PageObject): Shape | null {
    let shape = this.paths.get(pointer);
    if (shape === undefined) {
      const { fn, scratch } = this.pdfium;
      const matrix = fn.FPDFPageObj_GetMatrix(pointer, scratch) ? (this.pdfium.floats(6) as unknown as Matrix) : null;
      const count = fn.FPDFPath_CountSegments(pointer);
      shape = matrix && this.read(count, (i) => fn.FPDFPath_GetPathSegment(pointer, i), concat(matrix, toPage));
      this.paths.set(pointer, shape);
    }
    return shape;
  }

  /** The shapes that an object's own clip consists of; what is painted shows where all of them overlap. */
  clipsOf(object: number, toPage: Matrix): readonly Clip[] {
    const { fn } = this.pdfium;
    const path = fn.FPDFPageObj_GetClipPath(object);
    const count = path === 0 ? 0 : fn.FPDFClipPath_CountPaths(path);
    const clips: Clip[] = [];
    for (let index = 0; index < count; index++) {
      const first = fn.FPDFClipPath_GetPathSegment(path, index, 0);
      let known = this.clips.get(first);
      if (known?.toPage !== toPage) {
        const segments = fn.FPDFClipPath_CountPathSegments(path, index);
        const clip = this.read(segments, (i) => fn.FPDFClipPath_GetPathSegment(path, index, i), toPage);
        known = { toPage, clip };
        if (first !== 0) this.clips.set(first, known);
      }
      clips.push(known.clip);
    }
    return clips;
  }

  private read(count: number, segmentAt: (index: number) => number, matrix: Matrix): Shape | null {
    if (count < 0 || count > MAX_POINTS) return null;
    const { fn, scratch } = this.pdfium;
    const [a, b, c, d, e, f] = matrix;
    const shape = new Shape();
    let curve: Point[] = [];
    for (let i = 0; i < count; i++) {
      const segment = segmentAt(i);
      if (!fn.FPDFPathSegment_GetPoint(segment, scratch, scratch + 4)) return null;
      const [x, y] = [this.pdfium.f32(scratch), this.pdfium.f32(scratch + 4)];
      const point: Point = [a * x + c * y + e, b * x + d * y + f];
      if (!Number.isFinite(point[0] + point[1])) return null;
      const type = fn.FPDFPathSegment_GetType(segment);
      if (type === MOVE) shape.moveTo(point);
      else if (type !== BEZIER) shape.lineTo(point);
      else if (curve.push(point) === 3) {
        shape.curveTo(...(curve as unknown as [Point, Point, Point]));
        curve = [];
      }
      if (fn.FPDFPathSegment_GetClose(segment)) shape.close(true);
    }
    shape.close(false);
    return shape;
  }
}
