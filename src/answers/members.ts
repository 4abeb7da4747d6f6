import pLimit from 'p-limit';
import type { Warning } from '../evidence/wire/document.js';
import type { ChartProposal } from '../evidence/wire/proposal.js';
import type { AddProgress } from '../library/add.js';
import type { Library } from '../library/library.js';
import type { SnapshotEntry } from '../library/snapshot.js';
import { englishWords } from '../models/han-bridge.js';
import type { Qualification } from '../pipeline/charts/qualify.js';
import { type TextIr, textIr } from '../pipeline/facts/text-ir.js';
import type { PartitionedPage } from '../pipeline/layout/partition.js';
import { refusalsIn } from '../pipeline/proof/refusals-in.js';
import { linkContinuations } from '../pipeline/tables/continuation.js';
import type { Table } from '../pipeline/tables/table.js';
import { digestOf, type ObjectRef } from '../store/objects.js';
import { chartMember, proposedMember, tableMember, textMember } from './make-member.js';
import { jsonBytes, type Member } from './member.js';
import { proposalsOf } from './model-charts.js';
import { chartsOn, partitionOf, proofOf, STAGE_VERSIONS, tablesOn } from './page-stages.js';
import type { ChartsOnPage } from './page-work.js';

/** Bumped when what members hold changes. */
const MEMBERS_VERSION = 3;
/** Pages that are worked on at once: one is painted while another is rendered. */
const PAGES_AT_ONCE = 3;

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
        const titles = [...titlesOf(partition, charts, tables), ...(await namesUnder(partition))];
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

/** The names that run under a page, `Twilio` of `© 2023 TWILIO INC.`: capitals that no dictionary has. The rest of it may be a note. */
async function namesUnder({ regions, lines }: PartitionedPage): Promise<string[]> {
  const english = await englishWords();
  return regions
    .filter(({ kind }) => kind === 'footer')
    .flatMap(({ index }) => lines[index] ?? [])
    .flatMap(({ text }) => text.match(/(?<!\p{L})\p{Lu}[\p{Lu}\p{Ll}]{3,40}(?!\p{L})/gu) ?? [])
    .filter((name) => !english.has(name.toLowerCase()));
}
