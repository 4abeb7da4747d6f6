import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineAt } from '../../test/support/library-spans.js';
import { contains, pageBox } from '../evidence/boxes.js';
import { blocksOf } from './blocks.js';
import { framed, suggestedCrop } from './crop.js';
import type { PageFigure } from './figures.js';

const PAGE = { width: 400, height: 500 };
const figure: PageFigure = {
  label: 'Figure 1',
  key: 'figure:1',
  kind: 'figure',
  caption: 'Figure 1',
  pageIndex: 0,
  captionBox: pageBox(50, 210, 200, 220),
  pictureBox: pageBox(50, 100, 250, 200),
};

describe('a suggested crop', () => {
  it('of a caption or of something on a picture holds picture and caption', () => {
    for (const box of [pageBox(50, 210, 200, 220), pageBox(60, 120, 80, 130)]) {
      const crop = suggestedCrop(box, [], [figure], PAGE);
      expect(crop && contains(crop, pageBox(50, 100, 250, 220))).toBe(true);
    }
    expect(suggestedCrop(pageBox(50, 300, 80, 310), [], [figure], PAGE)).toEqual([42, 292, 88, 318]);
  });

  it('of a cell holds its whole row, and the column heads', () => {
    const blocks = blocksOf([lineAt(60, 'Year\t2021\t2022'), lineAt(72, 'Turnover\t5\t6'), lineAt(84, 'Profit\t1\t2')]);
    const crop = suggestedCrop(pageBox(40, 85, 60, 93), blocks, [], PAGE);
    expect(crop && contains(crop, pageBox(40, 60, 340, 94))).toBe(true);
  });

  it('of a cell in a table as long as the page holds the row, not the table', () => {
    const blocks = blocksOf(Array.from({ length: 34 }, (_, i) => lineAt(40 + 12 * i, `Row ${i}\t5\t6`)));
    const crop = suggestedCrop(pageBox(40, 245, 60, 250), blocks, [], PAGE);
    expect(crop?.map(Math.round)).toEqual([32, 236, 348, 262]);
  });

  it('cuts no picture: it grows until it holds whole each one that it touches', () => {
    const picture = (pictureBox: ReturnType<typeof pageBox>): PageFigure => ({
      label: null,
      key: null,
      kind: 'image',
      caption: null,
      pageIndex: 0,
      captionBox: null,
      pictureBox,
    });
    // The first is only touched once the second has been taken in.
    const figures = [picture(pageBox(40, 100, 200, 180)), picture(pageBox(40, 170, 200, 260))];
    const crop = suggestedCrop(pageBox(60, 240, 80, 250), [], figures, PAGE);
    expect(crop?.map(Math.round)).toEqual([32, 92, 208, 268]);
  });

  it('lies inside the page, with a margin, or is the whole page (property)', () => {
    const coordinate = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(fc.tuple(coordinate, coordinate, coordinate, coordinate), ([a, b, c, d]) => {
        const box = pageBox(Math.min(a, c), Math.min(b, d), Math.max(a, c) + 1, Math.max(b, d) + 1);
        const crop = framed(box, PAGE);
        if (crop === null) return;
        expect(contains(pageBox(0, 0, PAGE.width, PAGE.height), crop)).toBe(true);
        expect(crop[0]).toBeLessThanOrEqual(box[0]);
        expect(crop[3]).toBeGreaterThanOrEqual(Math.min(box[3], PAGE.height));
      }),
    );
  });
});
