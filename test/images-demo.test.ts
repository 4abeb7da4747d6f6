import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { imageFolder } from './support/image-fixture.js';

const ROOT = resolve(import.meta.dirname, '..');

it('npm run demo:images finds, takes and credits a picture without a network', async () => {
  const folder = imageFolder();
  const args = ['--import', 'tsx', 'examples/demo-images.ts', folder];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  expect(stdout).toMatch(/^credit {4}lighthouse\.jpg — "/m);
  expect(stdout).toContain('"credited":true');
  const [, picture = ''] = /^picture {3}(.+)$/m.exec(stdout) ?? [];
  expect(existsSync(resolve(ROOT, picture))).toBe(true);
});
