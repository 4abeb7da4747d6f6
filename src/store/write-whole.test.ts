import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeWhole } from './write-whole.js';

const folder = mkdtempSync(join(tmpdir(), 'write-whole-'));

it('makes missing folders, replaces what was there, and leaves nothing beside it', () => {
  const path = join(folder, 'a', 'b', 'state.json');
  for (const content of ['one', '二']) {
    writeWhole(path, content);
    expect(readFileSync(path, 'utf8')).toBe(content);
  }
  expect(readdirSync(join(folder, 'a', 'b'))).toEqual(['state.json']);
});

it('that fails leaves what was there, and nothing beside it', () => {
  const taken = join(folder, 'taken');
  mkdirSync(taken);
  writeFileSync(join(taken, 'kept'), 'x');
  expect(() => writeWhole(taken, 'y')).toThrow();
  expect([readdirSync(folder).sort(), readdirSync(taken)]).toEqual([['a', 'taken'], ['kept']]);
  expect(() => writeWhole('/proc/nowhere/state.json', 'y')).toThrow();
});
