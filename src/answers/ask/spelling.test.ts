import { expect, it } from 'vitest';
import { isOneEditAway } from './spelling.js';

it('one letter more, less, other, or two swapped', () => {
  for (const word of ['revnue', 'revenuee', 'revenoe', 'revneue'])
    expect(isOneEditAway(word, 'revenue'), word).toBe(true);
  for (const word of ['revenue', 'rvnue', 'venerue', 'income', ''])
    expect(isOneEditAway(word, 'revenue'), word).toBe(false);
});
