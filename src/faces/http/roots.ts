import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { GroundglassError } from '../../evidence/errors.js';

/** Folders whose files may be added over HTTP, as they are on disk. @throws GroundglassError `bad_argument` */
export function openRoots(folders: readonly string[]): Promise<string[]> {
  return Promise.all(
    folders.map((folder) =>
      realpath(folder).catch((cause: unknown) => {
        throw new GroundglassError(
          'bad_argument',
          `There is no folder ${folder}.`,
          'Name a folder that exists as root.',
          { root: folder },
          { cause },
        );
      }),
    ),
  );
}

/**
 * The path itself, links resolved, if it lies under a root.
 * @throws GroundglassError `path_not_allowed`, in the same words whether or not there is such a file: nobody learns from it
 *   what lies outside
 */
export async function allowedPath(path: string, roots: readonly string[]): Promise<string> {
  const real = await realpath(path).catch(() => null);
  if (real !== null && roots.some((root) => isWithin(real, root))) return real;
  throw new GroundglassError(
    'path_not_allowed',
    `No file ${JSON.stringify(path.slice(0, 200))} may be read over HTTP.`,
    roots.length === 0
      ? 'This server was started without a root folder: start it with --root DIR, or add files with the command line.'
      : 'Give the path of an existing file or folder under a folder that the server was started with as --root.',
  );
}

function isWithin(path: string, root: string): boolean {
  const way = relative(root, path);
  return !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}
