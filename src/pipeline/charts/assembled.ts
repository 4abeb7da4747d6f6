import { type PageBox, rounded } from '../../evidence/boxes.js';
import { type NumberStyle, numberStyleOf, printedNumber } from '../facts/printed-number.js';
import { combined, unitsStated } from '../facts/units.js';
import type { Chart, ChartPoint, ChartRefusal, ChartText } from './chart.js';
import { areYears, doubtsOf, isPieced, mixedUnits, namedTwice, type Unclaimed, unclaimedAround } from './doubts.js';
import type { DraftChart, DraftPoint } from './draft.js';
import { chartText, type Label, partOf } from './labels.js';
import { incompleteLabels, incompleteNames } from './outlined.js';
import { isPeriod, periodTextsIn } from './periods.js';
import type { Scene } from './scene.js';
import type { Surroundings } from './surroundings.js';

/**
 * A chart of a page from its draft: units and periods, and every box in page space.
 *
 * @param around what stands around it
 * @param beside what stands around the page's other charts
 * @param used labels that are part of any chart
 * @param marked elements that are part of any chart
 */
export function assembled(
  scene: Scene,
  draft: DraftChart,
  pageIndex: number,
  around: Surroundings,
  beside: readonly Surroundings[],
  used: ReadonlySet<Label>,
  marked: ReadonlySet<string>,
): Omit<Chart, 'id'> {
  const { heading, whole, stated } = around;
  const text = (labels: readonly Label[]): ChartText => {
    const found = chartText(labels);
    return { ...found, box: rounded(scene.pageBox(found.box)) };
  };
  const maybe = (labels: readonly Label[] | null): ChartText | null =>
    labels === null || labels.length === 0 ? null : text(labels);
  const style =
    numberStyleOf(draft.points.flatMap(({ label, printed }) => printedText(label, printed) ?? [])) ?? 'point';
  const incomplete = incompleteLabels(
    scene,
    [...draft.points.flatMap(({ label }) => label ?? []), ...stated.flat()],
    marked,
  );
  const named = draft.points.flatMap(({ category }) => category ?? []);
  // Letters that are painted as drawings may have been taken for the marks of another chart.
  const own = new Set([...draft.marks, ...draft.legend].flatMap(({ ids }) => ids));
  const cut = incompleteNames(scene, [...new Set(named)], own);
  const unclaimed = unclaimedAround(scene, around, beside, used);
  const tied = draft.points.map((point) => pointOf(point, style, stated, incomplete, cut, unclaimed, maybe));
  const mixed = mixedUnits(tied);
  const years = areYears(tied);
  const twice = namedTwice(tied);
  const points = tied.map((point, i): ChartPoint => {
    const refused = new Set(point.refused);
    if (point.value !== null && (years || mixed.has(i))) refused.add('AMBIGUOUS_UNIT');
    if (twice.has(i)) refused.add('AMBIGUOUS_CATEGORY');
    return { ...point, refused: [...refused] };
  });
  return {
    pageIndex,
    box: rounded(scene.pageBox(whole)),
    grammar: draft.grammar,
    title: maybe(heading.title),
    period: maybe(
      // A chart whose title was not found may have a period of its own that was not found either.
      periodOf([heading.title, heading.notes, heading.title.length > 0 ? slideHeading(scene, around.area) : []]),
    ),
    axes: draft.axes.map(({ direction, kind, title, labels }) => ({
      direction,
      kind,
      title: title === null ? null : text([title]),
      labels: labels.map((one) => text(one)),
    })),
    marks: [
      ...draft.marks.map((mark, i) => ({
        kind: mark.kind,
        box: rounded(scene.pageBox(mark.box)),
        color: mark.color,
        elementIds: mark.ids,
        points: draft.points.flatMap((point, p) => (point.mark === i ? [p] : [])),
        extent: hundredths(draft.points.find((point) => point.mark === i)?.measure ?? null),
      })),
      ...draft.legend.map((mark) => ({
        kind: mark.kind,
        box: rounded(scene.pageBox(mark.box)),
        color: mark.color,
        elementIds: mark.ids,
        points: [],
        extent: null,
      })),
    ],
    points,
  };
}

const hundredths = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100);

const printedText = (label: readonly Label[] | null, printed: string | null): string | null =>
  label === null ? null : (printed ?? label.map(({ text }) => text).join(' '));

