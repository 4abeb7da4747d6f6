import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/**
 * Properties are tried on the same examples in each run, so that a change is judged by what it changes. `GROUNDGLASS_TEST_SEED`
 * names others: a number, or `random`, which looks for faults that nobody has seen.
 */
const SEED = 20261201;

const asked = process.env.GROUNDGLASS_TEST_SEED;
const { testPath } = expect.getState();
// Loading it costs as much as many a test file.
if (asked !== 'random' && testPath !== undefined && readFileSync(testPath, 'utf8').includes("'fast-check'")) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: asked === undefined ? SEED : Number(asked) });
}
