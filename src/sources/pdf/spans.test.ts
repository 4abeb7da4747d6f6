import { describe, expect, it } from 'vitest';
import { FIRST_EXTRA, onePage, type PdfObject, shown, spansOf } from '../../../test/fixtures/pdf.js';
import { heightOf, widthOf } from '../../evidence/boxes.js';

const text = async (content: string, parts = {}): Promise<string[]> =>
  (await spansOf(onePage({ content, ...parts }))).map((span) => span.text);

/** A simple font whose codes map to what `pairs` say (beginbfchar lines). */
function mapped(pairs: string): { fonts: string; extra: PdfObject[] } {
  const count = pairs.split('>\n<').length;
  const cmap = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def
1 begincodespacerange <00> <ff> endcodespacerange ${count} beginbfchar ${pairs} endbfchar endcmap end end`;
  const font = `<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/FirstChar 1/LastChar 9/Widths[600 600 600 600 600 600 600 600 600]/ToUnicode ${FIRST_EXTRA + 1} 0 R>>`;
  return { fonts: `/F2 ${FIRST_EXTRA} 0 R`, extra: [font, { data: cmap }] };
}

describe('a span', () => {
  it('names font, size, colour and direction, and lies where the text is', async () => {
    const [span] = await spansOf(onePage({ content: shown('Word', 20, 40, 12, '1 0 0.2 rg') }));
    expect(span).toMatchObject({
      id: 's0',
      text: 'Word',
      font: 'Helvetica',
      sizePt: 12,
      color: '#ff0033',
      rotationDeg: 0,
      hidden: false,
      spaceBefore: false,
      line: 0,
    });
    const [x0, y0, x1, y1] = span!.box;
    // Baseline at 100 - 40; "Word" in Helvetica 12 is 28.7 wide.
    expect(x0).toBeCloseTo(20, 1);
    expect(x1).toBeCloseTo(48.7, 1);
    expect(y0).toBeGreaterThan(46);
    expect(y0).toBeLessThan(52);
    expect(y1).toBeGreaterThan(60);
    expect(y1).toBeLessThan(65);
  });

  it.each([
    ['Tf 1 with a scaled text matrix', 'BT /F1 1 Tf 24 0 0 24 20 40 Tm (Big) Tj ET', 24],
    ['a scaled page', 'q 3 0 0 3 0 0 cm BT /F1 8 Tf 5 10 Td (Big) Tj ET Q', 24],
    ['a negative size turned back', 'BT /F1 -12 Tf -1 0 0 -1 90 40 Tm (Big) Tj ET', 12],
    ['a mirrored text', 'BT /F1 12 Tf 1 0 0 -1 20 40 Tm (Big) Tj ET', 12],
    ['text stretched sideways', 'BT /F1 12 Tf 200 Tz 20 40 Td (Big) Tj ET', 12],
    ['a form with a matrix', 'q 0.5 0 0 0.5 0 0 cm /X Do Q', 24],
  ])('has the effective size: %s', async (_, content, size) => {
    const extra: PdfObject[] = [
      {
        dict: '/Type/XObject/Subtype/Form/BBox[0 0 99 99]/Matrix[2 0 0 2 0 0]/Resources<</Font<</F1 4 0 R>>>>',
        data: shown('Big', 20, 40, 24),
      },
    ];
    const parts = { content, extra, resources: `/XObject<</X ${FIRST_EXTRA} 0 R>>` };
    const [span] = await spansOf(onePage(parts));
    expect(span!.sizePt).toBe(size);
  });

  it.each([
    ['1 0 0 1', 0],
    ['0 1 -1 0', 270],
    ['-1 0 0 -1', 180],
    ['0 -1 1 0', 90],
    ['0.7071 0.7071 -0.7071 0.7071', 315],
  ])('with the matrix %s runs at %i degrees', async (matrix, degrees) => {
    const [span] = await spansOf(onePage({ content: `BT /F1 12 Tf ${matrix} 100 50 Tm (Turn) Tj ET` }));
    expect(span!.rotationDeg).toBe(degrees);
    const [width, height] = [widthOf(span!.box), heightOf(span!.box)];
    if (degrees % 180 === 0) expect(width).toBeGreaterThan(height);
    if (degrees % 180 === 90) expect(height).toBeGreaterThan(width);
  });

  it.each([
    ['outlined text has the colour of its outline', '1 Tr 0 0 1 RG 1 0 0 rg', '#0000ff'],
    ['filled and outlined text has the colour of its filling', '2 Tr 0 0 1 RG 1 0 0 rg', '#ff0000'],
    ['grey is grey', '0.5 g', '#808080'],
    ['CMYK is converted', '0 1 1 0 k', '#ed1c24'],
  ])('%s', async (_, paint, color) => {
    const [span] = await spansOf(onePage({ content: shown('Word', 20, 40, 12, paint) }));
    const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    for (const [i, v] of channels(span!.color).entries()) expect(Math.abs(v - channels(color)[i]!)).toBeLessThan(40);
  });

  it('keeps a blank that kerning makes, and a blank that is painted', async () => {
    expect(await text('BT /F1 12 Tf 20 40 Td [(Hello) -300 (World)] TJ ET')).toEqual(['Hello World']);
    expect(await text(shown('Hello World', 20, 40))).toEqual(['Hello World']);
  });

  it('makes no blank of tight kerning or of letter spacing', async () => {
    expect(await text('BT /F1 12 Tf 20 40 Td [(W) 80 (ord)] TJ ET')).toEqual(['Word']);
    expect(await text('BT /F1 12 Tf 1 Tc 20 40 Td (Word) Tj ET')).toEqual(['Word']);
  });

  it.each([0, 90, 180, 270])('ends at a cell gap, at /Rotate %i and with any UserUnit', async (rotate) => {
    for (const unit of ['', '/UserUnit 4', '/UserUnit 0.25']) {
      const cells = 'BT /F1 12 Tf 20 40 Td [(12.5) -2500 (13.5) -300 (kg)] TJ ET';
      const spans = await spansOf(onePage({ content: cells, page: `/Rotate ${rotate}${unit}` }));
      expect(spans.map((span) => [span.text, span.line, span.spaceBefore])).toEqual([
        ['12.5', 0, false],
        ['13.5 kg', 0, true],
      ]);
    }
  });

  it('begins a new line where the text does', async () => {
    const lines = await spansOf(
      onePage({ content: 'BT /F1 12 Tf 14 TL 20 60 Td (one) Tj T* (two) Tj T* (three) Tj ET' }),
    );
    expect(lines.map((span) => [span.text, span.line])).toEqual([
      ['one', 0],
      ['two', 1],
      ['three', 2],
    ]);
  });

  it('keeps the hyphen of a word parted at the line end, and the line', async () => {
    const spans = await spansOf(
      onePage({ content: 'BT /F1 12 Tf 14 TL 20 60 Td (an exam-) Tj T* (ple that goes on) Tj ET' }),
    );
    expect(spans.map((span) => [span.text, span.line])).toEqual([
      ['an exam-', 0],
      ['ple that goes on', 1],
    ]);
  });

  it('spells out a ligature, and keeps Chinese and characters beyond the first plane', async () => {
    const parts = mapped('<01> <00660069>\n<02> <4E2D>\n<03> <D83DDE00>\n<04> <D842DFB7>');
    expect(await text('BT /F2 12 Tf 20 40 Td <01020304> Tj ET', parts)).toEqual(['fi中😀𠮷']);
  });

  it('marks a glyph without meaning instead of dropping it', async () => {
    const parts = mapped('<01> <0041>\n<02> <0000>\n<03> <0042>');
    expect(await text('BT /F2 12 Tf 20 40 Td <010203> Tj ET', parts)).toEqual(['A\ufffdB']);
  });

  it('is well-formed Unicode even where the file gives half a character', async () => {
    const parts = mapped('<01> <0041>\n<02> <D83D>\n<03> <0042>');
    const [found] = await text('BT /F2 12 Tf 20 40 Td <010203> Tj ET', parts);
    expect(found).toMatch(/^A.?B$/u);
    expect(Buffer.from(found!, 'utf8').toString('utf8')).toBe(found);
  });

  it.each([
    ['a FontBBox', '[0 0 1 1]'],
    ['an empty FontBBox, as TeX writes it', '[0 0 0 0]'],
  ])('of a Type 3 font with %s is read and has its place', async (_, bbox) => {
    const font = `<</Type/Font/Subtype/Type3/FontBBox${bbox}/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 98/Widths[1 1]/Encoding<</Differences[97/a/b]>>/CharProcs<</a 6 0 R/b 6 0 R>>>>`;
    const extra: PdfObject[] = [font, { data: '1 0 0 0 1 1 d1 0 0 .8 .8 re f' }];
    const spans = await spansOf(onePage({ content: 'BT /F3 20 Tf 20 40 Td (ab) Tj ET', fonts: '/F3 5 0 R', extra }));
    expect(spans).toMatchObject([{ text: 'ab', sizePt: 20, hidden: false }]);
    expect(spans[0]!.box[0]).toBeCloseTo(20, 0);
    expect(widthOf(spans[0]!.box)).toBeGreaterThan(15);
    expect(heightOf(spans[0]!.box)).toBeGreaterThan(5);
  });

  it('of text in columns of a vertical script has a box as high as its characters', async () => {
    const font =
      '<</Type/Font/Subtype/Type0/BaseFont/HeiseiMin-W3/Encoding/UniJIS-UCS2-V/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/HeiseiMin-W3/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor<</Type/FontDescriptor/FontName/HeiseiMin-W3/Flags 4/FontBBox[0 -120 1000 880]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 700/StemV 80>>>>]>>';
    const content = 'BT /F4 12 Tf 100 90 Td <65E5672C8A9E> Tj ET';
    const spans = await spansOf(onePage({ content, fonts: '/F4 5 0 R', extra: [font] }));
    expect(spans.map((span) => span.text).join('')).toBe('日本語');
    const [, top] = spans[0]!.box;
    const bottom = spans.at(-1)!.box[3];
    expect(bottom - top).toBeGreaterThan(30);
    // The origin of a vertical glyph is in the middle of its top side: 100, and 12 units wide.
    for (const span of spans) expect([span.box[0], span.box[2]]).toEqual([94, 106]);
  });

  it('has finite numbers whatever the matrices, so that no box is null in JSON', async () => {
    const huge = '9'.repeat(39);
    const numbers = ['1e38', huge, `-${huge}`, '0', '0.0000000000000000000000000000000000000001', '-.', '--5', '1..2'];
    for (const a of numbers) {
      for (const b of numbers) {
        const content = `q ${a} ${b} ${b} ${a} ${a} ${b} cm ${b} 0 0 ${a} 0 0 cm 0 0 5 5 re f
BT /F1 ${a} Tf ${b} 0 0 ${a} ${a} ${b} Tm ${b} Tc ${a} Tz (Inf) Tj ET Q ${shown('sound', 20, 60)}`;
        const spans = await spansOf(onePage({ content, page: '/UserUnit 70000' }));
        expect(JSON.stringify(spans)).not.toContain('null');
        expect(spans.at(-1)).toMatchObject({ text: 'sound', hidden: false });
      }
    }
  });
});
