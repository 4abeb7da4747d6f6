import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import * as mupdf from 'mupdf';
import sharp from 'sharp';
import { limitsFrom } from '../src/sources/limits.js';
import type { PaintedPage } from '../src/sources/painted.js';
import { openPdf } from '../src/sources/pdf/open.js';
import type { PdfSource } from '../src/sources/source.js';
import { rasterSvg } from '../src/sources/svg-raster.js';
import { corpusPdfs, table } from './support.js';

const PAGES_A_FILE = 6;
const DPI = 144;
/** Mean error of a page, 0 to 255, from which on it is listed. */
const LISTED_FROM = 8;

interface Row {
  readonly name: string;
  readonly ours: number;
  readonly mupdf: number;
  readonly raster: number;
  readonly kilobytes: number;
  readonly elements: number;
  readonly error: number;
  readonly mupdfError: number;
  readonly warnings: readonly string[];
}

/**
 * SVG and glyphs of the first pages of all sound corpus PDFs against mupdf producing SVG with text as paths and its
 * structured text, turn by turn; then our SVG, drawn by resvg, against PDFium's raster, beside mupdf's raster.
 */
export async function benchPage(): Promise<void> {
  const rows: Row[] = [];
  let peakBytes = 0;
  for (const path of corpusPdfs()) {
    const bytes = readFileSync(path);
    const source = await openPdf(bytes, limitsFrom());
    const peer = mupdf.Document.openDocument(bytes, 'application/pdf');
    for (let index = 0; index < Math.min(PAGES_A_FILE, source.pages.length); index++) {
      rows.push(await measure(source, peer, index, `${basename(path, '.pdf')} p${index + 1}`));
      peakBytes = Math.max(peakBytes, process.memoryUsage().rss);
    }
    peer.destroy();
    await source.close();
  }
  report(rows, peakBytes);
}

async function measure(source: PdfSource, peer: mupdf.Document, index: number, name: string): Promise<Row> {
  const started = performance.now();
  const page = await source.painted(index);
  const ours = performance.now() - started;
  const theirs = mupdfPage(peer, index);
  const drawn = performance.now();
  const mine = await rasterSvg(page.svg, limitsFrom({ GROUNDGLASS_MAX_PIXELS: '40000000' }), { scale: DPI / 72 });
  const raster = performance.now() - drawn;
  const picture = await source.render(index, { crop: null, dpi: DPI });
  const truth = await sharp(picture.bytes).removeAlpha().raw().toBuffer();
  const resized = (raw: Uint8Array, width: number, height: number, channels: 3 | 4) =>
    sharp(raw, { raw: { width, height, channels } })
      .removeAlpha()
      .resize(picture.widthPx, picture.heightPx, { fit: 'fill' })
      .raw()
      .toBuffer();
  const other = mupdfRaster(peer, index);
  return {
    name,
    ours,
    mupdf: theirs,
    raster,
    kilobytes: page.svg.length / 1024,
    elements: page.elements.length,
    error: meanError(await resized(mine.pixels, mine.width, mine.height, 4), truth),
    mupdfError: meanError(await resized(other.pixels, other.width, other.height, 3), truth),
    warnings: reasons(page),
  };
}

const reasons = (page: PaintedPage): string[] => page.warnings.map(({ message }) => message);

function mupdfPage(document: mupdf.Document, index: number): number {
  const started = performance.now();
  const page = document.loadPage(index);
  const buffer = new mupdf.Buffer();
  const writer = new mupdf.DocumentWriter(buffer, 'svg', 'text=path');
  const device = writer.beginPage(page.getBounds());
  page.run(device, mupdf.Matrix.identity);
  writer.endPage();
  writer.close();
  const svg = buffer.asString();
  const characters: unknown[] = [];
  const text = page.toStructuredText('preserve-whitespace');
  text.walk({
    onChar: (character, origin, font, size, quad, color) =>
      characters.push([character, origin, font.getName(), size, quad, color]),
  });
  const took = performance.now() - started;
  if (svg.length === 0) throw new Error('mupdf wrote no SVG');
  for (const thing of [text, buffer, page]) thing.destroy();
  return took;
}

