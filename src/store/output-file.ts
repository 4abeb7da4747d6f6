import { type BigIntStats, constants, lstatSync, realpathSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { GroundglassError } from '../evidence/errors.js';
import { makeFolders } from './make-folders.js';

/** What no output may take the place of: these files, under whatever name, and all that lies in these folders. */
export interface Spared {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** Where the system has no such flag, that a path is no link is only seen before it is opened. */
const NO_LINK = constants.O_NOFOLLOW ?? 0;

/**
 * Writes what a caller asked to have in a file of their own; missing folders are made, and a file that is there is replaced.
 * @returns the absolute path. @throws GroundglassError `bad_argument` where nothing can be written, or must be
 */
export async function writeOutput(output: string, content: Uint8Array | string, spared: Spared): Promise<string> {
  const path = checkOutput(output, spared);
  try {
    makeFolders(dirname(path));
    const file = await open(path, constants.O_WRONLY | constants.O_CREAT | NO_LINK);
    try {
      const opened = await file.stat({ bigint: true });
      checkSpared(path, opened, spared);
      // Not when it is opened: what must be spared would be empty by then. Devices have nothing to empty.
      if (opened.isFile()) await file.truncate();
      await file.writeFile(content);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof GroundglassError) throw error;
    throw new GroundglassError(
      'bad_argument',
      `Nothing can be written to ${path} (${error instanceof Error && 'code' in error ? error.code : error}).`,
      'Name a file in a folder that can be written.',
      { path },
      { cause: error },
    );
  }
  return path;
}

/**
 * Refuses, before any work is done, what {@link writeOutput} would refuse to write over.
 * @returns the absolute path. @throws GroundglassError `bad_argument`
 */
export function checkOutput(output: string, spared: Spared): string {
  if (output.trim() === '') throw refused('', 'An output has no name.');
  const path = resolve(output);
  if (isLink(path)) throw refused(path, `${path} is a link: what it leads to would be written over.`);
  checkSpared(path, statOf(path), spared);
  return path;
}

function checkSpared(path: string, there: BigIntStats | null, { files, folders }: Spared): void {
  if (folders.some((folder) => liesIn(path, statOf(folder))))
    throw refused(path, `${path} lies in a folder of the library's own.`);
  if (there !== null && files.some((file) => isSame(there, statOf(file))))
    throw refused(path, `${path} is a file that this call reads, or that the document was added from.`);
}

const refused = (path: string, message: string): GroundglassError =>
  new GroundglassError('bad_argument', message, 'Name another file to write to.', { path });

/** Whether a path, with all links in it followed, leads into a folder. What is not there yet is taken for no link. */
function liesIn(path: string, folder: BigIntStats | null): boolean {
  if (folder === null) return false;
  for (let at = path, above = dirname(at); above !== at; at = above, above = dirname(at)) {
    const there = statOf(above);
    if (there === null) continue;
    if (isSame(there, folder)) return true;
    above = realpathSync(above);
  }
  return false;
}

/** One file or folder by two paths: links, other spellings, and second names of it. */
const isSame = (a: BigIntStats, b: BigIntStats | null): boolean => b !== null && a.dev === b.dev && a.ino === b.ino;

const isLink = (path: string): boolean => statOf(path, lstatSync)?.isSymbolicLink() ?? false;

/** Null for what is not there, or can't be looked at. */
function statOf(path: string, look: typeof statSync = statSync): BigIntStats | null {
  try {
    return look(path, { bigint: true });
  } catch {
    return null;
  }
}
