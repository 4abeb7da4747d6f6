import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { limitsFrom } from '../../sources/limits.js';
import { openPdf } from '../../sources/pdf/open.js';
import { pageEvidence } from '../page-evidence.js';
import { refusalsIn } from '../proof/refusals-in.js';
import { findTables } from '../tables/find-tables.js';
import type { Chart } from './chart.js';
import { findCharts } from './find-charts.js';
import { qualifyChart } from './qualify.js';

const CORPUS = new URL('../../../../shared/corpus/', import.meta.url);
const present = existsSync(CORPUS);

interface TruePoint {
  readonly category: string;
  readonly printed: string;
  readonly value: number;
  readonly text_bbox?: readonly (readonly [number, number, number, number])[];
}
interface TrueChart {
  readonly file: string;
  readonly page: number | null;
  readonly title: string | null;
  readonly source: string;
  readonly printed_values?: false;
  readonly series: readonly {
    readonly name: string | null;
    readonly unit: string;
    readonly points: readonly TruePoint[];
  }[];
}

const truth: TrueChart[] = present ? JSON.parse(readFileSync(new URL('GROUND_TRUTH.json', CORPUS), 'utf8')).charts : [];
const onPages = truth.filter(({ file, page }) => file.endsWith('.pdf') && page !== null);
const vector = onPages.filter(({ source, printed_values }) => source === 'vector+text' && printed_values !== false);

const plain = (text: string | null | undefined): string =>
  (text ?? '')
    .normalize('NFKC')
    .replace(/[’]/gu, "'")
    .replace(/[‐‑‒–—−]/gu, '-')
    .replace(/\s+/gu, '')
    .toLowerCase();

describe.skipIf(!present)(
  `charts of real files${present ? '' : ' (skipped: no ../shared/corpus beside this checkout)'}`,
  () => {
    it.each(vector.map((chart) => [`${chart.file} page ${chart.page}: ${chart.title?.slice(0, 40)}`, chart] as const))(
      'are read value by value, and every value may be answered: %s',
      async (_, { file, page, series, title }) => {
        const [read] = await provenOn(file, (page as number) - 1);
        const points = (read?.charts ?? []).flatMap(({ chart, verdicts }) =>
          chart.points.map((point, i) => ({ chart, point, verdict: verdicts[i] })),
        );
        for (const { name, unit, points: wanted } of series) {
          for (const { category, printed, value, text_bbox } of wanted) {
            const mine = points.filter(
              ({ chart, point }) =>
                plain(point.category?.text) === plain(category) &&
                plain(point.label?.text) === plain(printed) &&
                (series.length === 1 || point.series === null || plain(point.series.text) === plain(name)) &&
                (plain(title).includes(plain(chart.title?.text)) || plain(chart.title?.text).includes(plain(title))),
            );
            expect(mine, `${name} | ${category} | ${printed}`).toHaveLength(1);
            const { point, verdict } = mine[0] as (typeof mine)[number];
            expect(Number(point.value)).toBe(value);
            expect(verdict).toEqual({ verification: 'VERIFIED', refused: [] });
            if (!unit.startsWith('no unit')) expect(point.unit).toBe(unit.replace('percent', '%'));
            const [x0, y0, x1, y1] = point.label?.box ?? [0, 0, 0, 0];
            const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
            // The list has every place where the text stands; those outside of the chart are others.
            const { box: area } = (mine[0] as (typeof mine)[number]).chart;
            const own = (text_bbox ?? []).filter(
              (box) => box[0] > area[0] && box[2] < area[2] && box[1] > area[1] && box[3] < area[3],
            );
            const hits = own.length === 0 || own.some((box) => x > box[0] && x < box[2] && y > box[1] && y < box[3]);
            expect(hits, `${printed} at ${x},${y}`).toBe(true);
          }
        }
      },
      60_000,
    );

    it('nothing is made up: no page has a value that is not in the list of the charts that print some', async () => {
      const found: string[] = [];
      for (const folder of ['finance', 'tables', 'drawings']) {
        for (const name of readdirSync(new URL(`${folder}/`, CORPUS)).filter((file) => file.endsWith('.pdf'))) {
          const file = `${folder}/${name}`;
          for (const { pageIndex, charts } of await chartsOf(file, null)) {
            const valued = charts.filter(({ chart }) => chart.points.some(({ value }) => value !== null));
            if (valued.length > 0) found.push(`${file} ${pageIndex + 1}: ${valued.length}`);
          }
        }
      }
      const pages = new Map<string, number>();
      for (const { file, page } of vector) pages.set(`${file} ${page}`, (pages.get(`${file} ${page}`) ?? 0) + 1);
      expect(found.sort()).toEqual([...pages].map(([page, count]) => `${page}: ${count}`).sort());
    }, 300_000);
  },
);

/** Several charts of the list stand on one page, which is read once. */
const provenPages = new Map<string, ReturnType<typeof chartsOf>>();
function provenOn(file: string, pageIndex: number): ReturnType<typeof chartsOf> {
  const key = `${file} ${pageIndex}`;
  const read = provenPages.get(key) ?? chartsOf(file, [pageIndex]);
  provenPages.set(key, read);
  return read;
}

/** The charts of some pages, or of all, as they are proven; drawings of more than a few pages are read in part. */
async function chartsOf(
  file: string,
  wanted: readonly number[] | null,
): Promise<{ pageIndex: number; charts: { chart: Chart; verdicts: ReturnType<typeof qualifyChart>['points'] }[] }[]> {
  const source = await openPdf(new Uint8Array(readFileSync(new URL(file, CORPUS))), limitsFrom({}));
  try {
    const pages = wanted ?? source.pages.map((_, i) => i);
    const read = [];
    for (const pageIndex of pages) {
      const painted = await source.painted(pageIndex);
      const evidence = wanted === null ? null : pageEvidence(painted, JSON.parse(await source.witness(pageIndex)));
      const refusals =
        evidence === null ? {} : { refusals: (runs: Parameters<typeof refusalsIn>[1]) => refusalsIn(evidence, runs) };
      const tables = findTables(painted, pageIndex, refusals).tables.map(({ box }) => box);
      const { charts } = findCharts(painted, pageIndex, { tables });
      read.push({
        pageIndex,
        charts: charts.map((chart) => ({
          chart,
          verdicts: evidence === null ? [] : qualifyChart(chart, evidence).points,
        })),
      });
    }
    return read;
  } finally {
    await source.close();
  }
}
