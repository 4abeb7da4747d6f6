import { isRound } from '../grammars.js';
import type { ChartSpec } from '../spec.js';
import { type Canvas, inLines, widthOf } from './canvas.js';
import { drawBars } from './draw-bars.js';
import { drawRound } from './draw-round.js';

/** x, y, width, height in pt. */
export type Area = readonly [number, number, number, number];

/** Paints title, legend and plot of a chart into its place. */
export function drawChart(canvas: Canvas, box: Area, chart: ChartSpec): void {
  const { style } = chart;
  const ink = style.dark ? '#ffffff' : '#222222';
  if (style.card) {
    const [x, y, width, height] = box;
    canvas.rounded(
      x - 6,
      y - 4,
      width + 12,
      height + 12,
      8,
      style.dark ? '#14213d' : '#f4f6f9',
      style.dark ? null : '#d5dbe3',
    );
  }
  const below = drawTitle(canvas, box, chart, ink);
  const noted = drawNote(canvas, below, chart, ink);
  const plot = drawLegend(canvas, noted, chart, ink);
  if (isRound(chart.grammar)) drawRound(canvas, plot, chart, ink);
  else drawBars(canvas, plot, chart, ink);
}

function drawTitle(canvas: Canvas, [x, y, width, height]: Area, chart: ChartSpec, color: string): Area {
  const { titlePt, titleAlign } = chart.style;
  const [at, anchor] = titleAlign === 'left' ? ([x + 4, 'start'] as const) : ([x + width / 2, 'middle'] as const);
  let base = y + titlePt;
  for (const line of inLines(chart.title, titlePt, width - 8)) {
    canvas.text(at, base, line, { sizePt: titlePt, bold: true, anchor, color });
    base += titlePt * 1.25;
  }
  if (chart.subtitle !== null) {
    canvas.text(at, base, chart.subtitle, { sizePt: titlePt * 0.75, anchor, color });
    base += titlePt;
  }
  const used = base - y;
  return [x, y + used, width, height - used];
}

function drawNote(canvas: Canvas, [x, y, width, height]: Area, chart: ChartSpec, color: string): Area {
  if (chart.note === null) return [x, y, width, height];
  canvas.text(x + 4, y + height - 2, chart.note, { sizePt: 6.5, color });
  return [x, y, width, height - 14];
}

interface Entry {
  readonly name: string;
  readonly value: string | null;
  readonly color: string;
  readonly line: boolean;
}

/** What the legend lists: the categories of a round chart, the series of the others. */
function entriesOf(chart: ChartSpec): Entry[] {
  const { series, categories, style, labelPlace } = chart;
  if (isRound(chart.grammar))
    return categories.map((name, i) => ({
      name,
      value: labelPlace === 'legend' ? (series[0]?.labels[i] ?? null) : null,
      color: style.palette[i % style.palette.length] as string,
      line: false,
    }));
  return series.map(({ name, color, kind }) => ({
    name: name ?? '',
    value: null,
    color,
    line: kind === 'line' || chart.grammar === 'line',
  }));
}

function drawLegend(canvas: Canvas, area: Area, chart: ChartSpec, color: string): Area {
  const [x, y, width, height] = area;
  const place = chart.labelPlace === 'legend' && chart.legend === 'direct' ? 'right' : chart.legend;
  if (place === 'direct' || place === 'none') return area;
  const sizePt = chart.style.textPt;
  const entries = entriesOf(chart);
  const widths = entries.map(
    ({ name, value }) => 14 + widthOf(name, sizePt) + (value === null ? 0 : 10 + widthOf(value, sizePt)),
  );
  if (place === 'left' || place === 'right') {
    const column = Math.min(width * 0.42, Math.max(...widths) + 14);
    const step = sizePt * 1.9;
    const left = place === 'left' ? x + 4 : x + width - column + 4;
    const top = y + (height - step * entries.length) / 2 + sizePt;
    for (const [i, entry] of entries.entries())
      drawEntry(canvas, left, top + i * step, column - 12, entry, chart, color);
    return place === 'left' ? [x + column, y, width - column, height] : [x, y, width - column, height];
  }
  const rows = packed(widths, width - 10);
  const step = sizePt * 1.7;
  const top = place === 'top' ? y + sizePt : y + height - step * (rows.length - 1) - 4;
  for (const [r, row] of rows.entries()) {
    let left = x + (width - row.reduce((sum, i) => sum + (widths[i] as number) + 14, -14)) / 2;
    for (const i of row) {
      drawEntry(canvas, left, top + r * step, widths[i] as number, entries[i] as Entry, chart, color);
      left += (widths[i] as number) + 14;
    }
  }
  const used = step * rows.length + 6;
  return place === 'top' ? [x, y + used, width, height - used] : [x, y, width, height - used];
}

function drawEntry(
  canvas: Canvas,
  x: number,
  base: number,
  width: number,
  entry: Entry,
  chart: ChartSpec,
  color: string,
): void {
  const { textPt: sizePt, swatch } = chart.style;
  const middle = base - sizePt * 0.35;
  if (entry.line) {
    canvas.line(x, middle, x + 11, middle, entry.color, 1.6);
    canvas.rounded(x + 3.5, middle - 2, 4, 4, 2, entry.color);
  } else if (swatch === 'circle') canvas.rounded(x + 1, middle - 3.5, 7, 7, 3.5, entry.color);
  else canvas.rect(x + 1, middle - 3.5, 7, 7, entry.color);
  canvas.text(x + 14, base, entry.name, { sizePt, color });
  if (entry.value !== null) canvas.text(x + width, base, entry.value, { sizePt, bold: true, anchor: 'end', color });
}

/** Indices of what stands on each row of a legend. */
function packed(widths: readonly number[], within: number): number[][] {
  const rows: number[][] = [[]];
  let used = 0;
  for (const [i, width] of widths.entries()) {
    if (used > 0 && used + width > within) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(i);
    used += width + 14;
  }
  return rows;
}