function pointOf(
  draft: DraftPoint,
  style: NumberStyle,
  stated: readonly (readonly Label[])[],
  incomplete: ReadonlySet<Label>,
  cut: ReadonlySet<Label>,
  unclaimed: Unclaimed,
  maybe: (labels: readonly Label[] | null) => ChartText | null,
): ChartPoint {
  const refused: ChartRefusal[] = [...draft.refused];
  const printed = printedText(draft.label, draft.printed);
  const number = printed === null ? null : printedNumber(printed, style);
  const isNoNumber = (label: Label): boolean => incomplete.has(label) || isPieced(label);
  if (printed !== null && (number === null || draft.label?.some(isNoNumber))) refused.push('NOT_A_NUMBER');
  const label = number === null ? null : printedPart(draft.label as readonly Label[], printed as string);
  const levels = draft.series === null ? stated : [draft.series, ...stated];
  const unit = unitFor(number?.unit ?? null, levels);
  if (unit === 'ambiguous' && number !== null) refused.push('AMBIGUOUS_UNIT');
  const found = unit === 'ambiguous' ? null : unit;
  // A currency sign that is painted as an outline is missing from its text.
  if (found?.from?.some((label) => incomplete.has(label))) refused.push('AMBIGUOUS_UNIT');
  if (number !== null && unit !== 'ambiguous') refused.push(...doubtsOf(found?.unit ?? null, draft, unclaimed, cut));
  return {
    series: maybe(draft.series),
    category: maybe(draft.category),
    period: maybe(ownPeriod(draft)),
    label: maybe(label),
    value: number?.value ?? null,
    unit: found?.unit ?? null,
    unitFrom: maybe(found?.from ?? null),
    kind: number === null ? 'UNAVAILABLE' : 'EXPLICIT',
    refused: [...new Set(refused)],
  };
}

/** The glyphs of the number alone, where its label has a name too. */
function printedPart(labels: readonly Label[], printed: string): Label[] {
  const [only] = labels;
  if (labels.length !== 1 || only === undefined || only.text === printed) return [...labels];
  return [partOf(only, printed)];
}

interface FoundUnit {
  readonly unit: string;
  readonly from: readonly Label[] | null;
}

/** The unit of a label, completed by what the nearest heading says; what two say at one place is nobody's. */
function unitFor(own: string | null, levels: readonly (readonly Label[])[]): FoundUnit | 'ambiguous' | null {
  for (const level of levels) {
    const lines = level.map((label) => ({ label, units: unitsStated(label.text) }));
    const joined = unitsStated(level.map(({ text }) => text).join(' '));
    const all = [...new Set([...lines.flatMap(({ units }) => units), ...joined])].filter(
      (unit) => combined(own, unit) !== null,
    );
    if (all.length === 0) continue;
    const wholes = [...new Set(all.map((unit) => combined(own, unit) as string))];
    if (wholes.length > 1) return own === null ? 'ambiguous' : { unit: own, from: null };
    const unit = wholes[0] as string;
    if (unit === own) return { unit, from: null };
    const from = lines
      .filter(({ units }) => units.some((one) => combined(own, one) === unit))
      .map(({ label }) => label);
    return { unit, from: from.length > 0 ? from.slice(0, 1) : level };
  }
  return own === null ? null : { unit: own, from: null };
}

function ownPeriod({ category, series }: DraftPoint): readonly Label[] | null {
  for (const labels of [category, series]) {
    if (labels === null) continue;
    if (isPeriod(labels.map(({ text }) => text).join(' '))) return labels;
    const part = labels.filter(({ text }) => isPeriod(text));
    if (part.length === 1) return part;
  }
  return null;
}

/** The one period that the nearest heading names; of several that which it says the figures are as of. */
function periodOf(levels: readonly (readonly Label[])[]): Label[] | null {
  for (const level of levels) {
    const found = level.flatMap((label) => periodTextsIn(label.text).map((period) => ({ label, ...period })));
    const distinct = new Set(found.map(({ text }) => text));
    if (distinct.size === 1) {
      const first = found[0] as (typeof found)[number];
      return [partOf(first.label, first.text)];
    }
    const asOf = found.filter(({ label, start }) => /\bas (?:of|at) $/iu.test(label.text.slice(0, start)));
    if (asOf.length === 1)
      return [partOf((asOf[0] as (typeof found)[number]).label, (asOf[0] as (typeof found)[number]).text)];
    if (distinct.size > 1) return null;
  }
  return null;
}

/** The heading of a slide, where one line of it is by far the largest lettering and stands above the chart. */
function slideHeading({ labels }: Scene, area: PageBox): Label[] {
  const largest = Math.max(0, ...labels.map(({ sizePt }) => sizePt));
  const heading = labels.filter(({ sizePt, box }) => sizePt >= 0.9 * largest && box[3] <= area[1] + largest);
  return heading.length <= 2 && labels.filter(({ sizePt }) => sizePt >= 0.7 * largest).length <= 4 ? heading : [];
}