function mupdfRaster(document: mupdf.Document, index: number) {
  const page = document.loadPage(index);
  const scale = DPI / 72;
  const pixmap = page.toPixmap([scale, 0, 0, scale, 0, 0], mupdf.ColorSpace.DeviceRGB, false, true);
  const [width, height, stride] = [pixmap.getWidth(), pixmap.getHeight(), pixmap.getStride()];
  const padded = pixmap.getPixels();
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) pixels.set(padded.subarray(y * stride, y * stride + width * 3), y * width * 3);
  pixmap.destroy();
  page.destroy();
  return { pixels, width, height };
}

function meanError(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < b.length; i++) sum += Math.abs((a[i] as number) - (b[i] as number));
  return sum / b.length;
}

function report(rows: readonly Row[], peakBytes: number): void {
  const sum = (key: 'ours' | 'mupdf' | 'raster') => rows.reduce((total, row) => total + row[key], 0);
  const sorted = (key: 'ours' | 'error' | 'mupdfError') => rows.map((row) => row[key]).sort((a, b) => a - b);
  const at = (values: number[], share: number) =>
    values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
  const ms = (value: number) => value.toFixed(0);
  const slowest = rows.reduce((a, b) => (b.ours > a.ours ? b : a));
  table(`page SVG and glyphs, ${rows.length} pages, first ${PAGES_A_FILE} of each sound corpus file`, [
    ['', 'ours', 'mupdf', 'ratio', 'aim'],
    ['sum, ms', ms(sum('ours')), ms(sum('mupdf')), (sum('ours') / sum('mupdf')).toFixed(2), '≤ 3.5'],
    ['median page, ms', ms(at(sorted('ours'), 0.5)), '', '', ''],
    [`worst page, ms (${slowest.name})`, ms(slowest.ours), ms(slowest.mupdf), '', '≤ 5000'],
    ['drawn by resvg at 144 DPI, sum, ms', ms(sum('raster')), '', '', ''],
    ['peak memory of the process, MB', ms(peakBytes / 2 ** 20), '', '', '≤ 1200'],
  ]);
  const [mine, theirs] = [sorted('error'), sorted('mupdfError')];
  table(`mean error against PDFium’s raster at ${DPI} DPI, 0 to 255`, [
    ['', 'our SVG by resvg', 'mupdf’s raster', 'ratio', 'aim'],
    [
      'median',
      at(mine, 0.5).toFixed(2),
      at(theirs, 0.5).toFixed(2),
      (at(mine, 0.5) / at(theirs, 0.5)).toFixed(2),
      '≤ 1.3',
    ],
    ['p90', at(mine, 0.9).toFixed(2), at(theirs, 0.9).toFixed(2), '', '≤ 6'],
    ['worst', at(mine, 1).toFixed(2), at(theirs, 1).toFixed(2), '', ''],
  ]);
  const listed = rows.filter((row) => row.error > LISTED_FROM);
  table(`pages beyond ${LISTED_FROM}`, [
    ['page', 'ours', 'mupdf', 'warnings'],
    ...listed.map((row) => [row.name, row.error.toFixed(2), row.mupdfError.toFixed(2), row.warnings.join('; ')]),
  ]);
  if (process.env.BENCH_PAGES === undefined) return;
  table('all pages, worst first', [
    ['page', 'error', 'mupdf', 'ms', 'mupdf ms', 'resvg ms', 'KB', 'elements'],
    ...[...rows]
      .sort((a, b) => b.error - a.error)
      .map((row) => [
        row.name,
        row.error.toFixed(2),
        row.mupdfError.toFixed(2),
        ms(row.ours),
        ms(row.mupdf),
        ms(row.raster),
        ms(row.kilobytes),
        String(row.elements),
      ]),
  ]);
}
