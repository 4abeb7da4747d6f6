import { describe, expect, it } from 'vitest';
import {
  form,
  onePage,
  type PageParts,
  type PdfObject,
  plainImage,
  readPage,
  shown,
} from '../../../test/fixtures/pdf.js';

const WORD = shown('Word', 20, 40);
const WHITE_WORD = shown('Word', 20, 40, 12, '1 1 1 rg');
const panel = (rect: string, colour = '0 0 0 rg'): string => `\nq ${colour} ${rect} re f Q\n`;
/** Around the word, which lies in 20…49 × 37…52. */
const AROUND = '10 30 100 30';
const BAND = (colour: string): string => ` q ${colour} RG 40 w 0 45 m 150 45 l S Q `;
const GROUP = '/Group<</S/Transparency/CS/DeviceGray>>';
const LAYER = '<</Type/OCG/Name(layer)>>';
const layers = (state: 'on' | 'off' | 'base off'): string =>
  `/OCProperties<</OCGs[6 0 R]/D<<${state === 'off' ? '/OFF[6 0 R]' : state === 'base off' ? '/BaseState/OFF' : ''}>>>>`;

/** A page that paints the form or image `extra` (object 5) as /X, with the graphics state /G. */
function withObject(content: string, extra: PdfObject[], graphicsState = '', parts: PageParts = {}): PageParts {
  return {
    content,
    extra,
    resources: `/XObject<</X 5 0 R>>/ExtGState<</G<<${graphicsState}>>>>/Properties<</L 6 0 R>>`,
    ...parts,
  };
}
const withState = (content: string, graphicsState: string): PageParts => withObject(content, [], graphicsState);
const inForm = (content: string, graphicsState = '', dict = ''): PageParts =>
  withObject(content, [form(WORD, dict)], graphicsState);
const image = (red: number, green: number, blue: number): PdfObject[] => [plainImage(red, green, blue)];
const IMAGE_AROUND = '\nq 100 0 0 30 10 30 cm /X Do Q\n';
/** A square annotation with an appearance that fills it. */
const annotation = (subtype: string, flags = 4): PageParts => ({
  content: WORD,
  page: `/Annots[<</Type/Annot/Subtype/${subtype}/Rect[10 30 110 60]/F ${flags}/AP<</N 5 0 R>>>>]`,
  extra: [{ dict: '/Type/XObject/Subtype/Form/BBox[10 30 110 60]', data: '1 1 1 rg 10 30 100 30 re f' }],
});

