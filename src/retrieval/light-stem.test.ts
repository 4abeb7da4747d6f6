import { expect, test } from 'vitest';
import { lightStem } from './light-stem.js';

test.each([
  ['fees', 'fee'],
  ['companies', 'company'],
  ['glasses', 'glass'],
  ['borrowing', 'borrowed'],
  ['make', 'making'],
  ['planned', 'planning'],
  ['charges', 'charged'],
])('%s and %s have one stem', (one, other) => {
  expect(lightStem(one)).toBe(lightStem(other));
});

test.each(['string', 'thing', 'need', 'speed', 'analysis', 'status', 'class', 'gas', 'été', 'q4s'])(
  '%s is whole',
  (word) => {
    expect(lightStem(word)).toBe(word);
  },
);
