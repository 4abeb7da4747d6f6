import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../src/answers/evaluate.js';
import { groundTruthQuestions } from './support/ground-truth-questions.js';

const CORPUS = resolve(import.meta.dirname, '../../shared/corpus');

describe.skipIf(!existsSync(CORPUS))('the ground truth of the corpus (skipped where the folder is absent)', () => {
  it.each([
    ['charts of concentric arcs', ['finance/tor-2020-2021-annual-report.pdf'], 18],
    [
      'pies, a rotated page, points that group thousands, blank cells',
      ['finance/icdar-eu-015.pdf', 'finance/icdar-eu-002.pdf'],
      46,
    ],
    ['a stacked bar chart, and rows under rows', ['finance/icdar-us-002.pdf'], 187],
    ['fonts that are not in the file', ['finance/icdar-us-009.pdf'], 0],
    ['slides whose charts are pictures', ['finance/twilio-q4-2023-earnings.pdf'], 16],
  ] as const)(
    '%s: every value exact and verified, nothing else answered, and no changed question or answer passes',
    async (_, sources, answerable) => {
      const items = groundTruthQuestions(CORPUS).filter(({ source }) =>
        (sources as readonly string[]).includes(source),
      );
      const { failures, rules, ...tally } = await evaluate({ items }, CORPUS);
      expect(failures).toEqual([]);
      expect(tally).toMatchObject({
        answerable,
        exact: answerable,
        covered: answerable,
        escapes: 0,
        abstained_wrongly: 0,
      });
      expect(tally.abstained_rightly).toBe(items.length - answerable);
      expect(tally.counter_examples).toBeGreaterThanOrEqual(answerable * 20);
      expect(Object.keys(rules).length).toBeGreaterThan(answerable > 0 ? 20 : 0);
    },
    300_000,
  );
});
