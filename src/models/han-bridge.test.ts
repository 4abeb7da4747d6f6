import { expect, test } from 'vitest';
import { bridgeHan } from './han-bridge.js';

const words = async (text: string): Promise<string[]> => (await bridgeHan(text)).split(/\s+/u).filter(Boolean);

test('text without Han characters is left as it is', async () => {
  expect(await bridgeHan('Total  revenue: 42 %')).toBe('Total  revenue: 42 %');
});

test('a Chinese word becomes its English gloss, the rest stays', async () => {
  expect(await words('Tor 的股东 2012')).toEqual(['Tor', 'shareholder', 'stockholder', '2012']);
});

test('the longest word wins', async () => {
  expect(await words('净利润')).toEqual(['net', 'profit']);
});

test('traditional spelling reads as the simplified one', async () => {
  expect(await words('銀行')).toEqual(await words('银行'));
});

test('a word that the PDF broke across lines is one word', async () => {
  expect(await words('银\n行')).toEqual(['bank']);
});

test('question words leave no trace', async () => {
  expect(await words('银行是什么')).toEqual(['bank']);
});

test('kana stays, its Han words are read', async () => {
  expect(await words('銀行の')).toEqual(['bank', 'の']);
});

test('a character that no word begins with is dropped', async () => {
  expect(await words('\u{20000}银行')).toEqual(['bank']);
});
