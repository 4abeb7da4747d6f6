import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { GroundglassError, toGroundglassError } from '../../evidence/errors.js';
import { exitCodeOf } from './exit-codes.js';
import { libraryFolder } from './open-library.js';
import type { CommonOptions } from './run.js';
import { settings } from './settings.js';

interface Check {
  readonly name: string;
  readonly available: boolean;
  /** What it is, or why it is not there and what to do. */
  readonly why: string;
}

/**
 * Looks at every engine, model and store by using it, and says what is there. Exits as an error of the first that is not
 * would: 3 where it is missing, 4 where the library is damaged.
 */
export async function doctor(options: CommonOptions): Promise<number> {
  const folder = resolve(libraryFolder(options.library));
  let exitCode = 0;
  const check = async (name: string, use: () => Promise<string>): Promise<Check> => {
    try {
      return { name, available: true, why: await use() };
    } catch (thrown) {
      const error = toGroundglassError(thrown);
      exitCode ||= exitCodeOf(error.class === 'internal' ? 'missing_dependency' : error.class);
      return { name, available: false, why: `${error.message} ${error.nextStep}` };
    }
  };
  /** What people may add; that it is not there is no fault. */
  const optional = async (name: string, use: () => Promise<string>): Promise<Check> => {
    const before = exitCode;
    const checked = await check(name, use);
    exitCode = before;
    return checked;
  };
  const report = {
    engines: [
      await check('PDFium', async () => {
        await (await import('../../sources/pdf/pdfium.js')).compilePdfium();
        return 'reads and renders PDF';
      }),
      await check(
        'sharp',
        async () => `libvips ${(await import('sharp')).default.versions.vips}, reads and writes pictures`,
      ),
      await check('resvg', async () => {
        const { Resvg } = await import('@resvg/resvg-js');
        new Resvg('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>').render();
        return 'renders SVG';
      }),
    ],
    optional: [await optional('LibreDWG', readsDwg)],
    models: [
      await check('embedding', async () => {
        const embedder = await (await import('../../models/embedding.js')).openEmbedder(settings(folder));
        await embedder.embed(['probe']);
        await embedder.close();
        return `${embedder.id}, ${embedder.dimensions} dimensions`;
      }),
    ],
    stores: [
      await check('SQLite', async () => {
        const { DatabaseSync } = await import('@photostructure/sqlite');
        const row = new DatabaseSync(':memory:').prepare('SELECT sqlite_version() AS version').get();
        return `${String(row?.version)}, holds the catalogue and the word index`;
      }),
      await check('usearch', async () => {
        const { packVectors, VectorIndex } = await import('../../retrieval/vector-index.js');
        const one = Float32Array.of(1, 0);
        new VectorIndex([{ document: 'probe', rows: packVectors([one], 2) }], 2).search(one, null, 1);
        return 'searches vectors';
      }),
      await check('library', async () => {
        const { Library } = await import('../../library/library.js');
        const library = Library.open(folder, { environment: settings(folder) });
        try {
          const { documents } = await library.snapshots.current();
          await access(nearestFolder(folder), constants.W_OK).catch((cause: NodeJS.ErrnoException) => {
            const nextStep = 'Check its permissions, or name another folder with --library.';
            throw new GroundglassError(
              'file_not_readable',
              `${folder} can't be written (${cause.code}).`,
              nextStep,
              {},
              { cause },
            );
          });
          return existsSync(folder) ? `${folder}, documents: ${documents.length}` : `${folder} will be made by add`;
        } finally {
          await library.close();
        }
      }),
    ],
  };
  if (options.json) process.stdout.write(`${JSON.stringify(report)}\n`);
  else
    for (const { name, available, why } of Object.values(report).flat())
      process.stdout.write(`${available ? 'ok     ' : 'missing'} ${name}: ${why}\n`);
  return exitCode;
}

async function readsDwg(): Promise<string> {
  await (await import('../../sources/cad/libredwg.js')).loadLibreDwg();
  return 'reads DWG drawings';
}

/** The folder itself, or the one that is there of those it would be made in. */
const nearestFolder = (folder: string): string => (existsSync(folder) ? folder : nearestFolder(dirname(folder)));
