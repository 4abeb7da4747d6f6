import { describe, expect, it } from 'vitest';
import { pageBox } from '../../evidence/boxes.js';
import type { PaintedElement } from '../../sources/painted.js';
import { page, run } from './painted-fixture.js';
import { partitionPage } from './partition.js';
import { checkTranscription, type Transcription, transcribe } from './transcription.js';

function read(
  elements: readonly PaintedElement[],
  layout: 'prose' | 'rows' = 'prose',
): { transcription: Transcription; texts: string[] } {
  const { lines } = partitionPage(page(elements), { tables: layout === 'rows' ? [pageBox(40, 80, 300, 130)] : [] });
  const transcription = transcribe(lines.flat(), layout);
  expect(checkTranscription(transcription, page(elements))).toMatchObject({ verified: true, failures: [] });
  return { transcription, texts: transcription.sentences.map(({ text }) => text) };
}

describe('a transcription', () => {
  it('has sentences over line ends, each with the runs it was read from', () => {
    const [a, b] = [run('Revenue rose by 4.5 percent. It was', 50, 100), run('$1,839 million.', 50, 112)];
    const { transcription, texts } = read([a, b]);
    expect(texts).toEqual(['Revenue rose by 4.5 percent.', 'It was $1,839 million.']);
    expect(transcription.sentences.map(({ span_ids }) => span_ids)).toEqual([[a.id], [a.id, b.id]]);
    expect(transcription.text).toBe('Revenue rose by 4.5 percent. It was $1,839 million.');
  });

  it('does not end sentences at abbreviations and numbers', () => {
    expect(read([run('Tor Inc. and the U.S. Navy, see Fig. 3, e.g. No. 5.', 50, 100)]).texts).toHaveLength(1);
  });

  it('joins a word that a line end hyphenates, and leaves the hyphen out of its glyphs', () => {
    const first = run('the popula-', 50, 100);
    const { transcription, texts } = read([first, run('tion grew', 50, 112)]);
    expect(texts).toEqual(['the population grew']);
    expect(transcription.sentences[0]?.glyphs).toContainEqual({ id: first.id, from: 4, to: 10 });
  });

  it('keeps the hyphen of a compound before a capital', () => {
    expect(read([run('from non-', 50, 100), run('GAAP figures', 50, 112)]).texts).toEqual(['from non- GAAP figures']);
  });

  it('writes marks raised, so that they are no part of the number', () => {
    expect(read([run('1,839', 50, 100), run('2', 75, 96, 6)]).texts).toEqual(['1,839²']);
  });

  it('joins Chinese lines without a blank and ends sentences at their stops', () => {
    expect(read([run('公司营业收入增长。净利', 50, 100), run('润下降。', 50, 114)]).texts).toEqual([
      '公司营业收入增长。',
      '净利润下降。',
    ]);
  });

  it('puts the cells of a row on one line with tabs', () => {
    expect(
      read([run('Revenue', 50, 100), run('42', 200, 100), run('Cost', 50, 120), run('7', 200, 120)], 'rows')
        .transcription.text,
    ).toBe('Revenue\t42\nCost\t7');
  });

  it('rebuilds Hebrew that is painted from the left', () => {
    expect(read([run('םולש', 50, 100)]).texts).toEqual(['שלום']);
  });
});

describe('checking a transcription', () => {
  const elements = [run('Profit was 42 million.', 50, 100), run('Loss was 7.', 50, 300)];
  const honest = read(elements).transcription;
  const painted = page(elements);
  const changed = (
    change: (sentence: Transcription['sentences'][number]) => Partial<Transcription['sentences'][number]>,
  ): Transcription => {
    const [first, ...rest] = honest.sentences as [
      Transcription['sentences'][number],
      ...Transcription['sentences'][number][],
    ];
    const sentences = [{ ...first, ...change(first) }, ...rest];
    return { ...honest, sentences, text: sentences.map(({ text }) => text).join('\n') };
  };

  it.each<[string, Transcription]>([
    ['a digit is changed', changed(() => ({ text: 'Profit was 43 million.' }))],
    ['a word is added', changed(() => ({ text: 'Profit was not 42 million.' }))],
    ['a word is left out', changed(() => ({ text: 'Profit was 42.' }))],
    ['words are swapped', changed(() => ({ text: 'was Profit 42 million.' }))],
    ['a run is not there', changed(() => ({ span_ids: ['op-none'], glyphs: [{ id: 'op-none', from: 0, to: 1 }] }))],
    [
      'glyphs are not there',
      changed((sentence) => ({ glyphs: sentence.glyphs.map((part) => ({ ...part, to: 999 })) })),
    ],
    [
      'glyphs are used twice',
      changed((sentence) => ({ text: sentence.text.repeat(2), glyphs: [...sentence.glyphs, ...sentence.glyphs] })),
    ],
    ['a span is cited in vain', changed((sentence) => ({ span_ids: [...sentence.span_ids, elements[1]?.id ?? ''] }))],
    ['the text is another', { ...honest, text: 'Profit was 42 billion.' }],
  ])('finds that %s', (_, transcription) => {
    expect(checkTranscription(transcription, painted).verified).toBe(false);
  });

  it('finds text that is not visible on the page', () => {
    const hidden = page(elements.map((element) => ({ ...element, mode: 3 })));
    expect(checkTranscription(honest, hidden)).toMatchObject({
      verified: false,
      verification: 'literal-source-transcription-v1',
    });
  });
});
