import { areaOf, contains, gapOf, type PageBox } from '../../evidence/boxes.js';
import { captionAt } from '../../evidence/labels.js';
import { isNumeral } from '../facts/printed-number.js';
import { unitsStated } from '../facts/units.js';
import type { DraftChart } from './draft.js';
import type { Label } from './labels.js';
import { isPageHeading } from './page-heading.js';
import { periodTextsIn } from './periods.js';
import type { Scene, SceneShape } from './scene.js';

/** What stands over a chart: its title, and lines between that and the marks, such as a unit. */
export interface Heading {
  readonly title: readonly Label[];
  readonly notes: readonly Label[];
}

/** A title begins at most this far above its chart, in sizes of the title; its lines and notes follow each other closely. */
const FIRST_GAP_EM = 3.6;
/** Room that a chart leaves under its title, in sizes of its lettering, and as a share of its height. */
const FAR_GAP_EM = 12;
const FAR_SHARE = 0.5;
const NEXT_GAP_EM = 1.7;
const MAX_ROWS = 7;
/** A title may begin left of its chart, by this share of its width. */
const LEFT_SHARE = 0.45;
const MAX_CHARS = 220;
const PROSE_CHARS = 70;
/** A caption stands below its chart within this, em. */
const BELOW_EM = 5;

/**
 * The heading of a chart.
 *
 * @param area everything that the chart consists of
 * @param legend its legend, whose own heading stands for a title where there is none above
 * @param others areas of other charts: nothing above them is meant
 * @param used labels that are part of a chart
 * @param labelPt size of the chart's lettering
 */
export function headingOf(
  scene: Scene,
  area: PageBox,
  legend: PageBox | null,
  others: readonly PageBox[],
  used: ReadonlySet<Label>,
  labelPt: number,
): Heading {
  const free = scene.labels.filter((label) => label.rotationDeg === 0 && !used.has(label));
  const frame = frameAround(scene, area);
  const above = rowsAbove(free, area, others, frame, labelPt);
  const found = headingIn(above);
  const inLegend = legend === null ? NONE : headingIn(rowsAbove(free, legend, [], null, 0));
  // Lettering far larger than the legend's own heading is the page's.
  const isPages = inLegend.title.length > 0 && sizeOf(found.title) > PAGE_TITLE * sizeOf(inLegend.title);
  if (found.title.length > 0 && !isPages)
    return isPageHeading(scene, found.title, area, others, labelPt, frame) ? { ...found, title: [] } : found;
  if (inLegend.title.length > 0) return { title: inLegend.title, notes: [...inLegend.notes, ...found.notes] };
  return { title: captionBelow(free, area, others), notes: found.notes };
}

const NONE: Heading = { title: [], notes: [] };
const PAGE_TITLE = 2;
const sizeOf = (labels: readonly Label[]): number => Math.max(0, ...labels.map(({ sizePt }) => sizePt));

/** The smallest frame or ground that holds all of a chart; its title stands inside, if anything does. */
function frameAround({ shapes, width, height }: Scene, area: PageBox): PageBox | null {
  const frames = shapes
    .filter(
      (shape) => contains(shape.box, area, 1) && areaOf(shape.box) < PAGE_SHARE * width * height && isFrame(shape),
    )
    .map(({ box }) => box)
    .sort((a, b) => areaOf(a) - areaOf(b));
  return frames[0] ?? null;
}

const PAGE_SHARE = 0.8;

/** A rectangle, filled or not, with sharp or round corners. */
function isFrame({ isRect, points, box, fill, stroke }: SceneShape): boolean {
  if (isRect) return true;
  if (fill === null && stroke === null) return false;
  const slack = 0.08 * Math.min(box[2] - box[0], box[3] - box[1]);
  return (
    points.length >= 4 && points.every(([x, y]) => Math.min(x - box[0], box[2] - x, y - box[1], box[3] - y) <= slack)
  );
}

type Row = readonly Label[];

