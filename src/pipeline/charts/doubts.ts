import { isNumeral } from '../facts/printed-number.js';
import { combined, unitsStated } from '../facts/units.js';
import { common, type Extent, extentOf } from '../layout/direction.js';
import type { Word } from '../layout/words.js';
import type { ChartPoint, ChartRefusal } from './chart.js';
import type { DraftPoint } from './draft.js';
import { BEGINS_NUMBER, type Label } from './labels.js';
import { isPeriod } from './periods.js';
import type { Scene } from './scene.js';
import type { Surroundings } from './surroundings.js';

/** What is printed around a chart and may be a part of what its points say, though nothing ties it to them. */
export interface Unclaimed {
  /** Units stated near the chart in lettering that is part of no chart. */
  readonly units: readonly string[];
  /** Lettering that is part of no chart. */
  readonly labels: readonly Label[];
  readonly hasTitle: boolean;
}

/** A unit may be that of a chart up to this share of its size away, and at least up to this many pt. */
const REACH_SHARE = 0.5;
const REACH_PT = 60;
/** A further line of a name stands this close, and is set alike within this, pt. */
const LINE_GAP_EM = 0.75;
const SAME_SIZE_PT = 0.3;
/** Blanks within one line of a name are no wider than this, em. */
const WORD_GAP_EM = 1.2;

/**
 * What is left unclaimed around a chart. A unit that another chart under a title of its own states is that one's, where this one
 * has a title too.
 *
 * @param beside what stands around the page's other charts
 * @param used what is part of any chart of the page
 */
export function unclaimedAround(
  { labels }: Scene,
  { whole: area, heading, stated }: Surroundings,
  beside: readonly Surroundings[],
  used: ReadonlySet<Label>,
): Unclaimed {
  const hasTitle = heading.title.length > 0;
  const titled = hasTitle ? beside.filter((other) => other.heading.title.length > 0) : [];
  const claimed = new Set([...stated, ...titled.flatMap((other) => other.stated)].flat());
  const [x, y] = [reach(area[2] - area[0]), reach(area[3] - area[1])];
  const free = labels.filter(
    (label) =>
      !used.has(label) &&
      label.box[2] > area[0] - x &&
      label.box[0] < area[2] + x &&
      label.box[3] > area[1] - y &&
      label.box[1] < area[3] + y,
  );
  return {
    units: [
      ...new Set(
        free
          .filter((label) => !claimed.has(label))
          .flatMap(({ text }) => [text, text.replace(/^[(（]|[)）]$/gu, '')].flatMap((one) => unitsStated(one))),
      ),
    ],
    labels: free,
    hasTitle,
  };
}

const reach = (size: number): number => Math.max(REACH_PT, REACH_SHARE * size);

/** Why a point whose fields are all tied can't be told for sure: something unclaimed may complete its unit or a name. */
export function doubtsOf(
  unit: string | null,
  { category, series }: DraftPoint,
  { units, labels, hasTitle }: Unclaimed,
  cut: ReadonlySet<Label>,
): ChartRefusal[] {
  const doubts: ChartRefusal[] = [];
  const completes = (stated: string): boolean => {
    const whole = combined(unit, stated);
    return whole !== null && whole !== unit;
  };
  if (units.some(completes) || (unit === null && !hasTitle)) doubts.push('AMBIGUOUS_UNIT');
  const isCut = (name: readonly Label[] | null, ways: readonly ((a: Label, b: Label) => boolean)[]): boolean =>
    name?.some((line) => labels.some((label) => ways.some((way) => way(line, label)))) ?? false;
  const outlined = category?.some((line) => cut.has(line)) ?? false;
  const holdsValue = category?.some((line) => line.words.some(isGlued) || hasValue(line)) ?? false;
  if (outlined || holdsValue || isCut(category, [goesOnBeside, goesOnBelow])) doubts.push('AMBIGUOUS_CATEGORY');
  // Below the name of a series is that of the next.
  if (isCut(series, [goesOnBeside])) doubts.push('AMBIGUOUS_SERIES');
  return doubts;
}

