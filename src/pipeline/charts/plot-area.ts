import { areaOf, contains, gapOf, heightOf, type PageBox, unionOf, widthOf } from '../../evidence/boxes.js';
import { isNumeral } from '../facts/printed-number.js';
import { isPeriod } from './periods.js';
import type { Scene } from './scene.js';

/** A rule is this thin, pt, and at least this share of the marks' extent; it ends near them. */
const RULE_PT = 1.6;
const MIN_SHARE = 0.6;
const OVERHANG = 0.5;
const OVERHANG_PT = 24;
/** Lines of one grid begin and end at the same places. */
const SAME_PT = 2;
/** A grid goes on this many times the marks' extent beyond them at most, or pt. */
const REACH = 2.2;
const MIN_REACH_PT = 60;
/** A ground that is larger than this many times the marks is that of more than the plot. */
const GROUND = 8;
const TICK_PT = 9;
const MIN_TICKS = 3;

/**
 * The marks of a chart with its axes, its grid and the ground under them.
 *
 * @param others marks of other charts: rules, ticks and grounds that stand nearer to them are theirs
 */
export function plotArea({ shapes, labels }: Scene, marks: PageBox, others: readonly PageBox[] = []): PageBox {
  const [x0, y0, x1, y1] = marks;
  const [w, h] = [Math.max(x1 - x0, 1), Math.max(y1 - y0, 1)];
  const [reachX, reachY] = [Math.max(REACH * w, MIN_REACH_PT), Math.max(REACH * h, w, MIN_REACH_PT)];
  const near = shapes.filter(
    ({ box }) =>
      box[0] < x1 + reachX &&
      box[2] > x0 - reachX &&
      box[1] < y1 + reachY &&
      box[3] > y0 - reachY &&
      others.every((other) => gapOf(other, box) >= gapOf(marks, box)),
  );
  // A title stands over the ground of a plot, but inside a panel.
  const isPanel = (ground: PageBox): boolean =>
    labels.some(({ box, text }) => box[3] <= y0 && contains(ground, box) && /[\p{L}]{2}/u.test(text));
  const grounds = near.filter(
    ({ box, isRect, fill }) =>
      isRect && fill !== null && contains(box, marks, 1) && areaOf(box) <= GROUND * w * h && !isPanel(box),
  );
  const level = near.filter(
    ({ box }) =>
      heightOf(box) <= RULE_PT &&
      Math.min(box[2], x1) - Math.max(box[0], x0) >= MIN_SHARE * w &&
      box[0] >= x0 - OVERHANG * w - OVERHANG_PT &&
      box[2] <= x1 + OVERHANG * w + OVERHANG_PT,
  );
  const upright = near.filter(
    ({ box }) =>
      widthOf(box) <= RULE_PT &&
      Math.min(box[3], y1) - Math.max(box[1], y0) >= MIN_SHARE * h &&
      box[0] >= x0 - OVERHANG * w - OVERHANG_PT &&
      box[2] <= x1 + OVERHANG * w + OVERHANG_PT,
  );
  const through = level.filter(({ box }) => box[1] <= y1 + SAME_PT && box[3] >= y0 - SAME_PT);
  // Names or a title between a rule and the marks say that it belongs to something else.
  const isOwn = (rule: PageBox): boolean =>
    labels.every(({ box, text }) => {
      const between = rule[1] > y1 ? box[1] > y1 && box[3] < rule[1] : box[1] > rule[3] && box[3] < y0;
      return !between || box[2] < x0 || box[0] > x1 || (isNumeral(text) && !isPeriod(text));
    });
  const grid = level.filter(
    ({ box }) =>
      isOwn(box) &&
      (through.length === 0 ||
        through.some(({ box: one }) => Math.abs(one[0] - box[0]) <= SAME_PT && Math.abs(one[2] - box[2]) <= SAME_PT) ||
        (box[0] <= x0 + SAME_PT && box[2] >= x1 - SAME_PT)),
  );
  const rows = tickRows(
    near.filter(({ box }) => box[0] >= x0 - OVERHANG * w - OVERHANG_PT && box[2] <= x1 + OVERHANG * w + OVERHANG_PT),
  ).filter((row) => row[2] - row[0] >= MIN_SHARE * w && row[0] <= x1 && row[2] >= x0 && isOwn(row));
  return unionOf([marks, ...[...grounds, ...grid, ...upright].map(({ box }) => box), ...rows]) as PageBox;
}

/** Rows of ticks: an axis that is not drawn itself. */
function tickRows(shapes: Scene['shapes']): PageBox[] {
  const rows = new Map<string, PageBox[]>();
  for (const { box } of shapes) {
    if (widthOf(box) > RULE_PT || heightOf(box) > TICK_PT) continue;
    const key = `${Math.round(box[1])} ${Math.round(box[3])}`;
    rows.set(key, [...(rows.get(key) ?? []), box]);
  }
  return [...rows.values()].filter((row) => row.length >= MIN_TICKS).map((row) => unionOf(row) as PageBox);
}
