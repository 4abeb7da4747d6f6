import { sep } from 'node:path';
import { folderOf, generateCharts } from './charts/generate.js';
import { GRAMMARS, HALVES, makePages } from './charts/make-pages.js';
import { hasPdftotext, mupdfWords, nearestNumbers, type PeerScore, pdftotextWords } from './charts/peers.js';
import { readCharts } from './charts/read.js';
import { type ScoredChart, scorePage } from './charts/score.js';
import { PRODUCERS } from './charts/spec.js';
import type { TrueChart } from './charts/truth.js';
import { table } from './support.js';

/**
 * Charts of four producers with known truth: exact, abstained and wrong, by grammar and by producer, beside text alone. With
 * `GROUNDGLASS_BENCH_SEEDS`, names parted by commas, pages of these seeds are measured instead of the two halves.
 */
export async function benchCharts(): Promise<void> {
  const seeds = process.env.GROUNDGLASS_BENCH_SEEDS?.split(',') ?? [];
  const halves = seeds.length === 0 ? HALVES : seeds.map((seed) => ({ split: 'fresh', seed }) as const);
  const { truth, absent } = await generateCharts(makePages(halves));
  for (const one of absent) console.error(`not installed, and so not measured: ${one}`);
  const pages = byFile(truth);
  const scored: ScoredChart[] = [];
  const times: number[] = [];
  const cpuTimes: number[] = [];
  for (const [file, charts] of pages) {
    const { charts: read, stageMs, stageCpuMs } = await readCharts(file);
    scored.push(...scorePage(charts, read));
    times.push(stageMs);
    cpuTimes.push(stageCpuMs);
  }
  for (const { split, seed } of halves) {
    const half = scored.filter(({ truth: { file } }) => file.startsWith(`${folderOf({ split, seed })}${sep}`));
    const name = { tune: 'the half used for tuning', heldout: 'the held-out half', fresh: `seed ${seed}` }[split];
    table(`Charts by grammar, ${name}`, [
      HEAD,
      ...GRAMMARS.map((grammar) =>
        row(
          grammar,
          half.filter((one) => one.truth.grammar === grammar),
        ),
      ),
      row('**all**', half),
    ]);
    table(`Charts by producer, ${name}`, [
      HEAD,
      ...PRODUCERS.map((producer) =>
        row(
          producer,
          half.filter((one) => one.truth.producer === producer),
        ),
      ),
    ]);
  }
  table('Chart stage, on top of page evidence and tables', [
    [`${times.length} pages`, 'p50, ms', 'p90, ms', 'slowest, ms'],
    ['by the clock', ...spread(times)],
    ['of a core', ...spread(cpuTimes)],
  ]);
  reportPeers(pages, scored);
}

function spread(times: readonly number[]): string[] {
  const sorted = times.toSorted((a, b) => a - b);
  return [0.5, 0.9, 1].map((share) => (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN).toFixed(0));
}

function byFile(truth: readonly TrueChart[]): Map<string, TrueChart[]> {
  const pages = new Map<string, TrueChart[]>();
  for (const chart of truth) pages.set(chart.file, [...(pages.get(chart.file) ?? []), chart]);
  return pages;
}

const HEAD = [
  '',
  'charts',
  'printed points',
  'exact',
  '%',
  'right, not proven',
  'abstained',
  'wrong',
  'grammar',
  'title',
];

function row(name: string, charts: readonly ScoredChart[]): string[] {
  const sum = (count: (chart: ScoredChart) => number): number =>
    charts.reduce((total, chart) => total + count(chart), 0);
  const [points, exact] = [sum((one) => one.points), sum((one) => one.exact.length)];
  return [
    name,
    String(charts.length),
    String(points),
    String(exact),
    ((100 * exact) / points).toFixed(1),
    String(sum(({ unproven }) => unproven.length)),
    String(sum(({ missed }) => missed.length)),
    String(sum(escapesOf)),
    String(sum(({ grammarRight }) => Number(grammarRight))),
    String(sum(({ titleRight }) => Number(titleRight))),
  ];
}

const escapesOf = ({ wrong }: ScoredChart): number => wrong.filter(({ proven }) => proven).length;

/** The same questions, asked of text with places. */
function reportPeers(pages: ReadonlyMap<string, readonly TrueChart[]>, scored: readonly ScoredChart[]): void {
  const ways: [string, (file: string) => ReturnType<typeof mupdfWords>][] = [
    ['mupdf structured text, nearest number', mupdfWords],
  ];
  if (hasPdftotext()) ways.unshift(['pdftotext -bbox, nearest number', pdftotextWords]);
  else console.error('not installed, and so not compared: pdftotext (Debian: poppler-utils)');
  const line = (name: string, { exact, wrong, abstained, invented }: PeerScore): string[] =>
    [name, exact, wrong, abstained, invented].map(String);
  const silent = truthCount(pages, 'UNAVAILABLE');
  const invented = scored
    .flatMap(({ wrong }) => wrong)
    .filter(({ fault, proven }) => proven && fault === 'invented').length;
  const exact = scored.reduce((sum, one) => sum + one.exact.length, 0);
  const wrong = scored.reduce((sum, one) => sum + escapesOf(one), 0) - invented;
  const asked = truthCount(pages, 'EXPLICIT');
  const abstained = scored.reduce((sum, { missed, unproven }) => sum + missed.length + unproven.length, 0);
  table(`The same ${asked} questions, and ${silent} for values that are not printed`, [
    ['', 'exact', 'wrong', 'abstained', 'given though not printed'],
    line('vector-chart-v1, proven', { exact, wrong, abstained, invented }),
    ...ways.map(([name, wordsOf]) => {
      const total = { exact: 0, wrong: 0, abstained: 0, invented: 0 };
      for (const [file, charts] of pages) {
        const score = nearestNumbers(wordsOf(file), charts);
        for (const key of ['exact', 'wrong', 'abstained', 'invented'] as const) total[key] += score[key];
      }
      return line(name, total);
    }),
  ]);
}

const truthCount = (pages: ReadonlyMap<string, readonly TrueChart[]>, kind: string): number =>
  [...pages.values()]
    .flat()
    .flatMap(({ points }) => points)
    .filter((point) => point.kind === kind).length;
