import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolders } from './make-folders.js';

/**
 * Writes a small file as a whole: aside, then renamed, so that a reader, and a process that is killed, has what was there before
 * or all that is there now. Missing folders are made; only the user may read it.
 */
export function writeWhole(path: string, content: string): void {
  makeFolders(dirname(path));
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(aside, content, { flag: 'wx', mode: 0o600 });
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}
