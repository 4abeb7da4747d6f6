import { readFile, stat } from 'node:fs/promises';
import { GroundglassError, toGroundglassError } from '../evidence/errors.js';
import { checkFileSize, type Limits } from './limits.js';

/**
 * A file that a caller named, whole.
 * @throws GroundglassError `file_not_found`, `file_not_readable` (a folder, a pipe or a device too), `file_too_large`
 */
export async function readInputFile(path: string, limits: Limits): Promise<Uint8Array> {
  try {
    const facts = await stat(path);
    // Reading a pipe or a device may never end.
    if (!facts.isFile()) {
      throw new GroundglassError('file_not_readable', `${path} is not a regular file.`, 'Name a file.', { path });
    }
    checkFileSize(facts.size, limits);
    return await readFile(path);
  } catch (error) {
    throw readError(path, error);
  }
}

/** A failed file operation in our terms. */
export function readError(path: string, error: unknown): GroundglassError {
  if (error instanceof GroundglassError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new GroundglassError('file_not_found', `There is no file ${path}.`, 'Check the path.', { path });
  }
  if (['EACCES', 'EPERM', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'EIO'].includes(code)) {
    return new GroundglassError('file_not_readable', `${path} can't be read (${code}).`, 'Check its permissions.', {
      path,
    });
  }
  return toGroundglassError(error);
}
