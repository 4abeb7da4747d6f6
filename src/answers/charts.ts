import type { ChartsReply } from '../evidence/wire/charts.js';
import type { ChartsRequest } from '../evidence/wire/requests.js';
import type { AddProgress } from '../library/add.js';
import type { Library } from '../library/library.js';
import { pageLocator } from '../library/locators.js';
import { pageIndexOf } from '../library/read.js';
import type { Chart } from '../pipeline/charts/chart.js';
import { chartIr } from '../pipeline/charts/chart-ir.js';
import { saidBy } from '../pipeline/charts/proposal.js';
import type { Qualification } from '../pipeline/charts/qualify.js';
import { refusalsIn } from '../pipeline/proof/refusals-in.js';
import { proposalsOf, qualified } from './model-charts.js';
import { chartsOn, mustBePdf, proofOf, storedPage } from './page-stages.js';

interface ChartCall {
  readonly onProgress?: (progress: AddProgress) => void;
  readonly signal?: AbortSignal;
}

/** The charts of a document or of one page, value by value, each with what speaks against it. */
export async function charts(library: Library, request: ChartsRequest, call: ChartCall = {}): Promise<ChartsReply> {
  const entry = await library.find(request.doc);
  mustBePdf(entry);
  const only = request.page === undefined ? null : pageIndexOf(entry, request.page);
  const pages = only === null ? Array.from({ length: entry.pages }, (_, i) => i) : [only];
  const record = await library.record(entry);
  const reply: ChartsReply = { charts: [], warnings: [] };
  for (const [done, pageIndex] of pages.entries()) {
    call.signal?.throwIfAborted();
    const page = await chartsOn(library, entry, pageIndex);
    reply.warnings.push(...page.warnings.map((warning) => ({ ...warning, page_index: pageIndex })));
    const said = await proposalsOf(library, entry, [pageIndex], call.signal);
    reply.warnings.push(...said.warnings);
    if (page.charts.length + said.proposals.length > 0) {
      const { svg, painted } = await storedPage(library, entry, pageIndex);
      const evidence = await proofOf(library, entry, pageIndex);
      const irOf = (chart: Chart, qualification: Qualification) => {
        const binding = {
          locator: pageLocator(entry, record, pageIndex, chart.box),
          svgDigest: svg.digest,
          elements: painted.elements,
          refusals: (runs: Parameters<typeof refusalsIn>[1]) => refusalsIn(evidence, runs),
        };
        return chartIr(chart, qualification, binding, request.full);
      };
      for (const [i, chart] of page.charts.entries())
        reply.charts.push(irOf(chart, page.qualifications[i] as Qualification));
      for (const proposal of said.proposals) {
        const read = await qualified(library, entry, proposal);
        if (read !== null) reply.charts.push({ ...irOf(read.chart, read.qualification), ...saidBy(proposal) });
      }
    }
    call.onProgress?.({ path: request.doc, stage: 'proving', done: done + 1, total: pages.length });
  }
  return reply;
}
