import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { add } from '../../src/library/add.js';
import { Library, type LibraryOptions } from '../../src/library/library.js';
import { epub, oneChapter } from '../fixtures/epub.js';

/** The real files, beside the project; null where this machine has none. */
const corpusFolder = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));
export const CORPUS = existsSync(corpusFolder) ? corpusFolder : null;
if (CORPUS === null) process.stderr.write(`Skipped: real files are not at ${corpusFolder}\n`);

export interface TestLibrary {
  readonly library: Library;
  /** Folder of the two files, beside the library itself. */
  readonly files: string;
  /** Page 1 bears text and noise that no compression makes small; page 2 a sentence. */
  readonly pdf: string;
  /** One chapter with `pics/dot.png`. */
  readonly epub: string;
  readonly close: () => Promise<void>;
}

/** A library of two small files made here. */
export async function makeLibrary(options: LibraryOptions = {}): Promise<TestLibrary> {
  const folder = mkdtempSync(join(tmpdir(), 'groundglass-faces-'));
  writeFileSync(join(folder, 'pages.pdf'), await noisyPdf());
  writeFileSync(join(folder, 'book.epub'), await smallEpub());
  const library = Library.open(join(folder, 'library'), { create: true, environment: {}, ...options });
  const { documents, failed } = await add(library, { paths: [join(folder, 'pages.pdf'), join(folder, 'book.epub')] });
  if (failed.length > 0) throw new Error(`The test's own files were refused: ${JSON.stringify(failed)}`);
  return {
    library,
    files: folder,
    pdf: documents[0]?.document as string,
    epub: documents[1]?.document as string,
    close: async () => {
      await library.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function noisyPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const side = 700;
  const noise = sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } });
  const picture = await document.embedPng(await noise.png().toBuffer());
  const first = document.addPage([600, 800]);
  first.drawText('The turbine efficiency is shown in Figure 3.', { x: 50, y: 750, size: 12, font });
  first.drawImage(picture, { x: 50, y: 150, width: 500, height: 550 });
  first.drawText('Figure 3. Efficiency of the turbine by load.', { x: 50, y: 120, size: 12, font });
  const second = document.addPage([600, 800]);
  second.drawText('Maintenance is due every spring.', { x: 50, y: 750, size: 12, font });
  return document.save();
}

async function smallEpub(): Promise<Uint8Array> {
  const dot = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c03020' } })
    .png()
    .toBuffer();
  return epub(
    oneChapter('<h1>Lighthouses</h1><p>The lamp is drawn below.</p><img src="pics/dot.png" alt="A lamp"/>', {
      'pics/dot.png': dot,
    }),
  );
}
