import type { ChartSpec, SeriesSpec } from '../spec.js';
import { type Canvas, widthOf } from './canvas.js';
import type { Frame } from './frame.js';

/** A line with markers and labels above them; `at` is the height of a value. */
export function drawLine(
  canvas: Canvas,
  frame: Frame,
  chart: ChartSpec,
  series: SeriesSpec,
  ink: string,
  at: (value: number) => number,
): void {
  const { labelPt: sizePt, textPt } = chart.style;
  const points = series.values.map((value, i) => {
    const [start, length] = frame.slot(i);
    return [start + length / 2, at(Number(value))] as const;
  });
  canvas.stroke(
    points.map(([x, y], i) => [i === 0 ? 'M' : 'L', x, y] as const),
    series.color,
    1.8,
  );
  for (const [i, [x, y]] of points.entries()) {
    canvas.rounded(x - 2.5, y - 2.5, 5, 5, 2.5, series.color);
    const label = series.labels[i] ?? null;
    if (label !== null) canvas.text(x, y - 6, label, { sizePt, anchor: 'middle', color: ink });
  }
  const [x, y] = points.at(-1) as readonly [number, number];
  if (chart.legend === 'direct' && series.name !== null) {
    const half = widthOf(series.labels.at(-1) ?? '', sizePt) / 2;
    canvas.text(x + Math.max(9, half - 4), y + textPt * 0.35, series.name, {
      sizePt: textPt,
      color: series.color,
      bold: true,
    });
  }
}
