import pLimit from 'p-limit';
import { type PageBox, pageBox, unionOf } from '../evidence/boxes.js';
import type { Warning } from '../evidence/wire/document.js';
import { type WireBox, wireBox } from '../evidence/wire/locator.js';
import type { ChartProposal } from '../evidence/wire/proposal.js';
import type { AddProgress } from '../library/add.js';
import type { Library } from '../library/library.js';
import { pageLocator } from '../library/locators.js';
import type { SnapshotEntry } from '../library/snapshot.js';
import type { Chart } from '../pipeline/charts/chart.js';
import { chartIr } from '../pipeline/charts/chart-ir.js';
import { saidBy } from '../pipeline/charts/proposal.js';
import type { Qualification } from '../pipeline/charts/qualify.js';
import { type ChartIr, chartFacts, chartFields, chartMemberIr } from '../pipeline/facts/chart-facts.js';
import type { FieldCheck, Receipt } from '../pipeline/facts/receipt.js';
import { transformsOf } from '../pipeline/facts/receipt.js';
import { sentenceOf } from '../pipeline/facts/sentence.js';
import { tableFacts } from '../pipeline/facts/table-facts.js';
import { type TableIr, tableIr } from '../pipeline/facts/table-ir.js';
import { type TextIr, textIr } from '../pipeline/facts/text-ir.js';
import type { PartitionedPage } from '../pipeline/layout/partition.js';
import { refusalsIn } from '../pipeline/proof/refusals-in.js';
import { prove } from '../pipeline/prove.js';
import { regionSvg } from '../pipeline/region-svg.js';
import { linkContinuations } from '../pipeline/tables/continuation.js';
import type { Table } from '../pipeline/tables/table.js';
import { digestOf, type ObjectRef } from '../store/objects.js';
import { proposalsOf, qualified, verifiedPart } from './model-charts.js';
import { chartsOn, PROOF_NAME, partitionOf, proofOf, STAGE_VERSIONS, storedPage, tablesOn } from './page-stages.js';
import type { ChartsOnPage } from './page-work.js';

/** Bumped when what members hold changes. */
const MEMBERS_VERSION = 1;
/** Pages that are worked on at once: one is painted while another is rendered. */
const PAGES_AT_ONCE = 3;
/** What is indexed of a member; words further on find nothing that its beginning would not. */
const MAX_DESCRIPTION_CHARS = 20_000;

type MemberKind = 'chart' | 'table' | 'text';

/** One qualified member of a document: what it says in words, and the objects that bear it out. */
export interface Member {
  /** Names the member in its document: `t4-1`, `p4`. */
  readonly id: string;
  readonly kind: MemberKind;
  readonly grammar: string | null;
  readonly pageIndex: number;
  readonly box: WireBox;
  /** The only text that is indexed. */
  readonly description: string;
  /** Titles that the member stands under. */
  readonly context: readonly string[];
  readonly ir: ObjectRef;
  readonly svg: ObjectRef;
  readonly receipt: ObjectRef;
  /** Of a chart that a vision model read: what it said. */
  readonly proposal?: ObjectRef;
}

export interface MemberOptions {
  readonly onProgress?: (progress: AddProgress) => void;
  /** Told what a vision model could not do. */
  readonly onWarning?: (warning: Warning) => void;
  readonly signal?: AbortSignal;
}

/** The members of a document, and the name that the stage's result is kept under. */
export interface DocumentMembers {
  readonly stage: string;
  /** Makes them, where they are not yet. @returns where the list of members is stored */
  readonly ref: () => Promise<ObjectRef>;
}

/**
 * Stage *members*: everything in a document that a question can be answered from. Pages that were read before are not read again.
 * The name changes when the code or what it reads from has changed, or a vision model had something to say.
 */
export async function membersOf(
  library: Library,
  entry: SnapshotEntry,
  options: MemberOptions = {},
): Promise<DocumentMembers> {
  const everyPage = Array.from({ length: entry.pages }, (_, i) => i);
  const { proposals, warnings } = await proposalsOf(library, entry, everyPage, options.signal);
  for (const warning of warnings) options.onWarning?.(warning);
  const said = proposals.length === 0 ? {} : { proposals: digestOf(jsonBytes(proposals)) };
  const inputs = { ...STAGE_VERSIONS, ...said };
  return {
    stage: JSON.stringify([MEMBERS_VERSION, inputs]),
    ref: () =>
      library.deriveRef(entry, 'members', MEMBERS_VERSION, inputs, () =>
        buildMembers(library, entry, everyPage, { ...options, proposals }),
      ),
  };
}

/**
 * The members of some pages, in order. A table that goes on from an earlier page is only made alike when that page, and those
 * that it goes on from, are among them.
 */
