import { type NumberStyle, printedNumber } from '../facts/printed-number.js';
import type { ChartRefusal } from './chart.js';
import { fittingScale, type Measured, roundingOf } from './geometry.js';
import type { Label } from './labels.js';

/** A mark that may have a value. */
export interface TiedMark {
  /** Marks of one series have their labels in one look: side, distance, unit, scale. */
  readonly series: string;
  readonly color: string;
  /** Length or height, pt; null where it says nothing. */
  readonly extent: number | null;
  /** Whether lengths begin at nothing. */
  readonly zero: boolean;
}

/** A label near a mark. */
export interface Tie {
  readonly mark: number;
  readonly label: Label;
  readonly place: 'inside' | 'end' | 'below' | 'beside';
  /** From the mark, in sizes of the label. */
  readonly gapEm: number;
}

export interface TiedValue {
  readonly label: Label | null;
  readonly refused: readonly ChartRefusal[];
}

/** Labels of one series stand at one distance from their marks, within this, em; others are remarks. */
const SAME_GAP_EM = 0.7;
const MAX_ROUNDS = 6;
/** So many labels without another choice tell what those of a series look like. */
const MIN_KNOWN = 2;

/**
 * The label of each mark among those that stand near it. Where a label may be that of several marks, what the others of
 * each series look like decides: their side and distance, their colour, their unit, and at last whether the value goes
 * with the mark as all others do. What is left open stays open.
 */
export function tieLabels(marks: readonly TiedMark[], near: readonly Tie[], style: NumberStyle): TiedValue[] {
  let ties = byColor(marks, near);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const looks = looksOf(marks, ties, style);
    const kept = ties.filter((tie) => {
      const rivals = ties.filter((other) => other !== tie && (other.label === tie.label || other.mark === tie.mark));
      const mine = misfit(tie, marks, looks, style);
      return mine === 0 || rivals.every((other) => misfit(other, marks, looks, style) >= mine);
    });
    if (kept.length === ties.length) break;
    ties = kept;
  }
  const final = looksOf(marks, ties, style);
  return marks.map((_, mark): TiedValue => {
    const own = ties.filter((tie) => tie.mark === mark);
    const sole = own.filter((tie) => ties.every((other) => other === tie || other.label !== tie.label));
    const [only] = sole;
    if (own.length === 1 && only)
      return { label: isRemark(misfit(only, marks, final, style)) ? null : only.label, refused: [] };
    return { label: null, refused: own.length > 0 ? ['AMBIGUOUS_MARK'] : [] };
  });
}

/** Lettering in the colour of one series only is that series'. */
function byColor(marks: readonly TiedMark[], ties: readonly Tie[]): Tie[] {
  const colors = new Set(marks.map(({ color }) => color));
  const usual = mostCommon(ties.map(({ label }) => label.color ?? ''));
  return ties.filter(({ label, mark, place }) => {
    if (place === 'inside' || label.color === null || label.color === usual || !colors.has(label.color)) return true;
    const rivals = ties.filter((other) => other.label === label);
    return (
      (marks[mark] as TiedMark).color === label.color ||
      rivals.every((other) => (marks[other.mark] as TiedMark).color !== label.color)
    );
  });
}

/** What the labels of a series look like that have no other choice. */
interface Look {
  readonly place: Tie['place'] | null;
  readonly gapEm: number | null;
  readonly unit: string | null | undefined;
  readonly fits: ((measured: Measured) => boolean) | null;
}

function looksOf(marks: readonly TiedMark[], ties: readonly Tie[], style: NumberStyle): Map<string, Look> {
  const clear = ties.filter((tie) =>
    ties.every((other) => other === tie || (other.label !== tie.label && other.mark !== tie.mark)),
  );
  const looks = new Map<string, Look>();
  for (const series of new Set(marks.map((mark) => mark.series))) {
    const own = clear.filter(({ mark }) => (marks[mark] as TiedMark).series === series);
    if (own.length < MIN_KNOWN) continue;
    const places = own.map(({ place }) => place);
    const place = mostCommon(places);
    const gaps = own.filter((tie) => tie.place === place).map(({ gapEm }) => gapEm);
    const units = own.map(({ label }) => printedNumber(label.text, style)?.unit ?? null);
    const unit = mostCommon(units);
    const measured = own.flatMap((tie) => measuredOf(tie, marks, style) ?? []);
    const zero = marks.some((mark) => mark.series === series && mark.zero);
    looks.set(series, {
      place: places.filter((one) => one === place).length >= 0.75 * places.length ? place : null,
      gapEm: gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? null,
      unit: units.filter((one) => one === unit).length >= 0.6 * units.length ? unit : undefined,
      fits: fittingScale(measured, zero),
    });
  }
  return looks;
}

/** What speaks against a tie, the less the more often it means nothing. */
const OTHER_PLACE = 1;
const OTHER_GAP = 2;
const OFF_SCALE = 4;
const OTHER_UNIT = 8;

/** Lettering that is no label of its series: in another unit, or off the scale and elsewhere than the others. */
const isRemark = (against: number): boolean => against > OFF_SCALE;

/** How badly a tie goes with the others of its series; 0 for well. */
function misfit(tie: Tie, marks: readonly TiedMark[], looks: ReadonlyMap<string, Look>, style: NumberStyle): number {
  const look = looks.get((marks[tie.mark] as TiedMark).series);
  if (look === undefined) return 0;
  let misfits = 0;
  if (look.place !== null && tie.place !== look.place) misfits += OTHER_PLACE;
  if (look.gapEm !== null && tie.place === look.place && Math.abs(tie.gapEm - look.gapEm) > SAME_GAP_EM)
    misfits += OTHER_GAP;
  const unit = printedNumber(tie.label.text, style)?.unit ?? null;
  if (look.unit !== undefined && unit !== look.unit) misfits += OTHER_UNIT;
  const measured = measuredOf(tie, marks, style);
  if (look.fits !== null && measured !== null && !look.fits(measured)) misfits += OFF_SCALE;
  return misfits;
}

/** What a label says and what its mark shows; null where one of them says nothing. */
export function measuredOf({ mark, label }: Tie, marks: readonly TiedMark[], style: NumberStyle): Measured | null {
  const number = printedNumber(label.text, style);
  const { extent, zero, series } = marks[mark] as TiedMark;
  if (number === null || extent === null) return null;
  // What only has a length says nothing of the sign.
  const signless = zero && marks.every((other) => other.series !== series || (other.extent ?? 0) >= 0);
  return {
    value: signless ? Math.abs(Number(number.value)) : Number(number.value),
    extent,
    roundingError: roundingOf(number.value),
  };
}

function mostCommon<T>(values: readonly T[]): T | null {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
