import { pageBox } from '../evidence/boxes.js';
import { GroundglassError } from '../evidence/errors.js';
import type { Library } from '../library/library.js';
import type { SnapshotEntry } from '../library/snapshot.js';
import type { LayoutModel } from '../models/layout-model.js';
import { askLayout, type LayoutAnswer, type ModelPartition } from '../pipeline/layout/model-partition.js';
import type { PageEvidence } from '../pipeline/proof/evidence.js';
import type { Proof } from '../pipeline/prove.js';
import type { PaintedPage } from '../sources/painted.js';
import type { PdfSource } from '../sources/source.js';
import type { ObjectRef } from '../store/objects.js';
import { doPageWork, type Pieces, pagePieces } from './do-page-work.js';
import type { PageGiven, PageReplyParts, PartitionGiven } from './page-reply.js';
import type { ChartsOnPage, GivenTo, PageParts, TablesOnPage } from './page-work.js';
import type { StoredParts } from './page-work-thread.js';
import type { ReviewGiven, ReviewParts } from './review-parts.js';

/** Versions of the stages' code: bumped when what they give changes. A stage is kept under those of the stages it is made from too. */
const PAGE_VERSION = 4;
const PROOF_VERSION = 5;
const TABLES_VERSION = 3;
const CHARTS_VERSION = 4;
/** What the evidence of a page depends on besides the file: part of the name of all that is made of it. */
export const STAGE_VERSIONS = {
  painted: PAGE_VERSION,
  proof: PROOF_VERSION,
  tables: TABLES_VERSION,
  charts: CHARTS_VERSION,
} as const;
/** What looked at the glyphs, as receipts name it. */
export const PROOF_NAME = `two-witness-proof-v${PROOF_VERSION}`;
/** Pages before and after whose lines tell headers and footers from the page's own text. */
const NEIGHBOURS = 3;
/** Enough for a layout model to tell a heading from a footnote. */
const LAYOUT_DPI = 96;

/** A painted page as it is kept: the SVG is an object of its own, which citations name. */
export interface StoredPage {
  readonly svg: ObjectRef;
  readonly painted: PaintedPage;
}

/** Stage *page*: the page as SVG, and what it paints. */
export async function storedPage(library: Library, entry: SnapshotEntry, pageIndex: number): Promise<StoredPage> {
  return library.derive(...pageStage(library, entry, pageIndex), async ({ svg, rest }) => ({
    svg,
    painted: { ...rest, svg: new TextDecoder().decode(await library.objects.get(svg)) },
  }));
}

const pageStage = (library: Library, entry: SnapshotEntry, pageIndex: number) => {
  mustBePdf(entry);
  const make = async () => {
    const { svg, ...rest } = await withPdf(library, entry, (pdf) => pdf.painted(pageIndex));
    return { svg: await library.keep(entry, new TextEncoder().encode(svg)), rest };
  };
  return [entry, 'page', PAGE_VERSION, { page: pageIndex }, make] as const;
};

/** Stage *proof*: what both parsers and the pixels say of every glyph of a page. */
export function proofOf(library: Library, entry: SnapshotEntry, pageIndex: number): Promise<PageEvidence> {
  return library.derive<PageEvidence>(...proofStage(library, entry, pageIndex));
}

const proofStage = (library: Library, entry: SnapshotEntry, pageIndex: number) => {
  mustBePdf(entry);
  const make = async () => {
    const painted = await library.deriveRef(...pageStage(library, entry, pageIndex));
    const witnessed = await withPdf(library, entry, (pdf) => pdf.witness(pageIndex));
    return doPageWork(library, 'proof', pageIndex, { painted }, () => storedPage(library, entry, pageIndex), witnessed);
  };
  return [entry, 'proof', PROOF_VERSION, { page: pageIndex, painted: PAGE_VERSION }, make] as const;
};

/** Stage *tables*: the tables of one page, not yet linked to those of the pages around it. */
export function tablesOn(library: Library, entry: SnapshotEntry, pageIndex: number): Promise<TablesOnPage> {
  return library.derive<TablesOnPage>(...tablesStage(library, entry, pageIndex));
}

const tablesStage = (library: Library, entry: SnapshotEntry, pageIndex: number) => {
  mustBePdf(entry);
  const make = async () => {
    const { stored, here } = await partsOf(library, entry, pageIndex, 'evidence');
    return doPageWork(library, 'tables', pageIndex, stored, here, pageIndex);
  };
  return [
    entry,
    'tables',
    TABLES_VERSION,
    { page: pageIndex, painted: PAGE_VERSION, proof: PROOF_VERSION },
    make,
  ] as const;
};

/** Stage *charts*: the charts of one page, and which of their points may be answered. */
export function chartsOn(library: Library, entry: SnapshotEntry, pageIndex: number): Promise<ChartsOnPage> {
  mustBePdf(entry);
  const from = { page: pageIndex, painted: PAGE_VERSION, proof: PROOF_VERSION, tables: TABLES_VERSION };
  return library.derive(entry, 'charts', CHARTS_VERSION, from, async () => {
    const { stored, here } = await partsOf(library, entry, pageIndex, 'evidence', 'tables');
    return doPageWork(library, 'charts', pageIndex, stored, here, pageIndex);
  });
}

