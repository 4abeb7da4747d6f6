import type { PaintedPage } from '../../sources/painted.js';
import type { Chart } from './chart.js';
import { findCharts } from './find-charts.js';
import { qualifyChart } from './qualify.js';

/** What tests say of a page that was read: its one chart, the points of a chart line by line, and what speaks against each. */

export const RED = '#c8102e';
export const BLUE = '#00529b';
export const GREEN = '#2ca02c';

export const one = (painted: PaintedPage): Chart => {
  const { charts } = findCharts(painted, 0);
  if (charts.length !== 1) throw new Error(`the page has ${charts.length} charts`);
  return charts[0] as Chart;
};

/** `series | category | value | unit | refusals` of each point. */
export const rows = (chart: Chart): string[] =>
  chart.points.map(({ series, category, value, unit, refused }) =>
    [series?.text ?? '-', category?.text ?? '-', value ?? 'none', unit ?? '-', ...refused].join(' | '),
  );

/** What speaks against each point besides the glyphs, which a page made by hand has no evidence of. */
export const refusals = (chart: Chart): string[][] =>
  qualifyChart(chart, { width: 0, height: 0, runs: [], glyphs: [], readings: [], pictures: [] }).points.map(
    ({ refused }) => refused.filter((reason) => reason !== 'WITNESSES_DISAGREE'),
  );

/** The same as lines: the index of the point, and the reason. */
export const faults = (chart: Chart): string[] =>
  refusals(chart).flatMap((reasons, i) => reasons.map((reason) => `${i} ${reason}`));
