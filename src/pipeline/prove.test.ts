import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageBox } from '../evidence/boxes.js';
import type { Refusal } from '../evidence/wire/prove.js';
import type { EvidenceGlyph, PageEvidence } from './proof/evidence.js';
import type { ReadableRun } from './proof/pieces.js';
import { readingsOf } from './proof/readings.js';
import { prove } from './prove.js';

const EM = 10;
const WIDTH = 5;

interface Line {
  readonly text: string;
  readonly x?: number;
  readonly y?: number;
  readonly size?: number;
  readonly refused?: Refusal[];
  /** What the second witness reads, character for character. */
  readonly pdfium?: string;
}

/** Evidence of lines of text whose glyphs are all half an em wide. */
function evidenceOf(lines: readonly Line[], pictures: PageEvidence['pictures'] = []): PageEvidence {
  const glyphs: EvidenceGlyph[] = [];
  const readable: ReadableRun[] = [];
  const runs = lines.map(({ text, x = 10, y = 20, size = EM, refused = [], pdfium = text }, run) => {
    const width = (WIDTH * size) / EM;
    readable.push({
      sizePt: size,
      rotationDeg: 0,
      vertical: false,
      glyphs: [...text].map((character, i) => ({
        index: glyphs.length + i,
        texts: [character, pdfium[i] as string, character],
        origin: [x + i * width, y],
        width,
        refused: refused.length > 0,
      })),
    });
    [...text].forEach((character, i) => {
      const left = x + i * width;
      glyphs.push({
        run,
        pdfjs: character,
        pdfium: pdfium[i] as string,
        charCode: character.charCodeAt(0),
        outline: 'o',
        origin: [left, y],
        box: pageBox(left, y - size, left + width, y),
        visiblePixels: 10,
        seen: 1,
        refused,
      });
    });
    return {
      element: `op-${run}`,
      font: 'F',
      embedded: true,
      mode: 0,
      fill: '#000000',
      alpha: 1,
      sizePt: size,
      rotationDeg: 0,
    };
  });
  return { width: 200, height: 100, runs, glyphs, readings: readingsOf(readable), pictures };
}

const provenIn = (line: string, text: string): boolean => prove(evidenceOf([{ text: line }]), text).proven;