const HIDDEN: [why: string, parts: PageParts][] = [
  ['render mode 3', { content: shown('Word', 20, 40, 12, '3 Tr') }],
  ['an alpha of 0', withState(shown('Word', 20, 40, 12, '/G gs'), '/ca 0')],
  ['an outline with an alpha of 0', withState(shown('Word', 20, 40, 12, '1 Tr /G gs'), '/CA 0')],
  ['both alphas 0', withState(shown('Word', 20, 40, 12, '2 Tr /G gs'), '/ca 0/CA 0')],
  [
    'a soft mask that lets nothing through',
    withObject(`/G gs ${WORD}`, [form('', GROUP)], '/SMask<</S/Luminosity/G 5 0 R>>'),
  ],
  ['a clip elsewhere', { content: `q 0 0 5 5 re W n ${WORD} Q` }],
  ['a clip that is no rectangle, elsewhere', { content: `q 0 0 m 9 0 l 0 9 l h W n ${WORD} Q` }],
  ['a clip that is half a rectangle', { content: `q 0 100 m 100 100 l 0 0 l h W n ${shown('Word', 60, 40)} Q` }],
  ['an empty clip', { content: `q 0 0 0 0 re W n ${WORD} Q` }],
  ['a rectangle painted over it', { content: WORD + panel(AROUND, '1 1 1 rg') }],
  [
    'many narrow rectangles painted over it',
    {
      content: WORD + Array.from({ length: 40 }, (_, i) => panel(`${15 + i} 30 1.1 30`, '1 1 1 rg')).join(''),
    },
  ],
  ['a broad line painted over it', { content: `${WORD} q 1 1 1 RG 40 w 0 45 m 150 45 l S Q` }],
  ['a line that a matrix makes broad', { content: `${WORD} q 40 0 0 40 0 0 cm 1 1 1 RG 1 w 0 1.125 m 4 1.125 l S Q` }],
  [
    'the sharp corner of a broad line painted over it',
    { content: `${WORD} q 1 1 1 RG 48 w 195 57.6 m 95 45 l 195 32.4 l S Q` },
  ],
  ['a curve of a broad line painted over it', { content: `${WORD} q 1 1 1 RG 40 w 0 45 m 0 45 150 45 150 45 c S Q` }],
  ['a picture painted over it', withObject(WORD + IMAGE_AROUND, image(255, 255, 255))],
  ['an annotation over it', annotation('Square')],
  ['the white of the page', { content: WHITE_WORD }],
  ['a white that the eye takes for that of the page', { content: shown('Word', 20, 40, 12, '0.98 0.99 0.98 rg') }],
  ['the colour of its panel', { content: panel(AROUND, '1 0 0 rg') + shown('Word', 20, 40, 12, '1 0 0 rg') }],
  [
    'the colour of two panels',
    {
      content:
        panel('10 30 25 30', '1 0 0 rg') + panel('35 30 50 30', '1 0 0 rg') + shown('Word', 20, 40, 12, '1 0 0 rg'),
    },
  ],
  [
    'white inside the box of a shape that leaves it white',
    {
      content: `q 0 0 m 200 0 l 200 5 l 5 5 l 5 100 l 0 100 l h f Q ${WHITE_WORD}`,
    },
  ],
  ['white on a broad white line on a dark panel', { content: `${panel('0 0 200 100')}${BAND('1 1 1')}${WHITE_WORD}` }],
  ['white on a dark panel that a clip keeps off it', { content: `q 0 0 5 5 re W n ${panel(AROUND)} Q ${WHITE_WORD}` }],
  [
    'white on a dark picture that a round clip keeps off it',
    withObject(`q 150 30 m 150 75 200 75 200 30 c h W n q 200 0 0 100 0 0 cm /X Do Q Q ${WHITE_WORD}`, image(0, 0, 0)),
  ],
  ['white between the dashes of a broad line', { content: `q [1 60] 0 d ${BAND('0 0 0')} Q ${WHITE_WORD}` }],
  ['white on a white panel on a dark one', { content: panel('0 0 200 100') + panel(AROUND, '1 1 1 rg') + WHITE_WORD }],
  ['its place off the page', { content: shown('Word', 500, 40) }],
  ['its place outside the CropBox', { content: WORD, page: '/CropBox[100 0 200 100]' }],
  ['a hidden layer', withObject(`/OC /L BDC ${WORD} EMC`, ['null', LAYER], '', { catalog: layers('off') })],
  [
    'a layer hidden by default',
    withObject(`/OC /L BDC ${WORD} EMC`, ['null', LAYER], '', { catalog: layers('base off') }),
  ],
  [
    'a hidden layer around its form',
    withObject('/OC /L BDC /X Do EMC', [form(WORD), LAYER], '', { catalog: layers('off') }),
  ],
  ['a hidden layer of its form', withObject('/X Do', [form(WORD, '/OC 6 0 R'), LAYER], '', { catalog: layers('off') })],
  [
    'a hidden layer, in an object stream',
    withObject('/X Do', [form(WORD, '/OC 6 0 R'), LAYER], '', { catalog: layers('off'), compressed: true }),
  ],
  ['a clip around its form', inForm('q 0 0 5 5 re W n /X Do Q')],
  [
    'the box of its form',
    withObject('/X Do', [
      { dict: '/Type/XObject/Subtype/Form/BBox[0 0 5 5]/Resources<</Font<</F1 4 0 R>>>>', data: WORD },
    ]),
  ],
  ['an alpha of 0 of its form', inForm('q /G gs /X Do Q', '/ca 0')],
  ['an alpha of 0 of its group', inForm('q /G gs /X Do Q', '/ca 0', '/Group<</S/Transparency>>')],
  ['a size of 0', { content: shown('Word', 20, 40, 0) }],
];

