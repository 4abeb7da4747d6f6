import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type PageBox, pageBox } from '../../evidence/boxes.js';
import { limitsFrom } from '../../sources/limits.js';
import { openSource } from '../../sources/open.js';
import type { PaintedPage } from '../../sources/painted.js';
import { type PartitionedPage, partitionPage } from './partition.js';
import { checkTranscription, transcribe } from './transcription.js';
import { wordsOf } from './words.js';

const CORPUS = join(import.meta.dirname, '../../../../shared/corpus');

async function painted(path: string, pageNumber: number): Promise<PaintedPage> {
  const source = await openSource(readFileSync(join(CORPUS, path)), path, limitsFrom({}));
  try {
    if (!('painted' in source)) throw new Error(`${path} is no PDF`);
    return await source.painted(pageNumber - 1);
  } finally {
    await source.close();
  }
}

async function split(path: string, pageNumber: number, tables: readonly PageBox[] = []): Promise<PartitionedPage> {
  const page = await painted(path, pageNumber);
  const result = partitionPage(page, { tables });
  for (const { kind, index } of result.regions) {
    const transcription = transcribe(result.lines[index] ?? [], kind === 'table' ? 'rows' : 'prose');
    expect(checkTranscription(transcription, page)).toMatchObject({ verified: true });
  }
  return result;
}

/** Kinds, with the title of what has one, else the first words. */
const outline = ({ regions, lines }: PartitionedPage): string[] =>
  regions.map(({ kind, title, index }) => `${kind}: ${title ?? lines[index]?.[0]?.text ?? ''}`.trim());

describe.skipIf(!existsSync(CORPUS))('pages of real files (skipped without ../shared/corpus)', () => {
  it('a slide with two ring charts has a region for each, with its legend and title', async () => {
    const result = await split('finance/tor-2020-2021-annual-report.pdf', 13);
    expect(outline(result)).toEqual([
      'title: 2020-2021 Financials',
      'chart: Expenses',
      'chart: Revenue',
      'footer: THE TOR PROJECT | 2020-2021 ANNUAL REPORT',
    ]);
    const texts = result.lines.map((own) => own.map(({ text }) => text));
    expect(texts[1]).toEqual(expect.arrayContaining(['87.2%', 'Program Services', '$3,477,521', 'Administration']));
    expect(texts[2]).toEqual(expect.arrayContaining(['38.17%', 'U.S. Government', 'Other', '1.51%']));
    expect(texts[1]).not.toContain('Other');
  });

  it('a two-column report is read column by column, the chart before the lists below it', async () => {
    const result = await split('finance/icdar-us-001.pdf', 2);
    expect(outline(result)).toEqual([
      'chart: Disability Prevalence and the Need for Assistance by Age: 2010',
      'list: • The percentage of people with',
      'list: • At 10.8 percent, adults aged 15',
      'title: DISABILITY PREVALENCE',
      'text: Approximately 56.7 million people',
      'footer: U.S. Census Bureau',
    ]);
  });

  it('a stacked bar chart goes from its axis title to its lowest label', async () => {
    const result = await split('finance/icdar-us-002.pdf', 4);
    expect(result.regions.map(({ kind }) => kind)).toEqual(['header', 'caption', 'chart', 'note', 'text', 'footer']);
    const chart = result.lines[2]?.map(({ text }) => text);
    expect(chart).toEqual(
      expect.arrayContaining(['100', '41', 'Both', 'Bachelor’s¹', 'Highest degree earned by 2003']),
    );
  });

  it('three pies in frames beside three tables are three charts', async () => {
    const tables = [pageBox(40, 78, 175, 420), pageBox(177, 78, 300, 420), pageBox(302, 78, 432, 420)];
    const result = await split('finance/icdar-eu-015.pdf', 2, tables);
    expect(outline(result).filter((text) => text.startsWith('chart'))).toEqual([
      'chart: Air passengers rights',
      'chart: Free movement of persons / workers',
      'chart: Treaty reform / IGC / Lisbon Treaty',
    ]);
    expect(result.regions.filter(({ kind }) => kind === 'table')).toHaveLength(3);
  });

  it('a report of two columns with a table across: the left column with its chart, then the right', async () => {
    const result = await split('tables/icdar-us-023.pdf', 2, [pageBox(50, 90, 560, 278)]);
    const kinds = result.regions.map(({ kind }) => kind);
    expect(kinds.slice(0, 3)).toEqual(['header', 'caption', 'table']);
    expect(kinds.filter((kind) => kind === 'chart')).toHaveLength(1);
    const order = result.lines.map((own) => own[0]?.text ?? '');
    const left = order.findIndex((text) => text.startsWith('diference (0.92)'));
    const right = order.findIndex((text) => text.startsWith('and activity limitation'));
    expect(left).toBeGreaterThan(kinds.indexOf('chart'));
    expect(right).toBe(left + 1);
  });

  it('pies that prose flows around share a region, which names its parts', async () => {
    const { regions } = await split('finance/tor-2012-annual-report.pdf', 8);
    expect(regions.map(({ kind }) => kind)).toEqual(['chart', 'chart', 'footer']);
    expect(regions[0]?.parts?.filter(({ kind }) => kind === 'chart')).toHaveLength(2);
    expect(regions[1]?.title).toBe('Total Income');
  });

  it('a Chinese report keeps its headings, its header and its notes apart', async () => {
    const tables = [pageBox(40, 195, 560, 466), pageBox(40, 528, 560, 616)];
    const result = await split('finance/nee-2018q1-report-zh.pdf', 3, tables);
    expect(outline(result).slice(0, 4)).toEqual([
      'header: 东北电气发展股份有限公司2018年第一季度报告全文',
      'title: 第二节 公司基本情况',
      'title: 一、主要会计数据和财务指标',
      'text: 公司是否需追溯调整或重述以前年度会计数据',
    ]);
  });

  it('figures of a row that one operator paints are words of their own', async () => {
    const words = wordsOf(await painted('tables/icdar-us-018.pdf', 1)).map(({ text }) => text);
    expect(words).toEqual(expect.arrayContaining(['2,753,438', '2,799,250', '3,092,290', '485,670']));
  });

  it('raised numbers are marks of the words before them', async () => {
    const marks = wordsOf(await painted('finance/icdar-us-001.pdf', 1)).flatMap(({ mark, text, markOf }) =>
      mark && markOf ? [`${markOf.text}|${text}`] : [],
    );
    expect(marks).toEqual(['2010.|8', '2010.|9', '(IADLs).|10']);
  });

  it('a page on its side has its title first and its footer last', async () => {
    const { regions, lines } = await split('tables/fbi-nics-2015-11-rotated.pdf', 1, [pageBox(124, 30, 548, 1000)]);
    expect(lines[0]?.[0]?.text).toBe('NICS Firearm Background Checks');
    expect(regions.at(-1)?.kind).toBe('footer');
    expect(lines.at(-1)?.at(-1)?.text).toBe('Page 1 of 205');
  });
});
