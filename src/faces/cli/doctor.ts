import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { libraryFolder } from './open-library.js';
import type { CommonOptions } from './run.js';
import { settings } from './settings.js';

interface Check {
  readonly name: string;
  readonly available: boolean;
  /** What it is, or why it is not there and what to do. */
  readonly why: string;
}

/** Looks at every engine, model and store by using it, and says what is there. Exit 3 where one that is needed is not. */
export async function doctor(options: CommonOptions): Promise<number> {
  const checks: Check[] = [
    await check('pdf: PDFium', async () => {
      await (await import('../../sources/pdf/pdfium.js')).compilePdfium();
      return 'compiles here';
    }),
    await check('pictures: sharp', async () => `libvips ${(await import('sharp')).default.versions.vips}`),
    await check('SVG: resvg', async () => {
      const { Resvg } = await import('@resvg/resvg-js');
      new Resvg('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>').render();
      return 'renders';
    }),
    await check('catalogue: SQLite', async () => {
      const { DatabaseSync } = await import('@photostructure/sqlite');
      const row = new DatabaseSync(':memory:').prepare('SELECT sqlite_version() AS version').get();
      return `SQLite ${String(row?.version)}`;
    }),
    await check('embedding model', async () => {
      const embedder = await (await import('../../models/embedding.js')).openEmbedder(
        settings(libraryFolder(options.library)),
      );
      await embedder.embed(['probe']);
      await embedder.close();
      return `${embedder.id}, ${embedder.dimensions} dimensions`;
    }),
    await check('library', async () => {
      const folder = resolve(libraryFolder(options.library));
      const { Library } = await import('../../library/library.js');
      const library = Library.open(folder);
      try {
        const { documents } = await library.snapshots.current();
        await access(nearestFolder(folder), constants.W_OK);
        return existsSync(folder) ? `${folder}, documents: ${documents.length}` : `${folder} will be made by add`;
      } finally {
        await library.close();
      }
    }),
  ];
  if (options.json) process.stdout.write(`${JSON.stringify({ checks })}\n`);
  else
    for (const { name, available, why } of checks)
      process.stdout.write(`${available ? 'ok     ' : 'missing'} ${name}: ${why}\n`);
  return checks.every(({ available }) => available) ? 0 : 3;
}

/** The folder itself, or the one that is there of those it would be made in. */
const nearestFolder = (folder: string): string => (existsSync(folder) ? folder : nearestFolder(dirname(folder)));

async function check(name: string, use: () => Promise<string>): Promise<Check> {
  try {
    return { name, available: true, why: await use() };
  } catch (error) {
    return { name, available: false, why: error instanceof Error ? error.message : String(error) };
  }
}
