import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCharts } from '../bench/charts/read.js';
import { type ScoredChart, scorePage } from '../bench/charts/score.js';
import type { TrueChart } from '../bench/charts/truth.js';

const FOLDER = join(import.meta.dirname, 'fixtures/charts');
const TRUTH = JSON.parse(readFileSync(join(FOLDER, 'truth.json'), 'utf8')) as TrueChart[];

/** A floor for each grammar on two pages; the bench has the figures. */
const MIN_EXACT_SHARE = 0.4;

const scored: ScoredChart[] = [];

beforeAll(async () => {
  for (const file of new Set(TRUTH.map((chart) => chart.file))) {
    const { charts } = await readCharts(join(FOLDER, file));
    scored.push(
      ...scorePage(
        TRUTH.filter((chart) => chart.file === file),
        charts,
      ),
    );
  }
}, 120_000);

describe('charts made by matplotlib, LibreOffice and cairo', () => {
  it('no value is told that is not printed so, under these labels, in this unit', () => {
    const wrong = scored.flatMap(({ truth, wrong }) =>
      wrong.map(({ fault, read }) => ({ file: truth.file, fault, read })),
    );
    expect(wrong).toEqual([]);
  });

  it('marks without a label have no value', () => {
    const silent = scored.filter(({ truth }) => truth.points.every(({ value }) => value === null));
    expect(silent.length).toBeGreaterThan(0);
    expect(silent.flatMap(({ exact, unproven, wrong }) => [...exact, ...unproven, ...wrong])).toEqual([]);
  });

  it.each([...new Set(TRUTH.map(({ grammar }) => grammar))])('%s: printed values are read and proven', (grammar) => {
    const charts = scored.filter(({ truth }) => truth.grammar === grammar);
    const points = charts.reduce((sum, chart) => sum + chart.points, 0);
    const exact = charts.reduce((sum, chart) => sum + chart.exact.length, 0);
    expect(exact / points).toBeGreaterThanOrEqual(MIN_EXACT_SHARE);
  });
});
