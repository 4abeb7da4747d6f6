import { pageBox } from '../evidence/boxes.js';
import { GroundglassError } from '../evidence/errors.js';
import type { Library } from '../library/library.js';
import type { SnapshotEntry } from '../library/snapshot.js';
import type { LayoutModel } from '../models/layout-model.js';
import { type ModelPartition, PARTITION_PRODUCER, partitionWithModel } from '../pipeline/layout/model-partition.js';
import { partitionPage } from '../pipeline/layout/partition.js';
import { pageEvidence } from '../pipeline/page-evidence.js';
import type { PageEvidence } from '../pipeline/proof/evidence.js';
import { refusalsIn } from '../pipeline/proof/refusals-in.js';
import { findTables } from '../pipeline/tables/find-tables.js';
import type { Table, TableWarning } from '../pipeline/tables/table.js';
import type { PaintedPage } from '../sources/painted.js';
import type { PdfSource } from '../sources/source.js';
import type { ObjectRef } from '../store/objects.js';

/** Versions of the stages' code: bumped when what they give changes. A stage is kept under those of the stages it is made from too. */
const PAGE_VERSION = 2;
const PROOF_VERSION = 2;
const TABLES_VERSION = 2;
/** What the evidence of a page depends on besides the file: part of the name of all that is made of it. */
export const STAGE_VERSIONS = { painted: PAGE_VERSION, proof: PROOF_VERSION, tables: TABLES_VERSION } as const;
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
  mustBePdf(entry);
  return library.derive(
    entry,
    'page',
    PAGE_VERSION,
    { page: pageIndex },
    async () => {
      const { svg, ...rest } = await withPdf(library, entry, (pdf) => pdf.painted(pageIndex));
      return { svg: await library.keep(entry, new TextEncoder().encode(svg)), rest };
    },
    async ({ svg, rest }): Promise<StoredPage> => ({
      svg,
      painted: { ...rest, svg: new TextDecoder().decode(await library.objects.get(svg)) },
    }),
  );
}

/** Stage *proof*: what both parsers and the pixels say of every glyph of a page. */
export function proofOf(library: Library, entry: SnapshotEntry, pageIndex: number): Promise<PageEvidence> {
  mustBePdf(entry);
  return library.derive(entry, 'proof', PROOF_VERSION, { page: pageIndex, painted: PAGE_VERSION }, async () => {
    const { painted } = await storedPage(library, entry, pageIndex);
    const witnessed = await withPdf(library, entry, (pdf) => pdf.witness(pageIndex));
    return pageEvidence(painted, witnessed);
  });
}

export interface TablesOnPage {
  readonly tables: readonly Table[];
  readonly warnings: readonly TableWarning[];
}

/** Stage *tables*: the tables of one page, not yet linked to those of the pages around it. */
export function tablesOn(library: Library, entry: SnapshotEntry, pageIndex: number): Promise<TablesOnPage> {
  mustBePdf(entry);
  const from = { page: pageIndex, painted: PAGE_VERSION, proof: PROOF_VERSION };
  return library.derive(entry, 'tables', TABLES_VERSION, from, async () => {
    const { painted } = await storedPage(library, entry, pageIndex);
    const evidence = await proofOf(library, entry, pageIndex);
    return findTables(painted, pageIndex, { refusals: (runs) => refusalsIn(evidence, runs) });
  });
}

/** Stage *partition*: the page cut into regions, by a layout model where one is given. Cheap without, and so not kept. */
export async function partitionOf(
  library: Library,
  entry: SnapshotEntry,
  pageIndex: number,
  model: LayoutModel | null = null,
  signal?: AbortSignal,
): Promise<ModelPartition> {
  const { painted } = await storedPage(library, entry, pageIndex);
  const { tables } = await tablesOn(library, entry, pageIndex);
  const options = {
    tables: tables.map(({ box }) => box),
    otherLines: await linesAround(library, entry, pageIndex),
  };
  if (model === null) return { ...partitionPage(painted, options), producer: PARTITION_PRODUCER, warnings: [] };
  const png = await withPdf(library, entry, (pdf) => pdf.render(pageIndex, { crop: null, dpi: LAYOUT_DPI }));
  return partitionWithModel(painted, png.bytes, model, { ...options, ...(signal ? { signal } : {}) });
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
