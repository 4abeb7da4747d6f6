import { expect, it } from 'vitest';
import { parseQuestion } from './question.js';
import { correctSpelling, isOneEditAway } from './spelling.js';
import { unitsOf } from './wording.js';

it('one letter more or less, but never the first', () => {
  for (const word of ['revnue', 'revenuee', 'reveenue']) expect(isOneEditAway(word, 'revenue'), word).toBe(true);
  for (const word of ['revenue', 'evenue', 'revenoe', 'revneue', 'income', ''])
    expect(isOneEditAway(word, 'revenue'), word).toBe(false);
});

it('a real word, or a name, is not taken for another', () => {
  const corrected = (text: string, label: string, known: readonly string[] = []): string =>
    correctSpelling(parseQuestion(text), [{ units: unitsOf(label), gloss: [] }], (word) => known.includes(word))
      .units.map((unit) => unit.text)
      .join(' ');
  expect(corrected('revnue', 'Revenue')).toBe('revenu');
  expect(corrected('county debt', 'Country debt', ['county'])).toBe('county debt');
  expect(corrected('exports of Shanxi', 'Exports of Shaanxi')).toBe('export of shanxi');
  expect(corrected('exports of Zambia', 'Exports of Gambia')).toBe('export of zambia');
});
