import { readFile } from 'node:fs/promises';
import { GroundglassError } from '../../evidence/errors.js';
import type { Library, LibraryOptions } from '../../library/library.js';
import type { CommonOptions } from './run.js';

/** The folder: named, else from the environment, else here. */
export const libraryFolder = (named: string | undefined): string =>
  named ?? (process.env.GROUNDGLASS_LIBRARY || '.groundglass');

/**
 * Opens the library for one command and closes it after. The first interrupt asks the work to stop where it loses
 * nothing; a second one ends the process.
 */
export async function withLibrary(
  options: CommonOptions & Pick<LibraryOptions, 'create' | 'hostSupport'>,
  work: (library: Library, signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const { Library: LibraryClass } = await import('../../library/library.js');
  const library = LibraryClass.open(libraryFolder(options.library), {
    create: options.create ?? false,
    ...(options.hostSupport ? { hostSupport: options.hostSupport } : {}),
    ...(options.passwordFile === undefined ? {} : { password: await readPassword(options.passwordFile) }),
  });
  const interrupt = new AbortController();
  const onSignal = (): void => interrupt.abort();
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  try {
    return await work(library, interrupt.signal);
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    process.stderr.write(
      'groundglass: interrupted. What was finished is in the library; run the command again to go on.\n',
    );
    return INTERRUPTED;
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
    await library.close();
  }
}

/** 128 + SIGINT, as shells report it. */
const INTERRUPTED = 130;

async function readPassword(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    throw new GroundglassError(
      'file_not_readable',
      `The password file ${path} can't be read.`,
      'Check the path.',
      { path },
      { cause: error },
    );
  }
}
