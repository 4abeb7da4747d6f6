import { expect, it } from 'vitest';
import type { PaintedElement } from '../../sources/painted.js';
import { page, rect, run } from '../layout/painted-fixture.js';
import { one, rows } from './reading-fixture.js';

const [CX, CY] = [300, 220];
const COLORS = ['#7d4698', '#59316b', '#b48fc6'];
const ROWS = [
  ['Fundraising', '43.6%', 270],
  ['Administration', '40.3%', 249.6],
  ['Research', '16.1%', 99.7],
] as const;

/** An arc from 12 o'clock, drawn with a line that is 23 pt thick. */
function arc(radius: number, sweepDeg: number, stroke: string): PaintedElement {
  const points = Array.from({ length: 49 }, (_, i) => ((i * sweepDeg) / 48) * (Math.PI / 180)).map(
    (angle) => [CX + radius * Math.sin(angle), CY - radius * Math.cos(angle)] as const,
  );
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const shape = rect(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), { fill: null, stroke });
  return { ...shape, strokeWidthPt: 23, d: `M${points.map((point) => point.join(' ')).join('L')}` };
}

it('what stands before the round end of an arc names it', () => {
  const elements = ROWS.flatMap(([name, value, sweep], i) => {
    const radius = 106 - 29 * i;
    const [number, label] = [value.length * 4.25, name.length * 4.25];
    // The end of the line is round: it begins half its thickness before the arc does.
    const right = CX - 11.5 - 6;
    const y = CY - radius + 3;
    return [
      arc(radius, sweep, COLORS[i] as string),
      run(value, right - number, y, 8.5),
      run(name, right - number - 8 - label, y, 8.5),
    ];
  });
  const chart = one(page([run('Expenses by function, 2023', 200, 40, 13), ...elements], 600, 400));
  expect(chart.grammar).toBe('radial_bar');
  expect(rows(chart)).toEqual([
    '- | Fundraising | 43.6 | %',
    '- | Administration | 40.3 | %',
    '- | Research | 16.1 | %',
  ]);
});
