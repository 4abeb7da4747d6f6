import { describe, expect, it } from 'vitest';
import { limitsFrom } from './limits.js';

describe('limits', () => {
  it('have the defaults of the specification where nothing is set', () => {
    const limits = limitsFrom({});
    expect(limits).toMatchObject({ maxPixels: 12_000_000, maxPictureBytes: 8_000_000 });
    expect(limits.maxPages).toBeLessThan(10_000);
    for (const value of Object.values(limits)) expect(value).toBeGreaterThan(0);
    expect(Object.keys(limitsFrom())).toEqual(Object.keys(limits));
  });

  it('are set by variables named after them', () => {
    const set = {
      GROUNDGLASS_MAX_PIXELS: '1000',
      GROUNDGLASS_PAGE_TIMEOUT_MS: '250',
      GROUNDGLASS_MAX_ZIP_RATIO: '1e2',
    };
    expect(limitsFrom(set)).toEqual({ ...limitsFrom({}), maxPixels: 1_000, pageTimeoutMs: 250, maxZipRatio: 100 });
  });

  it('take no notice of an empty variable, or of one that is none of theirs', () => {
    const other = { GROUNDGLASS_MAX_PIXELS: '', GROUNDGLASS_LIBRARY: 'here', MAX_PIXELS: '5' };
    expect(limitsFrom(other)).toEqual(limitsFrom({}));
  });

  it.each(['0', '-1', 'many', '12 million', 'NaN', 'Infinity', '100000001', ' '])(
    'are refused when set to %j',
    (value) => {
      expect(() => limitsFrom({ GROUNDGLASS_MAX_PIXELS: value })).toThrow(
        expect.objectContaining({
          code: 'bad_argument',
          message: `GROUNDGLASS_MAX_PIXELS is ${JSON.stringify(value)}.`,
          nextStep: expect.stringMatching(/up to 100000000, or unset it \(12000000\)/),
          details: { variable: 'GROUNDGLASS_MAX_PIXELS', hard_bound: 100_000_000 },
        }),
      );
    },
  );

  it('may be raised up to the hard bound', () => {
    expect(limitsFrom({ GROUNDGLASS_MAX_PIXELS: '100000000' }).maxPixels).toBe(100_000_000);
    for (const name of Object.keys(limitsFrom({}))) {
      const variable = `GROUNDGLASS_${name.replace(/[A-Z]/g, (c) => `_${c}`).toUpperCase()}`;
      expect(() => limitsFrom({ [variable]: '1e300' })).toThrow(expect.objectContaining({ code: 'bad_argument' }));
    }
  });
});