const VISIBLE: [why: string, parts: PageParts][] = [
  ['plain', { content: WORD }],
  ['outlined', { content: shown('Word', 20, 40, 12, '1 Tr') }],
  ['filled and outlined', { content: shown('Word', 20, 40, 12, '2 Tr') }],
  ['outlined, with a filling of alpha 0', withState(shown('Word', 20, 40, 12, '2 Tr /G gs'), '/ca 0')],
  ['white with a dark outline', { content: shown('Word', 20, 40, 12, '2 Tr 1 1 1 rg 0 0 0 RG') }],
  [
    'a clip for what is painted through it',
    { content: `q BT 7 Tr /F1 12 Tf 20 40 Td (Word) Tj ET ${panel(AROUND)} Q` },
  ],
  ['half transparent', withState(shown('Word', 20, 40, 12, '/G gs'), '/ca 0.5')],
  ['half transparent in a group', inForm('q /G gs /X Do Q', '/ca 0.5', '/Group<</S/Transparency>>')],
  ['multiplied', withState(shown('Word', 20, 40, 12, '/G gs'), '/BM/Multiply')],
  ['inside its clip', { content: `q 0 0 150 80 re W n ${WORD} Q` }],
  ['inside a clip that is no rectangle', { content: `q 100 -100 m 300 50 l 100 200 l -100 50 l h W n ${WORD} Q` }],
  ['half cut by a clip', { content: `q 0 0 30 100 re W n ${WORD} Q` }],
  ['in a form inside a clip', inForm('q 0 0 150 80 re W n /X Do Q')],
  ['under a thin rule', { content: `${WORD}${panel('10 44 100 0.5')}` }],
  ['in a frame drawn later', { content: `${WORD} q 1 w ${AROUND} re S Q` }],
  ['in a thick frame drawn later', { content: `${WORD} q 4 w ${AROUND} re S Q` }],
  ['in the bend of a broad line drawn later', { content: `${WORD} q 20 w 2 98 m 2 10 l 198 10 l S Q` }],
  ['beside a disc drawn later', { content: `${WORD} 200 20 m 130 20 60 60 40 100 c 200 100 l f` }],
  [
    'under a picture that a clip keeps off it',
    withObject(`${WORD} q 60 0 100 100 re W n q 200 0 0 100 0 0 cm /X Do Q Q`, image(0, 0, 0)),
  ],
  ['half covered', { content: WORD + panel('10 30 20 30', '1 1 1 rg') }],
  ['beside a picture', withObject(`${WORD}q 100 0 0 30 60 30 cm /X Do Q`, image(0, 0, 0))],
  ['over a picture', withObject(IMAGE_AROUND + WORD, image(255, 255, 255))],
  ['under a half transparent picture', withObject(`${WORD}/G gs ${IMAGE_AROUND}`, image(255, 255, 255), '/ca 0.5')],
  ['white on a dark panel', { content: panel(AROUND) + WHITE_WORD }],
  [
    'white on a dark panel on the colour white',
    { content: panel('0 0 200 100', '1 1 1 rg') + panel(AROUND) + WHITE_WORD },
  ],
  ['white on a round panel', { content: `q 10 45 m 10 80 120 80 120 45 c 120 10 10 10 10 45 c f Q ${WHITE_WORD}` }],
  ['white on a broad dark line', { content: BAND('0 0 0') + WHITE_WORD }],
  ['white on two dark panels', { content: panel('10 30 25 30') + panel('35 30 50 30') + WHITE_WORD }],
  ['light grey', { content: shown('Word', 20, 40, 12, '0.9 g') }],
  ['painted twice', { content: WORD + WORD }],
  ['painted twice, a hair apart (fake bold)', { content: WORD + shown('Word', 20.3, 40) }],
  ['in a shown layer', withObject(`/OC /L BDC ${WORD} EMC`, ['null', LAYER], '', { catalog: layers('on') })],
  ['in a form of a shown layer', withObject('/X Do', [form(WORD, '/OC 6 0 R'), LAYER], '', { catalog: layers('on') })],
  [
    'over a panel of the same colour that a picture covers',
    withObject(panel('0 0 200 100', '1 0 0 rg') + IMAGE_AROUND + shown('Word', 20, 40, 12, '1 0 0 rg'), image(0, 0, 0)),
  ],
  ['under the annotation of a link', annotation('Link')],
  ['under an annotation that is not shown', annotation('Square', 2)],
  ['partly off the page', { content: shown('Word', 190, 40) }],
  ['tiny', { content: shown('Word', 20, 40, 1) }],
  ['on a poster', { content: `q 20 0 0 20 0 0 cm ${panel(AROUND)}${WHITE_WORD} Q`, mediaBox: '0 0 4000 2000' }],
  [
    'filled with a pattern',
    {
      content: shown('Word', 20, 40, 12, '/Pattern cs /P scn'),
      resources:
        '/Pattern<</P<</PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 200 0]/Function<</FunctionType 2/Domain[0 1]/C0[1 0 0]/C1[0 0 1]/N 1>>>>>>>>',
    },
  ],
];

