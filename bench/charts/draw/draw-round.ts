import type { ChartSpec } from '../spec.js';
import { arc, type Canvas, readableOn, widthOf } from './canvas.js';
import type { Area } from './draw-chart.js';

/** Widest turn of a radial bar: the rest is free for the labels at its start. */
const RADIAL_TURN = 0.75;

/** Paints a pie, a donut or radial bars. */
export function drawRound(canvas: Canvas, [x, y, width, height]: Area, chart: ChartSpec, ink: string): void {
  const [cx, cy] = [x + width / 2, y + height / 2];
  if (chart.grammar === 'radial_bar') {
    drawRings(canvas, cx, cy, Math.min(width, height) / 2 - 6, chart, ink);
    return;
  }
  const outside = chart.labelPlace === 'outside' || chart.labelPlace === 'leader';
  const radius = Math.min(width / 2 - (outside ? 95 : 8), height / 2 - (outside ? 24 : 8));
  drawSectors(canvas, cx, cy, Math.max(radius, 30), chart, ink);
}

function drawSectors(canvas: Canvas, cx: number, cy: number, radius: number, chart: ChartSpec, ink: string): void {
  const { series, categories, style, grammar } = chart;
  const { values = [], labels = [] } = series[0] ?? {};
  const whole = values.reduce((sum, value) => sum + Number(value), 0);
  const hole = grammar === 'donut' ? radius * 0.58 : 0;
  let from = 0;
  for (const [i, value] of values.entries()) {
    const to = from + Number(value) / whole;
    const color = style.palette[i % style.palette.length] as string;
    const outer = arc(cx, cy, radius, from, to, 'M');
    const inner = hole > 0 ? arc(cx, cy, hole, to, from, 'L') : ([['L', cx, cy]] as const);
    canvas.fill([...outer, ...inner, ['Z']], color, style.outlined ? '#ffffff' : null);
    const label = labels[i] ?? null;
    const lines =
      chart.legend === 'direct' && chart.labelPlace !== 'legend'
        ? named(categories[i] as string, label, style.twoLines)
        : label === null
          ? []
          : [label];
    if (chart.labelPlace !== 'legend')
      drawSectorLabel(canvas, [cx, cy, radius, hole], (from + to) / 2, lines, chart, color, ink);
    from = to;
  }
  if (chart.centre !== null && hole > 0) {
    const sizePt = Math.min(style.titlePt + 3, (hole * 1.6) / Math.max(3, chart.centre.label.length * 0.56));
    canvas.text(cx, cy + 2, chart.centre.label, { sizePt, bold: true, anchor: 'middle', color: ink });
    canvas.text(cx, cy + 2 + sizePt, chart.centre.caption, { sizePt: sizePt * 0.6, anchor: 'middle', color: ink });
  }
}

const named = (category: string, label: string | null, twoLines: boolean): string[] =>
  label === null ? [category] : twoLines ? [category, label] : [`${category} ${label}`];

function drawSectorLabel(
  canvas: Canvas,
  [cx = 0, cy = 0, radius = 0, hole = 0]: readonly number[],
  turn: number,
  lines: readonly string[],
  chart: ChartSpec,
  color: string,
  ink: string,
): void {
  const { labelPt: sizePt } = chart.style;
  const [dx, dy] = [Math.sin(turn * 2 * Math.PI), -Math.cos(turn * 2 * Math.PI)];
  const rows = (x: number, y: number, anchor: 'start' | 'middle' | 'end', fill: string) => {
    for (const [i, line] of lines.entries())
      canvas.text(x, y + sizePt * 0.35 + (i - (lines.length - 1) / 2) * sizePt * 1.15, line, {
        sizePt,
        anchor,
        color: fill,
      });
  };
  if (chart.labelPlace === 'inside') {
    const at = hole > 0 ? (radius + hole) / 2 : radius * 0.66;
    rows(cx + dx * at, cy + dy * at, 'middle', readableOn(color));
    return;
  }
  const right = dx >= 0;
  if (lines.length === 0) return;
  if (chart.labelPlace === 'leader') {
    const [ex, ey] = [cx + dx * (radius + 12), cy + dy * (radius + 12)];
    const end = ex + (right ? 14 : -14);
    canvas.stroke(
      [
        ['M', cx + dx * (radius - 2), cy + dy * (radius - 2)],
        ['L', ex, ey],
        ['L', end, ey],
      ],
      ink,
      0.6,
    );
    rows(end + (right ? 3 : -3), ey, right ? 'start' : 'end', ink);
    return;
  }
  const anchor = Math.abs(dx) < 0.25 ? 'middle' : right ? 'start' : 'end';
  rows(cx + dx * (radius + 5), cy + dy * (radius + 9), anchor, ink);
}

/** Concentric bars, the first outermost, clockwise from 12 o'clock. */
function drawRings(canvas: Canvas, cx: number, cy: number, radius: number, chart: ChartSpec, ink: string): void {
  const { series, categories, style } = chart;
  const { values = [], labels = [] } = series[0] ?? {};
  const step = (radius * 0.72) / values.length;
  const top = Math.max(...values.map(Number)) * (style.outlined ? 1 : 1.1);
  for (const [i, value] of values.entries()) {
    const r = radius - step * (i + 0.5);
    const color = style.palette[i % style.palette.length] as string;
    const look = { roundCap: style.rounded };
    canvas.stroke(arc(cx, cy, r, 0, RADIAL_TURN, 'M'), style.dark ? '#2b3a5c' : '#e6e9ee', step * style.fill, look);
    canvas.stroke(arc(cx, cy, r, 0, (RADIAL_TURN * Number(value)) / top, 'M'), color, step * style.fill, look);
    if (chart.labelPlace === 'legend') continue;
    const label = labels[i] ?? null;
    const sizePt = Math.min(style.labelPt, step * 0.8);
    const middle = cy - r + sizePt * 0.35;
    const gap = style.rounded ? 6 + (step * style.fill) / 2 : 6;
    if (label !== null) canvas.text(cx - gap, middle, label, { sizePt, bold: true, anchor: 'end', color: ink });
    if (chart.legend !== 'direct') continue;
    const used = label === null ? 0 : widthOf(label, sizePt) * 1.08 + 8;
    canvas.text(cx - gap - used, middle, categories[i] as string, { sizePt, anchor: 'end', color: ink });
  }
}
