import { describe, expect, it } from 'vitest';
import { crashBatch, crashWorks } from './support/image-crash.js';
import { imageFixture } from './support/image-fixture.js';

/** `npm run bench -- images` kills two hundred. */
const KILLS = 10;

describe('a batch that is killed at any moment', () => {
  it('loses no row, leaves no picture without its provenance, and goes on where it was', async () => {
    const moments = Array.from({ length: KILLS }, (_, i) => (i + 0.5) / KILLS);
    const lanes = [0, 1].map(async (lane) => {
      const fixture = await imageFixture({ works: crashWorks(), latencyMs: 25 });
      return crashBatch(
        fixture,
        moments.filter((_, i) => i % 2 === lane),
      );
    });
    const both = await Promise.all(lanes);
    expect(both.reduce((sum, { midway }) => sum + midway, 0)).toBeGreaterThan(0);
    expect(both.flatMap(({ faults }) => faults)).toEqual([]);
  });
});
