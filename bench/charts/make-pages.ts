import { CHART_GRAMMARS } from '../../src/evidence/wire/charts.js';
import { makeChart } from './make-chart.js';
import { Random } from './random.js';
import {
  type Grammar,
  type Language,
  type PageSpec,
  type PlacedChart,
  PRODUCERS,
  type Producer,
  type Split,
} from './spec.js';
import { WORDS } from './words.js';

/** Pages of one producer, grammar and half. Cairo, the freest, has more. */
const PAGES: Readonly<Record<Producer, number>> = { matplotlib: 4, libreoffice: 4, cairo: 5, 'pdf-lib': 4 };

export const GRAMMARS: readonly Grammar[] = CHART_GRAMMARS.filter((grammar) => grammar !== 'unknown');

/** LibreOffice has no radial bars; its waterfall is the usual one of spreadsheets: stacks on an unpainted series. */
const canMake = (producer: Producer, grammar: Grammar): boolean =>
  !(producer === 'libreoffice' && grammar === 'radial_bar');

/** A half of the benchmark, or pages for one run, and what decides them. */
export interface SeededSplit {
  readonly split: Split;
  readonly seed: string;
}

/** The halves of the benchmark. The held-out one gets another seed once the reader was changed after a run over its pages. */
export const HALVES: readonly SeededSplit[] = [
  { split: 'tune', seed: 'tune' },
  { split: 'heldout', seed: 'ortolan' },
];

/** All pages of the benchmark: a function of the seeds alone, so that the same pages are made everywhere. */
export function makePages(halves: readonly SeededSplit[] = HALVES): PageSpec[] {
  const pages: PageSpec[] = [];
  for (const half of halves)
    for (const producer of PRODUCERS)
      for (const grammar of GRAMMARS.filter((one) => canMake(producer, one)))
        for (let n = 0; n < PAGES[producer]; n++) pages.push(makePage(half, producer, grammar, n));
  return pages;
}

/** The nth page of a producer and a grammar, from 0. */
function makePage({ split, seed }: SeededSplit, producer: Producer, grammar: Grammar, n: number): PageSpec {
  const id = `${grammar}-${n + 1}`;
  const random = new Random(`groundglass charts ${seed} ${producer} ${id}`);
  const language = languageOf(random, producer);
  const base = {
    id,
    producer,
    split,
    seed,
    rotate: random.once(7) ? random.pick([90, 180, 270] as const) : 0,
  } as const;
  const chart = (widthPt: number, kind = grammar) => makeChart(random, { grammar: kind, language, producer, widthPt });
  const words = WORDS[language];
  const heading = random.pick(words.headings);
  const lines = random.shuffled(words.prose).slice(0, random.int(2, 4));
  const other = random.pick(GRAMMARS.filter((one) => canMake(producer, one)));
  const none = { heading: null, prose: null, table: null };
  switch (random.pick(['bare', 'bare', 'slide', 'slide-table', 'slide-two', 'report', 'report-two'] as const)) {
    case 'bare':
      return { ...base, ...none, widthPt: 500, heightPt: 320, charts: [place([15, 12, 470, 296], chart(470))] };
    case 'slide':
      return {
        ...base,
        ...size(720, 405),
        heading,
        charts: [place([30, 62, 450, 320], chart(450))],
        prose: { box: [500, 90, 195, 260], lines: wrapped(lines, language === 'en' ? 38 : 20) },
        table: null,
      };
    case 'slide-table':
      return {
        ...base,
        ...size(720, 405),
        heading,
        charts: [place([30, 62, 440, 320], chart(440))],
        prose: null,
        table: { box: [500, 100, 190, 200], rows: tableRows(random, language) },
      };
    case 'slide-two':
      return {
        ...base,
        ...size(842, 450),
        heading,
        charts: [place([28, 66, 385, 350], chart(385)), place([430, 66, 385, 350], chart(385, other))],
        prose: null,
        table: null,
      };
    case 'report':
      return {
        ...base,
        ...size(595, 842),
        heading,
        prose: { box: [60, 100, 475, 120], lines },
        charts: [place([60, 240, 475, 330], chart(475))],
        table: random.once(2) ? { box: [60, 600, 300, 160], rows: tableRows(random, language) } : null,
      };
    case 'report-two':
      return {
        ...base,
        ...size(595, 842),
        heading,
        prose: { box: [60, 100, 475, 100], lines: lines.slice(0, 3) },
        charts: [place([60, 190, 475, 290], chart(475)), place([60, 510, 475, 290], chart(475, other))],
        table: null,
      };
  }
}

const size = (widthPt: number, heightPt: number) => ({ widthPt, heightPt });
const place = (box: PlacedChart['box'], chart: PlacedChart['chart']): PlacedChart => ({ box, chart });

function languageOf(random: Random, producer: Producer): Language {
  const among = random.pick(['en', 'en', 'en', 'en', 'zh', 'zh', 'zh', 'ja'] as const);
  return producer === 'pdf-lib' ? 'en' : among;
}

function tableRows(random: Random, language: Language): string[][] {
  const { wholes, tableHead } = WORDS[language];
  const rows = random.pick(wholes).items.map((item) => [item, String(random.int(110, 980))]);
  return [[...tableHead], ...rows];
}

/** Lines of at most `width` characters, broken at blanks, or anywhere in Chinese and Japanese. */
function wrapped(lines: readonly string[], width: number): string[] {
  const words = lines.flatMap((line) => (line.includes(' ') ? line.split(' ').map((word) => `${word} `) : [...line]));
  const rows: string[] = [];
  let row = '';
  for (const word of words) {
    if (row !== '' && (row + word).trimEnd().length > width) {
      rows.push(row.trimEnd());
      row = '';
    }
    row += word;
  }
  return [...rows, row.trimEnd()];
}
