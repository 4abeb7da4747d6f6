import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EvalSet } from '../../src/evidence/wire/eval.js';
import { printedNumber } from '../../src/pipeline/facts/printed-number.js';

interface TruthChart {
  readonly file: string;
  readonly title: string | null;
  readonly period: string | null;
  readonly source: string;
  readonly printed_values?: boolean;
  readonly series: readonly {
    readonly name: string | null;
    readonly unit: string;
    readonly points: readonly { readonly category: string; readonly printed: string }[];
  }[];
}

interface TruthTable {
  readonly file: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

type Item = EvalSet['items'][number];

/** Columns that together name a row, where it is not the first alone. */
const LABEL_COLUMNS: Readonly<Record<string, number>> = { 'tables/anhui-land-use-standard-2020-p173.pdf': 3 };
/** Tables in fonts that are not in the file: found, and never answered. */
const NOT_EMBEDDED = new Set(['finance/icdar-us-009.pdf', 'tables/anhui-land-use-standard-2020-p173.pdf']);
/** Rows from here on stand under other headings than the first ones, which the truth gives as a row. */
const SECOND_HEADINGS: Readonly<Record<string, number>> = { 'finance/nee-2018q1-report-zh.pdf': 7 };

/** One question a value of the corpus' ground truth, with what must come of it. @param corpus folder */
export function groundTruthQuestions(corpus: string): Item[] {
  const truth = JSON.parse(readFileSync(join(corpus, 'GROUND_TRUTH.json'), 'utf8')) as {
    charts: TruthChart[];
    tables: TruthTable[];
  };
  const charts = truth.charts.filter(({ file }) => file.endsWith('.pdf'));
  return [...charts.flatMap(chartQuestions), ...truth.tables.flatMap(tableQuestions)];
}

function chartQuestions({ file, title, source, series, printed_values }: TruthChart): Item[] {
  const name = (title ?? '').replace(/^(?:Figure|FIGURE|Chart) \d+[.:]\s*/u, '');
  if (printed_values === false)
    return [{ source: file, question: `What is the value of ${name} in 2007?`, expect: { reasons: [] } }];
  const isVector = source === 'vector+text';
  return series.flatMap((one) =>
    one.points.map(({ category, printed }): Item => {
      const measure = /%|percent/u.test(one.unit) ? ' as a percentage' : one.unit === 'USD' ? ' in USD' : '';
      const what = one.name?.replace(/ (?:amount|share)$/u, '') ?? name;
      const value = printedNumber(printed)?.value;
      return {
        source: file,
        question: `What is the ${what} for ${category}${measure}?`,
        expect: isVector && value !== undefined ? { value } : { reasons: [] },
      };
    }),
  );
}

function tableQuestions({ file, columns, rows }: TruthTable): Item[] {
  const labels = LABEL_COLUMNS[file] ?? 1;
  const path: string[] = [];
  let headings: readonly string[] = columns;
  return rows.flatMap((row, r): Item[] => {
    if (r === SECOND_HEADINGS[file]) {
      headings = row;
      return [];
    }
    const depth = (row[0] ?? '').length - (row[0] ?? '').trimStart().length;
    path.length = depth;
    path[depth] = (row[0] ?? '').trim();
    const name = labels > 1 ? row.slice(0, labels).join('、') : path.filter(Boolean).toReversed().join(', ');
    if (row.slice(labels).every((cell) => cell === '')) return [];
    return row.slice(labels).map((cell, i): Item => {
      const heading = (headings[labels + i] ?? '').replace(/ \/ /gu, ' ');
      const question = /\p{Script=Han}/u.test(heading + name)
        ? `${name.replace(/（.*?）/gu, '')}的${heading}是多少？`
        : `What is ${heading} for ${name}?`;
      return { source: file, question, expect: expected(file, cell) };
    });
  });
}

function expected(file: string, cell: string): Item['expect'] {
  if (cell === '') return { reasons: ['VALUE_UNAVAILABLE', 'NOT_VERIFIED'] };
  if (NOT_EMBEDDED.has(file)) return { reasons: [] };
  const printed = cell.replace(/\s\(\d\)$/u, '');
  // This page groups thousands by points: 3.597 enquiries are 3597.
  const value = printedNumber(printed, file === 'finance/icdar-eu-015.pdf' ? 'comma' : 'point')?.value;
  return { value: value ?? printed.replace(/(?<=\p{Script=Han})\s|\s(?=\p{Script=Han})/gu, '') };
}
