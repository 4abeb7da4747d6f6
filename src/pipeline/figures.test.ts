import { describe, expect, it } from 'vitest';
import { lineAt } from '../../test/support/library-spans.js';
import { pageBox } from '../evidence/boxes.js';
import type { Graphic, PageContent } from '../sources/source.js';
import { blocksOf } from './blocks.js';
import { figuresOf } from './figures.js';
import type { Line } from './lines.js';

const image = (x0: number, y0: number, x1: number, y1: number): Graphic => ({
  kind: 'image',
  box: pageBox(x0, y0, x1, y1),
});
const path = (x0: number, y0: number, x1: number, y1: number): Graphic => ({
  kind: 'path',
  box: pageBox(x0, y0, x1, y1),
});
const figures = (lines: readonly Line[], graphics: readonly Graphic[]) => {
  const content: PageContent = { info: { width: 400, height: 500, label: null }, spans: [], graphics, warnings: [] };
  return figuresOf(content, blocksOf(lines), 0).map(({ label, kind, pictureBox }) => ({
    label,
    kind,
    box: pictureBox && [...pictureBox],
  }));
};

describe('the figures of a page', () => {
  it('give each of two captions its own picture', () => {
    const lines = [lineAt(160, 'Figure 1: Newts'), lineAt(340, 'Figure 2: Frogs')];
    expect(figures(lines, [image(40, 60, 240, 150), image(40, 240, 240, 330)])).toEqual([
      { label: 'Figure 1', kind: 'figure', box: [40, 60, 240, 150] },
      { label: 'Figure 2', kind: 'figure', box: [40, 240, 240, 330] },
    ]);
  });

  it('give captions side by side the picture in their own column', () => {
    const lines = [
      lineAt(160, 'Figure 1: Newts', { x: 40, width: 100 }),
      lineAt(160, 'Figure 2: Frogs', { x: 220, width: 100 }),
    ];
    expect(figures(lines, [image(40, 60, 180, 150), image(220, 60, 360, 150)]).map(({ box }) => box)).toEqual([
      [40, 60, 180, 150],
      [220, 60, 360, 150],
    ]);
  });

  it('join the strokes of a drawing, and leave rules, bands and backgrounds out', () => {
    const strokes = Array.from({ length: 10 }, (_, i) => path(60 + 12 * i, 100 + 5 * i, 70 + 12 * i, 180));
    const design = [path(0, 0, 400, 500), path(40, 40, 360, 41), path(0, 490, 400, 500), path(20, 20, 30, 30)];
    expect(figures([lineAt(190, 'Figure 1: A drawing')], [...strokes, ...design])).toEqual([
      { label: 'Figure 1', kind: 'figure', box: [60, 100, 178, 180] },
    ]);
  });

  it('give a table caption the rows below it, never a table that another caption names', () => {
    const rows = (y: number, count: number) =>
      Array.from({ length: count }, (_, i) => lineAt(y + 12 * i, `Row\t${i}\t${i + 1}`));
    const lines = [
      lineAt(60, 'Table 1. First'),
      ...rows(75, 4),
      lineAt(160, 'Table 2. Second'),
      ...rows(175, 2),
      lineAt(260, 'Table 3. Third'),
    ];
    expect(figures(lines, []).map(({ label, box }) => [label, box])).toEqual([
      ['Table 1', [40, 70, 340, 121]],
      ['Table 2', [40, 170, 340, 197]],
      ['Table 3', null],
    ]);
  });

  it('list large pictures without a caption by what they are', () => {
    const rows = Array.from({ length: 6 }, (_, i) => lineAt(300 + 12 * i, `Row\t${i}\t${i + 1}`));
    expect(figures(rows, [image(40, 40, 200, 140), path(40, 160, 140, 260), path(38, 298, 342, 372)])).toEqual([
      { label: null, kind: 'image', box: [40, 40, 200, 140] },
      { label: null, kind: 'figure', box: [40, 160, 140, 260] },
      { label: null, kind: 'table', box: [38, 298, 342, 372] },
    ]);
  });

  it('say that a caption stands alone where nothing is beside it', () => {
    expect(
      figures([lineAt(60, 'Figure 9: Lost')], [image(40, 400, 240, 480)]).map(({ label, box }) => [
        label,
        box === null,
      ]),
    ).toEqual([
      ['Figure 9', true],
      [null, false],
    ]);
  });
});
