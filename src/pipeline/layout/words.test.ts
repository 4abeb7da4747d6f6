import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contains, pageBox } from '../../evidence/boxes.js';
import { page, type RunOptions, rect, run } from './painted-fixture.js';
import { wordsOf } from './words.js';

const texts = (...runs: Parameters<typeof page>[0]): string[] =>
  wordsOf(page(runs)).map((word) => (word.mark ? `[${word.text}]` : word.text));

describe('words', () => {
  it('are parted by blanks, and by gaps that no blank fills', () => {
    expect(texts(run('net profit', 50, 50))).toEqual(['net', 'profit']);
    expect(texts(run('netprofit', 50, 50, 10, { kern: { 2: 2.5 } }))).toEqual(['net', 'profit']);
    expect(texts(run('AVATAR', 50, 50, 10, { kern: { 0: -0.8, 1: 0.8 } }))).toEqual(['AVATAR']);
  });

  it('cross operators, also where each letter has its own', () => {
    const letters = [...'1,839'].map((char, i) => run(char, 50 + i * 5, 50));
    expect(texts(...letters)).toEqual(['1,839']);
    expect(wordsOf(page(letters))[0]?.runs.map(({ id }) => id)).toEqual(letters.map(({ id }) => id));
    expect(texts(run('Rev', 50, 50), run('enue', 65, 50), run('2024', 90, 50))).toEqual(['Revenue', '2024']);
  });

  it('cross operators that paint from the end', () => {
    expect(texts(run('enue', 65, 50), run('Rev', 50, 50))).toEqual(['Revenue']);
  });

  it('keep a blank at the end of an operator, however close the next one is', () => {
    expect(texts(run('total ', 50, 50), run('42', 77, 50))).toEqual(['total', '42']);
  });

  it('take tracked letters together, and spaced figures apart', () => {
    expect(texts(run('TWILIO', 50, 50, 10, { kern: { 0: 3, 1: 3, 2: 3, 3: 3, 4: 3 } }))).toEqual(['TWILIO']);
    expect(texts(run('TWILIO', 50, 50, 10, { charSpacing: 3 }))).toEqual(['TWILIO']);
    expect(texts(...[...'TWILIO'].map((char, i) => run(char, 50 + i * 8, 50)))).toEqual(['TWILIO']);
    expect(texts(run('12345', 50, 50, 10, { kern: { 0: 3, 1: 3, 2: 3, 3: 3 } }))).toEqual(['1', '2', '3', '4', '5']);
  });

  it('are parted by spacing that the file adds to one advance only', () => {
    const row = run('2,7532,799', 50, 50);
    const [before, after] = [row.glyphs.slice(0, 5), row.glyphs.slice(5)];
    const last = before[4] as (typeof before)[number];
    const moved = after.map((glyph) => ({
      ...glyph,
      origin: [glyph.origin[0] + 4.5, glyph.origin[1]] as const,
      ink: glyph.ink && pageBox(glyph.ink[0] + 4.5, glyph.ink[1], glyph.ink[2] + 4.5, glyph.ink[3]),
    }));
    const other = run('3', 50, 80);
    const spaced = { ...row, glyphs: [...before.slice(0, 4), { ...last, advance: last.advance + 4.5 }, ...moved] };
    expect(texts(spaced, other)).toEqual(['2,753', '2,799', '3']);
  });

  it('keep a number with commas whole that is spread over its cell', () => {
    expect(texts(run('12,248', 50, 50, 10, { kern: { 0: 3, 1: 3, 2: 3, 3: 3, 4: 3 } }))).toEqual(['12,248']);
  });

  it('are phrases in Chinese, which is spread without being parted', () => {
    expect(texts(run('营业收入', 50, 50, 10, { kern: { 0: 3, 1: 3, 2: 3 } }))).toEqual(['营业收入']);
    expect(texts(run('营业', 50, 50), run('收入', 85, 50))).toEqual(['营业', '收入']);
  });

  it('keep the characters of a ligature, and say which glyphs the file does not explain', () => {
    const ligature = run(['pro', 'fi', 't'], 50, 50);
    expect(wordsOf(page([ligature]))[0]).toMatchObject({ text: 'profit', runs: [{ id: ligature.id, from: 0, to: 3 }] });
    const unknown = run('ab', 50, 50);
    const glyphs = unknown.glyphs.map((glyph, i) => (i === 1 ? { ...glyph, unicode: '' } : glyph));
    expect(texts({ ...unknown, glyphs })).toEqual(['a\ufffd']);
  });

  it('name the glyphs of a run that hold them', () => {
    const both = run('ab cde', 50, 50);
    expect(wordsOf(page([both])).map(({ runs }) => runs)).toEqual([
      [{ id: both.id, from: 0, to: 2 }],
      [{ id: both.id, from: 3, to: 6 }],
    ]);
  });

  it('leave a number of another size on the baseline alone', () => {
    expect(texts(run('72', 50, 50, 30), run('%', 80.5, 50, 10))).toEqual(['72', '%']);
  });

  it('part the dots that lead to a value', () => {
    expect(texts(run('Revenue......12', 50, 50))).toEqual(['Revenue', '......', '12']);
    expect(texts(run('wait...', 50, 50))).toEqual(['wait...']);
  });

  it('are read once where bold or a shadow paints them twice', () => {
    expect(texts(run('Total', 50, 50), run('Total', 50.3, 50), run('Total', 50.6, 50))).toEqual(['Total']);
    expect(texts(run('Total', 50, 50), run('Total', 50, 62))).toEqual(['Total', 'Total']);
  });

  it.each<[string, RunOptions]>([
    ['invisible mode', { mode: 3 }],
    ['clipping mode', { mode: 7 }],
    ['no alpha', { fillAlpha: 0 }],
    ['a hidden layer', { layerHidden: true }],
    ['a clip elsewhere', { clip: [0, 0, 10, 10] as never }],
    ['no size', { sizePt: 0 }],
  ])('are not made of text in %s', (_, options) => {
    expect(texts(run('secret', 50, 50, 10, options))).toEqual([]);
  });

  it('know bold from the font, and from filling and stroking', () => {
    expect(wordsOf(page([run('a', 50, 50, 10, { font: 'Arial-BoldMT' })]))[0]?.bold).toBe(true);
    expect(wordsOf(page([run('a', 50, 50, 10, { mode: 2 })]))[0]?.bold).toBe(true);
    expect(wordsOf(page([run('a', 50, 50)]))[0]?.bold).toBe(false);
  });
});

