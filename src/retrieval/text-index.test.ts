import { DatabaseSync } from '@photostructure/sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../store/database.js';
import { indexPassages, removePassages, searchPassages, TEXT_INDEX_TABLES } from './text-index.js';

let database: Database;
beforeEach(() => {
  database = new DatabaseSync(':memory:');
  database.exec(TEXT_INDEX_TABLES);
});

const found = (query: string, document: string | null = null, limit = 10) =>
  searchPassages(database, query, document, limit).map(({ document: id, ordinal }) => `${id}#${ordinal}`);

describe('the word index', () => {
  it('finds passages by their words, in one document or in all, best first', () => {
    indexPassages(database, 'a', ['newts live in ponds', 'frogs', 'newts newts newts']);
    indexPassages(database, 'b', ['a pond for newts', 'toads', 'birds', 'fish']);
    expect(found('newts')).toHaveLength(3);
    expect(found('newts')[0]).toBe('a#2');
    expect(found('newts', 'b')).toEqual(['b#0']);
    expect(found('newts', null, 1)).toHaveLength(1);
    expect(found('newts', 'c')).toEqual([]);
  });

  it('finds Chinese and Japanese by pairs of characters', () => {
    indexPassages(database, 'a', ['两栖动物生活在池塘里', '鸟']);
    expect(found('池塘')).toEqual(['a#0']);
    expect(found('塘池')).toEqual([]);
  });

  it('takes nothing in a query for syntax', () => {
    indexPassages(database, 'a', ['tokens and "quoted" near']);
    for (const query of ['"', '*', 'tokens:x OR', 'NEAR(', 'a AND', '^', '{}', "';--"])
      expect(() => found(query)).not.toThrow();
  });

  it('gives scores that depend on what it holds, not on what it held', () => {
    const texts = ['newts live in ponds', 'frogs eat gnats', 'toads do not', 'birds and fish'];
    indexPassages(database, 'a', texts);
    const before = searchPassages(database, 'newts ponds', null, 10);
    for (let i = 0; i < 5; i++) {
      indexPassages(database, 'a', texts);
      indexPassages(database, 'b', ['something else', 'of two passages']);
      removePassages(database, 'b');
    }
    expect(searchPassages(database, 'newts ponds', null, 10)).toEqual(before);
  });
});
