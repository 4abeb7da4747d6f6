import type { PageBox } from '../evidence/boxes.js';
import type { Chart, ChartWarning } from '../pipeline/charts/chart.js';
import { findCharts } from '../pipeline/charts/find-charts.js';
import { type Qualification, qualifyChart } from '../pipeline/charts/qualify.js';
import { type LayoutAnswer, type ModelPartition, partitionBy } from '../pipeline/layout/model-partition.js';
import type { PartitionOptions } from '../pipeline/layout/partition.js';
import { pageEvidence } from '../pipeline/page-evidence.js';
import type { PageEvidence } from '../pipeline/proof/evidence.js';
import { refusalsIn } from '../pipeline/proof/refusals-in.js';
import { findTables } from '../pipeline/tables/find-tables.js';
import type { Table, TableWarning } from '../pipeline/tables/table.js';
import type { PaintedPage } from '../sources/painted.js';
import type { WitnessedPage } from '../sources/witnessed.js';

/** What is stored of a page, as far as the work on it needs it. The SVG may be left out. */
export interface PageParts {
  readonly painted: PaintedPage;
  readonly evidence?: PageEvidence;
}

export interface TablesOnPage {
  readonly tables: readonly Table[];
  readonly warnings: readonly TableWarning[];
}

export interface ChartsOnPage {
  readonly charts: readonly Chart[];
  /** By the chart's index. */
  readonly qualifications: readonly Qualification[];
  readonly warnings: readonly ChartWarning[];
}

interface ChartsGiven {
  readonly pageIndex: number;
  /** Where the page's tables are. */
  readonly tables: readonly PageBox[];
}

/** The work on a page that grows with what is on it: pure, so that it may be done in any thread. Results are plain JSON. */
export const PAGE_WORK = {
  proof: ({ painted }: PageParts, witnessed: string): PageEvidence =>
    pageEvidence(painted, JSON.parse(witnessed) as WitnessedPage),
  tables: ({ painted, evidence }: PageParts, pageIndex: number): TablesOnPage =>
    findTables(painted, pageIndex, evidence ? { refusals: (runs) => refusalsIn(evidence, runs) } : {}),
  charts: ({ painted, evidence }: PageParts, given: ChartsGiven): ChartsOnPage => {
    const { charts, warnings } = findCharts(painted, given.pageIndex, { tables: given.tables });
    const qualifications = evidence ? charts.map((chart) => qualifyChart(chart, evidence)) : [];
    return { charts, qualifications, warnings };
  },
  partition: (
    { painted }: PageParts,
    { answer, ...options }: PartitionOptions & { readonly answer: LayoutAnswer | null },
  ): ModelPartition => partitionBy(painted, answer, options),
} as const;

export type PageWork = keyof typeof PAGE_WORK;
export type GivenTo<N extends PageWork> = Parameters<(typeof PAGE_WORK)[N]>[1];
export type ResultOf<N extends PageWork> = ReturnType<(typeof PAGE_WORK)[N]>;
