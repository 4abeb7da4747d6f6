import { readFileSync } from 'node:fs';
import * as mupdf from 'mupdf';
import { pageBox } from '../src/evidence/boxes.js';
import { limitsFrom } from '../src/sources/limits.js';
import { openPdf } from '../src/sources/pdf/open.js';
import { toPageSpace } from '../src/sources/pdf/page-space.js';
import { compilePdfium, Pdfium } from '../src/sources/pdf/pdfium.js';
import { readSpans } from '../src/sources/pdf/spans.js';
import type { PagedSource } from '../src/sources/source.js';
import { corpusPdfs, milliseconds, table } from './support.js';

const DPI = 120;
/** Each goes through all files, so that by the second both sides, and all threads of ours, have warmed up alike. */
const ROUNDS = 5;

/**
 * Text spans and page pictures of all sound corpus PDFs, ours and mupdf's, in one process and turn by turn. mupdf gives
 * the same facts through its character walk (character, origin, font, size, quad, colour); its JSON has no colour.
 * Each round opens every file anew; the best round of a file counts, so that neither side pays for a cold start.
 */
export async function benchPdf(): Promise<void> {
  const total = { ours: 0, plain: 0, walk: 0, json: 0, oursPng: 0, mupdfPng: 0, pages: 0 };
  const engine = await Pdfium.start(await compilePdfium());
  const files = corpusPdfs().map((path) => ({ bytes: readFileSync(path), rounds: [] as Round[] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { bytes, rounds } of files) {
      rounds.push({
        ours: await milliseconds(() => readAll(bytes)),
        plain: await milliseconds(() => plainSpans(engine, bytes)),
        walk: await milliseconds(() => mupdfText(bytes, 'walk')),
        json: await milliseconds(() => mupdfText(bytes, 'json')),
      });
    }
  }
  for (const { bytes, rounds } of files) {
    for (const key of ['ours', 'plain', 'walk', 'json'] as const) {
      total[key] += Math.min(...rounds.map((round) => round[key]));
    }
    total.oursPng += await milliseconds(() => renderAll(bytes));
    total.mupdfPng += await milliseconds(() => mupdfPng(bytes));
    total.pages += mupdf.Document.openDocument(bytes, 'application/pdf').countPages();
  }
  const ms = (value: number) => value.toFixed(0);
  const ratio = (a: number, b: number) => (a / b).toFixed(2);
  table(`PDF, ${total.pages} pages of all sound corpus files, sums in ms`, [
    ['', 'ours', 'mupdf', 'ratio'],
    [
      'spans as the library reads them: two threads, hidden text told apart; against the walk',
      ms(total.ours),
      ms(total.walk),
      ratio(total.ours, total.walk),
    ],
    ['the same against asJSON, which has no colour', ms(total.ours), ms(total.json), ratio(total.ours, total.json)],
    [
      'spans alone, one thread, as mupdf gives them: hidden text not told apart; against the walk',
      ms(total.plain),
      ms(total.walk),
      ratio(total.plain, total.walk),
    ],
    [`page PNG at ${DPI} DPI`, ms(total.oursPng), ms(total.mupdfPng), ratio(total.oursPng, total.mupdfPng)],
  ]);
}

interface Round {
  readonly ours: number;
  readonly plain: number;
  readonly walk: number;
  readonly json: number;
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

/** What mupdf's walk gives, and no more: text with font, size, colour and direction, on this thread. */
function plainSpans(engine: Pdfium, bytes: Uint8Array): void {
  const { fn } = engine;
  const pointer = engine.store(bytes);
  const document = engine.withCString('', (password) => fn.FPDF_LoadMemDocument(pointer, bytes.length, password));
  const pages = fn.FPDF_GetPageCount(document);
  for (let index = 0; index < pages; index++) {
    const page = fn.FPDF_LoadPage(document, index);
    const text = fn.FPDFText_LoadPage(page);
    const [right, top] = [fn.FPDF_GetPageWidthF(page), fn.FPDF_GetPageHeightF(page)];
    const toPage = toPageSpace({ left: 0, bottom: 0, right, top, quarterTurns: 0, userUnit: 1 });
    const area = pageBox(0, 0, right, top);
    readSpans(engine, text, fn.FPDFText_CountChars(text), { toPage, page: area, hidden: new Set() });
    fn.FPDFText_ClosePage(text);
    fn.FPDF_ClosePage(page);
  }
  fn.FPDF_CloseDocument(document);
  fn.free(pointer);
}

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