/** A page with what else is asked for: where it is stored, and the way to read it. */
async function partsOf(
  library: Library,
  entry: SnapshotEntry,
  pageIndex: number,
  ...wanted: readonly ('evidence' | 'tables')[]
): Promise<{ readonly stored: StoredParts; readonly here: () => Promise<PageParts> }> {
  const [evidence, tables] = [wanted.includes('evidence'), wanted.includes('tables')];
  return {
    stored: {
      painted: await library.deriveRef(...pageStage(library, entry, pageIndex)),
      ...(evidence ? { evidence: await library.deriveRef(...proofStage(library, entry, pageIndex)) } : {}),
      ...(tables ? { tables: await library.deriveRef(...tablesStage(library, entry, pageIndex)) } : {}),
    },
    here: async () => ({
      ...(await storedPage(library, entry, pageIndex)),
      ...(evidence ? { evidence: await proofOf(library, entry, pageIndex) } : {}),
      ...(tables ? { tables: await tablesOn(library, entry, pageIndex) } : {}),
    }),
  };
}

/** Stage *partition*: the page cut into regions. Cheap, and so not kept. */
export async function partitionOf(library: Library, entry: SnapshotEntry, pageIndex: number): Promise<ModelPartition> {
  const { stored, here } = await partsOf(library, entry, pageIndex, 'tables');
  const given = await partitionGiven(library, entry, pageIndex);
  const made = await doPageWork(library, 'partition', pageIndex, stored, here, given);
  return made instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(made)) : made;
}

/** What the partition goes by besides the page: the lines of pages around it, and a layout model where one is given. */
async function partitionGiven(
  library: Library,
  entry: SnapshotEntry,
  pageIndex: number,
  model: LayoutModel | null = null,
  signal?: AbortSignal,
): Promise<PartitionGiven> {
  return {
    otherLines: await linesAround(library, entry, pageIndex),
    answer: model === null ? null : await layoutAnswer(library, entry, pageIndex, model, signal),
  };
}

/** The parts of a `page` reply; cut by a layout model where one is given. */
export async function pageReplyOf(
  library: Library,
  entry: SnapshotEntry,
  pageIndex: number,
  given: Omit<PageGiven, keyof PartitionGiven>,
  model: LayoutModel | null,
  signal?: AbortSignal,
): Promise<Pieces<PageReplyParts>> {
  const { stored, here } = await partsOf(library, entry, pageIndex, 'tables');
  const partition = await partitionGiven(library, entry, pageIndex, model, signal);
  return pagePieces(library, 'page', pageIndex, stored, here, { ...partition, ...given });
}

/** The page for people. */
export async function reviewOf(
  library: Library,
  entry: SnapshotEntry,
  pageIndex: number,
  given: Omit<ReviewGiven, keyof PartitionGiven>,
): Promise<Pieces<ReviewParts>> {
  const { stored, here } = await partsOf(library, entry, pageIndex, 'evidence', 'tables');
  const partition = await partitionGiven(library, entry, pageIndex);
  return pagePieces(library, 'review', pageIndex, stored, here, { ...partition, ...given });
}

/** A text looked for in the evidence of a page. */
export async function proofIn(
  library: Library,
  entry: SnapshotEntry,
  pageIndex: number,
  given: GivenTo<'prove'>,
): Promise<Pieces<Proof>> {
  const { stored, here } = await partsOf(library, entry, pageIndex, 'evidence');
  return pagePieces(library, 'prove', pageIndex, stored, here, given);
}

async function layoutAnswer(
  library: Library,
  entry: SnapshotEntry,
  pageIndex: number,
  model: LayoutModel,
  signal: AbortSignal | undefined,
): Promise<LayoutAnswer> {
  const png = await withPdf(library, entry, (pdf) => pdf.render(pageIndex, { crop: null, dpi: LAYOUT_DPI }));
  return askLayout(model, png.bytes, signal);
}

async function linesAround(library: Library, entry: SnapshotEntry, pageIndex: number) {
  const pages = await library.lines(entry);
  return pages
    .slice(Math.max(0, pageIndex - NEIGHBOURS), pageIndex + NEIGHBOURS + 1)
    .filter((page) => page !== pages[pageIndex])
    .flatMap((page) => page.map(([text, ...box]) => ({ text, box: pageBox(...box) })));
}

/** Runs `use` on the source of an entry that {@link mustBePdf} let pass. */
const withPdf = <T>(library: Library, entry: SnapshotEntry, use: (pdf: PdfSource) => Promise<T>): Promise<T> =>
  library.withSource(entry, (source) => use(source as PdfSource));

/** @throws GroundglassError `unsupported_operation` */
export function mustBePdf({ kind }: SnapshotEntry): void {
  if (kind === 'pdf') return;
  throw new GroundglassError(
    'unsupported_operation',
    kind === 'image'
      ? 'A picture has pixels only: there are no objects that a claim could be held against.'
      : 'An EPUB has no fixed pages to prove anything on.',
    kind === 'image' ? 'Use render and look at it.' : 'Use read with a chapter, or image with an href.',
    { kind },
  );
}
