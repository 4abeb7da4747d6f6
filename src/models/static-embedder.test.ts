import { describe, expect, test } from 'vitest';
import { openEmbedder } from './embedding.js';

const embedder = await openEmbedder({});

async function likeness(one: string, other: string): Promise<number> {
  const [a, b] = await embedder.embed([one, other]);
  return a!.reduce((sum, value, i) => sum + value * b![i]!, 0);
}

describe('the embedder that ships with us', () => {
  test('names its model and its language bridge', () => {
    expect(embedder.id).toMatch(/^minilm-static-\d+\+cedict\d+$/u);
    expect(embedder.dimensions).toBe(256);
  });

  test('vectors have length 1 and are the same each time', async () => {
    const [one, two] = await embedder.embed(['Total revenue was $4,154M.', 'Total revenue was $4,154M.']);
    expect(one).toHaveLength(256);
    expect(Math.hypot(...one!)).toBeCloseTo(1, 5);
    expect(two).toEqual(one);
  });

  test('a text with nothing to embed has the zero vector', async () => {
    const vectors = await embedder.embed(['', ' \n', '的', 'わたくし']);
    for (const vector of vectors) expect(vector.every((value) => value === 0)).toBe(true);
  });

  test.each([
    [
      'How many people lost their jobs?',
      'The company laid off a third of its employees.',
      'The boat drifts down the river.',
    ],
    ['firearm purchases', 'Handgun and rifle background checks', 'Pupils per teacher in public schools'],
    ['残疾人就业', 'Employment of adults with a disability', 'Retail sales by country'],
    ['who owns the company?', '股东持股情况', '现金流量表'],
    ['公司亏损', '净利润为负数', '公路停车区用地'],
    ['銀行貸款', '银行借款', '股东大会'],
  ])('%s is nearer to "%s" than to "%s"', async (query, right, wrong) => {
    expect(await likeness(query, right)).toBeGreaterThan((await likeness(query, wrong)) + 0.05);
  });

  test('tells progress up to the last text', async () => {
    const progress: [number, number][] = [];
    await embedder.embed(Array<string>(300).fill('text'), { onProgress: (...step) => progress.push(step) });
    expect(progress).toEqual([
      [128, 300],
      [256, 300],
      [300, 300],
    ]);
  });

  test('stops when it is told to', async () => {
    const controller = new AbortController();
    const texts = Array<string>(1000).fill('text');
    const work = embedder.embed(texts, { signal: controller.signal, onProgress: () => controller.abort() });
    await expect(work).rejects.toThrow(/abort/u);
  });

  test('three thousand passages have a vector each', async () => {
    const passage = 'Fiscal 2012 results also provided a new financial achievement for the first time. '.repeat(8);
    const vectors = await embedder.embed(Array.from({ length: 3000 }, (_, i) => `${i} ${passage}`));
    expect(vectors).toHaveLength(3000);
  });
});
