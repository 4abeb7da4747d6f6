import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { box, contains, heightOf, widthOf } from '../evidence/boxes.js';
import { clamped, gridOf, shotOf, within } from './windows.js';

const side = fc.double({ min: 50, max: 4_000, noNaN: true });
const part = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }));
const zoom = fc.double({ min: 0.05, max: 6, noNaN: true });
const sheets = fc.record({ width: side, height: side, maxZoom: fc.constant(null) });
const windowOn = (sheet: { width: number; height: number }, x: [number, number], y: [number, number]) =>
  box('sheet', x[0] * sheet.width, y[0] * sheet.height, x[1] * sheet.width, y[1] * sheet.height);

describe('a shot', () => {
  it('shows all of its window, and its pixels are its zoom: nothing is stretched', () => {
    fc.assert(
      fc.property(sheets, part, part, zoom, (sheet, x, y, z) => {
        const window = windowOn(sheet, x as [number, number], y as [number, number]);
        const { visible, widthPx, heightPx } = shotOf(window, z, sheet);
        // The sheet's last pixel may be a part of one, and a sheet smaller than a pixel is one.
        expect(contains(visible, window, 0.51 / z)).toBe(true);
        expect(Math.abs(widthOf(visible) * z - widthPx)).toBeLessThanOrEqual(1);
        expect(Math.abs(heightOf(visible) * z - heightPx)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('never leaves the sheet', () => {
    fc.assert(
      fc.property(sheets, part, part, zoom, (sheet, x, y, z) => {
        const { visible } = shotOf(windowOn(sheet, x as [number, number], y as [number, number]), z, sheet);
        expect(contains(box('sheet', 0, 0, sheet.width, sheet.height), visible, 1e-6)).toBe(true);
      }),
    );
  });

  it('of a picture is whole pixels of its own', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 5_000 }), part, part, (w, h, x, y) => {
        const sheet = { width: w, height: h, maxZoom: 1 };
        const window = windowOn(sheet, x as [number, number], y as [number, number]);
        const { visible, widthPx } = shotOf(window, 1, sheet);
        expect(visible.every(Number.isInteger)).toBe(true);
        expect(contains(visible, window, 1e-5)).toBe(true);
        expect(widthPx).toBe(widthOf(visible));
      }),
    );
  });
});

describe('a part of a picture that was shown', () => {
  it('is where its fractions say, from the top left, and has the picture’s shape', () => {
    const shown = box('sheet', 100, 200, 300, 300);
    expect([...within(shown, 0.25, 0.5, 0.2)]).toEqual([130, 240, 170, 260]);
  });

  it('lies off the sheet where a window does not meet it', () => {
    expect(clamped(box('sheet', 10, 10, 20, 20), { width: 5, height: 5 })).toBeNull();
    expect([...(clamped(box('sheet', -5, 1, 20, 2), { width: 5, height: 5 }) ?? [])]).toEqual([0, 1, 5, 2]);
  });
});

describe('windows side by side', () => {
  it('cover the whole, are no larger than they may be, and overlap', () => {
    fc.assert(
      fc.property(sheets, fc.double({ min: 60, max: 900, noNaN: true }), (sheet, largest) => {
        const whole = box('sheet', 0, 0, sheet.width, sheet.height);
        const windows = gridOf(whole, largest, largest * 0.08);
        const at = (x: number, y: number) =>
          windows.some(([x0, y0, x1, y1]) => x >= x0 - 1e-6 && x <= x1 + 1e-6 && y >= y0 - 1e-6 && y <= y1 + 1e-6);
        for (const window of windows) {
          expect(Math.max(widthOf(window), heightOf(window))).toBeLessThanOrEqual(largest + 1e-6);
        }
        const steps = Array.from({ length: 21 }, (_, n) => n / 20);
        const missed = steps.flatMap((x) => steps.filter((y) => !at(x * sheet.width, y * sheet.height)));
        expect(missed).toEqual([]);
      }),
    );
  });
});