/** Lines above a chart, from the nearest up, until room, prose or another chart comes between. */
function rowsAbove(
  free: readonly Label[],
  area: PageBox,
  others: readonly PageBox[],
  frame: PageBox | null,
  labelPt: number,
): Row[] {
  const width = area[2] - area[0];
  const [left, right] = frame === null ? [area[0] - LEFT_SHARE * width, area[2]] : [frame[0], frame[2]];
  const inReach = free
    .filter(({ box, sizePt }) => {
      const common = Math.min(box[2], right + 2 * sizePt) - Math.max(box[0], left - 2 * sizePt);
      if (box[3] > area[1] + 0.6 * sizePt || common < 0.5 * Math.min(box[2] - box[0], width)) return false;
      // What stands over, or nearer to, the chart beside this one is that one's.
      const own = overlapX(area, box);
      return others.every(
        (other) => Math.min(other[3], area[3]) <= Math.max(other[1], area[1]) || overlapX(other, box) <= own,
      );
    })
    .sort((a, b) => b.box[3] - a.box[3]);
  const rows: Label[][] = [];
  for (const label of inReach) {
    const row = rows.find(([first]) => first && isLevel(first, label));
    if (row) row.push(label);
    else rows.push([label]);
  }
  const kept: Row[] = [];
  let top = area[1];
  for (const row of rows) {
    const sorted = nearestPart(row, area);
    // A tick that was not taken for one stands in no one's way.
    if (sorted.length === 1 && isNumeral((sorted[0] as Label).text)) continue;
    const em = Math.max(...sorted.map(({ sizePt }) => sizePt));
    const bottom = Math.max(...sorted.map(({ box }) => box[3]));
    // Inside a frame there is nothing else that a title could be of.
    const framed = frame !== null && bottom > frame[1];
    const first = Math.max(FIRST_GAP_EM * em, Math.min(FAR_GAP_EM * labelPt, FAR_SHARE * (area[3] - area[1])));
    const limit = framed ? Number.POSITIVE_INFINITY : kept.length === 0 ? first : NEXT_GAP_EM * em;
    if (kept.length >= MAX_ROWS || top - bottom > limit) break;
    if (frame !== null && kept.length > 0 && bottom < frame[1] && top > frame[1]) break;
    if (
      others.some((other) =>
        sorted.some(({ box }) => other[1] < top - 1 && other[3] > box[3] && overlapX(other, box) > 0),
      )
    )
      break;
    const text = textOf(sorted);
    if (isProse(sorted, text) || sorted.filter((label) => isNumeral(label.text)).length > 1) break;
    kept.push(sorted);
    top = Math.min(...sorted.map(({ box }) => box[1]));
  }
  return kept;
}

/** Of a row that wide gaps part, what stands over the chart: the rest are headings of others. */
function nearestPart(row: readonly Label[], area: PageBox): Label[] {
  const parts: Label[][] = [];
  for (const label of [...row].sort((a, b) => a.box[0] - b.box[0])) {
    const last = parts.at(-1)?.at(-1);
    if (last && label.box[0] - last.box[2] <= PART_GAP_EM * label.sizePt) parts.at(-1)?.push(label);
    else parts.push([label]);
  }
  const over = (part: readonly Label[]): number => Math.max(...part.map(({ box }) => overlapX(area, box)));
  return parts.reduce((best, part) => (over(part) > over(best) ? part : best));
}

const PART_GAP_EM = 2.5;

const overlapX = (a: PageBox, b: PageBox): number => Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
const isLevel = (a: Label, b: Label): boolean =>
  Math.abs((a.box[1] + a.box[3] - b.box[1] - b.box[3]) / 2) <= 0.45 * Math.min(a.sizePt, b.sizePt);
const textOf = (row: Row): string => row.map(({ text }) => text).join(' ');

/** A line of running text: long, and neither set off nor a caption. */
const isProse = (row: Row, text: string): boolean =>
  text.length > MAX_CHARS ||
  (captionAt(text) === null &&
    !row.every(({ bold }) => bold) &&
    (text.length > PROSE_CHARS || /[.。;；,，]$/u.test(text)) &&
    text.length > 24);

/** The nearest line that names is the title, unless it only adds to the line right above it, which is set larger. */
function headingIn(rows: readonly Row[]): Heading {
  const isNamed = (row: Row | undefined): row is Row =>
    row !== undefined && /\p{L}{2}|\p{Script=Han}/u.test(textOf(row)) && !isNote(textOf(row));
  let at = rows.findIndex(isNamed);
  if (at < 0) return { title: [], notes: rows.flat() };
  let [from, to] = [at, at];
  const extend = (): void => {
    while (captionAt(textOf(rows[to] as Row)) === null && isSameText(rows[to], rows[to + 1]) && isNamed(rows[to + 1]))
      to++;
  };
  extend();
  const over = rows[to + 1];
  if (isNamed(over) && isSubtitle(rows[to] as Row, over)) {
    at = to + 1;
    [from, to] = [at, at];
    extend();
  }
  // `Figure 2.` on its own line above.
  const number = rows[to + 1];
  const caption = number === undefined ? null : captionAt(textOf(number));
  if (caption !== null && caption.title === '' && captionAt(textOf(rows[to] as Row)) === null) to++;
  return {
    title: rows
      .slice(from, to + 1)
      .reverse()
      .flat(),
    notes: rows.slice(0, from).flat(),
  };
}

