import { lstat, open, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type ErrorWire, GroundglassError } from '../evidence/errors.js';
import { readError } from '../sources/input-file.js';
import { PROMISING_NAME, sniff } from '../sources/sniff.js';

export interface CollectedFiles {
  readonly files: string[];
  /** Files of folders that no reader is for. */
  readonly skipped: { path: string; why: string }[];
  readonly failed: { path: string; error: ErrorWire }[];
}

/**
 * Named files as they are; of folders, the files that a reader is for, in the order of their names. Hidden files, links
 * and the `excluded` folders (absolute paths: the library's own) are passed over. What can't be looked at is a failure
 * of its own and stops nothing else.
 */
export async function collectFiles(paths: readonly string[], excluded: readonly string[]): Promise<CollectedFiles> {
  const collected: CollectedFiles = { files: [], skipped: [], failed: [] };
  for (const path of paths) {
    await attempt(path, collected, async () => {
      const facts = await stat(path);
      if (facts.isDirectory()) await walk(path, excluded, collected);
      else if (facts.isFile()) collected.files.push(path);
      // Reading a pipe or a device may never end.
      else
        throw new GroundglassError(
          'file_not_readable',
          `${path} is not a regular file.`,
          'Copy its content to a file and add that.',
          { path },
        );
    });
  }
  return collected;
}

/** Bytes that tell what a file is. */
const SNIFF_BYTES = 96 * 1024;

async function walk(folder: string, excluded: readonly string[], collected: CollectedFiles): Promise<void> {
  if (excluded.includes(resolve(folder))) {
    collected.skipped.push({ path: folder, why: 'the folder of the library itself' });
    return;
  }
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  for (const name of names) {
    const path = join(folder, name);
    await attempt(path, collected, async () => {
      const facts = await lstat(path);
      if (facts.isDirectory()) await walk(path, excluded, collected);
      else if (!facts.isFile()) collected.skipped.push({ path, why: 'not a regular file' });
      else if (PROMISING_NAME.test(name) || (await hasReader(path))) collected.files.push(path);
      else collected.skipped.push({ path, why: 'no reader for its content' });
    });
  }
}

async function attempt(path: string, { failed }: CollectedFiles, look: () => Promise<void>): Promise<void> {
  try {
    await look();
  } catch (error) {
    failed.push({ path, error: readError(path, error).toWire() });
  }
}

async function hasReader(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    const kind = await sniff(buffer.subarray(0, bytesRead));
    return kind !== null && kind !== 'cad';
  } finally {
    await file.close();
  }
}
