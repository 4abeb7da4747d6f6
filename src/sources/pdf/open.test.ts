import { describe, expect, it } from 'vitest';
import { extraOf, onePage, pageObjectOf, pages, shown } from '../../../test/fixtures/pdf.js';
import { type Limits, limitsFrom } from '../limits.js';
import type { PagedSource } from '../source.js';
import { openPdf } from './open.js';

const limits = limitsFrom({});

async function opened<T>(
  bytes: Uint8Array,
  use: (source: PagedSource) => T | Promise<T>,
  password?: string,
): Promise<T> {
  const source = await openPdf(bytes, limits, password === undefined ? {} : { password });
  try {
    return await use(source);
  } finally {
    await source.close();
  }
}

const refusal = (bytes: Uint8Array, password?: string, within: Limits = limits): Promise<unknown> =>
  openPdf(bytes, within, password === undefined ? {} : { password }).then(
    (source) => source.close().then(() => 'opened'),
    (error: { code: string; class: string; nextStep: string }) => error,
  );

describe('an opened PDF', () => {
  it('has the page labels that the file gives, and none where it gives none', async () => {
    const labels = '/PageLabels<</Nums[0<</S/r>> 2<</S/D/St 5>> 4<</P(A-)/S/D>> 5<</P(Cover)>>]>>';
    const found = await opened(pages(['', '', '', '', '', ''], { catalog: labels }), (pdf) => pdf.pages);
    expect(found.map((page) => page.label)).toEqual(['i', 'ii', '5', '6', 'A-1', 'Cover']);
    const none = await opened(pages(['', '']), (pdf) => pdf.pages);
    expect(none.map((page) => page.label)).toEqual([null, null]);
  });

  it('has the title of its information dictionary, null for a blank one', async () => {
    const titled = (title: string) => {
      const options = { info: `${extraOf(1)} 0 R`, extra: [`<</Title${title}>>`] };
      return opened(pages([''], options), (pdf) => pdf.title);
    };
    expect(await titled('(Annual report)')).toBe('Annual report');
    expect(await titled('<FEFF5E7462A5>')).toBe('年报');
    expect(await titled('(   )')).toBeNull();
    expect(await opened(pages(['']), (pdf) => pdf.title)).toBeNull();
  });

  it('has its outline in reading order, with pages where an entry names one', async () => {
    const first = extraOf(2);
    const extra = [
      `<</Type/Outlines/First ${first + 1} 0 R/Last ${first + 3} 0 R>>`,
      `<</Title(Part  One)/Dest[${pageObjectOf(0)} 0 R/Fit]/First ${first + 2} 0 R/Last ${first + 2} 0 R/Next ${first + 3} 0 R>>`,
      `<</Title(Inside)/A<</S/GoTo/D[${pageObjectOf(1)} 0 R/Fit]>>>>`,
      '<</Title(Elsewhere)/A<</S/URI/URI(http://127.0.0.1:9/)>>>>',
    ];
    const outline = await opened(pages(['', ''], { catalog: `/Outlines ${first} 0 R`, extra }), (pdf) => pdf.outline);
    expect(outline).toEqual([
      { title: 'Part One', level: 0, pageIndex: 0 },
      { title: 'Inside', level: 1, pageIndex: 1 },
      { title: 'Elsewhere', level: 0, pageIndex: null },
    ]);
  });

  it('ends an outline that turns in a circle', async () => {
    const first = extraOf(1);
    const extra = [
      `<</Type/Outlines/First ${first + 1} 0 R>>`,
      `<</Title(Round)/First ${first + 1} 0 R/Next ${first + 2} 0 R>>`,
      `<</Title(and round)/Next ${first + 1} 0 R>>`,
    ];
    const outline = await opened(pages([''], { catalog: `/Outlines ${first} 0 R`, extra }), (pdf) => pdf.outline);
    expect(outline.map((entry) => entry.title)).toEqual(['Round', 'and round']);
  });

  it('says which font a rendering leaves blank, on the page and with the picture', async () => {
    const font =
      '<</Type/Font/Subtype/Type0/BaseFont/Ryumin-Light/Encoding/UniJIS-UCS2-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>>>]>>';
    const content = 'BT /F4 12 Tf 20 40 Td <65E5672C> Tj ET';
    await opened(onePage({ content, fonts: '/F4 5 0 R', extra: [font] }), async (pdf) => {
      const { spans, warnings } = await pdf.page(0);
      expect(spans).toMatchObject([{ text: '日本', hidden: false }]);
      expect(warnings).toMatchObject([{ code: 'font_missing', page_index: 0 }]);
      const { limitations } = await pdf.render(0, { crop: null, dpi: 72 });
      expect(limitations).toEqual([expect.stringContaining('Ryumin-Light')]);
    });
    await opened(onePage({ content: shown('Word', 20, 40) }), async (pdf) => {
      expect((await pdf.page(0)).warnings).toEqual([]);
      expect((await pdf.render(0, { crop: null, dpi: 72 })).limitations).toEqual([]);
    });
  });
});

describe('an encrypted PDF', () => {
  const content = shown('Secret', 20, 40);

  it.each([true, false])('with an empty user password opens by itself (compressed: %s)', async (compressed) => {
    const bytes = onePage({ content, userPassword: '', compressed });
    expect(Buffer.from(bytes).includes('Secret')).toBe(false);
    const { spans } = await opened(bytes, (pdf) => pdf.page(0));
    expect(spans.map((span) => span.text)).toEqual(['Secret']);
  });

  it('asks for the password, and opens with the right one only', async () => {
    const bytes = onePage({ content, userPassword: 'open sesame' });
    const missing = {
      code: 'password_needed',
      class: 'password_needed',
      nextStep: expect.stringContaining('--password-file'),
    };
    expect(await refusal(bytes)).toMatchObject(missing);
    expect(await refusal(bytes, 'open says me')).toMatchObject({
      code: 'password_needed',
      message: expect.stringContaining('does not open'),
    });
    const { spans } = await opened(bytes, (pdf) => pdf.page(0), 'open sesame');
    expect(spans.map((span) => span.text)).toEqual(['Secret']);
  });

  it('of an unknown security handler is told from a damaged one', async () => {
    const bytes = Buffer.from(onePage({ content, userPassword: '' }))
      .toString('latin1')
      .replace('/Standard', '/Mandarin');
    expect(await refusal(Buffer.from(bytes, 'latin1'))).toMatchObject({ code: 'content_encrypted' });
  });
});

describe('a PDF of no or too many pages', () => {
  it('without any is refused', async () => {
    expect(await refusal(pages([]))).toMatchObject({ code: 'no_pages', class: 'bad_input' });
  });

  it('with 10,000 is refused, and the limit is named', async () => {
    const bytes = pages(Array.from({ length: 10_000 }, () => ''));
    expect(await refusal(bytes)).toMatchObject({
      code: 'too_many_pages',
      class: 'too_large',
      details: { pages: 10_000, limit: 5_000 },
      nextStep: expect.stringContaining('GROUNDGLASS_MAX_PAGES'),
    });
  });

  it('at the limit opens', async () => {
    const few = limitsFrom({ GROUNDGLASS_MAX_PAGES: '2' });
    expect(await refusal(pages(['', '']), undefined, few)).toBe('opened');
    expect(await refusal(pages(['', '', '']), undefined, few)).toMatchObject({ code: 'too_many_pages' });
  });
});
