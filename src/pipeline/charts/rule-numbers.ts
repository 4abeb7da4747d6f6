import type { PageBox } from '../../evidence/boxes.js';
import { type NumberStyle, printedNumber } from '../facts/printed-number.js';
import type { Bar, BarGroup } from './bar-groups.js';
import type { DraftAxis } from './draft.js';
import { commonScale, isOnScale, type Measured, offScale, type Scale } from './geometry.js';
import type { Label } from './labels.js';
import type { Scene } from './scene.js';
import { measuredOf, type Tie, type TiedMark } from './tie-labels.js';
import { alongMiddle, thickness, type ViewBox, viewBox } from './view.js';

/** A line across the marks: of a grid, of a target, of an average. Seen along the marks, pt. */
interface Rule {
  readonly level: number;
  readonly from: number;
  readonly to: number;
  /** One of several at even distances. */
  readonly inGrid: boolean;
}

/** The lines across the marks of a chart, and what is known of its scale. */
export interface Rules {
  readonly all: readonly Rule[];
  readonly upright: boolean;
  /** Where bars stand, along; null where there are only lines. */
  readonly base: number | null;
  /** Of the one axis of values, for extents from `base`; null for none or several. */
  readonly axisScale: Scale | null;
}

/** Lines are this thin, and those on one level are one: dashes are often painted one by one. */
const RULE_PT = 1.6;
const LEVEL_PT = 0.5;
/** Lines of a grid are evenly apart, within this. */
const EVEN_PT = 1;
/** The number of a line stands on it, or beside its end, this close, em. */
const ON_EM = 1;
const BESIDE_EM = 1.5;
/** A mark that ends this close to a line ends on it, pt. */
const SAME_PT = 1;

/** @param marks box of all marks, whose elements are `own` */
export function rulesOf(
  { shapes }: Scene,
  marks: PageBox,
  own: ReadonlySet<string>,
  group: BarGroup | null,
  axes: readonly DraftAxis[],
  style: NumberStyle,
): Rules {
  const upright = group?.upright ?? true;
  const base = group?.base ?? null;
  const area = viewBox(marks, upright);
  const thin = shapes
    .filter(({ id }) => !own.has(id))
    .map(({ box }) => viewBox(box, upright))
    .filter((view) => view.l1 - view.l0 <= RULE_PT && view.a0 < area.a1 && view.a1 > area.a0)
    .sort((a, b) => alongMiddle(a) - alongMiddle(b));
  const rows: ViewBox[][] = [];
  for (const view of thin) {
    const row = rows.at(-1);
    if (row && alongMiddle(view) - alongMiddle(row[0] as ViewBox) <= LEVEL_PT) row.push(view);
    else rows.push([view]);
  }
  const long = rows
    .map((row) => ({
      level: alongMiddle(row[0] as ViewBox),
      from: Math.min(...row.map(({ a0 }) => a0)),
      to: Math.max(...row.map(({ a1 }) => a1)),
    }))
    .filter(({ from, to }) => to - from > shortest(group));
  const levels = long.map(({ level }) => level);
  return {
    // The number of the axis that bars stand on is none of theirs.
    all: long
      .filter(({ level }) => base === null || Math.abs(level - base) > SAME_PT)
      .map((rule) => ({ ...rule, inGrid: isInGrid(rule.level, levels) })),
    upright,
    base,
    axisScale: scaleOfTicks(axes, base ?? 0, area.l1 - area.l0, style, upright),
  };
}

/** What lies across a bar is longer than it is thick; the steps of a waterfall are joined by lines from bar to bar. */
function shortest(group: BarGroup | null): number {
  if (group === null) return 0;
  const thick = Math.max(...group.bars.map(thickness));
  if (group.kind !== 'waterfall') return thick + 2 * SAME_PT;
  const [first, second] = group.columns.map(([bar]) => (bar as Bar).a0) as [number, number];
  return second - first + thick + 2 * SAME_PT;
}

