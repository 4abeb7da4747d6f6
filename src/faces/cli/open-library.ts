import { readFile } from 'node:fs/promises';
import { GroundglassError } from '../../evidence/errors.js';
import type { Language } from '../../evidence/notices.js';
import type { HostSupport } from '../../evidence/wire/picture.js';
import type { Library, LibraryOptions } from '../../library/library.js';
import { interruptible } from './interruptible.js';
import type { CommonOptions } from './run.js';
import { settings } from './settings.js';

/** The folder: named, else from the environment, else here. */
export const libraryFolder = (named: string | undefined): string =>
  named ?? (process.env.GROUNDGLASS_LIBRARY || '.groundglass');

/** How a host that was configured by hand is spoken of; what a probe finds out needs no setting. */
const HOST_IMAGES: Readonly<Record<string, HostSupport>> = {
  unknown: 'unknown',
  supported: 'configured',
  unsupported: 'unsupported',
};

/**
 * Opens the library for one command and closes it after. The first interrupt asks the work to stop where it loses
 * nothing; a second one ends the process.
 */
export async function withLibrary(
  options: CommonOptions & Pick<LibraryOptions, 'create'>,
  work: (library: Library, signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const { Library: LibraryClass } = await import('../../library/library.js');
  const folder = libraryFolder(options.library);
  const environment = settings(folder);
  const library = LibraryClass.open(folder, {
    create: options.create ?? false,
    environment,
    hostSupport: hostSupportIn(environment),
    language: languageIn(environment),
    ...(options.passwordFile === undefined ? {} : { password: await readSecret(options.passwordFile, 'password') }),
  });
  try {
    return await interruptible('What was finished is in the library.', (signal) => work(library, signal));
  } finally {
    await library.close();
  }
}

function hostSupportIn(environment: NodeJS.ProcessEnv): HostSupport {
  const setting = environment.GROUNDGLASS_HOST_IMAGES || 'unknown';
  const support = Object.hasOwn(HOST_IMAGES, setting) ? HOST_IMAGES[setting] : undefined;
  if (support) return support;
  throw new GroundglassError(
    'bad_argument',
    `GROUNDGLASS_HOST_IMAGES is ${JSON.stringify(setting)}.`,
    `Set it to one of ${Object.keys(HOST_IMAGES).join(', ')}, or unset it.`,
  );
}

/** The language asked for, else that of the shell. */
export function languageIn(environment: NodeJS.ProcessEnv): Language {
  const locale =
    environment.GROUNDGLASS_LANG || environment.LC_ALL || environment.LC_MESSAGES || environment.LANG || '';
  return /^zh/i.test(locale) ? 'zh' : 'en';
}

/** What a secret's file holds, less the newline at its end. */
export async function readSecret(path: string, what: 'password' | 'token'): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).replace(/\r?\n$/, '');
  } catch (error) {
    throw new GroundglassError(
      'file_not_readable',
      `The ${what} file ${path} can't be read.`,
      'Check the path.',
      { path },
      { cause: error },
    );
  }
}