/** A word of several strings in which a signed number touches a name: the label of a negative value runs into it. */
const isGlued = ({ text, runs }: Word): boolean =>
  new Set(runs.map(({ id }) => id)).size > 1 && /[\d\p{L}](?:[-−–+(]?\s?[$€£¥]|[-−–+])\s?\d/u.test(text);

/** A name whose line goes on with a signed number in a string of its own. */
const hasValue = ({ words }: Label): boolean =>
  words.slice(1).some(({ text, runs }, i) => {
    const isOther = words[i]?.runs.at(-1)?.id !== runs[0]?.id;
    return isOther && BEGINS_NUMBER.test(text) && isNumeral(text);
  });

/**
 * A number in whose middle one string of several figures ends and another begins: `120` and `109` that touch. Figures that are
 * painted one by one are no such pieces.
 */
export function isPieced({ words }: Label): boolean {
  const parts = words.flatMap(({ text, runs }) => {
    let at = 0;
    return runs.map(({ id, from, to }) => {
      const part = text.slice(at, at + to - from);
      at += to - from;
      return { id, part };
    });
  });
  return parts.slice(1).some(({ id, part }, i) => {
    const before = parts[i] as (typeof parts)[number];
    return before.id !== id && /[\d.,]\d$/u.test(before.part) && /^\d[\d.,]/u.test(part);
  });
}

const isAlike = (a: Label, b: Label): boolean =>
  /\p{L}/u.test(b.text) &&
  a.rotationDeg % 90 === 0 &&
  a.rotationDeg === b.rotationDeg &&
  Math.abs(a.sizePt - b.sizePt) <= SAME_SIZE_PT &&
  a.bold === b.bold &&
  a.color === b.color;

const placeOf = ({ box, rotationDeg }: Label): Extent => extentOf(box, rotationDeg);

/** Lettering in one row with a name, a blank away from it. */
function goesOnBeside(line: Label, other: Label): boolean {
  if (!isAlike(line, other)) return false;
  const [a, b] = [placeOf(line), placeOf(other)];
  const gap = -common(a.along, b.along);
  return common(a.across, b.across) > 0.5 * line.sizePt && gap > 0 && gap <= WORD_GAP_EM * line.sizePt;
}

/** A line right above or below a name, in one column with it. */
function goesOnBelow(line: Label, other: Label): boolean {
  if (!isAlike(line, other)) return false;
  const [a, b] = [placeOf(line), placeOf(other)];
  const narrow = Math.min(a.along[1] - a.along[0], b.along[1] - b.along[0]);
  const gap = -common(a.across, b.across);
  return (
    common(a.along, b.along) >= 0.5 * narrow &&
    gap > -0.5 * line.sizePt &&
    gap <= LINE_GAP_EM * line.sizePt &&
    isInLine(a.along, b.along, line.sizePt)
  );
}

/** Lines of one name begin, end or are centred alike. */
const isInLine = (a: Extent['along'], b: Extent['along'], sizePt: number): boolean =>
  [a[0] - b[0], a[1] - b[1], (a[0] + a[1] - b[0] - b[1]) / 2].some((off) => Math.abs(off) <= 0.3 * sizePt);

/** Whether all values of a chart read like years: its period may have been taken for a value. */
export const areYears = (points: readonly ChartPoint[]): boolean =>
  points.every(({ value, unit, label }) => value === null || (unit === null && isPeriod(label?.text ?? '')));

/** Values of one series among which some have no unit, or another kind of one: the few are not told for sure. */
export function mixedUnits(points: readonly ChartPoint[]): Set<number> {
  const series = new Map<string, number[]>();
  for (const [i, { value, series: of }] of points.entries())
    if (value !== null) series.set(of?.text ?? '', [...(series.get(of?.text ?? '') ?? []), i]);
  const doubtful = new Set<number>();
  for (const own of series.values()) {
    const kinds = own.map((i) => kindOf((points[i] as ChartPoint).unit));
    // An amount and its share may stand at one mark.
    const single = new Set(own.map((i) => (points[i] as ChartPoint).category?.text)).size === own.length;
    for (const [n, i] of own.entries()) {
      const alike = kinds.filter((kind) => kind === kinds[n]).length;
      if (alike < own.length && (kinds[n] === 'none' || (single && alike * 2 <= own.length))) doubtful.add(i);
    }
  }
  return doubtful;
}

/** Points under the same names, in one kind of unit: what tells them apart is not in their names. */
export function namedTwice(points: readonly ChartPoint[]): Set<number> {
  const seen = new Map<string, number>();
  const twice = new Set<number>();
  for (const [i, { series, category, value, unit }] of points.entries()) {
    if (category === null || value === null) continue;
    const key = [series?.text ?? '', category.text, kindOf(unit)].join('\n');
    const before = seen.get(key);
    if (before !== undefined) for (const one of [before, i]) twice.add(one);
    seen.set(key, i);
  }
  return twice;
}

const kindOf = (unit: string | null): 'none' | 'ratio' | 'amount' =>
  unit === null ? 'none' : /^(?:%|‰|pp|bps|x|倍|pts?)$/u.test(unit) ? 'ratio' : 'amount';
