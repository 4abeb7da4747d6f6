import { contains, gapOf, middleOf, type PageBox } from '../../evidence/boxes.js';
import type { Label } from './labels.js';
import { isNamedByColor, type Placed } from './mark-color.js';
import type { RegionScene } from './region-scene.js';
import { acrossMiddle, alongMiddle, type ViewBox, viewBox } from './view.js';

/** A label of a marker or of a point of a line stands this close to it, em. */
const POINT_GAP_EM = 1.8;
/** A label stands over the middle of its place, off by no more than this share of the way to the next. */
const OFF_SHARE = 0.3;
/** Names of one axis overlap, across it, by this share of the smaller. */
const ROW_SHARE = 0.4;
/** Names of one axis are of one size, within a share, and even at an edge or the middle, em. */
const SAME_SIZE = 0.15;
const ALIGNED_EM = 0.35;
/** A plot is no deeper than this, in lengths of its axis: what is further off is another chart's. */
const MAX_DEPTH = 1;
/** A name right beside or under its number, em. */
const BESIDE_EM = 2;
const BELOW_EM = 0.9;
/** It is this many times nearer than any other name, and the number than any other number. */
const NEARER = 2;
const NEARER_PT = 1;

/** Whether the page itself puts a value and its category together: by colour, side by side, or along an axis. */
export const tiesCategory = (scene: RegionScene, value: Placed, category: Placed): boolean =>
  isNamedByColor(scene, value, category) || isBeside(scene, value, category) || isInSlot(scene, value, category);

/** Whether the page itself puts a value and its series together: by colour, or as one line with it. */
export const tiesSeries = (scene: RegionScene, value: Placed, series: Placed): boolean =>
  isNamedByColor(scene, value, series) || isOneLine(value, series);

type Side = 'left' | 'right' | 'above' | 'below';

/**
 * Name and number are one line; or they stand side by side or one under the other, each far nearer to the other than to any
 * else, as another name and number of the chart do. A title that happens to be near one number is not its name.
 */
function isBeside(scene: RegionScene, value: Placed, name: Placed): boolean {
  if (isOneLine(value, name)) return true;
  const side = sideOf(scene, value, name);
  if (side === null) return false;
  const names = [...scene.names, ...scene.legend.flatMap(({ labels }) => labels)].filter(
    (label) => !name.labels.includes(label),
  );
  return scene.numerals.some(
    (label) =>
      !value.labels.includes(label) &&
      !scene.ticks.has(label) &&
      names.some((other) => sideOf(scene, placedLabel(label), placedLabel(other)) === side),
  );
}

const isOneLine = (value: Placed, name: Placed): boolean =>
  name.labels.length === 1 && value.labels.length === 1 && name.labels[0] === value.labels[0];

const placedLabel = (label: Label): Placed => ({ box: label.box, labels: [label] });

/** Where a name stands that belongs to a number and to no other; null for anywhere else. */
function sideOf(scene: RegionScene, value: Placed, name: Placed): Side | null {
  const em = value.labels[0]?.sizePt ?? 0;
  const [dx, dy] = [gapAlong(value.box, name.box, 0), gapAlong(value.box, name.box, 1)];
  const isLevel =
    Math.abs(middleOf(value.box)[1] - middleOf(name.box)[1]) <= 0.5 * em && dx > 0 && dx <= BESIDE_EM * em;
  const isStacked = dx <= 0 && dy <= BELOW_EM * em;
  if (!isLevel && !isStacked) return null;
  const gap = gapOf(value.box, name.box);
  const isFar = (a: PageBox, b: PageBox): boolean => gapOf(a, b) >= NEARER * gap + NEARER_PT;
  const others = [...scene.names, ...scene.legend.flatMap(({ labels }) => labels)].filter(
    (label) => !name.labels.includes(label) && !value.labels.includes(label),
  );
  const numbers = scene.numerals.filter((label) => !value.labels.includes(label) && !name.labels.includes(label));
  if (!others.every(({ box }) => isFar(value.box, box)) || !numbers.every(({ box }) => isFar(name.box, box)))
    return null;
  if (isLevel) return name.box[0] < value.box[0] ? 'left' : 'right';
  return name.box[1] < value.box[1] ? 'above' : 'below';
}

const gapAlong = (a: PageBox, b: PageBox, axis: 0 | 1): number =>
  Math.max(a[axis] - b[axis + 2]!, b[axis] - a[axis + 2]!);

