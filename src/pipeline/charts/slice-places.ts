import type { PageBox } from '../../evidence/boxes.js';
import type { Point } from '../layout/subpaths.js';
import { angleOf, signedTurn } from './arcs.js';
import { distance, type Sector } from './round-marks.js';
import type { Scene } from './scene.js';

/** Lettering stands at most this far outside of its slice, em, or anywhere that a line leads to. */
const OUTSIDE_EM = 2.6;
const FAR_EM = 5.5;
const FAR_SHARE = 0.6;
const LEADER_EM = 1;
/** A line from a slice to its label has few corners. */
const MAX_LEADER_POINTS = 5;

/** A slice that a label may belong to. */
export interface SlicePlace {
  readonly sector: number;
  /** From the middle of the slice's angle. */
  readonly offDeg: number;
  readonly inside: boolean;
}

/** The slices that a label may belong to, in the stretched space of a tilted pie. */
export function slicesAt(
  box: PageBox,
  em: number,
  sectors: readonly Sector[],
  leaders: readonly (readonly [Point, Point])[],
  squash: number,
): SlicePlace[] {
  const [x0, y0, x1, y1] = [box[0], box[1] / squash, box[2], box[3] / squash];
  const led = leaders.find(([, end]) => toBox([x0, y0, x1, y1], end) <= LEADER_EM * em);
  if (led) {
    const at = sectors.flatMap((sector, i) => (reaches(sector, led[0]) ? [i] : []));
    if (at.length === 1) return [{ sector: at[0] as number, offDeg: 0, inside: false }];
  }
  return sectors.flatMap((sector, i): SlicePlace[] => {
    const middle: Point = [(x0 + x1) / 2, (y0 + y1) / 2];
    const mid = sector.startDeg + sector.sweepDeg / 2;
    const half = sector.sweepDeg / 2;
    const r = distance(sector.center, middle);
    const off = Math.abs(signedTurn(angleOf(sector.center, middle) - mid));
    if (r <= sector.radius && r >= sector.innerRadius)
      return off <= half ? [{ sector: i, offDeg: off, inside: true }] : [];
    if (r < sector.innerRadius) return [];
    const near = nearestPoint([x0, y0, x1, y1], sector.center);
    const gap = distance(near, sector.center) - sector.radius;
    if (gap > FAR_EM * em || gap < -0.9 * em) return [];
    // Lettering right of a pie begins at its slice, left of it ends there; above and below it stands around it.
    const anchors: Point[] = [middle, near, [middle[0] > sector.center[0] ? x0 : x1, middle[1]]];
    const offs = anchors.map((anchor) => Math.abs(signedTurn(angleOf(sector.center, anchor) - mid)));
    const best = Math.min(...offs);
    // Farther out it must stand right over the middle of its slice.
    if (gap > OUTSIDE_EM * em && Math.max(...offs) > FAR_SHARE * half) return [];
    return best <= half + 1 ? [{ sector: i, offDeg: best, inside: false }] : [];
  });
}

/** Lines that lead from a slice to a label: where they begin at the pie, and where they end. */
export function leadersOf(scene: Scene, sectors: readonly Sector[], squash: number): [Point, Point][] {
  const first = sectors[0] as Sector;
  return scene.shapes.flatMap(({ points, fill, stroke, box }): [Point, Point][] => {
    if (fill !== null || stroke === null || points.length < 2 || points.length > MAX_LEADER_POINTS) return [];
    if (Math.max(box[2] - box[0], (box[3] - box[1]) / squash) > 2.2 * first.radius) return [];
    const ends = [points[0], points.at(-1)].map(
      (point) => [point?.[0], (point?.[1] ?? 0) / squash] as unknown as Point,
    );
    const [a, b] = ends as [Point, Point];
    if (distance(a, b) < 3) return [];
    const near = (end: Point): number =>
      Math.min(...sectors.map((sector) => distance(end, sector.center) - sector.radius));
    const [gapA, gapB] = [near(a), near(b)];
    if (Math.min(gapA, gapB) > 0.35 * first.radius || Math.max(gapA, gapB) < 0) return [];
    return [gapA < gapB ? [a, b] : [b, a]];
  });
}

/** Whether a line that begins there begins at the slice. */
function reaches({ center, radius, innerRadius, startDeg, sweepDeg }: Sector, point: Point): boolean {
  const r = distance(center, point);
  if (r > 1.3 * radius || r < innerRadius - 2) return false;
  return Math.abs(signedTurn(angleOf(center, point) - startDeg - sweepDeg / 2)) <= sweepDeg / 2;
}

function nearestPoint([x0, y0, x1, y1]: readonly [number, number, number, number], [x, y]: Point): Point {
  return [Math.min(Math.max(x, x0), x1), Math.min(Math.max(y, y0), y1)];
}

const toBox = (box: readonly [number, number, number, number], point: Point): number =>
  distance(nearestPoint(box, point), point);
