import { describe, expect, it } from 'vitest';
import { page, rect, run } from '../layout/painted-fixture.js';
import { incompleteLabels, incompleteNames, unreadColors } from './outlined.js';
import { sceneOf } from './scene.js';

/** A text of 10 pt that begins at 100, 200 and runs level or up the page, and one outline drawn beside it. */
const scene = (rotationDeg: number, outline: readonly [number, number, number, number]) =>
  sceneOf(page([run('HK$ million', 100, 200, 10, { rotationDeg }), rect(...outline)]), 0);
const isIncomplete = (...of: Parameters<typeof scene>): boolean => {
  const seen = scene(...of);
  return incompleteLabels(seen, seen.labels, new Set()).size > 0;
};
const isCut = (...of: Parameters<typeof scene>): boolean => {
  const seen = scene(...of);
  return incompleteNames(seen, seen.labels, new Set()).size > 0;
};

describe('a sign that is drawn right before a text is missing from it', () => {
  it.each([
    ['level', 0, [93, 192, 98, 199]],
    ['up the page, as the title of an axis', 270, [92, 202, 99, 207]],
  ] as const)('%s', (_, rotationDeg, outline) => {
    expect(isIncomplete(rotationDeg, outline)).toBe(true);
    expect(isCut(rotationDeg, outline)).toBe(true);
  });

  it.each([
    ['beside the line', 270, [110, 150, 116, 156]],
    ['far before it', 270, [92, 230, 99, 236]],
    ['under it', 0, [120, 215, 126, 221]],
  ] as const)('not one that stands %s', (_, rotationDeg, outline) => {
    expect(isIncomplete(rotationDeg, outline)).toBe(false);
    expect(isCut(rotationDeg, outline)).toBe(false);
  });
});

describe('a sample of a legend whose name is drawn', () => {
  const BLUE = '#00529b';
  const sample = rect(240, 290, 250, 295, { fill: BLUE });
  const unread = (...letters: ReturnType<typeof rect>[]): string[] => [
    ...unreadColors(sceneOf(page([sample, ...letters]), 0), new Set([BLUE]), new Set()),
  ];

  it('leaves its colour without a name', () => {
    expect(unread(rect(256, 289, 262, 296, { fill: '#000000' }))).toEqual([BLUE]);
  });

  it.each([
    ['far off', rect(290, 289, 296, 296, { fill: '#000000' })],
    ['in another row', rect(256, 310, 262, 317, { fill: '#000000' })],
    ['a sample itself', rect(256, 289, 262, 296, { fill: BLUE })],
  ])('not where what is drawn is %s', (_, drawn) => {
    expect(unread(drawn)).toEqual([]);
  });
});
