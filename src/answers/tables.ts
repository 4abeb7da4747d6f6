import { join } from 'node:path';
import type { TablesRequest } from '../evidence/wire/requests.js';
import type { TablesReply } from '../evidence/wire/tables.js';
import type { AddProgress } from '../library/add.js';
import type { Library } from '../library/library.js';
import { pageLocator } from '../library/locators.js';
import { type OutputOptions, Outputs } from '../library/outputs.js';
import { pageIndexOf } from '../library/read.js';
import type { SnapshotEntry } from '../library/snapshot.js';
import { linkContinuations } from '../pipeline/tables/continuation.js';
import { tableCsv } from '../pipeline/tables/csv.js';
import { tableHtml } from '../pipeline/tables/html.js';
import type { Table } from '../pipeline/tables/table.js';
import { mustBePdf, tablesOn } from './page-stages.js';
import { wireTable } from './wire-table.js';

export interface TableFiles extends OutputOptions {
  /** Folders in which each table is written as a file of its own, named by its id. */
  readonly csv?: string;
  readonly html?: string;
  readonly onProgress?: (progress: AddProgress) => void;
  readonly signal?: AbortSignal;
}

/** The tables of a document or of one page, cell by cell, each cell with what speaks against its text. */
export function tables(library: Library, request: TablesRequest, files: TableFiles = {}): Promise<TablesReply> {
  return library.withDocument(request.doc, (entry) => tablesOf(library, entry, request, files));
}

async function tablesOf(
  library: Library,
  entry: SnapshotEntry,
  request: TablesRequest,
  files: TableFiles,
): Promise<TablesReply> {
  mustBePdf(entry);
  const outputs = new Outputs(library, [entry], files);
  outputs.check(files.csv, files.html);
  const only = request.page === undefined ? null : pageIndexOf(entry, request.page);
  const pages = only === null ? Array.from({ length: entry.pages }, (_, i) => i) : [only];
  const found: Table[] = [];
  const warnings: TablesReply['warnings'] = [];
  for (const [done, pageIndex] of pages.entries()) {
    files.signal?.throwIfAborted();
    const page = await tablesOn(library, entry, pageIndex);
    found.push(...page.tables);
    warnings.push(...page.warnings.map((warning) => ({ ...warning, page_index: pageIndex })));
    files.onProgress?.({ path: request.doc, stage: 'proving', done: done + 1, total: pages.length });
  }
  const record = await library.record(entry);
  const linked = linkContinuations(found, record.pages);
  for (const table of linked) {
    if (files.csv !== undefined) await outputs.write(join(files.csv, `${table.id}.csv`), tableCsv(table));
    if (files.html !== undefined) await outputs.write(join(files.html, `${table.id}.html`), tableHtml(table));
  }
  return {
    tables: linked.map((table) => wireTable(table, pageLocator(entry, record, table.pageIndex, table.box))),
    warnings,
  };
}
