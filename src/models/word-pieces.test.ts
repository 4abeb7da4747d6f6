import { expect, test } from 'vitest';
import { WordPieces } from './word-pieces.js';

const vocabulary = ['un', '##believ', '##able', 'cafe', '東', '-', 'a', '42'];
const pieces = new WordPieces(new Map(vocabulary.map((piece, index) => [piece, index])));
const split = (text: string): string[] => pieces.split(text).map((piece) => vocabulary[piece]!);

test('a word is spelled by the longest pieces', () => {
  expect(split('unbelievable')).toEqual(['un', '##believ', '##able']);
});

test('case and accents are folded', () => {
  expect(split('CAFÉ')).toEqual(['cafe']);
});

test('Han characters and punctuation stand alone', () => {
  expect(split('a東-42')).toEqual(['a', '東', '-', '42']);
});

test('a word that the vocabulary cannot spell to its end is left out as a whole', () => {
  expect(split('unbelievabl a')).toEqual(['a']);
});

test('a run too long to be a word is left out', () => {
  expect(split(`${'un'.padEnd(101, 'x')} a`)).toEqual(['a']);
});
