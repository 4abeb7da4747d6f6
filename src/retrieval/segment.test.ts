import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { queryTokens, searchTokens } from './segment.js';

describe('searchTokens', () => {
  test.each([
    ['case, accents and ligatures are folded', 'Café ﬁnance NAÏVE', ['caf', 'financ', 'naiv']],
    ['full-width letters and digits are plain ones', 'ＡＢＣ　１２３', ['abc', '123']],
    ['a plural finds its singular', 'fees companies boxes glasses', ['fee', 'company', 'box', 'glass']],
    ['words that only look inflected stay', 'analysis status class gas', ['analysis', 'status', 'class', 'gas']],
    ['a possessive is its noun', "Alice's Tor’s", ['alic', 'tor']],
    ['a number is one token without thousands separators', '$3,477,521 and 1,839.5', ['3477521', 'and', '1839.5']],
    ['a number that may group by points has both readings', '1.178', ['1.178', '1178']],
    ['a decimal number stays whole', '56.7% 0.0053', ['56.7', '0.0053']],
    ['a list of figures is not one number', '2004,2005', ['2004', '2005']],
    ['a number before a Chinese unit is whole', '4,755,785.11元', ['4755785.11', '元']],
    ['a code is found by its parts and as one word', 'MPU-6000', ['mpu', '6000', 'mpu6000']],
    ['a soft hyphen separates nothing', 'anony\u00admity', ['anonymity']],
    ['Chinese is pairs of characters', '净利润', ['净利', '利润']],
    ['a single Chinese character stands for itself', 'A股', ['a', '股']],
    ['traditional characters are the simplified ones', '東北電氣', searchTokens('东北电气')],
    ['a line break or justification inside of a Chinese word does not cut it', '真\n实 性', ['真实', '实性']],
    ['kana and Hangul are pairs as well', 'わたくし 한국어', ['わた', 'たく', 'くし', '한국', '국어']],
    ['the voicing mark of kana is kept', 'がく', ['がく']],
  ])('%s', (_, text, tokens) => {
    expect(searchTokens(text)).toEqual(tokens);
  });

  test('no text makes it fail, and no token is empty or holds a blank', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), mixedText), (text) => {
        for (const token of searchTokens(text)) expect(token).toMatch(/^\S+$/u);
      }),
    );
  });

  test.each([
    ['one word', 'a'],
    ['Chinese without a mark', '中'],
    ['blanks', ' '],
    ['a digit', '1'],
    ['digits and commas', '1,'],
    ['hyphens', 'a-'],
  ])('two megabytes of %s are cut, not refused', (_, unit) => {
    const tokens = searchTokens(`中${unit.repeat(2_000_000 / unit.length)}中`);
    expect(Math.max(...tokens.slice(0, 100_000).map((token) => token.length))).toBeLessThanOrEqual(400);
  });

  test('tokens of numbers and codes are their own tokens', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9Qv .,'-]{0,40}$/), (text) => {
        const once = new Set(searchTokens(text));
        expect(new Set(searchTokens([...once].join(' ')))).toEqual(once);
      }),
    );
  });
});

describe('queryTokens', () => {
  test.each([
    ['question words and articles are dropped', 'What is the total revenue?', ['total', 'revenu']],
    ['a query of nothing but such words keeps them', 'Who are you?', ['who', 'are', 'you']],
    ['Chinese question words are dropped with the pairs they reach into', '营业收入是多少？', ['营业', '业收', '收入']],
    ['a Chinese query of nothing but question words keeps them', '多少吗', ['多少', '少吗']],
    ['each token is there once', 'tor Tor TOR', ['tor']],
  ])('%s', (_, query, tokens) => {
    expect(queryTokens(query)).toEqual(tokens);
  });

  test('a text that holds the query has every token of the query', () => {
    fc.assert(
      fc.property(mixedText, mixedText, mixedText, (before, query, after) => {
        const tokens = new Set(searchTokens(`${before} | ${query} | ${after}`));
        for (const token of queryTokens(query)) expect(tokens).toContain(token);
      }),
    );
  });

  test('a query with anything to look for has at least one token', () => {
    fc.assert(
      fc.property(mixedText, (query) => {
        expect(queryTokens(query).length > 0).toBe(searchTokens(query).length > 0);
      }),
    );
  });
});

const mixedText = fc
  .array(
    fc.constantFrom(
      'what',
      'is',
      'Fees',
      '1,839',
      '56.7',
      'MPU-6000',
      '多少',
      '的',
      '营业收入',
      '東',
      'がく',
      '한국',
      ' ',
      '-',
      '\n',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