const weightOf = (row: Row): number => Math.max(...row.map(({ sizePt, bold }) => sizePt * (bold ? 1.15 : 1)));
const topOf = (row: Row): number => Math.min(...row.map(({ box }) => box[1]));
const bottomOf = (row: Row): number => Math.max(...row.map(({ box }) => box[3]));
const SUBTITLE_GAP_EM = 0.8;
const LINE_GAP_EM = 0.8;

/** Two lines of one title: one look, one below the other. */
function isSameText(lower: Row | undefined, upper: Row | undefined): boolean {
  const [a, b] = [lower?.[0], upper?.[0]];
  if (!lower || !upper || !a || !b) return false;
  const look = a.bold === b.bold && a.color === b.color && Math.abs(a.sizePt - b.sizePt) < 0.3;
  return look && topOf(lower) - bottomOf(upper) <= LINE_GAP_EM * a.sizePt;
}

/** A line set smaller right below another adds to it. */
function isSubtitle(lower: Row, upper: Row): boolean {
  const em = Math.max(...upper.map(({ sizePt }) => sizePt));
  if (lower.every(({ bold }) => bold)) return false;
  return topOf(lower) - bottomOf(upper) <= SUBTITLE_GAP_EM * em && weightOf(upper) >= 1.1 * weightOf(lower);
}

/** A unit, a total, a source or the label of a slice is no title. */
function isNote(text: string): boolean {
  const bare = text.trim();
  if (/^\p{L}.{0,60}\s\d[\d.,]{0,8}\s?[%％]$/u.test(bare)) return true;
  const rest = withoutAdditions(bare).replace(/^[\s,，;；:：–—-]{1,3}|[\s,，;；:：–—-]{1,3}$/gu, '');
  if (isNumeral(bare) || !/\p{L}/u.test(rest) || (rest !== bare && unitsStated(rest).length > 0)) return true;
  if (/^(?:total|sum|合计|总计|合計)\b.{0,40}\d[\d.,]{1,20}\D{0,6}$/iu.test(bare)) return true;
  if (/^(?:source|note|notes|资料来源|数据来源|注)\s?[:：]/iu.test(bare)) return true;
  return unitsStated(bare).length > 0 && bare.length <= 28 && !/[(（]/u.test(bare);
}

/** A heading without its periods and without what stands in brackets. */
const withoutAdditions = (heading: string): string => {
  const text = heading.replace(/^(?:截至|截止|as (?:of|at)\s)/iu, '');
  return periodTextsIn(text)
    .reduce((left, { text: period }) => left.replace(period, ''), text)
    .replace(/[([（【][^()[\]（）【】]{0,80}[)\]）】]/gu, '');
};

function captionBelow(free: readonly Label[], area: PageBox, others: readonly PageBox[]): Label[] {
  const below = free
    .filter(
      (label) =>
        label.box[1] >= area[3] - 1 && label.box[1] - area[3] <= BELOW_EM * label.sizePt && overlapX(label.box, area),
    )
    .sort((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0]);
  const first = below.find((label) => captionAt(label.text) !== null);
  if (!first || others.some((other) => gapOf(other, first.box) < gapOf(area, first.box))) return [];
  const lines = [first];
  for (const label of below.slice(below.indexOf(first) + 1)) {
    const last = lines.at(-1) as Label;
    const gap = label.box[1] - last.box[3];
    if (
      isLevel(last, label) ||
      (gap <= 0.7 * label.sizePt && label.bold === first.bold && Math.abs(label.sizePt - first.sizePt) < 0.3)
    )
      lines.push(label);
    else break;
    if (lines.length > 4) break;
  }
  return lines;
}

/** Box around all that a chart consists of, in its scene. */
export const areaOfDraft = ({ area, legend, used, axes }: DraftChart): PageBox[] => [
  area,
  ...legend.map(({ box }) => box),
  ...[...used].map(({ box }) => box),
  ...axes.flatMap(({ title, labels }) => [...labels.flat(), ...(title === null ? [] : [title])].map(({ box }) => box)),
];
