import { describe, expect, it } from 'vitest';
import { pageBox } from '../../evidence/boxes.js';
import { page, run } from '../layout/painted-fixture.js';
import { sceneOf } from './scene.js';
import { valueAxesOf } from './value-axis.js';

describe('ticks between two charts', () => {
  /** Marks of two charts side by side, and ticks right before the one on the right. */
  const [left, right] = [pageBox(60, 100, 250, 300), pageBox(330, 100, 520, 300)];
  const ticks = ['0', '10', '20', '30', '40'].map((text, i) => run(text, 322 - 5 * text.length, 303 - 50 * i));
  const titled = sceneOf(page([...ticks, run('US$ m', 300, 215, 10, { rotationDeg: 270 })]), 0);
  const axesOf = (own: typeof left, others: readonly (typeof left)[]) => valueAxesOf(titled, own, true, others);

  it('are those of the nearer one alone, and so is their title', () => {
    expect(axesOf(right, [left])).toMatchObject([{ title: { text: 'US$ m' } }]);
    expect(axesOf(left, [right])).toEqual([]);
  });

  it('are those of a chart that stands alone', () => {
    expect(axesOf(left, [])).toHaveLength(1);
  });
});
