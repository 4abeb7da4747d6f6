import type { ChartSpec } from '../spec.js';
import type { Area } from './draw-chart.js';

/** Where categories and values lie in a plot, upright or lying. */
export interface Frame {
  readonly plot: Area;
  readonly lying: boolean;
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
  /** Start and length of a category's slot. */
  slot(category: number): readonly [number, number];
  /** A value's place on the value axis. */
  at(value: number): number;
}

/** The frame of a chart with axes: its values rounded out to ticks, with room above for labels. */
export function frameOf(plot: Area, chart: ChartSpec, low: number, high: number, lying: boolean): Frame {
  const [x, y, width, height] = plot;
  const step = tickStep(high - low);
  const [from, to] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  const count = chart.categories.length;
  const each = (lying ? height : width) / count;
  return {
    plot,
    lying,
    low: from,
    high: to,
    ticks: Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step),
    slot: (category) => [(lying ? y : x) + each * category, each],
    at: (value) => {
      const share = (value - from) / (to - from);
      return lying ? x + share * width : y + height - share * height;
    },
  };
}

function tickStep(span: number): number {
  const raw = span / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  return ([1, 2, 2.5, 5].find((one) => one * power >= raw) ?? 10) * power;
}
