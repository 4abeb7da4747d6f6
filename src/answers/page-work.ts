import type { PageBox } from '../evidence/boxes.js';
import type { Chart, ChartWarning } from '../pipeline/charts/chart.js';
import { findCharts } from '../pipeline/charts/find-charts.js';
import { type Qualification, qualifyChart } from '../pipeline/charts/qualify.js';
import { type ModelPartition, partitionBy } from '../pipeline/layout/model-partition.js';
import { pageEvidence } from '../pipeline/page-evidence.js';
import type { PageEvidence } from '../pipeline/proof/evidence.js';
import { refusalsIn } from '../pipeline/proof/refusals-in.js';
import { type Proof, prove } from '../pipeline/prove.js';
import { findTables } from '../pipeline/tables/find-tables.js';
import type { Table, TableWarning } from '../pipeline/tables/table.js';
import type { PaintedPage } from '../sources/painted.js';
import type { WitnessedPage } from '../sources/witnessed.js';
import type { ObjectRef } from '../store/objects.js';
import { type PageGiven, type PageReplyParts, type PartitionGiven, pageReplyParts, tableBoxes } from './page-reply.js';
import { type ReviewGiven, type ReviewParts, reviewParts } from './review-parts.js';

/** What is stored of a page, as far as the work on it needs it. The SVG may be left out. */
export interface PageParts {
  readonly painted: PaintedPage;
  /** Where its SVG is kept. */
  readonly svg?: ObjectRef;
  readonly evidence?: PageEvidence;
  readonly tables?: TablesOnPage;
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

interface ProveGiven {
  readonly text: string;
  readonly box: PageBox | null;
}

/** The work on a page that grows with what is on it: pure, so that it may be done in any thread. Results are plain JSON. */
export const PAGE_WORK = {
  proof: ({ painted }: PageParts, witnessed: string): PageEvidence =>
    pageEvidence(painted, JSON.parse(witnessed) as WitnessedPage),
  tables: ({ painted, evidence }: PageParts, pageIndex: number): TablesOnPage =>
    findTables(painted, pageIndex, evidence ? { refusals: (runs) => refusalsIn(evidence, runs) } : {}),
  charts: (parts: PageParts, pageIndex: number): ChartsOnPage => {
    const { painted, evidence } = parts;
    const { charts, warnings } = findCharts(painted, pageIndex, { tables: tableBoxes(parts) });
    const qualifications = evidence ? charts.map((chart) => qualifyChart(chart, evidence)) : [];
    return { charts, qualifications, warnings };
  },
  partition: (parts: PageParts, { answer, ...options }: PartitionGiven): ModelPartition =>
    partitionBy(parts.painted, answer, { ...options, tables: tableBoxes(parts) }),
  prove: ({ evidence }: PageParts, { text, box }: ProveGiven): Proof => prove(evidence as PageEvidence, text, box),
  page: (parts: PageParts, given: PageGiven): PageReplyParts => pageReplyParts(parts, given),
  review: (parts: PageParts, given: ReviewGiven): ReviewParts => reviewParts(parts, given),
} as const;

export type PageWork = keyof typeof PAGE_WORK;
export type GivenTo<N extends PageWork> = Parameters<(typeof PAGE_WORK)[N]>[1];
export type ResultOf<N extends PageWork> = ReturnType<(typeof PAGE_WORK)[N]>;
