import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../src/evidence/errors.js';

const page = readFileSync(new URL('../docs/errors.md', import.meta.url), 'utf8');
const documented = new Map([...page.matchAll(/^\| `(\w+)` \| (\w+) \|/gm)].map((row) => [row[1], row[2]]));

describe('docs/errors.md', () => {
  it('lists every error code with its class, and no other', () => {
    expect(Object.fromEntries(documented)).toEqual(ERROR_CODES);
  });

  it.each(Object.keys(ERROR_CODES))('%s is raised somewhere', async (code) => {
    const { execFileSync } = await import('node:child_process');
    const used = execFileSync('git', ['grep', '-l', `'${code}'`, '--', 'src'], { encoding: 'utf8' })
      .trim()
      .split('\n');
    expect(used.filter((file) => !file.endsWith('.test.ts'))).not.toEqual([]);
  });
});
