import { describe, expect, it } from 'vitest';
import { form, onePage, type PageParts, shown } from '../../../test/fixtures/pdf.js';
import { limitsFrom } from '../limits.js';
import type { WitnessedPage, WitnessedText } from '../witnessed.js';
import { openPdf } from './open.js';

async function witness(parts: PageParts): Promise<WitnessedPage> {
  const source = await openPdf(onePage(parts), limitsFrom({}));
  try {
    return JSON.parse(await source.witness(0));
  } finally {
    await source.close();
  }
}
const texts = async (parts: PageParts): Promise<readonly WitnessedText[]> => (await witness(parts)).texts;
const read = ({ chars }: WitnessedText): string => chars.map(({ unicode }) => unicode).join('');
const COVER = ' q 1 1 1 rg 10 30 100 30 re f Q';

/** A Type 3 glyph that says it is a point, and paints white 12 pt to the right and up. */
const DRAWN = {
  fonts: '/T 5 0 R',
  extra: [
    '<</Type/Font/Subtype/Type3/FontBBox[0 0 0.01 0.01]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97/Widths[1]/Encoding<</Differences[97/a]>>/CharProcs<</a 6 0 R>>>>',
    { data: '1 0 0 0 0.01 0.01 d1 0 0 1 1 re f' },
  ],
};
const drawn = (x: number, y: number): string => `q 1 1 1 rg BT /T 12 Tf 1 0 0 1 ${x} ${y} Tm (a) Tj ET Q`;

describe('the second witness', () => {
  it('tells font, embedding, colour, mode and place of every text object', async () => {
    const [text] = await texts({ content: shown('72 %', 20, 40, 12, '1 0 0 rg') });
    expect(text).toMatchObject({ font: 'Helvetica', embedded: false, fill: '#ff0000', fillAlpha: 1, mode: 0 });
    expect(text && read(text)).toBe('72%');
    expect(text?.chars[0]?.origin).toEqual([20, 60]);
    expect(text?.emPt2).toBeCloseTo(144, 1);
  });

  it('reads hidden text, and each of two texts at one place', async () => {
    const both = await texts({ content: shown('72%', 20, 40, 12, '3 Tr') + shown('75%', 20, 40) });
    expect(both.map(read)).toEqual(['72%', '75%']);
  });

  it('reads the glyphs under an /ActualText, and tells that text apart', async () => {
    const content = `/Span<</ActualText(85%)>> BDC ${shown('7', 20, 40)}${shown('2%', 27, 40)} EMC ${shown('x', 60, 40)}`;
    const all = await texts({ content });
    expect(all.map(read)).toEqual(['7', '2%', 'x']);
    expect(all.map(({ actualText }) => actualText.map(({ text }) => text))).toEqual([['85%'], ['85%'], []]);
    expect(all[0]?.actualText[0]?.group).toBe(all[1]?.actualText[0]?.group);
  });

  it('measures whole ink of what is seen, and none of what is covered', async () => {
    const [seen] = await texts({ content: shown('7', 20, 40) });
    expect(seen?.chars[0]?.pixels).toMatchObject({ seen: 1, lost: 0, merged: 0 });
    expect(seen?.chars[0]?.pixels?.contrast).toBeGreaterThan(200);
    const [covered] = await texts({ content: shown('7', 20, 40) + COVER });
    expect(covered?.chars[0]?.pixels).toMatchObject({ seen: 0, lost: 1, visiblePixels: 0 });
    expect(covered?.chars[0]?.pixels?.ink).toBeCloseTo(seen?.chars[0]?.pixels?.ink ?? 0, 1);
  });

  it('tells ink that merges with what lies under it from ink that something of its colour covers', async () => {
    const white = shown('7', 20, 40, 12, '1 1 1 rg');
    const [onWhite] = await texts({ content: white });
    expect(onWhite?.chars[0]?.pixels).toMatchObject({ merged: 1, cause: 'background' });
    const [covered] = await texts({ content: `q 0 0 1 rg 10 30 100 30 re f Q ${white}${COVER}` });
    expect(covered?.chars[0]?.pixels).toMatchObject({ merged: 1, cause: 'covered' });
  });

  it('takes copies that print as one together', async () => {
    const both = await texts({ content: shown('72%', 20, 40) + shown('72%', 20.3, 40) });
    expect(both).toHaveLength(2);
    for (const { chars } of both) for (const { pixels } of chars) expect(pixels?.seen).toBe(1);
  });

  it('measures the same where it renders text once as where it renders it four ways', async () => {
    for (const colour of ['0 g', '0.2 0.4 0.8 rg', '1 0.9 0 rg']) {
      const content = shown('72%', 20, 40, 12, colour);
      const [short] = await texts({ content });
      // Where a glyph is a drawing, no box is trusted.
      const [long] = await texts({ content: `${content}${drawn(150, 80)}`, ...DRAWN });
      expect(short?.chars[0]?.pixels?.ink).toBeGreaterThan(1);
      expect(short?.chars).toEqual(long?.chars);
    }
  });

  it('finds what a drawn glyph covers outside of its box', async () => {
    const [text] = await texts({ content: `${shown('8', 20, 40)}${drawn(150, 80)}`, ...DRAWN });
    expect(text?.chars[0]?.pixels?.lost).toBe(0);
    const [covered] = await texts({ content: `${shown('8', 20, 40)}${drawn(23.5, 40)}`, ...DRAWN });
    expect(covered?.chars[0]?.pixels?.lost).toBeGreaterThan(0.2);
  });

  it('measures each part of a high page, and text over text in it', async () => {
    const lines = Array.from({ length: 12 }, (_, i) => shown('72%', 20, 40 + 60 * i) + shown('75%', 21, 42 + 60 * i));
    const all = await texts({ content: lines.join(''), mediaBox: '0 0 200 800' });
    const [top] = all;
    const likeTop = all.filter((text) => read(text) === '72%');
    expect(likeTop).toHaveLength(12);
    for (const { chars } of likeTop) {
      expect(chars[0]?.pixels?.ink).toBeCloseTo(top?.chars[0]?.pixels?.ink ?? 0, 0);
      expect(chars[0]?.pixels?.merged).toBeCloseTo(top?.chars[0]?.pixels?.merged ?? 0, 1);
    }
  });

  it('tells layers and transparency of the forms around an object, and its clips', async () => {
    const layer = '/Properties<</L 6 0 R>>/XObject<</X 5 0 R>>/ExtGState<</G<</ca .5>>>>';
    const extra = [form(shown('7', 20, 40)), '<</Type/OCG/Name(l)>>'];
    const [text] = await texts({
      content: 'q /G gs 0 0 30 50 re W n /OC /L BDC /X Do EMC Q',
      resources: layer,
      extra,
      catalog: '/OCProperties<</OCGs[6 0 R]/D<<>>>>',
    });
    expect(text).toMatchObject({ inLayer: true, transparent: true });
    const [clipped] = await texts({ content: `q 0 0 24 60 re W n ${shown('7', 20, 40)} Q` });
    expect(clipped?.cut).toBe(true);
  });

  it('leaves the page as it was', async () => {
    const source = await openPdf(
      onePage({ content: `/Span<</ActualText(85%)>> BDC ${shown('72%', 20, 40)} EMC` }),
      limitsFrom({}),
    );
    const before = await source.page(0);
    await source.witness(0);
    expect(await source.page(0)).toEqual(before);
    await source.close();
  });
});
