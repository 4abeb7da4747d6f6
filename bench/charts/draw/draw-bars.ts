import { isStacked } from '../grammars.js';
import { printed } from '../numbers.js';
import type { ChartSpec, SeriesSpec } from '../spec.js';
import { type Canvas, inLines, widthOf } from './canvas.js';
import { drawBar } from './draw-bar.js';
import type { Area } from './draw-chart.js';
import { drawLine } from './draw-line.js';
import { type Frame, frameOf } from './frame.js';

/** Share of the plot's height that bars leave to the line above them. */
const LINE_SHARE = 0.38;

/** Paints a chart with a category and a value axis: bars of all kinds, lines, both. */
export function drawBars(canvas: Canvas, area: Area, chart: ChartSpec, ink: string): void {
  const lying = chart.grammar.includes('horizontal');
  const bars = chart.grammar === 'line' ? [] : chart.series.filter(({ kind }) => kind === 'bar');
  const [low, high] = extent(chart, bars);
  const frame = frameOf(plotOf(area, chart, lying), chart, low, high, lying);
  drawAxes(canvas, frame, chart, ink);
  if (chart.grammar === 'waterfall') drawWaterfall(canvas, frame, chart, ink);
  else drawSeries(canvas, frame, chart, bars, ink);
  if (chart.grammar === 'line')
    for (const series of chart.series) drawLine(canvas, frame, chart, series, ink, (value) => frame.at(value));
  for (const series of chart.series.filter(({ kind }) => kind === 'line'))
    drawLine(canvas, frame, chart, series, ink, ownScale(frame, series));
  if (chart.callout !== null) drawCallout(canvas, frame, chart.callout, ink);
}

function plotOf([x, y, width, height]: Area, chart: ChartSpec, lying: boolean): Area {
  const names = Math.max(...chart.categories.map((one) => widthOf(one, chart.style.textPt)));
  const ticks = chart.valueAxis.shown ? 40 : 10;
  const left = (lying ? Math.min(names, width * 0.3) + 10 : ticks) + (chart.valueAxis.title === null || lying ? 0 : 14);
  const turned = chart.categoryTurnDeg === 90 ? names : chart.categoryTurnDeg === 45 ? names * 0.75 : 18;
  const bottom = lying ? (chart.valueAxis.shown ? 18 : 6) + (chart.valueAxis.title === null ? 0 : 14) : turned + 8;
  const right = chart.legend === 'direct' ? 70 : lying ? 40 : 8;
  return [x + left, y + 14, width - left - right, height - 14 - bottom];
}

function extent(chart: ChartSpec, bars: readonly SeriesSpec[]): [number, number] {
  const numbers = chart.series.filter(({ kind }) => kind === 'bar').flatMap(({ values }) => values.map(Number));
  if (chart.grammar === 'waterfall') {
    const steps = bridge(chart);
    return [0, Math.max(...steps.flat()) * 1.08];
  }
  if (isStacked(chart.grammar)) {
    const sums = chart.categories.map((_, i) => bars.reduce((sum, { values }) => sum + Number(values[i]), 0));
    return [0, Math.max(...sums) * 1.08];
  }
  const [low, high] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
  const room = chart.grammar === 'bar_line' ? 1 / (1 - LINE_SHARE) : chart.callout === null ? 1.08 : 1.3;
  return [low < 0 ? low - (high - low) * 0.08 : 0, high === 0 ? Math.abs(low) * 0.1 : high * room];
}

function drawAxes(canvas: Canvas, frame: Frame, chart: ChartSpec, ink: string): void {
  const [x, y, width, height] = frame.plot;
  const { textPt: sizePt, dark } = chart.style;
  const pale = dark ? '#44527a' : '#d0d0d0';
  const format = { ...(chart.series[0] as SeriesSpec).format, plus: false, decimals: 0 };
  for (const tick of frame.ticks) {
    const at = frame.at(tick);
    if (chart.valueAxis.grid)
      frame.lying ? canvas.line(at, y, at, y + height, pale, 0.4) : canvas.line(x, at, x + width, at, pale, 0.4);
    if (!chart.valueAxis.shown) continue;
    const text = printed(String(Number(tick.toFixed(4))), format);
    if (frame.lying)
      canvas.text(at, y + height + sizePt + 4, text, { sizePt: sizePt - 1, anchor: 'middle', color: ink });
    else canvas.text(x - 5, at + sizePt * 0.35, text, { sizePt: sizePt - 1, anchor: 'end', color: ink });
  }
  const zero = frame.at(0);
  if (frame.lying) canvas.line(zero, y, zero, y + height, ink, 0.8);
  else canvas.line(x, zero, x + width, zero, ink, 0.8);
  if (chart.valueAxis.title !== null) {
    if (frame.lying)
      canvas.text(x + width / 2, y + height + sizePt * 2 + 8, chart.valueAxis.title, {
        sizePt,
        anchor: 'middle',
        color: ink,
      });
    else
      canvas.text(x - (chart.valueAxis.shown ? 38 : 10), y + height / 2, chart.valueAxis.title, {
        sizePt,
        anchor: 'middle',
        turnDeg: 90,
        color: ink,
      });
  }
  for (const [i, category] of chart.categories.entries()) drawCategory(canvas, frame, chart, category, i, ink);
}

