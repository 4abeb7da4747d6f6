import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawSvg, nodesOf } from '../../test/fixtures/painted.js';
import { FIRST_EXTRA, onePage, plainImage, shown } from '../../test/fixtures/pdf.js';
import { type PageBox, pageBox } from '../evidence/boxes.js';
import { limitsFrom } from '../sources/limits.js';
import type { PaintedPage } from '../sources/painted.js';
import { openPdf } from '../sources/pdf/open.js';
import { regionSvg } from './region-svg.js';

const SCALE = 2;
let page: PaintedPage;

beforeAll(async () => {
  const bytes = onePage({
    resources: `/XObject<</I0 ${FIRST_EXTRA} 0 R>>/Shading<</S0<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 200 0]/Function<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>>>>>`,
    content: [
      'q 100 50 m 150 90 l 190 50 l h W n /S0 sh Q 0 0 1 rg 10 10 30 30 re f 1 0 0 RG 0 70 m 80 70 l S',
      'q 30 0 0 30 60 10 cm /I0 Do Q',
      shown('left', 10, 80, 12),
      shown('right', 150, 10, 12),
    ].join('\n'),
    extra: [plainImage(0, 200, 0)],
  });
  const source = await openPdf(bytes, limitsFrom({}));
  page = await source.painted(0);
  await source.close();
});

const ids = (svg: string): string[] =>
  nodesOf(svg).flatMap(({ attributes }) => (attributes.id?.startsWith('op-') ? [attributes.id] : []));

async function pixels(svg: string): Promise<Buffer> {
  const { pixels: raw, width, height } = drawSvg(svg, SCALE);
  return sharp(raw, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .raw()
    .toBuffer();
}

describe('the SVG of a region', () => {
  it('has the region as its view, and hides the rest', () => {
    const root = nodesOf(regionSvg(page, pageBox(5.5, 10, 80, 60)))[0];
    expect(root?.attributes).toMatchObject({ viewBox: '5.5 10 74.5 50', overflow: 'hidden' });
  });

  it('keeps the elements that meet it under their ids, and leaves the others out', () => {
    const left = ids(regionSvg(page, pageBox(0, 0, 50, 100)));
    const words = page.elements.filter(({ kind }) => kind === 'text').map(({ id }) => id);
    expect(left).toContain(words[0]);
    expect(left).not.toContain(words[1]);
    expect(ids(regionSvg(page, pageBox(0, 0, 200, 100)))).toEqual(ids(page.svg));
  });

  it('carries no definitions that it does not need', () => {
    expect(regionSvg(page, pageBox(0, 55, 20, 95))).not.toContain('data:');
    expect(regionSvg(page, pageBox(60, 55, 99, 95))).toContain('data:');
  });

  it('shows what the page shows there, wherever it is', async () => {
    const whole = await pixels(page.svg);
    const edge = (most: number) => fc.integer({ min: 0, max: most / 2 - 3 });
    const box = fc
      .tuple(edge(200), edge(100), fc.integer({ min: 2, max: 100 }), fc.integer({ min: 2, max: 50 }))
      .map(([x, y, w, h]): PageBox => pageBox(2 * x, 2 * y, Math.min(200, 2 * (x + w)), Math.min(100, 2 * (y + h))));
    await fc.assert(
      fc.asyncProperty(box, async (region) => {
        const part = await pixels(regionSvg(page, region));
        const [left, top, right, bottom] = region.map((v) => v * SCALE) as [number, number, number, number];
        const rows: Buffer[] = [];
        for (let y = top; y < bottom; y++) rows.push(whole.subarray((y * 400 + left) * 3, (y * 400 + right) * 3));
        const expected = Buffer.concat(rows);
        let most = 0;
        for (let i = 0; i < expected.length; i++) most = Math.max(most, Math.abs(expected[i]! - part[i]!));
        // Clips and gradients are sampled from another origin.
        expect(most).toBeLessThanOrEqual(48);
        expect(part.length).toBe(expected.length);
      }),
      { numRuns: 40 },
    );
  });
});
