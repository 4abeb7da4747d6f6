import { expect, it } from 'vitest';
import type { CadFont } from '../drawing.js';
import { advanceOf, glyphsOf } from './glyphs.js';
import { outlineFonts } from './outline-fonts.js';

const SHX: CadFont = { file: 'gbenor.shx', bigFont: 'gbcbig.shx', family: null };
const ARIAL: CadFont = { file: 'arial.ttf', bigFont: null, family: 'Arial' };

it('draws SHX Latin, Greek and signs with a pen, all else in outlines', () => {
  const stroked = (text: string, font: CadFont) => glyphsOf(text, font).map(({ strokes }) => strokes.length > 0);
  expect(stroked('Aα°±⌀≥', SHX)).toEqual(Array(6).fill(true));
  expect(stroked('中あЖ①', SHX)).toEqual(Array(4).fill(false));
  expect(stroked('Aα°±⌀中', ARIAL)).toEqual(Array(6).fill(false));
});

it('has a glyph for everything in GB 2312 but three signs, in both kinds', () => {
  const decoder = new TextDecoder('gbk');
  let text = '';
  for (let lead = 0xa1; lead <= 0xf7; lead++) {
    for (let byte = 0xa1; byte <= 0xfe; byte++) {
      const character = decoder.decode(Uint8Array.of(lead, byte));
      // Rows of user-defined characters decode to the private use area.
      if (!/[\p{Co}\ufffd]/u.test(character)) text += character;
    }
  }
  expect([...text].length).toBeGreaterThan(7400);
  for (const font of [SHX, ARIAL]) {
    const missing = glyphsOf(text, font).filter((glyph) => glyph.missing);
    expect(missing.map(({ character }) => character).join('')).toBe('〈〉⌒');
  }
});

it('measures without the large font what it draws', () => {
  for (const text of ['', 'DN150 水泵房 ±0.000', '①⑴Ⅻ℃㎡ｱﾞＡ', 'Жя éñ ǖ', '\u0000\u200d\ufeff', 'عربي 한글 \ud800']) {
    for (const font of [SHX, ARIAL]) {
      const sum = glyphsOf(text, font).reduce((width, { advance }) => width + advance, 0);
      expect(sum).toBeCloseTo(advanceOf(text, font), 9);
      expect(Number.isFinite(sum)).toBe(true);
    }
  }
});

it('has the widths of Arial for TrueType and one em a hanzi', () => {
  // Arial, in 1/2048 em: H 1479, i 455, digit 1139, capital height 1409 (Liberation Sans).
  expect(advanceOf('H', ARIAL)).toBeCloseTo(1479 / 1409, 6);
  expect(advanceOf('0', ARIAL)).toBeCloseTo(1139 / 1409, 6);
  expect(advanceOf('水泵房', SHX)).toBeCloseTo(3, 6);
  expect(advanceOf('ｱ', SHX)).toBeCloseTo(0.5, 6);
});

it('shows an empty box, and says so, for what no font has', () => {
  const [glyph] = glyphsOf('ع', SHX);
  expect(glyph).toMatchObject({ missing: true, character: 'ع' });
  expect(glyph?.strokes).toHaveLength(1);
});

it('reads composite glyphs and curves of the fonts', () => {
  const han = outlineFonts.han();
  expect(han.has('中')).toBe(true);
  expect(han.has('A')).toBe(false);
  // 中 reaches from (28, -25) to (229, 208) by its own header.
  const points = han.outline('中').flatMap(({ start, steps }) => [start, ...steps.map(({ to }) => to)]);
  expect(Math.min(...points.map(([x]) => x))).toBe(28);
  expect(Math.max(...points.map(([, y]) => y))).toBe(208);
  expect(outlineFonts.latin().outline('é').length).toBeGreaterThan(outlineFonts.latin().outline('e').length);
});

it('letters with marks are strokes too, as wide as without them', () => {
  const shx = { file: 'txt.shx', bigFont: null, family: null };
  for (const [marked, plain] of ['ÄA', 'éê', 'ñn', 'çc', 'ůu', 'őo', 'ąa', 'žz'].map((pair) => [...pair])) {
    const [glyph, other] = [glyphsOf(marked as string, shx)[0], glyphsOf(plain as string, shx)[0]];
    expect([marked, glyph?.missing, glyph?.contours]).toEqual([marked, false, []]);
    expect(glyph?.advance).toBe(other?.advance);
  }
  const heights = (text: string) => glyphsOf(text, shx).flatMap(({ strokes }) => strokes.flat().map(([, y]) => y));
  expect(Math.max(...heights('Ä'))).toBeGreaterThan(Math.max(...heights('A')));
  expect(Math.min(...heights('ç'))).toBeLessThan(-0.2);
  // The mark takes the place of the dot.
  expect(glyphsOf('í', shx)[0]?.strokes).toHaveLength(glyphsOf('i', shx)[0]?.strokes.length as number);
});
