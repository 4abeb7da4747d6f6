/** One subpath as its corner points; `curved` where a part of it is a curve, whose control points are left out. */
export interface Subpath {
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly closed: boolean;
  readonly curved: boolean;
}

/** Reads SVG path data with the absolute commands M, L, C and Z. Anything else ends the reading where it stands. */
export function subpathsOf(d: string): Subpath[] {
  const subpaths: Subpath[] = [];
  let points: [number, number][] = [];
  let curved = false;
  const finish = (closed: boolean) => {
    if (points.length > 1) subpaths.push({ points, closed, curved });
    points = [];
    curved = false;
  };
  for (const [, command, args] of d.matchAll(/([MLCZ])([^MLCZ]*)/gu)) {
    if (command === 'Z') {
      const start = points[0];
      finish(true);
      if (start) points = [start];
      continue;
    }
    const numbers = (args ?? '').match(NUMBER)?.map(Number) ?? [];
    if (command === 'M') finish(false);
    if (command === 'C') {
      curved = true;
      for (let i = 5; i < numbers.length; i += 6) points.push([numbers[i - 1] as number, numbers[i] as number]);
    } else {
      for (let i = 1; i < numbers.length; i += 2) points.push([numbers[i - 1] as number, numbers[i] as number]);
    }
  }
  finish(false);
  return subpaths;
}

const NUMBER = /-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/giu;

/** The corners of an axis-parallel rectangle, or null for any other shape. */
export function rectangleOf(subpath: Subpath): [x0: number, y0: number, x1: number, y1: number] | null {
  if (subpath.curved || subpath.points.length < 4 || subpath.points.length > 6) return null;
  const xs = subpath.points.map((p) => p[0]);
  const ys = subpath.points.map((p) => p[1]);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const onCorner = subpath.points.every(
    ([x, y]) => Math.min(x - x0, x1 - x) <= CORNER_TOLERANCE_PT && Math.min(y - y0, y1 - y) <= CORNER_TOLERANCE_PT,
  );
  const corners = new Set(subpath.points.map(([x, y]) => `${x - x0 > x1 - x}${y - y0 > y1 - y}`));
  const thin = Math.min(x1 - x0, y1 - y0) <= 2 * CORNER_TOLERANCE_PT;
  return onCorner && (corners.size === 4 || thin) ? [x0, y0, x1, y1] : null;
}

/** Producers round corners of one rectangle differently. */
const CORNER_TOLERANCE_PT = 0.3;