describe('directions', () => {
  it.each([0, 90, 180, 270, 30])('words turned by %i° are joined along their own baseline', (rotationDeg) => {
    const angle = (rotationDeg * Math.PI) / 180;
    const second = run('enue 1', 300 + 15 * Math.cos(angle), 300 + 15 * Math.sin(angle), 10, { rotationDeg });
    expect(texts(run('Rev', 300, 300, 10, { rotationDeg }), second)).toEqual(['Revenue', '1']);
  });

  it('an upright column is read downwards', () => {
    const words = wordsOf(
      page([run('注文', 300, 100, 10, { vertical: true }), run('多い', 300, 120, 10, { vertical: true })]),
    );
    expect(words).toMatchObject([{ text: '注文多い', vertical: true, rotationDeg: 90 }]);
  });

  it('Hebrew is put into logical order when it is painted from the left', () => {
    expect(texts(run('םולש 123', 50, 50))).toEqual(['שלום', '123']);
    expect(texts(run('(12.5%)ןויר', 50, 50))).toEqual(['ריון)12.5%(']);
  });

  it('Hebrew that is painted in logical order from the right stays so', () => {
    const letters = [...'שלום'].map((char, i) => run(char, 80 - i * 5, 50));
    expect(texts(...letters)).toEqual(['שלום']);
  });
});

