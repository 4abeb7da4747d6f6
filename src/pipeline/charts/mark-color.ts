import { gapOf, middleOf, type PageBox } from '../../evidence/boxes.js';
import type { Label } from './labels.js';
import { isInside, type RegionScene } from './region-scene.js';
import type { SceneShape } from './scene.js';

/** A name or a value with the lines that it stands in. */
export interface Placed {
  readonly box: PageBox;
  readonly labels: readonly Label[];
}

/** A label at the end of a mark stands this close to it, em. */
const END_GAP_EM = 1.2;
/** A slice in another colour is this many times further off, and an em more. */
const NEARER = 2;

/** The value's colour, that of its mark or its own, is in the legend under this name and no other. */
export function isNamedByColor(scene: RegionScene, value: Placed, { labels }: Placed): boolean {
  const entries = scene.legend.filter((entry) => entry.labels.some((label) => labels.includes(label)));
  if (entries.length === 0 || entries.some((entry) => !sameSet(entry.labels, labels))) return false;
  const color = colorOf(scene, value);
  if (color === null || !entries.some((entry) => entry.color === color)) return false;
  return scene.legend.every((entry) => entry.color !== color || sameSet(entry.labels, labels));
}

const sameSet = (a: readonly Label[], b: readonly Label[]): boolean =>
  a.length === b.length && a.every((label) => b.includes(label));

/** The colour in the legend that a value's mark has, or its own print; null where that is not one colour. */
export function colorOf(scene: RegionScene, { box, labels }: Placed): string | null {
  const named = new Set(scene.legend.map(({ color }) => color));
  const em = labels[0]?.sizePt ?? 0;
  const middle = middleOf(box);
  const marks = scene.marks.filter(({ fill }) => fill !== null && named.has(fill));
  const around = marks.filter(({ points }) => isInside(points, middle)).sort((a, b) => areaOf(a.box) - areaOf(b.box));
  const own = labels.every(({ color }) => color === labels[0]?.color) ? (labels[0]?.color ?? null) : null;
  const print = own !== null && named.has(own) && own !== inkOf(scene) ? own : null;
  if (around[0] !== undefined) return around[0].fill;
  const atEnd = marks.filter((mark) => isAtEnd(mark, box, em) && !isStacked(mark, marks));
  const slice = sliceBeside(marks, box, em);
  const fills = [...atEnd, ...(slice === null ? [] : [slice])].map(({ fill }) => fill);
  const colors = new Set([...fills, ...(print === null ? [] : [print])]);
  return colors.size === 1 ? ([...colors][0] ?? null) : null;
}

/** The colour of most of the lettering: it names nothing. */
function inkOf({ labels }: RegionScene): string | null {
  const counts = new Map<string | null, number>();
  for (const { color } of labels) counts.set(color, (counts.get(color) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

const areaOf = (b: PageBox): number => (b[2] - b[0]) * (b[3] - b[1]);

/** Right over, under or beside the end of a bar, within its width. */
function isAtEnd({ box: mark, isRect }: SceneShape, box: PageBox, em: number): boolean {
  if (!isRect) return false;
  const [x, y] = middleOf(box);
  const within = (x >= mark[0] && x <= mark[2]) || (y >= mark[1] && y <= mark[3]);
  return within && gapOf(mark, box) <= END_GAP_EM * em;
}

/** The slice that a label outside stands at: close to its outline, and to that of no slice in another colour. */
function sliceBeside(marks: readonly SceneShape[], box: PageBox, em: number): SceneShape | null {
  const near = marks
    .filter(({ isRect }) => !isRect)
    .map((mark) => ({
      mark,
      gap: Math.min(...mark.points.map(([x, y]) => gapOf([x, y, x, y] as unknown as PageBox, box))),
    }))
    .sort((a, b) => a.gap - b.gap);
  const [first] = near;
  if (first === undefined || first.gap > END_GAP_EM * em) return null;
  const other = near.find(({ mark }) => mark.fill !== first.mark.fill);
  return other === undefined || other.gap >= NEARER * first.gap + em ? first.mark : null;
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
