import type { WireChart, WireField } from '../../evidence/wire/charts.js';
import type { Fact, FactLabel } from './fact.js';
import { isPeriodOnly, onlyPeriod } from './only-period.js';
import { joinPeriods, type Period } from './period.js';

/** A chart as members of a snapshot keep it: with axes, marks, and the evidence of every field. */
export type ChartIr = WireChart & { readonly format: 'chart-ir-v1' };

export const chartMemberIr = (chart: WireChart): ChartIr => ({ format: 'chart-ir-v1', ...chart });

/** The values of a chart, each with the words to ask for it. A mark that prints none is a fact too: nothing is printed there. */
export function chartFacts(ir: ChartIr): Fact[] {
  return ir.points.map((point, i): Fact => {
    const isNamed = point.series !== null && point.series !== ir.title;
    const label = (text: string | null, role: FactLabel['role'], path: string): FactLabel[] =>
      text === null || text === ''
        ? []
        : [{ text, role: role !== 'title' && isPeriodOnly(text) ? 'group' : role, path }];
    const period = periodOf(ir, i);
    const reasons = ir.refused.filter((one) => one.point === i).map(({ reason }) => reason);
    return {
      path: `/points/${i}/value`,
      labels: [
        ...label(point.category, 'category', `/points/${i}/category`),
        ...(isNamed ? label(point.series, 'series', `/points/${i}/series`) : []),
        ...label(ir.title, 'title', '/title'),
      ],
      period: period?.period ?? null,
      periodText: period?.text ?? null,
      periodPath: period === null ? null : `/points/${i}/period`,
      printed: point.printed,
      value: point.kind === 'EXPLICIT' ? point.value : null,
      unit: point.unit,
      isNumber: point.value !== null,
      verified: point.verification === 'VERIFIED' && point.kind === 'EXPLICIT',
      refused: reasons.length > 0 ? [...new Set(reasons)] : point.verification === 'PENDING' ? ['PENDING'] : [],
    };
  });
}

/** The fields of a chart that answers cite, by their paths. */
export function chartFields(ir: ChartIr): [path: string, field: WireField][] {
  return ir.points.flatMap(({ fields }, i) =>
    (['value', 'series', 'category', 'period', 'unit'] as const).flatMap((name): [string, WireField][] => {
      const field = fields?.[name] ?? null;
      return field === null ? [] : [[`/points/${i}/${name}`, field]];
    }),
  );
}

/** A quarter that the point's own labels name gets its year from the chart's period or title. */
function periodOf(ir: ChartIr, i: number): { readonly period: Period; readonly text: string } | null {
  const text = ir.points[i]?.period ?? null;
  const own = text === null ? null : onlyPeriod(text);
  if (own === null || own.period.year !== null) return own;
  for (const around of [ir.period, ir.title]) {
    const outer = around === null ? null : onlyPeriod(around);
    const both = outer === null ? null : joinPeriods(own.period, outer.period);
    if (outer !== null && both !== null) return { period: both, text: `${own.text} ${outer.text}` };
  }
  return own;
}
