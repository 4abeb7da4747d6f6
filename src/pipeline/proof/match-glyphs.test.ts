import { describe, expect, it } from 'vitest';
import { pageBox } from '../../evidence/boxes.js';
import type { Glyph, GlyphRun } from '../../sources/painted.js';
import type { WitnessedText } from '../../sources/witnessed.js';
import { matchGlyphs, sameText } from './match-glyphs.js';

type Place = [unicode: string, x: number, y: number];

const runOf = (...places: Place[]): GlyphRun =>
  ({
    kind: 'text',
    sizePt: 10,
    mode: 0,
    em: [10, 0, 0, -10],
    glyphs: places.map(([unicode, x, y]) => ({ unicode, origin: [x, y], ink: pageBox(x, y - 5, x + 5, y) })),
  }) as unknown as GlyphRun;
const textOf = (...places: Place[]): WitnessedText =>
  ({
    mode: 0,
    emPt2: 100,
    chars: places.map(([unicode, x, y]) => ({
      unicode,
      origin: [x, y],
      box: pageBox(x, y - 5, x + 5, y),
      pixels: null,
    })),
  }) as unknown as WitnessedText;
const matched = (runs: GlyphRun[], texts: WitnessedText[]) => {
  const { byGlyph } = matchGlyphs(runs, texts);
  return runs.map((run) => run.glyphs.map((glyph: Glyph) => byGlyph.get(glyph)));
};

describe('matching the glyphs of two parsers', () => {
  it('allows for the drift within a line, not for more', () => {
    const [[near, far]] = matched([runOf(['7', 10, 20], ['2', 15, 20])], [textOf(['7', 10.35, 20], ['2', 17, 20])]) as [
      [unknown, unknown],
    ];
    expect(near).toBeDefined();
    expect(far).toBeUndefined();
  });

  it('prefers the same character at one place, and finds the other where it is alone', () => {
    const texts = [textOf(['8', 10, 20]), textOf(['7', 10, 20])];
    const [first, second] = matched([runOf(['7', 10, 20]), runOf(['3', 10, 20])], texts);
    expect(first?.[0]?.char.unicode).toBe('7');
    expect(second?.[0]?.char.unicode).toBe('8');
  });

  it('matches copies at one place in the order of painting', () => {
    const texts = [textOf(['7', 10, 20]), textOf(['7', 10, 20])];
    const [first, second] = matched([runOf(['7', 10, 20]), runOf(['7', 10, 20])], texts);
    expect(first?.[0]?.text).toBe(texts[0]);
    expect(second?.[0]?.text).toBe(texts[1]);
  });

  it('takes an accent over its letter as part of it', () => {
    const [[letter, accent]] = matched([runOf(['e', 10, 20], ['\u0301', 10, 20])], [textOf(['e\u0301', 10, 20])]) as [
      [unknown, unknown],
    ];
    expect(letter).toBeDefined();
    expect(accent).toBe(letter);
  });

  it('does not search all the plane for print of a huge size', () => {
    const huge = { ...runOf(['7', 10, 20]), sizePt: 1e12 };
    const [[near]] = matched([huge], [textOf(['7', 30, 20])]) as [[unknown]];
    expect(near).toBeDefined();
  });

  it('reads ligatures and soft hyphens as what they stand for', () => {
    expect(sameText('\ufb01', 'fi')).toBe(true);
    expect(sameText('\u00ad', '-')).toBe(true);
    expect(sameText('7', '1')).toBe(false);
  });

  it('leaves print of another size aside, at whatever place', () => {
    const speck = { ...textOf(['7', 10, 20]), emPt2: 0 };
    const huge = { ...runOf(['7', 10, 20]), em: [1e9, 0, 0, -1e9] } as const;
    const run = runOf(['7', 10, 20]);
    const text = textOf(['7', 10, 20]);
    const [[ofHuge], [ofRun]] = matched([huge, run], [speck, text]) as [[unknown], [{ text: WitnessedText }]];
    expect(ofHuge).toBeUndefined();
    expect(ofRun.text).toBe(text);
  });
});
