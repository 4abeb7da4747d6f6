import { readFileSync } from 'node:fs';
import { type PageBox, unionOf } from '../../src/evidence/boxes.js';
import { CHART_REFUSALS } from '../../src/evidence/wire/charts.js';
import type { Chart } from '../../src/pipeline/charts/chart.js';
import { findCharts } from '../../src/pipeline/charts/find-charts.js';
import { qualifyChart } from '../../src/pipeline/charts/qualify.js';
import { pageEvidence } from '../../src/pipeline/page-evidence.js';
import type { PageEvidence } from '../../src/pipeline/proof/evidence.js';
import { refusalsIn } from '../../src/pipeline/proof/refusals-in.js';
import { findTables } from '../../src/pipeline/tables/find-tables.js';
import { limitsFrom } from '../../src/sources/limits.js';
import { openPdf } from '../../src/sources/pdf/open.js';
import type { ReadChart, ReadPoint } from './score.js';

export interface ReadPage {
  readonly charts: readonly ReadChart[];
  /** Time that the chart stage took, and what of it the process had a core: the rest is that of its neighbours. */
  readonly stageMs: number;
  readonly stageCpuMs: number;
}

/** The charts of a file's first page as the library reads and proves them. */
export async function readCharts(file: string): Promise<ReadPage> {
  const source = await openPdf(readFileSync(file), limitsFrom({}));
  try {
    const painted = await source.painted(0);
    const evidence = pageEvidence(painted, JSON.parse(await source.witness(0)));
    const { tables } = findTables(painted, 0, { refusals: (runs) => refusalsIn(evidence, runs) });
    const [started, busy] = [performance.now(), process.cpuUsage()];
    const { charts } = findCharts(painted, 0, { tables: tables.map(({ box }) => box) });
    const read = charts.map((chart) => asRead(chart, evidence));
    const { user, system } = process.cpuUsage(busy);
    return { charts: read, stageMs: performance.now() - started, stageCpuMs: (user + system) / 1000 };
  } finally {
    await source.close();
  }
}

function asRead(chart: Chart, evidence: PageEvidence): ReadChart {
  const verdicts = qualifyChart(chart, evidence).points;
  const drawn = chart.marks.filter(({ kind }) => kind !== 'swatch');
  const markOf = (point: number): PageBox | undefined => drawn.find(({ points }) => points.includes(point))?.box;
  const marks = unionOf(drawn.map(({ box }) => box)) as PageBox;
  return {
    grammar: chart.grammar,
    title: chart.title?.text ?? null,
    marks,
    points: chart.points.map((point, i): ReadPoint => {
      const refused = verdicts[i]?.refused ?? [];
      return {
        series: (point.series ?? chart.title)?.text ?? null,
        category: point.category?.text ?? null,
        period: (point.period ?? chart.period)?.text ?? null,
        unit: point.unit,
        value: point.value,
        mark: markOf(i) ?? marks,
        refused: refused.filter(isOfReader),
        unproven: refused.filter((reason) => !isOfReader(reason)),
      };
    }),
  };
}

const isOfReader = (reason: string): boolean => (CHART_REFUSALS as readonly string[]).includes(reason);
