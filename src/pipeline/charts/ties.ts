import { contains, middleOf, type PageBox } from '../../evidence/boxes.js';
import type { Label } from './labels.js';
import { gapOf } from './legend.js';
import { isInside, type RegionScene } from './region-scene.js';
import type { SceneShape } from './scene.js';
import { acrossMiddle, type ViewBox, viewBox } from './view.js';

/** A name or a value with the lines that it stands in. */
export interface Placed {
  readonly box: PageBox;
  readonly labels: readonly Label[];
}

/** A label at the end of a mark stands this close to it, em. */
const END_GAP_EM = 1.2;
/** A label of a marker or of a point of a line stands this close to it, em. */
const POINT_GAP_EM = 1.8;
/** A label stands over the middle of its place, off by no more than this share of the way to the next. */
const OFF_SHARE = 0.3;
/** Names of one axis overlap, across it, by this share of the smaller. */
const ROW_SHARE = 0.4;
/** A name right beside or under its number, em. */
const BESIDE_EM = 2;
const BELOW_EM = 0.9;
/** It is this many times nearer than any other name, and the number than any other number. */
const NEARER = 2;
const NEARER_PT = 1;

/** Whether the page itself puts a value and its category together: by colour, side by side, or along an axis. */
export const tiesCategory = (scene: RegionScene, value: Placed, category: Placed): boolean =>
  isNamedByColor(scene, value, category) || isBeside(scene, value, category) || isInSlot(scene, value, category);

/** Whether the page itself puts a value and its series together. */
export const tiesSeries = (scene: RegionScene, value: Placed, series: Placed): boolean =>
  isNamedByColor(scene, value, series) || isBeside(scene, value, series);

/** The value's colour, that of its mark or its own, is in the legend under this name and no other. */
function isNamedByColor(scene: RegionScene, value: Placed, { labels }: Placed): boolean {
  const entries = scene.legend.filter((entry) => entry.labels.some((label) => labels.includes(label)));
  if (entries.length === 0 || entries.some((entry) => !sameSet(entry.labels, labels))) return false;
  const color = colorOf(scene, value);
  if (color === null || !entries.some((entry) => entry.color === color)) return false;
  return scene.legend.every((entry) => entry.color !== color || sameSet(entry.labels, labels));
}

const sameSet = (a: readonly Label[], b: readonly Label[]): boolean =>
  a.length === b.length && a.every((label) => b.includes(label));

/** The colour in the legend that a value's mark has, or its own print; null where that is not one colour. */
function colorOf(scene: RegionScene, { box, labels }: Placed): string | null {
  const named = new Set(scene.legend.map(({ color }) => color));
  const em = labels[0]?.sizePt ?? 0;
  const middle = middleOf(box);
  const marks = scene.marks.filter(({ fill }) => fill !== null && named.has(fill));
  const around = marks.filter(({ points }) => isInside(points, middle)).sort((a, b) => areaOf(a.box) - areaOf(b.box));
  const own = labels.every(({ color }) => color === labels[0]?.color) ? (labels[0]?.color ?? null) : null;
  const print = own !== null && named.has(own) ? own : null;
  if (around[0] !== undefined) return around[0].fill;
  const atEnd = marks.filter((mark) => isAtEnd(mark, box, em) && !isStacked(mark, marks));
  const colors = new Set([...atEnd.map(({ fill }) => fill), ...(print === null ? [] : [print])]);
  return colors.size === 1 ? ([...colors][0] ?? null) : null;
}

const areaOf = (b: PageBox): number => (b[2] - b[0]) * (b[3] - b[1]);

/** Right over, under or beside the end of a bar, within its width. */
function isAtEnd({ box: mark, isRect }: SceneShape, box: PageBox, em: number): boolean {
  if (!isRect) return false;
  const [x, y] = middleOf(box);
  const within = (x >= mark[0] && x <= mark[2]) || (y >= mark[1] && y <= mark[3]);
  return within && gapOf(mark, box) <= END_GAP_EM * em;
}

/** Touches another bar end to end: what stands at its end may be the sum of all. */
const isStacked = (mark: SceneShape, marks: readonly SceneShape[]): boolean =>
  marks.some((other) => {
    if (other === mark || !other.isRect || gapOf(other.box, mark.box) > 1) return false;
    const [x, y] = middleOf(other.box);
    const sameColumn = x > mark.box[0] && x < mark.box[2] && Math.abs(widths(other) - widths(mark)) < 1;
    const sameRow = y > mark.box[1] && y < mark.box[3] && Math.abs(heights(other) - heights(mark)) < 1;
    return sameColumn || sameRow;
  });