describe('a proof', () => {
  it('says where the text stands, in what, and what each witness reads', () => {
    const { proven, occurrences } = prove(evidenceOf([{ text: 'Share 72% of all' }]), '72%');
    expect(proven).toBe(true);
    expect(occurrences).toHaveLength(1);
    expect(occurrences[0]).toMatchObject({
      proven: true,
      element_ids: ['op-0'],
      box: [40, 10, 55, 20],
      unicode: '72%',
      font: 'F',
      embedded: true,
      fill: '#000000',
      alpha: 1,
      witnesses: { pdfium: '72%', pdfjs: '72%' },
      visible_pixels: 30,
      refused: [],
    });
    expect(occurrences[0]?.glyphs).toHaveLength(3);
  });

  it('lists what is refused beside what is proven, the proven first', () => {
    const lines = [
      { text: '72%', refused: ['COVERED' as const] },
      { text: '72%', y: 60 },
    ];
    const { proven, occurrences, refused } = prove(evidenceOf(lines), '72%');
    expect(proven).toBe(true);
    expect(refused).toEqual([]);
    expect(occurrences.map((one) => one.refused)).toEqual([[], ['COVERED']]);
  });

  it('finds the one that is proven behind more refused ones than a reply lists', () => {
    const refused = Array.from(
      { length: 600 },
      (_, i): Line => ({ text: '72%', y: 20 + 20 * i, refused: ['COVERED'] }),
    );
    const { proven, occurrences } = prove(evidenceOf([...refused, { text: '72%', y: 20 + 20 * 600 }]), '72%');
    expect([proven, occurrences[0]?.proven, occurrences.length]).toEqual([true, true, 501]);
  });

  it('keeps to a box: occurrences whose centre lies inside', () => {
    const evidence = evidenceOf([{ text: '72%' }, { text: '72%', y: 60 }]);
    expect(prove(evidence, '72%', pageBox(0, 50, 200, 100)).occurrences).toHaveLength(1);
    expect(prove(evidence, '72%', pageBox(100, 0, 200, 100)).refused).toEqual(['NOT_FOUND']);
  });

  it('that finds nothing has one occurrence with nothing in it but the reason', () => {
    const { proven, occurrences } = prove(evidenceOf([{ text: '85%' }]), '72%');
    expect(proven).toBe(false);
    expect(occurrences).toMatchObject([{ proven: false, element_ids: [], box: null, refused: ['NOT_FOUND'] }]);
  });

  it('says that a place is a picture where there is one and no text', () => {
    const evidence = evidenceOf([{ text: 'Figure 1', y: 90 }], [pageBox(0, 0, 200, 70)]);
    expect(prove(evidence, '72%', pageBox(50, 10, 80, 30)).refused).toEqual(['RASTER_ONLY']);
    expect(prove(evidence, '72%', pageBox(0, 80, 200, 100)).refused).toEqual(['NOT_FOUND']);
  });

  it('says that a picture of the page may show it, where no place is named and no text stands on that picture', () => {
    const caption = { text: 'Figure 1', y: 90 };
    const both = ['NOT_FOUND', 'RASTER_ONLY'];
    expect(prove(evidenceOf([caption], [pageBox(0, 0, 200, 70)]), '72%').refused).toEqual(both);
    expect(prove(evidenceOf([], [pageBox(0, 0, 200, 70)]), '72%').refused).toEqual(both);
    const onIt = prove(evidenceOf([{ text: 'Figure 1', y: 40 }], [pageBox(0, 0, 200, 70)]), '72%');
    expect(onIt.refused).toEqual(['NOT_FOUND']);
    expect(prove(evidenceOf([caption], [pageBox(0, 0, 40, 45)]), '72%').refused).toEqual(['NOT_FOUND']);
  });

  it('finds what only one of the witnesses reads', () => {
    const line = { text: '72%', pdfium: '85%', refused: ['WITNESSES_DISAGREE' as const] };
    for (const text of ['72%', '85%']) expect(prove(evidenceOf([line]), text).refused).toEqual(['WITNESSES_DISAGREE']);
  });

  it('matches after NFKC, with any white space as one blank, and minds case', () => {
    expect(provenIn('Share  of\u00a0all', 'Share of all')).toBe(true);
    expect(provenIn('Share of all', ' Share \n of  all ')).toBe(true);
    expect(provenIn('\ufb01nal', 'final')).toBe(true);
    expect(provenIn('７２％', '72%')).toBe(true);
    expect(provenIn('Cafe\u0301', 'Café')).toBe(true);
    expect(provenIn('Share of all', 'share of all')).toBe(false);
    expect(provenIn('Share of all', 'Shareof all')).toBe(false);
  });

  it('goes on over the lines of a block and over the cells of a line', () => {
    const lines = [{ text: 'Revenue of the' }, { text: 'year 2024', y: 32 }, { text: '1,839', x: 150 }];
    const evidence = evidenceOf(lines);
    expect(prove(evidence, 'of the year').proven).toBe(true);
    expect(prove(evidence, 'the 1,839').proven).toBe(true);
  });

  it.each([
    ['1,839', '21,839'],
    ['839', '1,839'],
    ['839', '1 839'],
    ['1', '1 839'],
    ['72', '72.5'],
    ['5', '72.5'],
    ['5', '.5'],
    ['5', '-5'],
    ['5', '\u22125'],
    ['$5', '-$5'],
    ['5', '(5)'],
    ['5', '($5)'],
    ['33', '33k'],
    ['5', '5万'],
    ['Revenue', 'Revenues'],
    ['1,8392', '1,839\u00b2'],
  ])('does not take %s for what %s says', (text, line) => {
    expect(prove(evidenceOf([{ text: line }]), text).refused).toEqual(['NOT_FOUND']);
  });

  it.each([
    ['1,839', '1,839\u00b2'],
    ['1,839\u00b2', '1,839\u00b2'],
    ['1,839', '(in EUR 1,839)'],
    ['72', '72%'],
    ['72', 'It was 72.'],
    ['72%', 'Agency (72%)'],
    ['2024', '(2024)'],
    ['5', '3-5'],
    ['-5', '-5'],
    ['(5)', '(5)'],
    ['2024', '31 2024'],
    ['收入', '营业收入合计'],
    ['2024', '2024年'],
  ])('takes %s for what %s says', (text, line) => {
    expect(provenIn(line, text)).toBe(true);
  });

  it('never takes a part of a run of digits for a number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{2,9}$/), fc.nat(8), fc.nat(8), (digits, from, length) => {
        const part = digits.slice(from, from + 1 + length);
        fc.pre(part !== '' && part !== digits);
        expect(provenIn(digits, part)).toBe(false);
      }),
    );
  });

  it('answers in any text without fail', () => {
    const evidence = evidenceOf([{ text: 'a-(1.5)%²' }, { text: 'b', y: 32 }]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { proven, occurrences } = prove(evidence, text);
        expect(occurrences.length).toBeGreaterThan(0);
        expect(proven).toBe(occurrences.some((one) => one.proven));
      }),
    );
  });
});
