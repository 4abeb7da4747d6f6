import type { PageSpec } from '../spec.js';
import { Canvas, type Drawing } from './canvas.js';
import { drawChart } from './draw-chart.js';

/** A page as a drawing, for the producers that have no charts of their own. */
export function drawPage(page: PageSpec): Drawing {
  const canvas = new Canvas();
  if (page.heading !== null) {
    canvas.rect(0, 0, page.widthPt, 8, page.charts[0]?.chart.style.palette[0] as string);
    canvas.text(30, 44, page.heading, { sizePt: 20, bold: true });
  }
  for (const { box, chart } of page.charts) drawChart(canvas, box, chart);
  if (page.prose !== null) {
    const [x, y] = page.prose.box;
    for (const [i, line] of page.prose.lines.entries()) canvas.text(x, y + 10 + i * 15, line, { sizePt: 10 });
  }
  if (page.table !== null) drawTable(canvas, page.table.box, page.table.rows);
  return canvas.strokes;
}

function drawTable(canvas: Canvas, [x, y, width]: readonly number[], rows: readonly (readonly string[])[]): void {
  const [left = 0, top = 0, right = left + (width ?? 0)] = [x, y];
  for (const [i, row] of rows.entries()) {
    const base = top + 12 + i * 17;
    canvas.text(left + 3, base, row[0] ?? '', { sizePt: 9, bold: i === 0 });
    canvas.text(right - 3, base, row[1] ?? '', { sizePt: 9, bold: i === 0, anchor: 'end' });
    canvas.line(left, base + 5, right, base + 5, '#999999', i === 0 ? 1 : 0.4);
  }
}
