import { areaOf, contains, type PageBox, pageBox } from '../../evidence/boxes.js';
import type { Point } from '../layout/subpaths.js';
import type { Label } from './labels.js';
import type { Scene, SceneShape } from './scene.js';

/** A rectangle that may be a bar. */
export interface Rectangle {
  readonly box: PageBox;
  readonly color: string;
  readonly ids: readonly string[];
}

/** Edges this close, pt, lie on one line. */
const LEVEL_PT = 0.8;

/** Paper shows through a rectangle that is only framed. */
const HOLLOW = '#ffffff';

/** Filled and framed rectangles, thick lines, and the bars that one line runs around, each place once. */
export function rectanglesOf({ shapes, labels }: Scene, taken: ReadonlySet<string>): Rectangle[] {
  const found = new Map<string, { box: PageBox; color: string; ids: string[] }>();
  const key = (box: PageBox): string => box.map((value) => Math.round(value)).join(' ');
  for (const shape of shapes) {
    if (taken.has(shape.id) || !shape.isRect || shape.fill === null || isGround(shape, labels)) continue;
    const at = key(shape.box);
    const known = found.get(at);
    // What is painted last at a place is seen there.
    found.set(at, { box: shape.box, color: shape.fill, ids: [...(known?.ids ?? []), shape.id] });
  }
  for (const shape of shapes.filter((one) => one.fill === null && !taken.has(one.id) && isFramed(one))) {
    if (found.has(key(shape.box)) || isGround(shape, labels)) continue;
    found.set(key(shape.box), { box: shape.box, color: HOLLOW, ids: [shape.id] });
  }
  for (const shape of shapes.filter((one) => one.fill === null && one.stroke !== null && !taken.has(one.id))) {
    for (const box of outlinedBars(shape.points))
      if (!found.has(key(box))) found.set(key(box), { box, color: shape.stroke as string, ids: [shape.id] });
  }
  for (const { id, box, stroke, strokeWidthPt, points } of shapes) {
    if (taken.has(id) || stroke === null || points.length !== 2 || strokeWidthPt < MIN_STROKED_PT) continue;
    const bar = thickLine(box, strokeWidthPt);
    if (bar !== null) found.set(`${key(bar)} line`, { box: bar, color: stroke, ids: [id] });
  }
  return [...found.values()];
}

/** Bars that one line runs around, up, over and down again, from bar to bar. */
function outlinedBars(points: readonly Point[]): PageBox[] {
  if (points.length < 8 || points.length > MAX_OUTLINE_POINTS) return [];
  const bars = points.slice(3).flatMap((d, i): PageBox[] => {
    const [a, b, c] = [points[i], points[i + 1], points[i + 2]] as [Point, Point, Point];
    const upDown = Math.abs(a[0] - b[0]) < LEVEL_PT && Math.abs(c[0] - d[0]) < LEVEL_PT;
    const level = Math.abs(b[1] - c[1]) < LEVEL_PT && Math.abs(a[1] - d[1]) < LEVEL_PT;
    return upDown && level && b[1] < a[1] - LEVEL_PT ? [pageBox(a[0], b[1], d[0], a[1])] : [];
  });
  return bars.length > 1 ? bars : [];
}

const MAX_OUTLINE_POINTS = 500;

/** A line that is drawn this thick is a bar. */
const MIN_STROKED_PT = 4;

function thickLine([x0, y0, x1, y1]: PageBox, width: number): PageBox | null {
  const half = width / 2;
  if (x1 - x0 < 0.1) return [x0 - half, y0, x1 + half, y1] as unknown as PageBox;
  if (y1 - y0 < 0.1) return [x0, y0 - half, x1, y1 + half] as unknown as PageBox;
  return null;
}

const isFramed = ({ stroke, points, curved, box }: SceneShape): boolean =>
  stroke !== null &&
  points.length >= 4 &&
  points.length <= 6 &&
  curved.every((curve) => !curve) &&
  points.every(
    ([x, y]) =>
      Math.min(Math.abs(x - box[0]), Math.abs(x - box[2])) < 0.3 &&
      Math.min(Math.abs(y - box[1]), Math.abs(y - box[3])) < 0.3,
  );

/** What several labels stand on, or a line of text, is the ground of a chart or a cell of a table. */
function isGround({ box }: SceneShape, labels: readonly Label[]): boolean {
  let names = 0;
  for (const label of labels) {
    if (!contains(box, label.box, 0.5)) continue;
    if (/\p{L}{2}/u.test(label.text)) names += label.text.length;
    if (names > MAX_NAME_CHARS) return true;
  }
  return false;
}

const MAX_NAME_CHARS = 40;

/** Rectangles by the smallest panel that they lie in: no chart has its bars in two. */
export function byPanel({ shapes, labels }: Scene, rects: readonly Rectangle[]): Rectangle[][] {
  const panels = shapes
    .filter(
      ({ isRect, box }) => isRect && areaOf(box) > MIN_PANEL_PT2 && labels.some((label) => contains(box, label.box)),
    )
    .map(({ box }) => box)
    .sort((a, b) => areaOf(a) - areaOf(b))
    .slice(0, MAX_PANELS);
  const groups = new Map<PageBox | null, Rectangle[]>();
  for (const rect of rects) {
    const panel = panels.find((box) => contains(box, rect.box, 0.5) && areaOf(box) > 4 * areaOf(rect.box)) ?? null;
    groups.set(panel, [...(groups.get(panel) ?? []), rect]);
  }
  return [...groups.values()];
}

const MIN_PANEL_PT2 = 10_000;
const MAX_PANELS = 40;
