import type { ChartsReply } from '../evidence/wire/charts.js';
import type { ChartsRequest } from '../evidence/wire/requests.js';
import type { AddProgress } from '../library/add.js';
import type { Library } from '../library/library.js';
import { pageLocator } from '../library/locators.js';
import { pageIndexOf } from '../library/read.js';
import { chartIr } from '../pipeline/charts/chart-ir.js';
import type { Qualification } from '../pipeline/charts/qualify.js';
import { refusalsIn } from '../pipeline/proof/refusals-in.js';
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
    if (page.charts.length > 0) {
      const { svg, painted } = await storedPage(library, entry, pageIndex);
      const evidence = await proofOf(library, entry, pageIndex);
      for (const [i, chart] of page.charts.entries()) {
        const binding = {
          locator: pageLocator(entry, record, pageIndex, chart.box),
          svgDigest: svg.digest,
          elements: painted.elements,
          refusals: (runs: Parameters<typeof refusalsIn>[1]) => refusalsIn(evidence, runs),
        };
        reply.charts.push(chartIr(chart, page.qualifications[i] as Qualification, binding, request.full));
      }
    }
    call.onProgress?.({ path: request.doc, stage: 'proving', done: done + 1, total: pages.length });
  }
  return reply;
}
