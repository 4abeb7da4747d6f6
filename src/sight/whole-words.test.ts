import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { box, contains } from '../evidence/boxes.js';
import type { Sheet, SheetObject } from './sheet.js';
import { withWholeWords } from './whole-words.js';
import { shotOf } from './windows.js';

const sheet = { width: 1000, height: 1000, maxZoom: null } as Sheet;
const text = (x0: number, y0: number, x1: number, y1: number): SheetObject => ({
  kind: 'text',
  box: box('sheet', x0, y0, x1, y1),
  text: 'x',
  textHeight: null,
  handle: null,
});
const picture = (x0: number, y0: number, x1: number, y1: number, zoom = 1) =>
  shotOf(box('sheet', x0, y0, x1, y1), zoom, sheet);

describe('text across the edges of pictures', () => {
  it('is shown whole by the picture that has to grow least for it', () => {
    const grown = withWholeWords(
      [picture(0, 0, 300, 300), picture(310, 0, 600, 300)],
      [text(290, 10, 390, 20)],
      sheet,
      1280,
    );
    expect(grown.map(({ visible }) => [...visible])).toEqual([
      [0, 0, 300, 300],
      [290, 0, 600, 300],
    ]);
  });

  it('stays cut where no picture has room for it, at the zoom that it has', () => {
    const full = picture(0, 0, 1000, 1000, 1.28);
    const beside = [picture(0, 0, 300, 300, 4), picture(310, 0, 628, 300, 4)];
    expect(withWholeWords(beside, [text(290, 10, 390, 20)], sheet, 1280)).toEqual(beside);
    expect(withWholeWords([full], [text(0, 0, 5, 5)], sheet, 1280)).toEqual([full]);
  });

  it('is a label with its value', () => {
    const words = [text(280, 10, 299, 20), text(308, 10, 390, 20)];
    const grown = withWholeWords([picture(0, 0, 300, 300), picture(305, 0, 600, 300)], words, sheet, 1280);
    expect(grown[1]?.visible[0]).toBe(280);
  });

  it('makes no picture larger than it may be, nor less than it was', () => {
    const at = fc.integer({ min: 0, max: 900 });
    const some = fc.tuple(at, at, fc.integer({ min: 20, max: 400 }), fc.integer({ min: 20, max: 400 }));
    fc.assert(
      fc.property(fc.array(some, { maxLength: 5 }), fc.array(some, { maxLength: 8 }), (pictures, texts) => {
        const before = pictures.map(([x, y, w, h]) => picture(x, y, Math.min(1000, x + w), Math.min(1000, y + h)));
        const objects = texts.map(([x, y, w, h]) => text(x, y, Math.min(1000, x + w), Math.min(1000, y + h)));
        const after = withWholeWords(before, objects, sheet, 500);
        after.forEach((it, i) => {
          expect(contains(it.visible, before[i]?.visible as typeof it.visible, 1e-6)).toBe(true);
          expect(Math.max(it.widthPx, it.heightPx)).toBeLessThanOrEqual(500);
        });
      }),
    );
  });
});
