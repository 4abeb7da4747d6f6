import { readFile } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { type PageBox, pageBox } from '../src/evidence/boxes.js';
import type { PageFigure } from '../src/pipeline/figures.js';
import { linesOf } from '../src/pipeline/lines.js';
import { type DocumentEvidence, readDocument } from '../src/pipeline/read-document.js';
import { limitsFrom } from '../src/sources/limits.js';
import { openSource } from '../src/sources/open.js';
import type { PagedSource } from '../src/sources/source.js';
import { itOnCorpus } from './support/library-files.js';

const withSource = async <T>(file: string, use: (source: PagedSource) => Promise<T>): Promise<T> => {
  const source = (await openSource(await readFile(file), file, limitsFrom({}))) as PagedSource;
  try {
    return await use(source);
  } finally {
    await source.close();
  }
};
const readFigures = (file: string): Promise<DocumentEvidence> => withSource(file, (source) => readDocument(source));
const boxOf = ({ figures }: DocumentEvidence, label: string, page: number): PageBox | null | undefined =>
  figures.find(
    (figure): figure is PageFigure => 'pageIndex' in figure && figure.label === label && figure.pageIndex === page - 1,
  )?.pictureBox;
/** Each side within `tolerance` pt. */
const near = (box: PageBox | null | undefined, wanted: PageBox, tolerance = 4): void => {
  expect(box).toBeTruthy();
  for (const [i, side] of wanted.entries()) {
    expect(Math.abs((box?.[i] as number) - side), `side ${i} of ${box}`).toBeLessThanOrEqual(tolerance);
  }
};

describe('on real publications', () => {
  itOnCorpus('a chart and a table are found whole beside their captions', 'finance/icdar-us-002.pdf', async (file) => {
    const evidence = await readFigures(file);
    near(boxOf(evidence, 'Figure 2', 4), pageBox(106, 134, 504, 365));
    const table = boxOf(evidence, 'Table 5', 3) as PageBox;
    // The column heads begin at y 124, the last row ends at 599.
    expect(table[1]).toBeLessThanOrEqual(124);
    expect(table[3]).toBeGreaterThanOrEqual(599);
    expect(table[3]).toBeLessThan(615);
  });

  itOnCorpus('a table broken by sub-headings is one', 'finance/icdar-us-001.pdf', async (file) => {
    near(boxOf(await readFigures(file), 'Table 1', 1), pageBox(53, 252, 559, 571));
  });

  itOnCorpus(
    'three Chinese tables on one page each have their own place',
    'tables/anhui-land-use-standard-2020-p173.pdf',
    async (file) => {
      const evidence = await readFigures(file);
      near(boxOf(evidence, '表 7.5', 1), pageBox(84, 134, 511, 265));
      near(boxOf(evidence, '表 7.6', 1), pageBox(90, 304, 511, 514));
      near(boxOf(evidence, '表 7.7', 1), pageBox(84, 616, 511, 650));
    },
  );

  itOnCorpus('vertical Japanese reads from the right', 'tables/miyazawa-jo-vertical-ja.pdf', async (file) => {
    const lines = await withSource(file, async (source) => linesOf((await source.page(0)).spans));
    expect(lines.slice(0, 4).map((line) => line.text)).toEqual([
      '序',
      'わたくしといふ現象は',
      '假定された有機交流電燈の',
      'ひとつの青い照明です',
    ]);
    expect(lines.at(-1)?.text).toContain('宮澤賢治');
  });

  itOnCorpus(
    'running heads are in no passage, and every passage has a place inside its page',
    'finance/nee-2018q1-report-zh.pdf',
    async (file) => {
      const { passages, pages } = await readFigures(file);
      expect(passages.length).toBeGreaterThan(50);
      expect(passages.filter(({ text }) => /^2018年第一季度报告$/m.test(text)).length).toBeLessThanOrEqual(2);
      for (const { box, crop, pageIndex, text } of passages) {
        const page = pages[pageIndex as number] as { width: number; height: number };
        expect(text).toMatch(/[\p{L}\p{N}]/u);
        expect(box).not.toBeNull();
        if (crop === null) continue;
        expect(crop[0] >= 0 && crop[1] >= 0 && crop[2] <= page.width && crop[3] <= page.height).toBe(true);
      }
    },
  );
});
