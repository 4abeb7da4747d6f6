import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Hit, markdownTable, type Question, score } from '../../bench/retrieval/score.js';

const question: Question = {
  id: 'q1',
  question: 'how much?',
  lang: 'en',
  style: 'exact',
  split: 'tune',
  file: 'a.pdf',
  page: 2,
};
const wrong: Hit = { file: 'b.pdf', page: 2 };
const right: Hit = { file: 'a.pdf', page: 2 };

async function recallAt(asked: Question, hits: Hit[]): Promise<{ at1: number; at5: number }> {
  const { groups } = await score([asked], async () => ({ bm25: hits, vector: [], fused: [] }));
  const { at1, at5 } = groups.find(({ name }) => name === 'all')!.recall.bm25;
  return { at1, at5 };
}

describe('score', () => {
  test('the right page first counts at 1 and at 5', async () => {
    expect(await recallAt(question, [right])).toEqual({ at1: 1, at5: 1 });
  });

  test('the right page second counts at 5 only', async () => {
    expect(await recallAt(question, [wrong, right])).toEqual({ at1: 0, at5: 1 });
  });

  test('the same page of another file is wrong', async () => {
    expect(await recallAt(question, [wrong])).toEqual({ at1: 0, at5: 0 });
  });

  test('several passages of one page are one place', async () => {
    expect(await recallAt(question, [...Array<Hit>(9).fill(wrong), right])).toEqual({ at1: 0, at5: 1 });
  });

  test('the sixth place is too late', async () => {
    const five = [1, 2, 3, 4, 5].map((page) => ({ file: 'b.pdf', page }));
    expect(await recallAt(question, [...five, right])).toEqual({ at1: 0, at5: 0 });
  });

  test('any of several right pages will do', async () => {
    expect(await recallAt({ ...question, pages: [2, 7] }, [{ file: 'a.pdf', page: 7 }])).toEqual({ at1: 1, at5: 1 });
  });

  test('a chapter is right by its path', async () => {
    const { page: _, ...rest } = question;
    const asked: Question = { ...rest, file: 'a.epub', chapter: 'two.xhtml' };
    expect(await recallAt(asked, [{ file: 'a.epub', chapter: 'one.xhtml' }])).toEqual({ at1: 0, at5: 0 });
    expect(await recallAt(asked, [{ file: 'a.epub', chapter: 'two.xhtml', page: null }])).toEqual({ at1: 1, at5: 1 });
  });

  test('what a channel missed is listed with its rank', async () => {
    const { missed } = await score([question], async () => ({ bm25: [right], vector: [wrong], fused: [right] }));
    expect(missed).toEqual([{ id: 'q1', channel: 'vector', rank: null }]);
  });

  test('the table has a row for each group and a column for each channel', async () => {
    const table = markdownTable(await score([question], async () => ({ bm25: [right], vector: [], fused: [right] })));
    expect(table).toContain('| all | 1 | 100.0 / 100.0 | 0.0 / 0.0 | 100.0 / 100.0 |');
    expect(table).toContain('| held out, paraphrase | 0 |');
  });
});

describe('questions.json', () => {
  const questions = JSON.parse(
    readFileSync(new URL('../../bench/retrieval/questions.json', import.meta.url), 'utf8'),
  ) as Question[];

  test('there are at least 140 questions, 45 of them Chinese, and about half are held out', () => {
    expect(questions.length).toBeGreaterThanOrEqual(140);
    expect(questions.filter(({ lang }) => lang === 'zh').length).toBeGreaterThanOrEqual(45);
    const heldOut = questions.filter(({ split }) => split === 'held_out').length / questions.length;
    expect(heldOut).toBeGreaterThan(0.45);
    expect(heldOut).toBeLessThan(0.55);
  });

  test('every question has its own id and one kind of place', () => {
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    for (const { page, pages, chapter } of questions) {
      expect((page === undefined) !== (chapter === undefined)).toBe(true);
      if (pages) expect(pages).toContain(page);
    }
  });
});
