import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { limitsFrom } from '../../sources/limits.js';
import { OUTLINE_UNITS_PER_EM } from '../../sources/painted.js';
import { openPdf } from '../../sources/pdf/open.js';
import { type GlyphShape, shapeOf } from './glyph-shape.js';
import { judge, references } from './shape-judge.js';

const DIGITS = [...'0123456789'];
const CORPUS = fileURLToPath(new URL('../../../../shared/corpus/finance/', import.meta.url));

describe('the judge of shapes', () => {
  it('knows every digit of every known face, and takes none for another', () => {
    for (const digit of DIGITS) {
      for (const shape of references().get(digit) ?? []) {
        for (const claimed of DIGITS) expect(judge(shape, claimed)).toBe(claimed === digit ? 'agrees' : 'differs');
      }
    }
  });

  it('tells a comma from a full stop by where it lies', () => {
    const [comma] = references().get(',') as [GlyphShape];
    const [stop] = references().get('.') as [GlyphShape];
    expect([judge(comma, ','), judge(comma, '.'), judge(stop, '.'), judge(stop, ',')]).toEqual([
      'agrees',
      'differs',
      'agrees',
      'differs',
    ]);
  });

  it('does not judge what is near to nothing', () => {
    const star = shapeOf('M0 0L100 900L500 200L900 900L1000 0L500 600Z', 1000) as GlyphShape;
    expect(judge(star, '序')).toBe('unknown');
    expect(judge(star, '7')).toBe('unknown');
  });

  it.skipIf(!existsSync(CORPUS))('refuses no real font, and finds nearly all swapped digits (corpus)', async () => {
    let [wrong, found, swaps] = [0, 0, 0];
    const seen = new Set<string>();
    for (const name of readdirSync(CORPUS).filter((file) => file.endsWith('.pdf'))) {
      const source = await openPdf(readFileSync(join(CORPUS, name)), limitsFrom({}));
      const { elements, outlines } = await source.painted(0);
      await source.close();
      for (const glyph of elements.flatMap((element) => (element.kind === 'text' ? element.glyphs : []))) {
        const shape = DIGITS.includes(glyph.unicode) && !seen.has(glyph.outline) && outlines[glyph.outline];
        if (!shape) continue;
        seen.add(glyph.outline);
        for (const claimed of DIGITS) {
          const differs = judge(shapeOf(shape, OUTLINE_UNITS_PER_EM) as GlyphShape, claimed) === 'differs';
          if (claimed === glyph.unicode) wrong += Number(differs);
          else {
            swaps += 1;
            found += Number(differs);
          }
        }
      }
    }
    expect(wrong).toBe(0);
    expect(seen.size).toBeGreaterThan(50);
    expect(found / swaps).toBeGreaterThan(0.95);
  });
});