/** Whether two others lie at one distance from a line and from each other. */
function isInGrid(level: number, levels: readonly number[]): boolean {
  const has = (at: number): boolean => levels.some((one) => Math.abs(one - at) <= EVEN_PT);
  return levels.some((other) => {
    const step = other - level;
    return Math.abs(step) > 2 * EVEN_PT && (has(level + 2 * step) || has(level - step));
  });
}

/** The scale that ticks say, for extents that count from `zero`, along. */
function scaleOfTicks(
  [axis, ...others]: readonly DraftAxis[],
  zero: number,
  span: number,
  style: NumberStyle,
  upright: boolean,
): Scale | null {
  if (axis === undefined || others.length > 0) return null;
  const ticks = axis.labels.flat().flatMap((label) => {
    const number = printedNumber(label.text, style);
    return number === null ? [] : [{ at: alongMiddle(viewBox(label.box, upright)), value: Number(number.value) }];
  });
  const [first, last] = [ticks[0], ticks.at(-1)];
  if (first === undefined || last === undefined) return null;
  const factor = (last.value - first.value) / (last.at - first.at);
  if (!(factor > 0) || !Number.isFinite(factor)) return null;
  return { origin: first.value + factor * (zero - first.at), factor, span: factor * span };
}

/**
 * Leaves out the numbers that are printed for a line across the marks. A number that stands at such a line is its mark's only
 * where the scale of the other values, or that of the axis, puts it at the end of the mark rather than on the line.
 *
 * @returns the ties that are left, and the marks of those that may be a mark's or a line's
 */
export function withoutRuleNumbers(
  ties: readonly Tie[],
  marks: readonly TiedMark[],
  rules: Rules,
  style: NumberStyle,
): { readonly ties: readonly Tie[]; readonly open: ReadonlySet<number> } {
  const clear = ties.filter((tie) =>
    ties.every((other) => other === tie || (other.label !== tie.label && other.mark !== tie.mark)),
  );
  const open = new Set<number>();
  const kept = ties.filter((tie) => {
    const at = rules.all.filter((rule) => isNumberOf(tie.label, rule, rules.upright));
    if (at.length === 0) return true;
    const mark = marks[tie.mark] as TiedMark;
    const others = clear.filter(
      (other) => other.label !== tie.label && (marks[other.mark] as TiedMark).series === mark.series,
    );
    const known = others.flatMap((other) => measuredOf(other, marks, style) ?? []);
    const scale = commonScale(known, mark.zero) ?? rules.axisScale;
    const own = measuredOf(tie, marks, style);
    const verdicts = at.map((rule) =>
      own === null || scale === null
        ? 'open'
        : whose(own, { ...own, extent: rule.level - (mark.zero ? (rules.base ?? 0) : 0) }, rule, scale),
    );
    if (!verdicts.includes('rule') && verdicts.includes('open')) open.add(tie.mark);
    return verdicts.every((verdict) => verdict === 'mark');
  });
  return { ties: kept, open };
}

function whose(own: Measured, onRule: Measured, rule: Rule, scale: Scale): 'mark' | 'rule' | 'open' {
  if (!isOnScale(onRule, scale)) return 'mark';
  if (!isOnScale(own, scale)) return 'rule';
  const isSameEnd = Math.abs(onRule.extent - own.extent) <= SAME_PT;
  // A bar may end on a line of the grid; where a line by itself lies there, nothing tells whose the number is.
  if (isSameEnd) return rule.inGrid ? 'mark' : 'open';
  return offScale(own, scale) < offScale(onRule, scale) ? 'mark' : 'open';
}

function isNumberOf({ box, sizePt }: Label, { level, from, to }: Rule, upright: boolean): boolean {
  const view = viewBox(box, upright);
  if (view.a0 < to && view.a1 > from) return level >= view.l0 - ON_EM * sizePt && level <= view.l1 + ON_EM * sizePt;
  const beside = Math.max(view.a0 - to, from - view.a1);
  return beside <= BESIDE_EM * sizePt && level >= view.l0 && level <= view.l1;
}
