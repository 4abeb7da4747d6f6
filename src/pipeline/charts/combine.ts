import { middleOf, type PageBox, touches, unionOf } from '../../evidence/boxes.js';
import { isNumeral } from '../facts/printed-number.js';
import type { Bar, BarGroup } from './bar-groups.js';
import type { LineSeries } from './line-series.js';
import { isPeriod } from './periods.js';
import { plotArea } from './plot-area.js';
import type { Scene } from './scene.js';
import { acrossMiddle, fromView } from './view.js';

/** Bars and lines that stand over one axis. */
export interface AxisGroup {
  readonly bars: BarGroup | null;
  readonly lines: readonly LineSeries[];
}

/** Points of lines stand over each other, or over their bars, this closely: a share of the room between two. */
const OFF_STEP = 0.2;
const MIN_SHARED = 0.6;

/** Lines go with the bars, or with each other, over whose places their points stand. */
export function combined(scene: Scene, bars: readonly BarGroup[], lines: readonly LineSeries[]): AxisGroup[] {
  const groups: { bars: BarGroup | null; lines: LineSeries[]; places: readonly number[]; area: PageBox }[] = bars.map(
    (group) => ({
      bars: group,
      lines: [],
      places: placesOf(group),
      area: plotArea(scene, unionOf(group.bars.map((bar) => fromView(bar, group.upright))) as PageBox),
    }),
  );
  for (const line of [...lines].sort((a, b) => b.vertices.length - a.vertices.length)) {
    const xs = line.vertices.map(({ at }) => at[0]);
    const area = plotArea(scene, line.box);
    const home = groups.find(
      (group) => (group.bars?.upright ?? true) && isOver(xs, group.places) && meets(scene, group.area, line.box),
    );
    if (home) {
      home.lines.push(line);
      home.area = unionOf([home.area, line.box]) as PageBox;
    } else groups.push({ bars: null, lines: [line], places: xs, area });
  }
  return groups;
}

/** Middles of bars, and of the clusters that touching bars make. */
function placesOf({ columns }: BarGroup): number[] {
  const middles = columns.map((column) => acrossMiddle(column[0] as Bar));
  const clusters: Bar[][] = [];
  for (const column of columns) {
    const bar = column[0] as Bar;
    const last = clusters.at(-1)?.at(-1);
    if (last && bar.a0 - last.a1 < 0.35 * (bar.a1 - bar.a0)) clusters.at(-1)?.push(bar);
    else clusters.push([bar]);
  }
  const clustered = clusters.map((cluster) => ((cluster[0] as Bar).a0 + (cluster.at(-1) as Bar).a1) / 2);
  return [...middles, ...(clusters.length > 1 ? clustered : [])];
}

function isOver(xs: readonly number[], places: readonly number[]): boolean {
  const step = Math.min(...xs.slice(1).map((x, i) => x - (xs[i] as number)));
  const over = xs.filter((x) => places.some((place) => Math.abs(place - x) <= OFF_STEP * step));
  return over.length >= MIN_SHARED * xs.length;
}

/** One plot: the areas meet, or only values stand between them. */
function meets({ labels }: Scene, plot: PageBox, line: PageBox): boolean {
  if (touches(plot, line)) return true;
  const [upper, lower] = line[3] <= plot[1] ? [line, plot] : [plot, line];
  if (lower[1] - upper[3] > MAX_APART * Math.max(plot[3] - plot[1], plot[2] - plot[0])) return false;
  return labels.every(({ box, text }) => {
    const [x, y] = middleOf(box);
    const between = y > upper[3] && y < lower[1] && x > plot[0] && x < plot[2];
    return !between || (isNumeral(text) && !isPeriod(text));
  });
}

/** In sizes of the plot. */
const MAX_APART = 1;