async function shownTwice(parts: PageParts, rotate: number) {
  const page = `${parts.page ?? ''}/Rotate ${rotate}`;
  const { content } = await readPage(onePage({ ...parts, page }));
  expect(content.spans.map((span) => span.text).join('')).toMatch(/^(?:Word)+$/);
  return content.spans.map((span) => span.hidden);
}

describe('text', () => {
  it.each(HIDDEN)('is hidden by %s', async (_, parts) => {
    expect(await shownTwice(parts, 0)).toEqual([true]);
    expect(await shownTwice(parts, 90)).toEqual([true]);
  });

  it.each(VISIBLE)('stays visible: %s', async (_, parts) => {
    expect((await shownTwice(parts, 0)).includes(true)).toBe(false);
    expect((await shownTwice(parts, 270)).includes(true)).toBe(false);
  });

  it.each([
    ['painted over with white and painted again', WORD + panel(AROUND, '1 1 1 rg') + WORD],
    ['painted invisibly first', shown('Word', 20, 40, 12, '3 Tr') + WORD],
    ['painted in white first', WHITE_WORD + WORD],
  ])('is seen in its copy: %s', async (_, content) => {
    const { spans } = (await readPage(onePage({ content }))).content;
    expect(spans.filter((span) => !span.hidden).map((span) => span.text)).toEqual(['Word']);
  });

  it('is not seen in a copy that is hidden as well', async () => {
    const { spans } = (await readPage(onePage({ content: WORD + WORD + panel(AROUND, '1 1 1 rg') }))).content;
    expect(spans.some((span) => !span.hidden)).toBe(false);
  });

  it('keeps one of two copies of which either could go', async () => {
    // A square glyph on whole pixels has no soft edges: over the first copy the second changes nothing.
    const square = 'FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 98/Widths[1 1]';
    const font = `<</Type/Font/Subtype/Type3/${square}/Encoding<</Differences[97/a/b]>>/CharProcs<</a 6 0 R/b 6 0 R>>>>`;
    const extra = [font, { data: '1 0 0 0 1 1 d1 0 0 1 1 re f' }, LAYER];
    const resources = '/Properties<</L 7 0 R>>';
    const content = '/OC /L BDC BT /F3 10 Tf 20 10 Td (a) Tj ET BT /F3 10 Tf 20 10 Td (b) Tj ET EMC';
    const { spans } = (await readPage(onePage({ content, fonts: '/F3 5 0 R', extra, resources }))).content;
    expect(spans.map((span) => span.hidden).sort()).toEqual([false, true]);
  });

  it('in more overlapping layers than are tested is kept, and the page says so', async () => {
    const many = Array.from({ length: 60 }, (_, i) => `${shown('Word', 20 + i / 10, 40)}`).join('');
    const { content } = await readPage(onePage({ content: many + panel('10 30 100 15', '0.9 g') }));
    expect(content.warnings.map(({ code }) => code)).toEqual(['visibility_unchecked']);
    expect(content.spans.every((span) => !span.hidden)).toBe(true);
  });

  it('inside thousands of broad frames is told apart in bounded time', async () => {
    const words = Array.from({ length: 1_800 }, (_, i) =>
      shown('.', (i % 60) * 5 + 150, Math.floor(i / 60) * 10 + 220),
    );
    const ring = 'q 4 w 20 300 m 20 720 580 720 580 300 c 580 20 20 20 20 300 c s Q ';
    const { content } = await readPage(
      onePage({
        content: words.join('') + ring.repeat(5_000) + panel('140 210 24 310', '1 1 1 rg'),
        mediaBox: '0 0 600 750',
      }),
    );
    expect(content.spans.filter((span) => span.hidden)).toHaveLength(90);
  });

  it('hidden behind thousands of others is found in few renderings', async () => {
    const words = Array.from({ length: 3_000 }, (_, i) => shown('W', (i % 60) * 10 + 5, Math.floor(i / 60) * 15 + 5));
    const { content } = await readPage(
      onePage({ content: words.join('') + panel('0 0 600 375', '1 1 1 rg'), mediaBox: '0 0 600 750' }),
    );
    expect(content.spans.filter((span) => span.hidden)).toHaveLength(25 * 60);
  });
});
