import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as mupdf from 'mupdf';
import { wordsOf } from '../src/pipeline/layout/words.js';
import { findTables } from '../src/pipeline/tables/find-tables.js';
import type { Table } from '../src/pipeline/tables/table.js';
import { limitsFrom } from '../src/sources/limits.js';
import { openPdf } from '../src/sources/pdf/open.js';
import { CORPUS, corpusPdfs, table } from './support.js';
import { f1, type GridCell, NOTHING, plus, precision, recall, type Score, scorePage } from './tables/adjacency.js';
import { MUPDF_WAYS, mupdfTables } from './tables/peer-mupdf.js';
import { type TrueTable, truthOf } from './tables/truth.js';

/** Files whose tables have no vertical lines; the others are ruled, in whole or in part. */
const WITHOUT_VERTICAL_LINES = /us-002|us-018|us-023/u;

/** Neighbour relations of the ICDAR-2013 files of the corpus, found by us and by mupdf's table finder. */
export async function benchTables(): Promise<void> {
  const rows: string[][] = [['file', 'precision', 'recall', 'F1', 'mupdf F1', 'words ms/page', 'tables ms/page']];
  const sums = new Map<string, { ours: Score; theirs: Score }>();
  for (const path of corpusPdfs().filter((file) => file.includes('icdar-'))) {
    const truth = truthOf(path.replace(/\.pdf$/u, '-str.xml'));
    const bytes = readFileSync(path);
    const { score, wordsMs, tablesMs } = await oursOf(bytes, truth);
    const theirs = mupdfOf(bytes, truth);
    const name = path.slice(join(CORPUS).length);
    rows.push([name, ...figures(score), f1(theirs).toFixed(3), wordsMs.toFixed(0), tablesMs.toFixed(0)]);
    for (const group of ['all', WITHOUT_VERTICAL_LINES.test(name) ? 'without vertical lines' : 'ruled']) {
      const sum = sums.get(group) ?? { ours: NOTHING, theirs: NOTHING };
      sums.set(group, { ours: plus(sum.ours, score), theirs: plus(sum.theirs, theirs) });
    }
  }
  for (const [group, { ours, theirs }] of sums)
    rows.push([`**${group}**`, ...figures(ours), f1(theirs).toFixed(3), '', '']);
  table('Tables: neighbour relations (ICDAR 2013)', rows);
}

const figures = (score: Score): string[] => [precision(score), recall(score), f1(score)].map((x) => x.toFixed(3));

async function oursOf(bytes: Uint8Array, truth: readonly TrueTable[]) {
  const source = await openPdf(new Uint8Array(bytes), limitsFrom({}));
  let score = NOTHING;
  let [wordsMs, tablesMs] = [0, 0];
  try {
    for (let pageIndex = 0; pageIndex < source.pages.length; pageIndex++) {
      const page = await source.painted(pageIndex);
      const start = performance.now();
      const words = wordsOf(page);
      const middle = performance.now();
      const { tables } = findTables(page, pageIndex, {}, words);
      wordsMs += middle - start;
      tablesMs += performance.now() - middle;
      for (const part of scorePage(tables.map(gridCells), cellsOn(truth, pageIndex))) score = plus(score, part);
    }
  } finally {
    await source.close();
  }
  return { score, wordsMs: wordsMs / source.pages.length, tablesMs: tablesMs / source.pages.length };
}

/** The better of the ways to ask, file by file. */
function mupdfOf(bytes: Uint8Array, truth: readonly TrueTable[]): Score {
  const document = mupdf.Document.openDocument(bytes, 'application/pdf');
  const scores = MUPDF_WAYS.map((way) => {
    let score = NOTHING;
    for (let pageIndex = 0; pageIndex < document.countPages(); pageIndex++) {
      const found = mupdfTables(document.loadPage(pageIndex), way);
      for (const part of scorePage(found, cellsOn(truth, pageIndex))) score = plus(score, part);
    }
    return score;
  });
  document.destroy();
  return scores.reduce((best, score) => (f1(score) > f1(best) ? score : best));
}

const cellsOn = (truth: readonly TrueTable[], pageIndex: number): (readonly GridCell[])[] =>
  truth.filter((one) => one.pageIndex === pageIndex).map((one) => one.cells);

const gridCells = ({ cells }: Table): GridCell[] =>
  cells.map(({ text, row, column, rowSpan, columnSpan }) => ({
    text,
    row,
    column,
    lastRow: row + rowSpan - 1,
    lastColumn: column + columnSpan - 1,
  }));
