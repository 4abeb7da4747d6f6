import { contains, gapOf, type PageBox, unionOf } from '../../evidence/boxes.js';
import { unitsStated } from '../facts/units.js';
import { median } from '../median.js';
import type { DraftChart } from './draft.js';
import type { Label } from './labels.js';
import type { Scene } from './scene.js';
import { type Heading, headingOf } from './title.js';

/** What stands around the marks of a chart and is its own. */
export interface Surroundings {
  /** Everything that the chart consists of. */
  readonly area: PageBox;
  readonly heading: Heading;
  /** The area with its heading. */
  readonly whole: PageBox;
  /** Where a unit of its values may be stated, the nearest first: along the axis, in a note, in the title. */
  readonly stated: readonly (readonly Label[])[];
}

/**
 * @param area everything that the chart consists of
 * @param others areas of the page's other charts
 * @param used labels that are part of any chart
 */
export function surroundingsOf(
  scene: Scene,
  draft: DraftChart,
  area: PageBox,
  others: readonly PageBox[],
  used: ReadonlySet<Label>,
): Surroundings {
  const labelPt = median([...draft.used].map(({ sizePt }) => sizePt));
  const heading = headingOf(scene, area, legendBox(draft), others, used, labelPt);
  const axisTitles = draft.axes.flatMap(({ kind, title }) => (kind === 'value' && title !== null ? [title] : []));
  const whole = unionOf([area, ...[...heading.title, ...heading.notes].map(({ box }) => box)]) as PageBox;
  const notes = [
    ...heading.notes,
    ...unitsInside(scene, whole, used).filter((label) => !heading.notes.includes(label)),
  ];
  const levels = [axisTitles.length > 0 ? axisTitles : besides(scene, draft, others, used), notes, heading.title];
  return { area, heading, whole, stated: levels.filter((level) => level.length > 0) };
}

/** A unit along the axis of values where it has no ticks: on its side beside upright bars, above or below level ones. */
const besides = (
  { labels }: Scene,
  { area, grammar }: DraftChart,
  others: readonly PageBox[],
  used: ReadonlySet<Label>,
): Label[] => {
  const level = grammar.includes('horizontal');
  const [across, along] = level ? ([0, 1] as const) : ([1, 0] as const);
  return labels.filter((label) => {
    const { box, text, rotationDeg, sizePt } = label;
    if (used.has(label) || rotationDeg % 180 !== (level ? 0 : 90) || unitsStated(text).length === 0) return false;
    if (level && !isUnitAlone(text)) return false;
    const middle = (box[across] + (box[across + 2] as number)) / 2;
    const gap = Math.max(area[along] - (box[along + 2] as number), box[along] - (area[along + 2] as number));
    const inside = middle > area[across] && middle < (area[across + 2] as number);
    const near = gap < AXIS_TITLE_EM * sizePt && gap > (level ? -0.5 : -AXIS_TITLE_EM) * sizePt;
    return inside && near && others.every((other) => gapOf(other, box) > gapOf(area, box));
  });
};

const AXIS_TITLE_EM = 6;

/** Lettering inside a chart that is a unit and nothing else: `(In percent)`, `HK$m`. */
const unitsInside = ({ labels }: Scene, whole: PageBox, used: ReadonlySet<Label>): Label[] =>
  labels.filter((label) => !used.has(label) && contains(whole, label.box, 2) && isUnitAlone(label.text));

const isUnitAlone = (text: string): boolean =>
  text.length <= 28 &&
  unitsStated(text).length > 0 &&
  unitsStated(text.replace(/^[([（【]|[)\]）】]$/gu, '')).length > 0 &&
  !/\d/u.test(text);

function legendBox({ legend, used }: DraftChart): PageBox | null {
  if (legend.length === 0) return null;
  const swatches = unionOf(legend.map(({ box }) => box)) as PageBox;
  const beside = [...used].filter(
    ({ box }) =>
      box[1] < swatches[3] + 2 && box[3] > swatches[1] - 2 && box[0] < swatches[2] + 400 && box[2] > swatches[0] - 200,
  );
  return unionOf([swatches, ...beside.map(({ box }) => box)]);
}
