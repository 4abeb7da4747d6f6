import { describe, expect, it } from 'vitest';
import { pageBox } from '../../evidence/boxes.js';
import { page, rect } from '../layout/painted-fixture.js';
import { plotArea } from './plot-area.js';
import { sceneOf } from './scene.js';

describe('two plots side by side', () => {
  const [left, right] = [pageBox(60, 150, 250, 300), pageBox(330, 150, 520, 300)];
  const rule = (x0: number, y0: number, x1: number, y1: number) =>
    rect(x0, y0, x1, y1, { d: `M${x0} ${y0}L${x1} ${y1}`, fill: null, stroke: '#808080', strokeWidthPt: 0.5 });
  const axis = (x0: number) => rule(x0, 300, x0 + 210, 300);
  /** Upright lines of a grid, which go on above the marks. */
  const grid = (x0: number) => [0, 70, 140, 210].map((off) => rule(x0 + off, 100, x0 + off, 300));
  const scene = sceneOf(page([axis(50), axis(320), ...grid(50), ...grid(320)]), 0);

  it('have each its own grid', () => {
    expect(plotArea(scene, left, [right])).toEqual([50, 100, 260, 300]);
    expect(plotArea(scene, right, [left])).toEqual([320, 100, 530, 300]);
  });
});
