import type { PageBox } from '../../evidence/boxes.js';
import { isNumeral, type NumberStyle, printedNumber } from '../facts/printed-number.js';
import type { DraftAxis } from './draft.js';
import type { Label } from './labels.js';
import { isPeriod } from './periods.js';
import type { Scene } from './scene.js';
import { acrossMiddle, alongMiddle, type ViewBox, viewBox } from './view.js';

/** Ticks stand at most this far from the marks, and a title this far from the ticks, em. */
const REACH_EM = 12;
const TITLE_EM = 4;
const MAX_TITLE_SIZE = 1.5;
const MIN_TICKS = 3;
const ALIGNED_PT = 1.5;
/** Ticks are evenly spread: off by no more than this share of a step. */
const OFF_STEP = 0.12;

/**
 * The axes of values beside the marks of a chart: numbers in one line that grow evenly with their place. They tell the unit
 * by their title, and that they are no values.
 *
 * @param upright values grow up the page
 * @param others marks of other charts: an axis that stands between is that of the nearer one
 */
export function valueAxesOf(scene: Scene, area: PageBox, upright: boolean, others: readonly PageBox[]): DraftAxis[] {
  const own = viewBox(area, upright);
  const rivals = others.map((box) => viewBox(box, upright));
  const near = scene.labels
    .map((label) => ({ label, view: viewBox(label.box, upright) }))
    .filter(({ label, view }) => {
      const reach = REACH_EM * label.sizePt;
      const beside = view.a1 <= own.a0 + 2 ? own.a0 - view.a1 : view.a0 >= own.a1 - 2 ? view.a0 - own.a1 : Infinity;
      const far = Math.max(reach, own.a1 - own.a0);
      return (
        isNumeral(label.text) &&
        beside <= reach &&
        !rivals.some((rival) => isNearer(view, rival, own)) &&
        alongMiddle(view) > own.l0 - far &&
        alongMiddle(view) < own.l1 + far
      );
    });
  const axes: DraftAxis[] = [];
  const used = new Set<Label>();
  for (const edge of [({ a1 }: ViewBox) => a1, acrossMiddle, ({ a0 }: ViewBox) => a0]) {
    const lines = new Map<number, typeof near>();
    for (const one of near.filter(({ label }) => !used.has(label))) {
      const at = [...lines.keys()].find((key) => Math.abs(key - edge(one.view)) <= ALIGNED_PT) ?? edge(one.view);
      lines.set(at, [...(lines.get(at) ?? []), one]);
    }
    for (const line of lines.values()) {
      const sorted = evenRun(
        line.sort((a, b) => alongMiddle(a.view) - alongMiddle(b.view)),
        own,
      );
      if (sorted === null) continue;
      const labels = sorted.map(({ label }) => label);
      for (const label of labels) used.add(label);
      axes.push({
        direction: upright ? 'vertical' : 'horizontal',
        kind: 'value',
        title: axisTitle(scene, labels, upright, own),
        labels: labels.map((label) => [label]),
      });
    }
  }
  return axes;
}

/** Whether a tick stands between two charts and nearer to the other. */
function isNearer(tick: ViewBox, other: ViewBox, own: ViewBox): boolean {
  const middle = alongMiddle(tick);
  if (middle < other.l0 - SAME_LEVEL_PT || middle > other.l1 + SAME_LEVEL_PT) return false;
  const [toOwn, toOther] =
    other.a0 >= tick.a1 ? [tick.a0 - own.a1, other.a0 - tick.a1] : [own.a0 - tick.a1, tick.a0 - other.a1];
  return toOwn > 0 && toOther >= 0 && toOther < toOwn;
}

/** Ticks reach beyond the marks, for an axis is longer than its longest bar. */
const SAME_LEVEL_PT = 60;

interface Tick {
  readonly label: Label;
  readonly view: ViewBox;
}

/** The longest run of ticks beside the marks that grows evenly: another chart may have its ticks in the same line. */
function evenRun(line: readonly Tick[], own: ViewBox): readonly Tick[] | null {
  let best: readonly Tick[] | null = null;
  for (let from = 0; from + MIN_TICKS <= line.length; from++) {
    for (let to = from + MIN_TICKS; to <= Math.min(line.length, from + MAX_TICKS); to++) {
      const run = line.slice(from, to);
      if (!isEven(run, 'point') && !isEven(run, 'comma')) break;
      const [low, high] = [alongMiddle((run[0] as Tick).view), alongMiddle((run.at(-1) as Tick).view)];
      const beside = low <= own.l1 + 2 && high >= own.l0 - 2;
      if (beside && run.length > (best?.length ?? 0)) best = run;
    }
  }
  return best;
}

const MAX_TICKS = 40;

function isEven(ticks: readonly { readonly label: Label; readonly view: ViewBox }[], style: NumberStyle): boolean {
  const line = ticks.map(({ label, view }) => ({
    at: alongMiddle(view),
    value: Number(printedNumber(label.text, style)?.value ?? Number.NaN),
  }));
  const [first, last] = [line[0], line.at(-1)];
  if (line.length < MIN_TICKS || !first || !last || ticks.every(({ label }) => isPeriod(label.text))) return false;
  const span = last.value - first.value;
  if (!(Math.abs(span) > 0) || last.at - first.at < 8) return false;
  const step = Math.abs(span) / (line.length - 1);
  return line.every(
    ({ at, value }) =>
      Math.abs(value - first.value - (span * (at - first.at)) / (last.at - first.at)) <= OFF_STEP * step + 1e-9,
  );
}

/** Lettering on its side along the ticks, or a line right above their upper end. */
function axisTitle({ labels }: Scene, ticks: readonly Label[], upright: boolean, area: ViewBox): Label | null {
  const views = ticks.map(({ box }) => viewBox(box, upright));
  const [a0, a1] = [Math.min(...views.map((view) => view.a0)), Math.max(...views.map((view) => view.a1))];
  const top = Math.max(...views.map((view) => view.l1));
  const bottom = Math.min(...views.map((view) => view.l0));
  const outer = a1 <= area.a0 + 2 ? -1 : 1;
  const candidates = labels.filter((label) => {
    if (ticks.includes(label) || !/[\p{L}%$€£¥]/u.test(label.text) || label.text.length > 60) return false;
    const view = viewBox(label.box, upright);
    const em = label.sizePt;
    // A heading below the ticks is that of the next chart.
    if (label.bold || em > MAX_TITLE_SIZE * (ticks[0] as Label).sizePt) return false;
    const along = alongMiddle(view);
    const turned = upright ? label.rotationDeg % 180 === 90 : label.rotationDeg === 0;
    const beside = outer < 0 ? a0 - view.a1 : view.a0 - a1;
    if (turned && beside > -0.5 * em && beside < TITLE_EM * em && along > bottom && along < top) return true;
    if (!upright || label.rotationDeg !== 0) return false;
    const above = view.l0 - top;
    return above > -0.3 * em && above < 1.6 * em && view.a0 < a1 + em && view.a1 > a0 - em && label.text.length < 24;
  });
  return candidates.length === 1 ? (candidates[0] as Label) : null;
}
