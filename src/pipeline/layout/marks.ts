import { areaOf, heightOf, type PageBox, touches, widthOf } from '../../evidence/boxes.js';
import type { Shape } from './shapes.js';
import type { TextLine } from './text-lines.js';

/** Lengths and places that differ by less than this, pt, are equal. */
const EQUAL_PT = 1.2;
/** A sector, or a slice of a ring, is at least this large. */
const MIN_SECTOR_PT = 14;
/** Labels that must show figures before curves are taken for a chart. */
const MIN_ARC_POINTS = 12;
const MIN_FIGURES = 2;
const MIN_TICKS = 3;

/**
 * Whether shapes with these labels are a chart: bars that begin on one line and end at several, coloured slices with
 * figures beside them, or a line drawn across the ticks of an axis. A drawing or a logo has none of these.
 */
export function isChart(shapes: readonly Shape[], labels: readonly TextLine[]): boolean {
  const figures = labels.filter(({ text }) => /\d/u.test(text) && text.length <= 24);
  const rects = shapes.filter((shape) => shape.kind === 'rect' && shape.filled);
  if (figures.length >= MIN_FIGURES && barsOf(rects).length > 0) return true;
  if (figures.length >= MIN_FIGURES && hasSectors(shapes, figures)) return true;
  return (hasAxis(figures) && hasCurve(shapes)) || hasGrid(shapes, figures);
}

/** Rectangles of one thickness that begin on one line and differ in length, and stacks of them: one group a chart. */
export function barsOf(rects: readonly Shape[]): Shape[][] {
  return [true, false].flatMap((upright) => {
    const view = rects.map((shape) => viewOf(shape, upright));
    const starts = new Set(view.map(({ at, thick, low }) => key(at, thick, low)));
    const ends = new Set(view.map(({ at, thick, high }) => key(at, thick, high)));
    // The cells of a row go on where the one before ends; a bar ends in free room.
    const areCells = (group: readonly View[], goesOn: (bar: View) => boolean): boolean =>
      group.filter(goesOn).length * 2 > group.length;
    return [
      ...groups(view, ({ thick, low }) => key(thick, low))
        .flatMap(neighbours)
        .filter(
          (group) => areBars(group) && !areCells(group, ({ at, thick, high }) => starts.has(key(at, thick, high))),
        ),
      ...groups(view, ({ thick, high }) => key(thick, high))
        .flatMap(neighbours)
        .filter((group) => areBars(group) && !areCells(group, ({ at, thick, low }) => ends.has(key(at, thick, low)))),
      ...stacksOf(view),
    ].map((group) => group.map(({ shape }) => shape));
  });
}

/** Bars farther apart than this many of their thicknesses are those of two charts. */
const MAX_BAR_GAP = 2.6;

/** Parts of a group between which there is no more room than between the bars of a chart. */
function neighbours(group: readonly View[]): View[][] {
  const parts: View[][] = [];
  for (const bar of [...group].sort((a, b) => a.at - b.at)) {
    const last = parts.at(-1)?.at(-1);
    if (last && bar.at - last.at - last.thick <= MAX_BAR_GAP * bar.thick) parts.at(-1)?.push(bar);
    else parts.push([bar]);
  }
  return parts;
}

interface View {
  readonly shape: Shape;
  /** Across the bar. */
  readonly at: number;
  readonly thick: number;
  /** Along the bar. */
  readonly low: number;
  readonly high: number;
}

function viewOf(shape: Shape, upright: boolean): View {
  const [x0, y0, x1, y1] = shape.box;
  return upright
    ? { shape, at: x0, thick: x1 - x0, low: y0, high: y1 }
    : { shape, at: y0, thick: y1 - y0, low: x0, high: x1 };
}

const key = (...values: number[]): string => values.map((value) => Math.round(value / EQUAL_PT)).join(' ');

function groups(view: readonly View[], by: (view: View) => string): View[][] {
  const found = new Map<string, View[]>();
  for (const item of view) {
    const name = by(item);
    const group = found.get(name);
    if (group) group.push(item);
    else found.set(name, [item]);
  }
  return [...found.values()].filter((group) => group.length > 1);
}

/** Bars stand beside each other, and at least two lengths differ. */
function areBars(group: readonly View[]): boolean {
  const places = distinct(group.map(({ at }) => at));
  const lengths = distinct(group.map(({ low, high }) => high - low));
  const thick = (group[0] as View).thick;
  // Grids of cells have bars' looks in one column: their lengths repeat in all rows.
  if (places < 2 || lengths < 2 || lengths < group.length / 4 || thick < 3) return false;
  return group.slice(1).every((bar, i) => {
    const step = bar.at - (group[i] as View).at;
    return step >= thick - EQUAL_PT || step < EQUAL_PT;
  });
}