const widths = ({ box }: SceneShape): number => box[2] - box[0];
const heights = ({ box }: SceneShape): number => box[3] - box[1];

/** Name and number in one line, side by side, or one under the other, and each far nearer than any other. */
function isBeside(scene: RegionScene, value: Placed, name: Placed): boolean {
  if (name.labels.length === 1 && value.labels.length === 1 && name.labels[0] === value.labels[0]) return true;
  const em = value.labels[0]?.sizePt ?? 0;
  const [dx, dy] = [gapAlong(value.box, name.box, 0), gapAlong(value.box, name.box, 1)];
  const level = Math.abs(middleOf(value.box)[1] - middleOf(name.box)[1]) <= 0.5 * em;
  const stacked = dx <= 0 && dy <= BELOW_EM * em;
  if (!(level && dx <= BESIDE_EM * em) && !stacked) return false;
  const gap = gapOf(value.box, name.box);
  const isFar = (a: PageBox, b: PageBox): boolean => gapOf(a, b) >= NEARER * gap + NEARER_PT;
  const others = [...scene.names, ...scene.legend.flatMap(({ labels }) => labels)].filter(
    (label) => !name.labels.includes(label) && !value.labels.includes(label),
  );
  const numbers = scene.numerals.filter((label) => !value.labels.includes(label) && !name.labels.includes(label));
  return others.every(({ box }) => isFar(value.box, box)) && numbers.every(({ box }) => isFar(name.box, box));
}

const gapAlong = (a: PageBox, b: PageBox, axis: 0 | 1): number =>
  Math.max(a[axis] - b[axis + 2]!, b[axis] - a[axis + 2]!);

/** Over the middle of the name's place along an axis, at a mark, with nothing else that names in between. */
function isInSlot(scene: RegionScene, value: Placed, name: Placed): boolean {
  return [true, false].some((upright) => {
    const [v, n] = [viewBox(value.box, upright), viewBox(name.box, upright)];
    const step = stepAlong(scene, name, n, upright);
    if (step === null) return false;
    const isOver = (view: ViewBox): boolean => Math.abs(acrossMiddle(view) - acrossMiddle(n)) <= OFF_SHARE * step;
    if (!isOver(v) || (v.l0 < n.l1 && v.l1 > n.l0)) return false;
    const [above, below] = [v.l0 >= n.l1, v.l1 <= n.l0];
    const others = scene.names
      .filter((label) => !name.labels.includes(label) && !value.labels.includes(label))
      .map((label) => ({ label, view: viewBox(label.box, upright) }))
      .filter(
        ({ view }) => view.a0 < acrossMiddle(n) + OFF_SHARE * step && view.a1 > acrossMiddle(n) - OFF_SHARE * step,
      );
    const isBetween = ({ view }: { view: ViewBox }): boolean =>
      above ? view.l0 >= n.l1 && view.l1 <= v.l0 : view.l1 <= n.l0 && view.l0 >= v.l1;
    if (others.some(isBetween)) return false;
    // Another row of names on the value's other side may be what it stands over.
    const beyond = others.filter(({ view }) => (above ? view.l0 >= v.l1 : view.l1 <= v.l0));
    const isRival = beyond.some(
      ({ label, view }) => stepAlong(scene, { box: label.box, labels: [label] }, view, upright) !== null,
    );
    return (above || below) && !isRival && hasMark(scene, value, isOver, upright);
  });
}

/** The way to the next name of the same axis; null where the name stands in no row of names. */
function stepAlong({ names }: RegionScene, { labels }: Placed, view: ViewBox, upright: boolean): number | null {
  const steps = names
    .filter((label) => !labels.includes(label))
    .map((label) => viewBox(label.box, upright))
    .filter((other) => {
      const common = Math.min(other.l1, view.l1) - Math.max(other.l0, view.l0);
      return common >= ROW_SHARE * Math.min(other.l1 - other.l0, view.l1 - view.l0);
    })
    .map((other) => Math.abs(acrossMiddle(other) - acrossMiddle(view)))
    .filter((step) => step > 1);
  return steps.length === 0 ? null : Math.min(...steps);
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
