import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { GroundglassError } from '../../evidence/errors.js';

/** Folders whose files callers may name, as they are on disk. @throws GroundglassError `bad_argument` */
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
 * A request with the files that it names as they are on disk, if they all lie under a root.
 * @throws GroundglassError `path_not_allowed`
 */
export async function withAllowedFiles(
  request: Readonly<Record<string, unknown>>,
  roots: readonly string[],
): Promise<Record<string, unknown>> {
  const allowed: Record<string, unknown> = { ...request };
  for (const name of ['file', 'folder', 'manifest']) {
    if (typeof request[name] === 'string') allowed[name] = await allowedPath(request[name], roots);
  }
  if (Array.isArray(request.paths)) {
    const paths: string[] = [];
    // One after the other: the first that is refused ends it.
    for (const path of request.paths as string[]) paths.push(await allowedPath(path, roots));
    allowed.paths = paths;
  }
  return allowed;
}

/**
 * The path itself, links resolved, if it lies under a root.
 * @throws GroundglassError `path_not_allowed`, in the same words whether or not there is such a file: nobody learns from it
 *   what lies outside
 */
async function allowedPath(path: string, roots: readonly string[]): Promise<string> {
  const real = await realpath(path).catch(() => null);
  if (real !== null && roots.some((root) => isWithin(real, root))) return real;
  throw new GroundglassError(
    'path_not_allowed',
    `No file ${JSON.stringify(path.slice(0, 200))} may be read for callers of this server.`,
    roots.length === 0
      ? 'This server was started without a root folder: start it with --root DIR, or use the command line.'
      : 'Give the path of an existing file or folder under a folder that the server was started with as --root.',
  );
}

function isWithin(path: string, root: string): boolean {
  const way = relative(root, path);
  return !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way));
}