/** Columns of two and more rectangles that touch end to end, cut at different heights. */
function stacksOf(view: readonly View[]): View[][] {
  const columns = groups(view, ({ at, thick }) => key(at, thick)).filter((column) => {
    const sorted = [...column].sort((a, b) => a.low - b.low);
    return sorted.slice(1).every((part, i) => Math.abs(part.low - (sorted[i] as View).high) < EQUAL_PT);
  });
  const byThickness = new Map<string, View[][]>();
  for (const column of columns) {
    const name = key((column[0] as View).thick);
    byThickness.set(name, [...(byThickness.get(name) ?? []), column]);
  }
  return [...byThickness.values()]
    .filter((alike) => {
      const cuts = distinct(alike.flatMap((column) => column.map(({ high }) => high)));
      return alike.length > 1 && cuts > (alike[0] as View[]).length + 1;
    })
    .flatMap((alike) => neighbours(alike.flat()))
    .filter((group) => distinct(group.map(({ at }) => at)) > 1);
}

function distinct(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.filter((value, i) => i === 0 || value - (sorted[i - 1] as number) > EQUAL_PT).length;
}

/** Curved pieces of several colours that make one round thing, with figures in or around it. */
function hasSectors(shapes: readonly Shape[], figures: readonly TextLine[]): boolean {
  const slices = shapes.filter(
    ({ kind, box, filled, points }) =>
      // Some draw an arc as many short straight lines.
      (kind === 'curve' || (kind === 'polyline' && filled && points.length >= MIN_ARC_POINTS)) &&
      Math.max(widthOf(box), heightOf(box)) >= MIN_SECTOR_PT &&
      Math.min(widthOf(box), heightOf(box)) >= 4,
  );
  const colors = new Set(slices.map(({ color }) => color));
  if (slices.length < 2 || colors.size < 2) return false;
  const largest = slices.reduce((a, b) => (areaOf(b.box) > areaOf(a.box) ? b : a));
  const round = slices.filter(({ box }) => touches(box, largest.box, 0.15 * widthOf(largest.box)));
  if (new Set(round.map(({ color }) => color)).size < 2) return false;
  return figures.some(({ text }) => /[%％]/u.test(text)) || figures.length >= MIN_TICKS;
}

/** Three figures and more in one column or on one line, as the ticks of an axis are. */
function hasAxis(figures: readonly TextLine[]): boolean {
  const ticks = figures.filter(({ text }) => /^[^\p{L}]*\d[^\p{L}]*(?:\p{L}{0,3})?$/u.test(text));
  return ([(b: PageBox) => b[2], (b: PageBox) => b[0], (b: PageBox) => b[3]] as const).some((edge) => {
    const places = new Map<number, number>();
    for (const { box } of ticks) {
      const place = Math.round(edge(box) / 2);
      places.set(place, (places.get(place) ?? 0) + 1);
    }
    return [...places].some(([place, count]) => count + Math.max(places.get(place + 1) ?? 0, 0) >= MIN_TICKS);
  });
}

/** Level rules with a figure right outside the end of each: the grid of a chart. A table has its figures between its rules. */
export function hasGrid(shapes: readonly Shape[], figures: readonly TextLine[]): boolean {
  const rules = shapes.filter(({ kind, box }) => kind === 'rule' && widthOf(box) > 10 * heightOf(box));
  const ticked = rules.filter((rule) =>
    figures.some(({ box, sizePt }) => {
      const level = Math.abs((box[1] + box[3] - rule.box[1] - rule.box[3]) / 2) <= 0.6 * sizePt;
      const left = rule.box[0] - box[2];
      const right = box[0] - rule.box[2];
      return level && ((left > -1 && left < 2 * sizePt) || (right > -1 && right < 2 * sizePt));
    }),
  );
  return distinct(ticked.map(({ box }) => box[1])) >= MIN_TICKS;
}

/** A drawn line that goes on in one direction over several points, alone or as a chain of short ones. */
function hasCurve(shapes: readonly Shape[]): boolean {
  return shapes.some(({ kind, filled, points }) => {
    if ((kind !== 'polyline' && kind !== 'curve') || filled || points.length < 4) return false;
    const steps = points.slice(1).map(([x], i) => x - (points[i] as readonly [number, number])[0]);
    return steps.every((step) => step >= -0.01) || steps.every((step) => step <= 0.01);
  });
}
