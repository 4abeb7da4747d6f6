import { readFileSync } from 'node:fs';
import * as mupdf from 'mupdf';
import { limitsFrom } from '../src/sources/limits.js';
import { openPdf } from '../src/sources/pdf/open.js';
import type { PagedSource } from '../src/sources/source.js';
import { corpusPdfs, milliseconds, table } from './support.js';

const DPI = 120;
const ROUNDS = 3;

/**
 * Text spans and page pictures of all sound corpus PDFs, ours and mupdf's, in one process and turn by turn. mupdf gives
 * the same facts through its character walk (character, origin, font, size, quad, colour); its JSON has no colour.
 * Each round opens the file anew; the best round counts, so that neither side pays for a cold start.
 */
export async function benchPdf(): Promise<void> {
  const total = { ours: 0, walk: 0, json: 0, oursPng: 0, mupdfPng: 0, pages: 0 };
  for (const path of corpusPdfs()) {
    const bytes = readFileSync(path);
    const rounds: { ours: number; walk: number; json: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({
        ours: await milliseconds(() => readAll(bytes)),
        walk: await milliseconds(() => mupdfText(bytes, 'walk')),
        json: await milliseconds(() => mupdfText(bytes, 'json')),
      });
    }
    const best = (key: 'ours' | 'walk' | 'json') => Math.min(...rounds.map((round) => round[key]));
    total.ours += best('ours');
    total.walk += best('walk');
    total.json += best('json');
    total.oursPng += await milliseconds(() => renderAll(bytes));
    total.mupdfPng += await milliseconds(() => mupdfPng(bytes));
    total.pages += mupdf.Document.openDocument(bytes, 'application/pdf').countPages();
  }
  const ms = (value: number) => value.toFixed(0);
  const ratio = (a: number, b: number) => (a / b).toFixed(2);
  table(`PDF, ${total.pages} pages of all sound corpus files, sums in ms`, [
    ['', 'ours', 'mupdf', 'ratio'],
    [
      'spans (open included), against the character walk',
      ms(total.ours),
      ms(total.walk),
      ratio(total.ours, total.walk),
    ],
    [
      'spans (open included), against asJSON (no colour)',
      ms(total.ours),
      ms(total.json),
      ratio(total.ours, total.json),
    ],
    [`page PNG at ${DPI} DPI`, ms(total.oursPng), ms(total.mupdfPng), ratio(total.oursPng, total.mupdfPng)],
  ]);
}

async function withSource<T>(bytes: Uint8Array, use: (source: PagedSource) => Promise<T>): Promise<T> {
  const source = await openPdf(bytes, limitsFrom());
  try {
    return await use(source);
  } finally {
    await source.close();
  }
}

const readAll = (bytes: Uint8Array) =>
  withSource(bytes, (source) => Promise.all(source.pages.map((_, index) => source.page(index, { graphics: false }))));

/** Four at a time, as a caller with two cores would. */
const renderAll = (bytes: Uint8Array) =>
  withSource(bytes, async (source) => {
    const queue = source.pages.map((_, index) => index);
    const worker = async () => {
      for (let index = queue.shift(); index !== undefined; index = queue.shift()) {
        await source.render(index, { crop: null, dpi: DPI });
      }
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
  });

async function mupdfText(bytes: Uint8Array, how: 'walk' | 'json'): Promise<void> {
  const document = mupdf.Document.openDocument(bytes, 'application/pdf');
  for (let index = 0; index < document.countPages(); index++) {
    const page = document.loadPage(index);
    const text = page.toStructuredText('preserve-whitespace');
    if (how === 'json') JSON.parse(text.asJSON());
    else {
      const characters: unknown[] = [];
      text.walk({
        onChar: (character, origin, font, size, quad, color) =>
          characters.push([character, origin, font.getName(), size, quad, color]),
      });
    }
    text.destroy();
    page.destroy();
  }
  document.destroy();
}

async function mupdfPng(bytes: Uint8Array): Promise<void> {
  const document = mupdf.Document.openDocument(bytes, 'application/pdf');
  const scale = DPI / 72;
  for (let index = 0; index < document.countPages(); index++) {
    const page = document.loadPage(index);
    const pixmap = page.toPixmap([scale, 0, 0, scale, 0, 0], mupdf.ColorSpace.DeviceRGB, false, true);
    pixmap.asPNG();
    pixmap.destroy();
    page.destroy();
  }
  document.destroy();
}