function drawCategory(
  canvas: Canvas,
  frame: Frame,
  chart: ChartSpec,
  category: string,
  i: number,
  color: string,
): void {
  const [x, y, , height] = frame.plot;
  const { textPt: sizePt } = chart.style;
  const [start, length] = frame.slot(i);
  const middle = start + length / 2;
  if (frame.lying) {
    const lines = inLines(category, sizePt, x - 12 > 60 ? 999 : x - 12);
    for (const [row, line] of lines.entries())
      canvas.text(x - 6, middle + sizePt * 0.35 + row * sizePt * 1.1, line, { sizePt, anchor: 'end', color });
    return;
  }
  const top = y + height + 4;
  if (chart.categoryTurnDeg !== 0) {
    canvas.text(middle + sizePt * 0.4, top + 3, category, {
      sizePt,
      anchor: 'end',
      turnDeg: chart.categoryTurnDeg,
      color,
    });
    return;
  }
  for (const [row, line] of inLines(category, sizePt, length - 2).entries())
    canvas.text(middle, top + sizePt + row * sizePt * 1.1, line, { sizePt, anchor: 'middle', color });
}

function drawSeries(canvas: Canvas, frame: Frame, chart: ChartSpec, bars: readonly SeriesSpec[], ink: string): void {
  const stacked = isStacked(chart.grammar);
  for (const [i] of chart.categories.entries()) {
    const [start, length] = frame.slot(i);
    const group = length * chart.style.fill;
    const first = start + (length - group) / 2;
    let base = 0;
    for (const [s, series] of bars.entries()) {
      const value = Number(series.values[i]);
      const thick = stacked ? group : group / bars.length;
      const from = stacked ? first : first + thick * s;
      drawBar(
        canvas,
        frame,
        chart,
        [from, thick * (stacked || bars.length === 1 ? 1 : 0.94)],
        [base, base + value],
        series.color,
        series.labels[i] ?? null,
        ink,
      );
      if (stacked) base += value;
    }
    const total = chart.totals?.[i];
    if (total !== undefined) {
      const sizePt = chart.style.labelPt;
      canvas.text(start + length / 2, frame.at(base) - 3, total.label, {
        sizePt,
        bold: true,
        anchor: 'middle',
        color: ink,
      });
    }
  }
}

/** From and to of each step; the first and the last start at zero. */
function bridge(chart: ChartSpec): [number, number][] {
  const values = chart.series[0]?.values.map(Number) ?? [];
  let level = 0;
  return values.map((value, i) => {
    if (i === 0 || i === values.length - 1) {
      level = value;
      return [0, value];
    }
    const from = level;
    level += value;
    return [from, level];
  });
}

function drawWaterfall(canvas: Canvas, frame: Frame, chart: ChartSpec, ink: string): void {
  const steps = bridge(chart);
  const [total, up, down] = [chart.style.palette[0] as string, '#3a9d5d', '#c0392b'];
  for (const [i, [from, to]] of steps.entries()) {
    const [start, length] = frame.slot(i);
    const thick = length * chart.style.fill;
    const left = start + (length - thick) / 2;
    const color = i === 0 || i === steps.length - 1 ? total : to >= from ? up : down;
    drawBar(canvas, frame, chart, [left, thick], [from, to], color, chart.series[0]?.labels[i] ?? null, ink);
    if (i < steps.length - 1)
      canvas.line(
        left + thick,
        frame.at(to),
        frame.slot(i + 1)[0] + (length - thick) / 2,
        frame.at(to),
        '#888888',
        0.5,
        2,
      );
  }
}

/** A line beside bars runs in the share of the plot that they leave free. */
function ownScale(frame: Frame, series: SeriesSpec): (value: number) => number {
  const numbers = series.values.map(Number);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const [, y, , height] = frame.plot;
  const room = height * LINE_SHARE - 26;
  return (value) => y + 10 + (high === low ? room / 2 : (room * (high - value)) / (high - low));
}

/** A change over the first two bars, with its arrow. */
function drawCallout(canvas: Canvas, frame: Frame, text: string, ink: string): void {
  const [, y] = frame.plot;
  const middle = (i: number): number => frame.slot(i)[0] + frame.slot(i)[1] / 2;
  const [from, to] = [middle(0), middle(1)];
  canvas.stroke(
    [
      ['M', from, y + 16],
      ['L', from, y + 8],
      ['L', to, y + 8],
      ['L', to, y + 13],
    ],
    ink,
    0.7,
  );
  canvas.fill([['M', to - 2.5, y + 12], ['L', to + 2.5, y + 12], ['L', to, y + 17], ['Z']], ink);
  canvas.text((from + to) / 2, y + 4, text, { sizePt: 8, bold: true, anchor: 'middle', color: ink });
}