/** Over the middle of the name's place along an axis, at a mark, with nothing else that names in between. */
function isInSlot(scene: RegionScene, value: Placed, name: Placed): boolean {
  if (!name.labels.every((label) => scene.names.includes(label))) return false;
  // A name that stands right beside the value has more to do with it.
  const others = scene.names.filter((label) => !name.labels.includes(label) && !value.labels.includes(label));
  if (others.some((label) => sideOf(scene, value, placedLabel(label)) !== null)) return false;
  return [true, false].some((upright) => {
    const [v, n] = [viewBox(value.box, upright), viewBox(name.box, upright)];
    const axis = axisOf(scene, name, n, upright);
    if (axis === null) return false;
    const { step, span } = axis;
    const isOver = (view: ViewBox): boolean => Math.abs(acrossMiddle(view) - acrossMiddle(n)) <= OFF_SHARE * step;
    if (!isOver(v) || (v.l0 < n.l1 && v.l1 > n.l0)) return false;
    if (Math.max(v.l0 - n.l1, n.l0 - v.l1) > MAX_DEPTH * span) return false;
    const [above, below] = [v.l0 >= n.l1, v.l1 <= n.l0];
    const near = others
      .map((label) => ({ label, view: viewBox(label.box, upright) }))
      .filter(
        ({ view }) => view.a0 < acrossMiddle(n) + OFF_SHARE * step && view.a1 > acrossMiddle(n) - OFF_SHARE * step,
      );
    const isBetween = ({ view }: { view: ViewBox }): boolean =>
      above ? view.l0 >= n.l1 && view.l1 <= v.l0 : view.l1 <= n.l0 && view.l0 >= v.l1;
    if (near.some(isBetween)) return false;
    // Another row of names on the value's other side may be what it stands over.
    const beyond = near.filter(({ view }) => (above ? view.l0 >= v.l1 : view.l1 <= v.l0));
    const isRival = beyond.some(({ label, view }) => axisOf(scene, placedLabel(label), view, upright) !== null);
    return (above || below) && !isRival && hasMark(scene, value, isOver, upright);
  });
}

interface Axis {
  /** Way to the next name, pt. */
  readonly step: number;
  /** From the first name to the last and a step more, pt. */
  readonly span: number;
}

/** The axis that a name stands at: others in its line and print, evenly with it at an edge or the middle; null where there are none. */
function axisOf({ names }: RegionScene, { labels }: Placed, view: ViewBox, upright: boolean): Axis | null {
  const [own] = labels;
  if (own === undefined) return null;
  const inLine = names
    .filter((label) => !labels.includes(label))
    .map((label) => ({ label, other: viewBox(label.box, upright) }))
    .filter(({ other }) => {
      const common = Math.min(other.l1, view.l1) - Math.max(other.l0, view.l0);
      return common >= ROW_SHARE * Math.min(other.l1 - other.l0, view.l1 - view.l0);
    });
  const off = ALIGNED_EM * own.sizePt;
  const isEven = ({ label, other }: { label: Label; other: ViewBox }): boolean =>
    Math.abs(label.sizePt - own.sizePt) <= SAME_SIZE * own.sizePt &&
    [other.l0 - view.l0, other.l1 - view.l1, alongMiddle(other) - alongMiddle(view)].some((d) => Math.abs(d) <= off);
  const even = inLine.filter(isEven).map(({ other }) => acrossMiddle(other));
  const steps = inLine
    .map(({ other }) => Math.abs(acrossMiddle(other) - acrossMiddle(view)))
    .filter((step) => step > 1);
  if (even.length === 0 || steps.length === 0) return null;
  const step = Math.min(...steps);
  const ends = [acrossMiddle(view), ...even];
  return { step, span: Math.max(...ends) - Math.min(...ends) + step };
}

/** A mark in the place that the label stands in, at or before: a number over nothing is a remark. */
function hasMark(
  scene: RegionScene,
  { box, labels }: Placed,
  isOver: (view: ViewBox) => boolean,
  upright: boolean,
): boolean {
  const reach = POINT_GAP_EM * (labels[0]?.sizePt ?? 0);
  return scene.marks.some((mark) => {
    if (mark.fill !== null && isOver(viewBox(mark.box, upright)))
      return gapOf(mark.box, box) <= reach || contains(mark.box, box, 2);
    return mark.points.some(([x, y]) => {
      const point = [x, y, x, y] as unknown as PageBox;
      return isOver(viewBox(point, upright)) && gapOf(point, box) <= reach;
    });
  });
}
