import pLimit from 'p-limit';
import { overlaps, type PageBox, pageBox } from '../evidence/boxes.js';
import { toGroundglassError } from '../evidence/errors.js';
import type { Warning } from '../evidence/wire/document.js';
import { wireBox } from '../evidence/wire/locator.js';
import type { ChartProposal } from '../evidence/wire/proposal.js';
import type { Library } from '../library/library.js';
import type { SnapshotEntry } from '../library/snapshot.js';
import type { StructuredModel } from '../models/chat-endpoint.js';
import { visionModelFrom } from '../models/vision-endpoint.js';
import type { Chart } from '../pipeline/charts/chart.js';
import { type ChartView, chartView, MAX_SPANS, regionAround } from '../pipeline/charts/chart-view.js';
import { chartOutputSchema, descriptionOutputSchema, readProposal } from '../pipeline/charts/proposal.js';
import type { Qualification } from '../pipeline/charts/qualify.js';
import { qualifyProposal } from '../pipeline/charts/qualify-proposal.js';
import { regionScene } from '../pipeline/charts/region-scene.js';
import { hasMoreToRead, hasNumbersAtMarks } from '../pipeline/charts/worth-reading.js';
import { encodePng } from '../sources/picture-budget.js';
import { rasterSvg } from '../sources/svg-raster.js';
import { CHART_INSTRUCTIONS, DESCRIPTION_INSTRUCTIONS, observationsOf } from './model-chart-prompts.js';
import { chartsOn, partitionOf, proofOf, STAGE_VERSIONS, storedPage, tablesOn } from './page-stages.js';

/** Bumped when regions are chosen, shown or asked about in another way. */
const PROPOSALS_VERSION = 1;
/** Pages whose charts are asked about at once. */
const PAGES_AT_ONCE = 2;
/** Charts of one page that are asked about; a page of more is a wall of thumbnails. */
const MAX_REGIONS = 12;
/** How long an endpoint that failed is left alone, so that an outage does not slow down every question. */
const RETRY_MS = 30_000;

export interface Proposals {
  readonly proposals: readonly ChartProposal[];
  readonly warnings: readonly Warning[];
}

const NONE: Proposals = { proposals: [], warnings: [] };
/** Endpoints that failed a moment ago, with what was said of it. */
const FAILED = new WeakMap<Library, Proposals>();

/**
 * What the vision model that the environment names says of a document's charts, asked once and kept. Nothing where none is named.
 * A model that can't be asked is a warning: what it would have added is missing, and nothing else.
 *
 * @throws GroundglassError `bad_argument` for a setting that is none; what reading a page throws
 */
export async function proposalsOf(
  library: Library,
  entry: SnapshotEntry,
  pageIndices: readonly number[],
  signal?: AbortSignal,
): Promise<Proposals> {
  const model = visionModelFrom(library.environment);
  if (model === null || entry.kind !== 'pdf') return NONE;
  const failed = FAILED.get(library);
  if (failed !== undefined) return failed;
  const limit = pLimit(PAGES_AT_ONCE);
  try {
    const pages = await Promise.all(
      pageIndices.map((pageIndex) =>
        limit(() => {
          signal?.throwIfAborted();
          return proposalsOn(library, entry, pageIndex, model, signal);
        }),
      ),
    );
    const proposals = pages.flat();
    return { proposals, warnings: proposals.filter((one) => readProposal(one) === null).map(unreadable) };
  } catch (thrown) {
    limit.clearQueue();
    signal?.throwIfAborted();
    const error = toGroundglassError(thrown);
    if (!(error.class === 'upstream_refused' || error.code === 'cassette_missing')) throw error;
    const message = `Charts were read without the vision model: ${error.message} ${error.nextStep}`;
    const proposals = { proposals: [], warnings: [{ code: 'vision_unavailable', message, page_index: null }] };
    FAILED.set(library, proposals);
    setTimeout(() => FAILED.delete(library), RETRY_MS).unref();
    return proposals;
  }
}

const unreadable = ({ page_index }: ChartProposal): Warning => ({
  code: 'model_reply_unusable',
  message: 'What the vision model said of a chart is not of the shape that it was asked for, and is not used.',
  page_index,
});

/** Stage *proposals*: what a model says of the charts of one page. */
function proposalsOn(
  library: Library,
  entry: SnapshotEntry,
  pageIndex: number,
  model: StructuredModel,
  signal: AbortSignal | undefined,
): Promise<readonly ChartProposal[]> {
  const from = { ...STAGE_VERSIONS, page: pageIndex, model: model.fingerprint, origin: model.origin };
  return library.derive(entry, 'proposals', PROPOSALS_VERSION, from, async () => {
    const { painted } = await storedPage(library, entry, pageIndex);
    const reader = await readerCharts(library, entry, pageIndex);
    const proposals: ChartProposal[] = [];
    for (const region of await regionsOn(library, entry, pageIndex)) {
      if (!hasMoreToRead(regionScene(painted, region), reader)) continue;
      const view = chartView(painted, region);
      if (view.spans.length <= MAX_SPANS)
        proposals.push(await proposalFor(library, model, pageIndex, region, view, signal));
    }
    return proposals;
  });
}

