import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { mentioned } from './mentions.js';

const objects = (text: string): Buffer =>
  Buffer.concat([Buffer.from('<</Type/ObjStm>>stream\n'), deflateSync(text), Buffer.from('\nendstream\n')]);

describe('the names that a PDF may use', () => {
  it('are found in plain and in compressed objects, and no others', () => {
    const file = Buffer.concat([Buffer.from('<</UserUnit 2>>'), objects('<</OCProperties<<>>>>')]);
    expect(mentioned(file, ['/UserUnit', '/OCProperties', '/Names'])).toEqual(new Set(['/UserUnit', '/OCProperties']));
  });

  it('are all that were asked for where compressed objects never end, and the search does', () => {
    const file = Buffer.from('/ObjStm stream\n'.repeat(100_000));
    expect(mentioned(file, ['/UserUnit'])).toEqual(new Set(['/UserUnit']));
  });
});
