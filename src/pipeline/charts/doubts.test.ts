import { describe, expect, it } from 'vitest';
import { page, run } from '../layout/painted-fixture.js';
import { wordsOf } from '../layout/words.js';
import { doubtsOf } from './doubts.js';
import type { DraftPoint } from './draft.js';
import { labelsOf } from './labels.js';

/** Doubts of a point named by the first text, while the second stands beside it unclaimed. */
function doubtsBeside(name: ReturnType<typeof run>, other: ReturnType<typeof run>): string[] {
  const [category, free] = [name, other].map((one) => labelsOf(wordsOf(page([one])))) as [
    ReturnType<typeof labelsOf>,
    ReturnType<typeof labelsOf>,
  ];
  const point: DraftPoint = { mark: 0, series: null, category, label: null, printed: null, refused: [], measure: 1 };
  return doubtsOf('%', point, { units: [], labels: free, hasTitle: true }, new Set());
}

describe('a line right beside a name that may complete it', () => {
  it.each([
    ['above it', run('materials', 100, 200), run('Raw', 115, 189)],
    ['before it in one row', run('materials', 100, 200), run('Raw', 80, 200)],
    [
      'before it where names run up the page',
      run('materials', 200, 300, 10, { rotationDeg: 270 }),
      run('Raw', 189, 285, 10, { rotationDeg: 270 }),
    ],
  ])('%s', (_, name, other) => {
    expect(doubtsBeside(name, other)).toEqual(['AMBIGUOUS_CATEGORY']);
  });

  it.each([
    ['two lines off', run('materials', 100, 200), run('Raw', 115, 170)],
    ['set in another direction', run('materials', 100, 200), run('Raw', 120, 189, 10, { rotationDeg: 270 })],
    [
      'the name of the next bar',
      run('materials', 200, 300, 10, { rotationDeg: 270 }),
      run('Raw', 240, 285, 10, { rotationDeg: 270 }),
    ],
  ])('not %s', (_, name, other) => {
    expect(doubtsBeside(name, other)).toEqual([]);
  });
});
