import { describe, expect, it } from 'vitest';
import { onePage } from '../../../test/fixtures/pdf.js';
import { limitsFrom } from '../../sources/limits.js';
import { openPdf } from '../../sources/pdf/open.js';
import { partitionPage } from './partition.js';
import { wordsOf } from './words.js';

/** Glyphs of a Type 3 font: a is a path, b a bitmap, c and d paint nothing, as the fonts of invisible OCR text do. */
const FONT = [
  '<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[0.001 0 0 0.001 0 0]/CharProcs<</a 6 0 R/b 7 0 R/c 8 0 R/d 9 0 R>>/Encoding<</Type/Encoding/Differences[97/a/b/c/d]>>/FirstChar 97/LastChar 100/Widths[1000 1000 1000 1000]/Resources<<>>>>',
  { data: '1000 0 0 0 1000 1000 d1 100 0 800 700 re f' },
  { data: '1000 0 0 0 1000 1000 d1 q 800 0 0 700 100 0 cm BI /W 8 /H 2 /IM true /BPC 1 ID \x55\x2a EI Q' },
  { data: '1000 0 d0' },
  { data: '1000 0 0 0 1000 1000 d1 0 0 1000 1000 re n' },
];

describe('text in a Type 3 font', () => {
  it('is read where its glyphs paint a path or a bitmap, and not where they paint nothing', async () => {
    const content = 'BT /T 20 Tf 10 60 Td (ab) Tj 0 -30 Td (cd) Tj 60 0 Td (acb) Tj ET';
    const pdf = await openPdf(onePage({ fonts: '/T 5 0 R', content, extra: FONT }), limitsFrom({}));
    const painted = await pdf.painted(0);
    await pdf.close();
    expect(wordsOf(painted).map(({ text }) => text)).toEqual(['ab', 'a', 'b']);
    const { regions, lines } = partitionPage(painted);
    expect(lines.flat().map(({ text }) => text)).toEqual(['ab', 'a b']);
    expect(regions.flatMap((region) => region.span_ids)).toHaveLength(2);
  });
});