/** Two calls over the same picture and lines; neither sees what the other says. */
async function proposalFor(
  library: Library,
  model: StructuredModel,
  pageIndex: number,
  region: PageBox,
  view: ChartView,
  signal: AbortSignal | undefined,
): Promise<ChartProposal> {
  const { pixels, width, height } = await rasterSvg(view.svg, library.limits, { scale: view.scale });
  const shown = { png: await encodePng(pixels, width, height, 4), text: observationsOf(view) };
  const chart = await model.ask(
    { ...shown, name: 'chart', instructions: CHART_INSTRUCTIONS, schema: chartOutputSchema },
    signal,
  );
  const description = await model.ask(
    { ...shown, name: 'description', instructions: DESCRIPTION_INSTRUCTIONS, schema: descriptionOutputSchema },
    signal,
  );
  const isTest = [chart, description].some(({ executionMode }) => executionMode === 'TEST');
  return {
    format: 'chart-proposal-v1',
    page_index: pageIndex,
    region: wireBox(region),
    binding: view.binding,
    execution_mode: isTest ? 'TEST' : 'PRODUCTION',
    chart: { model: model.fingerprint, request: chart.request, output: chart.output },
    description: { model: model.fingerprint, request: description.request, output: description.output },
  };
}

/**
 * The regions of a page that a model is shown: around each chart of the reader, and those that the page's layout calls charts;
 * where there is neither, the whole page, if it paints numbers at coloured marks.
 */
export async function regionsOn(library: Library, entry: SnapshotEntry, pageIndex: number): Promise<PageBox[]> {
  const { painted } = await storedPage(library, entry, pageIndex);
  const { charts } = await chartsOn(library, entry, pageIndex);
  const { regions } = await partitionOf(library, entry, pageIndex);
  const others = regions.filter(
    ({ kind, box }) => (kind === 'chart' || kind === 'figure') && !charts.some((chart) => overlaps(chart.box, box)),
  );
  const all = [...charts, ...others].map(({ box }) => regionAround(painted, box));
  if (all.length > 0) return all.sort((a, b) => a[1] - b[1] || a[0] - b[0]).slice(0, MAX_REGIONS);
  const page = pageBox(0, 0, painted.width, painted.height);
  const { tables } = await tablesOn(library, entry, pageIndex);
  const looksLikeOne = hasNumbersAtMarks(
    regionScene(painted, page),
    tables.map(({ box }) => box),
  );
  return looksLikeOne ? [page] : [];
}

async function readerCharts(library: Library, entry: SnapshotEntry, pageIndex: number) {
  const { charts, qualifications } = await chartsOn(library, entry, pageIndex);
  return charts.map((chart, i) => ({ chart, qualification: qualifications[i] as Qualification }));
}

/**
 * A proposal held against its page; null where it is broken, or not of a region of this page that a model would be shown. No
 * model is asked: what comes of it follows from the proposal and the file alone.
 */
export async function qualified(
  library: Library,
  entry: SnapshotEntry,
  proposal: ChartProposal,
): Promise<{ readonly chart: Chart; readonly qualification: Qualification } | null> {
  const pageIndex = proposal.page_index;
  const read = readProposal(proposal);
  if (read === null || pageIndex >= entry.pages) return null;
  const regions = await regionsOn(library, entry, pageIndex);
  const n = regions.findIndex((region) => wireBox(region).join() === proposal.region.join());
  if (n < 0) return null;
  const region = pageBox(...proposal.region);
  const { painted } = await storedPage(library, entry, pageIndex);
  if (chartView(painted, region).binding !== proposal.binding) return null;
  return qualifyProposal(read, {
    page: painted,
    evidence: await proofOf(library, entry, pageIndex),
    pageIndex,
    region,
    id: `m${pageIndex + 1}-${n + 1}`,
    reader: await readerCharts(library, entry, pageIndex),
  });
}

/** The chart with its verified points alone: what answers may be given from. Null where there is none. */
export function verifiedPart(
  chart: Chart,
  { points }: Qualification,
): { readonly chart: Chart; readonly qualification: Qualification } | null {
  const kept = chart.points.filter((_, i) => points[i]?.verification === 'VERIFIED');
  if (kept.length === 0) return null;
  const verdict = { verification: 'VERIFIED', refused: [] } as const;
  return {
    chart: { ...chart, points: kept },
    qualification: { points: kept.map(() => verdict), verification: 'VERIFIED' },
  };
}