export async function buildMembers(
  library: Library,
  entry: SnapshotEntry,
  pageIndices: readonly number[],
  { proposals = [], ...options }: MemberOptions & { readonly proposals?: readonly ChartProposal[] } = {},
): Promise<Member[]> {
  const pages = await readPages(library, entry, pageIndices, options);
  const record = await library.record(entry);
  const tables = linkContinuations(
    pages.flatMap((page) => page.tables),
    record.pages,
  );
  const members: Member[] = [];
  for (const page of pages) {
    const context = page.titles;
    for (const table of tables.filter((one) => one.pageIndex === page.text.page_index))
      members.push(await tableMember(library, entry, table, tables, context));
    for (const [i, chart] of page.charts.charts.entries()) {
      const verdict = page.charts.qualifications[i] as Qualification;
      members.push(await chartMember(library, entry, chart, verdict, context));
    }
    for (const proposal of proposals.filter((one) => one.page_index === page.text.page_index)) {
      const member = await proposedMember(library, entry, proposal, context);
      if (member !== null) members.push(member);
    }
    const text = await textMember(library, entry, page.text, context);
    if (text !== null) members.push(text);
  }
  return members;
}

interface ReadPage {
  readonly tables: readonly Table[];
  readonly charts: ChartsOnPage;
  readonly text: TextIr;
  readonly titles: readonly string[];
}

async function readPages(
  library: Library,
  entry: SnapshotEntry,
  pageIndices: readonly number[],
  { onProgress, signal }: MemberOptions,
): Promise<ReadPage[]> {
  const limit = pLimit(PAGES_AT_ONCE);
  let done = 0;
  return Promise.all(
    pageIndices.map((pageIndex) =>
      limit(async () => {
        signal?.throwIfAborted();
        const { tables } = await tablesOn(library, entry, pageIndex);
        const charts = await chartsOn(library, entry, pageIndex);
        const evidence = await proofOf(library, entry, pageIndex);
        const partition = await partitionOf(library, entry, pageIndex);
        const text = textIr(partition, pageIndex, (runs) => refusalsIn(evidence, runs));
        done += 1;
        onProgress?.({ path: entry.title ?? entry.document, stage: 'qualifying', done, total: pageIndices.length });
        const titles = titlesOf(partition, charts, tables);
        return { tables, charts, text, titles };
      }),
    ),
  );
}

/** The titles of a page, less those of its charts and tables: what one chart is called explains nothing of another. */
function titlesOf({ regions, lines }: PartitionedPage, charts: ChartsOnPage, tables: readonly Table[]): string[] {
  const plain = (text: string): string => text.normalize('NFKC').replace(/\s/gu, '').toLowerCase();
  const taken = [...charts.charts.map(({ title }) => title?.text ?? ''), ...tables.map(({ title }) => title)]
    .map(plain)
    .filter((text) => text !== '');
  // What stands beside or under a chart or a table heads a part of the page, and not what is on it.
  const first = Math.min(...[...charts.charts, ...tables].map(({ box }) => box[1]));
  return regions
    .filter(({ kind, content_box }) => kind === 'header' || (kind === 'title' && content_box[3] <= first))
    .map(({ index }) => (lines[index] ?? []).map(({ text }) => text).join(' '))
    .filter((text) => !taken.some((title) => title.includes(plain(text)) || plain(text).includes(title)));
}

/** What a vision model added to the charts of a page; null where nothing of it holds. */
export async function proposedMember(
  library: Library,
  entry: SnapshotEntry,
  proposal: ChartProposal,
  context: readonly string[],
): Promise<Member | null> {
  const read = await qualified(library, entry, proposal);
  const held = read === null ? null : verifiedPart(read.chart, read.qualification);
  return held === null ? null : chartMember(library, entry, held.chart, held.qualification, context, proposal);
}

async function chartMember(
  library: Library,
  entry: SnapshotEntry,
  chart: Chart,
  verdict: Qualification,
  context: readonly string[],
  proposal: ChartProposal | null = null,
): Promise<Member> {
  const { painted, svg } = await storedPage(library, entry, chart.pageIndex);
  const evidence = await proofOf(library, entry, chart.pageIndex);
  const record = await library.record(entry);
  const read = chartIr(chart, verdict, {
    locator: pageLocator(entry, record, chart.pageIndex, chart.box),
    svgDigest: svg.digest,
    elements: painted.elements,
    refusals: (runs) => refusalsIn(evidence, runs),
  });
  const ir = chartMemberIr(proposal === null ? read : { ...read, ...saidBy(proposal) });
  const transformOf = transformsOf(painted);
  const fields = chartFields(ir).map(
    ([path, { text, box, glyphs, verification, refused }]): FieldCheck => ({
      path,
      printed: text,
      box,
      glyphs,
      transform: transformOf(glyphs),
      proven: verification === 'VERIFIED',
      refused,
    }),
  );
  const printed = chartFacts(ir).filter(({ value }) => value !== null);
  // The title and the period may stand off the chart; what is cited is in the SVG that is cited.
  const region = unionOf([chart.box, ...fields.map(({ box }) => pageBox(...box))]) as PageBox;
  return keepMember(library, entry, {
    id: chart.id,
    kind: 'chart',
    grammar: chart.grammar,
    pageIndex: chart.pageIndex,
    box: region,
    description: [ir.title ?? '', ...printed.map(sentenceOf)].join('\n'),
    context,
    ir,
    svg: regionSvg(painted, region),
    producers: ir.producers,
    fields,
    ...(proposal === null ? {} : { proposal: await library.keep(entry, jsonBytes(proposal)) }),
  });
}

const jsonBytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

async function tableMember(
  library: Library,
  entry: SnapshotEntry,
  table: Table,
  tables: readonly Table[],
  context: readonly string[],
): Promise<Member> {
  const evidence = await proofOf(library, entry, table.pageIndex);
  // A title that is not seen says nothing of the unit or the time.
  const isSeen = table.title !== '' && prove(evidence, table.title).proven;
  const ir = tableIr(isSeen ? table : { ...table, title: '' }, tables);
  const { painted } = await storedPage(library, entry, table.pageIndex);
  const transformOf = transformsOf(painted);
  const fields = ir.cells.flatMap((cell, i): FieldCheck[] =>
    cell.glyphs.length === 0
      ? []
      : [
          {
            path: `/cells/${i}/plain`,
            printed: cell.plain,
            box: cell.box,
            glyphs: cell.glyphs,
            transform: transformOf(cell.glyphs),
            proven: cell.verified,
            refused: cell.refused,
          },
        ],
  );
  const description = [ir.title, ...tableFacts(ir).map(sentenceOf)].join('\n');
  return keepMember(library, entry, {
    id: table.id,
    kind: 'table',
    grammar: null,
    pageIndex: table.pageIndex,
    box: table.box,
    description,
    context,
    ir,
    svg: regionSvg(painted, table.box),
    producers: [`vector-table-v1:${table.method}`],
    fields,
  });
}

async function textMember(
  library: Library,
  entry: SnapshotEntry,
  ir: TextIr,
  context: readonly string[],
): Promise<Member | null> {
  const { painted, svg } = await storedPage(library, entry, ir.page_index);
  const description = ir.regions.map(({ text }) => text).join('\n');
  if (description.trim() === '') return null;
  const transformOf = transformsOf(painted);
  const fields = ir.figures.flatMap((figure, i): FieldCheck[] =>
    (['label', 'value', 'heading'] as const).flatMap((name): FieldCheck[] => {
      const field = figure[name];
      if (field === null) return [];
      const { text, box, glyphs, verified, refused } = field;
      const path = `/figures/${i}/${name}/text`;
      return [{ path, printed: text, box, glyphs, transform: transformOf(glyphs), proven: verified, refused }];
    }),
  );
  return keepMember(library, entry, {
    id: `p${ir.page_index + 1}`,
    kind: 'text',
    grammar: null,
    pageIndex: ir.page_index,
    box: pageBox(0, 0, painted.width, painted.height),
    description,
    context,
    ir,
    svg,
    producers: [ir.producer],
    fields,
  });
}

interface Draft extends Omit<Member, 'box' | 'ir' | 'svg' | 'receipt'> {
  readonly box: PageBox;
  readonly ir: ChartIr | TableIr | TextIr;
  /** The region as SVG, or the object that it is kept as. */
  readonly svg: string | ObjectRef;
  readonly producers: readonly string[];
  readonly fields: readonly FieldCheck[];
}

async function keepMember(library: Library, entry: SnapshotEntry, draft: Draft): Promise<Member> {
  const { ir, svg, producers, fields, box, ...rest } = draft;
  const keep = (text: string): Promise<ObjectRef> => library.keep(entry, new TextEncoder().encode(text));
  const [irRef, svgRef] = [await keep(JSON.stringify(ir)), typeof svg === 'string' ? await keep(svg) : svg];
  const receipt: Receipt = {
    format: 'receipt-v1',
    source: entry.digest,
    page_index: rest.pageIndex,
    region: wireBox(box),
    ir: irRef.digest,
    svg: svgRef.digest,
    producers,
    proof: PROOF_NAME,
    fields,
  };
  return {
    ...rest,
    description: rest.description.slice(0, MAX_DESCRIPTION_CHARS),
    box: wireBox(box),
    ir: irRef,
    svg: svgRef,
    receipt: await keep(JSON.stringify(receipt)),
  };
}
