import { describe, expect, it } from 'vitest';
import { sliceLine } from './slice-label.js';

describe('a line at a slice is its name and its number', () => {
  it.each([
    ['Agency 72%', 'Agency', '72%'],
    ['Agency: 72%', 'Agency', '72%'],
    ['72% Agency', 'Agency', '72%'],
    ['代理72%', '代理', '72%'],
    ['金融 1,814', '金融', '1,814'],
    ['FY2023: 1,814', 'FY2023', '1,814'],
    ['1,814', '', '1,814'],
    ['Agency', 'Agency', null],
  ])('%s', (text, name, number) => {
    expect(sliceLine(text, 'point')).toEqual({ name, number });
  });

  it.each(['金融1,814', 'その他1,814', 'ゲーム12,979', 'Level 1,814', 'Games1.814'])(
    '%s is never cut inside its digits',
    (text) => {
      expect(sliceLine(text, 'point').number ?? '').not.toMatch(/^(?:814|979)$/u);
    },
  );
});
