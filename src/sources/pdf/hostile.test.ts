import { deflateSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { onePage, type PdfObject, pages, pdf, shown } from '../../../test/fixtures/pdf.js';
import { GroundglassError } from '../../evidence/errors.js';
import { type Limits, limitsFrom } from '../limits.js';
import { openPdf } from './open.js';

const limits = limitsFrom({});
/** For what would never end; everything sound here takes a tenth of it. */
const impatient = limitsFrom({ GROUNDGLASS_PAGE_TIMEOUT_MS: '4000' });
const WORD = shown('Word', 20, 40);

interface Outcome {
  readonly pages: number | string;
  readonly text: string;
  readonly picture: string;
  readonly warnings: readonly string[];
}

/** What comes of opening, reading and rendering the first page: results, or codes of typed errors. */
async function outcome(bytes: Uint8Array, within = limits): Promise<Outcome> {
  const code = (error: unknown): string => {
    if (error instanceof GroundglassError) return error.code;
    throw error;
  };
  let source: Awaited<ReturnType<typeof openPdf>>;
  try {
    source = await openPdf(bytes, within);
  } catch (error) {
    return { pages: code(error), text: '', picture: '', warnings: [] };
  }
  try {
    const content = await source.page(0).catch(code);
    expect(JSON.stringify(content)).not.toMatch(/"(?:box|width|height)":null|\[null|null\]/);
    const picture = await source.render(0, { crop: null, dpi: 36 }).catch(code);
    const words =
      typeof content === 'string'
        ? content
        : content.spans
            .map((span) => span.text)
            .join(' ')
            .slice(0, 200);
    const warnings = typeof content === 'string' ? [] : content.warnings.map((warning) => warning.code);
    return {
      pages: source.pages.length,
      text: words,
      picture: typeof picture === 'string' ? picture : 'drawn',
      warnings: [...source.warnings.map((warning) => warning.code), ...warnings],
    };
  } finally {
    await source.close();
  }
}

afterEach(async () => {
  expect(await outcome(onePage({ content: WORD }))).toEqual({ pages: 1, text: 'Word', picture: 'drawn', warnings: [] });
});

const painting = (content: string, extra: PdfObject[]): Uint8Array =>
  onePage({ content: `${content}\n${WORD}`, extra, resources: '/XObject<</X 5 0 R>>/Pattern<</P 5 0 R>>' });
const nested = (depth: number): PdfObject[] =>
  Array.from({ length: depth }, (_, i) => ({
    dict: `/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources<</XObject<</X ${i + 6} 0 R>>>>`,
    data: '/X Do',
  }));
const PAGE = '<</Type/Page/Parent 1 0 R/MediaBox[0 0 200 100]/Contents 3 0 R/Resources<<>>>>';
const TREE = '<</Type/Pages/Kids[2 0 R]/Count 1>>';
const drawn = (text: string, ...warnings: string[]) => ({ pages: 1, text, picture: 'drawn', warnings });

const HOSTILE: [name: string, make: () => Uint8Array, expected: object, within?: Limits][] = [
  ['a page tree without pages', () => pdf(['<</Type/Pages/Kids[]/Count 0>>']), { pages: 'no_pages' }],
  [
    'a page tree that counts pages it has not',
    () => pdf(['<</Type/Pages/Kids[]/Count 7>>']),
    { pages: 7, text: 'file_damaged', picture: 'file_damaged' },
  ],
  [
    'a page tree in a circle',
    () => pdf(['<</Type/Pages/Kids[1 0 R 2 0 R]/Count 3>>', PAGE, { data: '' }]),
    { picture: 'drawn' },
  ],
  [
    'a count of a thousand million',
    () => pdf(['<</Type/Pages/Kids[2 0 R]/Count 1000000000>>', PAGE, { data: '' }]),
    drawn(''),
  ],
  [
    'an image of 100,000 × 100,000',
    () =>
      painting('q 200 0 0 100 0 0 cm /X Do Q', [
        {
          dict: '/Subtype/Image/Width 100000/Height 100000/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/FlateDecode',
          data: deflateSync(Buffer.alloc(8 * 2 ** 20)),
        },
      ]),
    {
      text: 'Word',
      warnings: ['image_too_large'],
      picture: expect.stringMatching(/^(?:drawn|too_slow|out_of_memory)$/),
    },
    impatient,
  ],
  [
    'an image of 20,000 × 20,000 in colour',
    () =>
      painting('q 200 0 0 100 0 0 cm /X Do Q', [
        {
          dict: '/Subtype/Image/Width 20000/Height 20000/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode',
          data: deflateSync(Buffer.alloc(8 * 2 ** 20)),
        },
      ]),
    drawn('Word', 'image_too_large'),
  ],
  [
    'a content stream of a gigabyte of blanks',
    () =>
      pdf([
        TREE,
        PAGE,
        { dict: '/Filter[/FlateDecode/FlateDecode]', data: deflateSync(deflateSync(Buffer.alloc(900 * 2 ** 20, ' '))) },
      ]),
    { text: 'out_of_memory', picture: 'out_of_memory' },
  ],
  [
    'a stream that declares 500 MB',
    () => pdf([TREE, PAGE, { raw: true, dict: '/Length 500000000', data: '0 0 5 5 re f' }]),
    drawn(''),
  ],
  ['forms 1,000 deep', () => painting('/X Do', nested(1_000)), drawn('Word')],
  [
    'a form that paints itself twice',
    () =>
      painting('/X Do', [
        { dict: '/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>', data: '/X Do /X Do' },
      ]),
    { text: 'out_of_memory', picture: 'out_of_memory' },
  ],
  [
    'arrays 100,000 deep',
    () => onePage({ content: WORD, page: `/Foo ${'['.repeat(1e5)}${']'.repeat(1e5)}` }),
    drawn('Word'),
  ],
  [
    'dictionaries 100,000 deep',
    () => onePage({ content: WORD, page: `/Foo ${'<</A '.repeat(1e5)}1${'>>'.repeat(1e5)}` }),
    drawn('Word'),
  ],
  [
    'a UserUnit behind arrays 100,000 deep',
    () => onePage({ content: WORD, page: `/Foo ${'['.repeat(1e5)}${']'.repeat(1e5)}/UserUnit 2` }),
    { text: 'Word', picture: 'drawn' },
  ],
  ['graphics states 1,000,000 deep', () => onePage({ content: 'q '.repeat(1e6) + WORD }), drawn('Word')],
  [
    '500,000 rectangles',
    () =>
      onePage({
        content: `${Array.from({ length: 5e5 }, (_, i) => `${i % 200} ${i % 100} 1 1 re f`).join('\n')}${WORD}`,
      }),
    { text: 'Word', picture: 'drawn', warnings: ['objects_skipped'] },
  ],
  [
    'a million characters',
    () =>
      onePage({
        content: `BT /F1 1 Tf 1 TL 0 99 Td ${'(abcdefghi abcdefghi abcdefghi abcdefghi abcdefghi ) Tj T*\n'.repeat(20_000)} ET`,
      }),
    { text: expect.stringMatching(/^abcdefghi/), warnings: ['text_truncated'] },
  ],
  [
    'a pattern of endless tiles',
    () =>
      painting('/Pattern cs /P scn 0 0 200 100 re f 0 g', [
        {
          dict: '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 0.0001/YStep 0.0001/Resources<<>>',
          data: '0 0 1 1 re f',
        },
      ]),
    { text: 'Word', picture: 'too_slow' },
    impatient,
  ],
  ['dashes of nothing', () => onePage({ content: `[0.00001] 0 d 0 0 m 200 100 l S ${WORD}` }), drawn('Word')],
];

describe('a hostile file ends in a result or a typed error, and the next file is read', () => {
  it.each(HOSTILE)('with %s', async (_, make, expected, within = limits) => {
    const found = await outcome(make(), within);
    expect(found).toMatchObject(expected);
  });

  it('is named as damaged where nothing of it is left', async () => {
    const nothing = [Buffer.from('%PDF-1.7\n'), Buffer.from('%PDF-1.4\n%%EOF'), Buffer.alloc(4_096, '%PDF-')];
    for (const bytes of nothing) expect((await outcome(bytes)).pages).toMatch(/^(?:file_damaged|no_pages)$/);
  });
});

describe('a damaged copy of a sound file', () => {
  const sound = Buffer.from(
    pages([WORD, shown('Second page', 20, 40)], { catalog: '/PageLabels<</Nums[0<</S/r>>]>>' }),
  );
  const packed = Buffer.from(onePage({ content: WORD, compressed: true, page: '/UserUnit 2' }));
  /** Lehmer's generator: the same damage in every run. */
  const random = (seed: number) => () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const EXPECTED =
    /^(?:\d+|file_damaged|no_pages|too_many_pages|password_needed|content_encrypted|too_slow|out_of_memory)$/;

  it('cut off anywhere never ends in a fault of ours', async () => {
    const next = random(7);
    for (let i = 0; i < 40; i++) {
      const file = i % 2 ? sound : packed;
      const found = await outcome(file.subarray(0, Math.floor(next() * file.length)));
      expect(String(found.pages)).toMatch(EXPECTED);
    }
  });

  it('with bytes changed anywhere never ends in a fault of ours', async () => {
    const next = random(11);
    for (let i = 0; i < 60; i++) {
      const file = Buffer.from(i % 2 ? sound : packed);
      for (let k = 0; k <= i % 5; k++) file[Math.floor(next() * file.length)] = Math.floor(next() * 256);
      expect(String((await outcome(file)).pages)).toMatch(EXPECTED);
    }
  });

  it('says that its object table was rebuilt', async () => {
    const broken = Buffer.from(sound.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7'), 'latin1');
    expect(await outcome(broken)).toMatchObject({ pages: 2, text: 'Word', warnings: ['repaired'] });
  });
});
