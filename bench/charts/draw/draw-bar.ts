import { isStacked } from '../grammars.js';
import type { ChartSpec } from '../spec.js';
import { type Canvas, readableOn, widthOf } from './canvas.js';
import type { Frame } from './frame.js';

/** One bar between two values, with its label. */
export function drawBar(
  canvas: Canvas,
  frame: Frame,
  chart: ChartSpec,
  [start = 0, thick = 0]: readonly number[],
  [from = 0, to = 0]: readonly number[],
  color: string,
  label: string | null,
  ink: string,
): void {
  const [a, b] = [frame.at(from), frame.at(to)];
  const [near, far] = [Math.min(a, b), Math.abs(b - a)];
  const [x, y, width, height] = frame.lying ? [near, start, far, thick] : [start, near, thick, far];
  const edge = chart.style.outlined ? '#ffffff' : null;
  if (chart.style.rounded && !isStacked(chart.grammar)) canvas.rounded(x, y, width, height, 4, color, edge);
  else canvas.rect(x, y, width, height, color, edge);
  if (label === null) return;
  const { labelPt: sizePt } = chart.style;
  const wide = widthOf(label, sizePt);
  const fits = frame.lying ? far > wide + 6 : far > sizePt * 1.5;
  const falls = frame.lying ? b < a : b > a;
  const inside = chart.labelPlace !== 'outside' && (fits || isStacked(chart.grammar));
  const middle = start + thick / 2;
  const centre = (a + b) / 2;
  const inkOn = inside ? readableOn(color) : ink;
  if (frame.lying) {
    const base = middle + sizePt * 0.35;
    if (isStacked(chart.grammar)) canvas.text(centre, base, label, { sizePt, anchor: 'middle', color: inkOn });
    else if (!inside)
      canvas.text(b + (falls ? -3 : 3), base, label, { sizePt, anchor: falls ? 'end' : 'start', color: ink });
    else if (chart.labelPlace === 'base')
      canvas.text(a + (falls ? -3 : 3), base, label, { sizePt, anchor: falls ? 'end' : 'start', color: inkOn });
    else canvas.text(b + (falls ? 3 : -3), base, label, { sizePt, anchor: falls ? 'start' : 'end', color: inkOn });
    return;
  }
  const rise = sizePt * 0.75;
  let base = falls ? b + rise + 3 : b - 3;
  if (isStacked(chart.grammar)) base = centre + sizePt * 0.35;
  else if (inside && chart.labelPlace === 'base') base = falls ? a + rise + 3 : a - 4;
  else if (inside) base = falls ? b - 3 : b + rise + 3;
  canvas.text(middle, base, label, { sizePt, anchor: 'middle', color: inkOn });
}