describe('marks', () => {
  const raised = (text: string, x: number): ReturnType<typeof run> => run(text, x, 46, 6);

  it.each([
    ['1,839', '2'],
    ['$1,839', '(1)'],
    ['72%', 'a'],
    ['Revenue', '1'],
    ['EBITDA', '2,3'],
    ['Dienste', '*'],
    ['收入', '注1'],
    ['m', '1'],
  ])('%s with a raised %s is marked', (host, mark) => {
    const body = run(host, 50, 50);
    const script = raised(mark, 50 + body.glyphs.reduce((sum, glyph) => sum + glyph.advance, 0));
    const words = wordsOf(page([body, script]));
    expect(words.map(({ text }) => text)).toEqual([host, mark]);
    expect(words[1]).toMatchObject({ mark: true, markOf: { text: host } });
  });

  it.each([
    ['m', '2', 'm²'],
    ['kWh/m', '2', 'kWh/m²'],
    ['10', '6', '10⁶'],
    ['10', '-3', '10⁻³'],
    ['3×10', '12', '3×10¹²'],
    ['R', '2', 'R²'],
    ['1', 'st', '1st'],
    ['22', 'nd', '22nd'],
    ['Acme', 'TM', 'AcmeTM'],
    ['Ca', '2+', 'Ca²⁺'],
  ])('%s with a raised %s is one word', (host, script, whole) => {
    const body = run(host, 50, 50);
    expect(texts(body, raised(script, 50 + body.glyphs.length * 5))).toEqual([whole]);
  });

  it('lowered figures stay in their word, which goes on behind them', () => {
    expect(texts(run('CO', 50, 50), run('2', 60, 52, 6))).toEqual(['CO₂']);
    const acid = [run('H', 50, 50), run('2', 55, 52, 6), run('SO', 58, 50), run('4', 68, 52, 6), run('low', 75, 50)];
    expect(texts(...acid)).toEqual(['H₂SO₄', 'low']);
    expect(texts(run('CO', 50, 50), run('2', 60, 52, 6), run(' footprint', 63, 50))).toEqual(['CO₂', 'footprint']);
  });

  it('superscripts of Unicode and raised signs are marks at the end of a number or phrase only', () => {
    expect(texts(run('1,839²', 50, 50))).toEqual(['1,839', '[²]']);
    expect(texts(run('Total* 5† a**', 50, 50))).toEqual(['Total', '[*]', '5', '[†]', 'a', '[**]']);
    expect(texts(run('m² 10⁶ CO₂ 20 km²', 50, 50))).toEqual(['m²', '10⁶', 'CO₂', '20', 'km²']);
    expect(texts(run('a*b 25° 1º', 50, 50))).toEqual(['a*b', '25°', '1º']);
  });

  it('the mark before a note stands for itself', () => {
    const words = wordsOf(page([raised('1', 50), run('Includes tax', 54, 50)]));
    expect(words).toMatchObject([{ text: '1', mark: true, markOf: null }, { text: 'Includes' }, { text: 'tax' }]);
    expect(texts(run('² Includes', 50, 50))).toEqual(['[²]', 'Includes']);
  });

  it('a small number on its own line marks nothing', () => {
    expect(texts(run('Revenue', 50, 50), run('12', 51, 58, 6))).toEqual(['Revenue', '12']);
    expect(texts(run('Revenue', 50, 50), run('12', 120, 46, 6))).toEqual(['Revenue', '12']);
  });
});

describe('any page', () => {
  const finite = fc.double({ min: -1e4, max: 1e4, noNaN: true });
  const anyRun = fc
    .record({
      text: fc.string({ maxLength: 12, unit: 'grapheme' }),
      x: finite,
      y: finite,
      size: fc.double({ min: 0, max: 400, noNaN: true }),
      rotationDeg: fc.integer({ min: 0, max: 359 }),
      vertical: fc.boolean(),
    })
    .map(({ text, x, y, size, rotationDeg, vertical }) => run(text, x, y, size, { rotationDeg, vertical }));

  it('names each glyph at most once, inside its run, and keeps words around their ink', () => {
    fc.assert(
      fc.property(fc.array(anyRun, { maxLength: 30 }), (runs) => {
        const painted = page([...runs, rect(0, 0, 10, 10)]);
        const seen = new Set<string>();
        for (const word of wordsOf(painted)) {
          expect(word.text.trim()).not.toBe('');
          for (const { id, from, to } of word.runs) {
            const source = runs.find((other) => other.id === id);
            for (let i = from; i < to; i++) {
              expect(seen.has(`${id} ${i}`)).toBe(false);
              seen.add(`${id} ${i}`);
              expect(contains(word.box, source?.glyphs[i]?.ink as never, 0.01)).toBe(true);
            }
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('of thousands of letters at one place are made', () => {
    const heap = Array.from({ length: 20_000 }, (_, i) =>
      run(String(i % 10), 100 + (i % 7), 100 + (i % 5), 4 + (i % 3) * 3),
    );
    expect(wordsOf(page(heap)).length).toBeGreaterThan(0);
  });
});
