import { expect, it } from 'vitest';
import { inkOf } from './ink.js';

it('leaves colours alone that are dark enough for white paper', () => {
  expect(['#000000', '#ff0000', '#0000ff', '#ff00ff', '#808080'].map(inkOf)).toEqual([
    '#000000',
    '#ff0000',
    '#0000ff',
    '#ff00ff',
    '#808080',
  ]);
});

it.each(['#ffff00', '#00ffff', '#00ff00', '#ffffff', '#c0c0c0'])(
  'darkens %s to 3 : 1 against white, in its hue',
  (color) => {
    const ink = inkOf(color);
    expect(contrastWithWhite(ink)).toBeGreaterThanOrEqual(3);
    expect(contrastWithWhite(ink)).toBeLessThan(3.2);
    for (const at of [1, 3, 5]) if (color.slice(at, at + 2) === '00') expect(ink.slice(at, at + 2)).toBe('00');
  },
);

it('takes what is no colour for black', () => {
  expect(['', 'red', '#12', '#gggggg', '"/><script>'].map(inkOf)).toEqual(Array(5).fill('#000000'));
});

/** WCAG 2.2. */
function contrastWithWhite(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
}
