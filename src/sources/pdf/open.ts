import { type PageBox, pageBox } from '../../evidence/boxes.js';
import { GroundglassError } from '../../evidence/errors.js';
import { LOOK_INSTEAD } from '../engine-thread.js';
import type { Limits } from '../limits.js';
import type { PaintedElement } from '../painted.js';
import { checkBytes, checkPixels, encodePng } from '../picture-budget.js';
import type {
  OpenOptions,
  PageContent,
  PageInfo,
  PdfSource,
  Picture,
  RenderRequest,
  SourceWarning,
} from '../source.js';
import type { OpenedPdf, PageFacts, RasterRequest } from './document.js';
import { PDFIUM, PDFJS } from './engines.js';
import { patched } from './paint/patches.js';
import type { PaintCalls } from './paint/worker.js';
import { spansFrom } from './span-columns.js';
import type { PdfThreads } from './threads.js';
import { checkTried } from './tried-budget.js';
import type { PdfCalls } from './worker.js';

/** How much smaller the next suggestion is where one does not fit: pixels miss by a rounded row, bytes by much more. */
const PIXELS_STEP = 1.02;
const BYTES_STEP = 1.4;

/**
 * Opens a PDF. Pages are read in engine threads that start on demand and are ended when a page takes too long.
 * @throws GroundglassError `password_needed`, `content_encrypted`, `file_damaged`, `no_pages`, `too_many_pages`,
 *   `too_slow`, `out_of_memory`
 */
export async function openPdf(bytes: Uint8Array, limits: Limits, options: OpenOptions = {}): Promise<PdfSource> {
  // Shared memory: threads read the file without a copy each on this side of the engine.
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  const file = { bytes: shared, password: options.password ?? '', limits };
  const threads = PDFIUM.threadsFor(file);
  try {
    const described = await threads.call('describe', [], { what: 'Opening the PDF', instead: 'Split the file' });
    const opened = JSON.parse(described.description) as OpenedPdf;
    const { layers } = described;
    const { userUnits, warnings } = described.userUnits ? await readUnits(threads) : NO_UNITS;
    const facts = (index: number): PageFacts => ({ userUnit: userUnits.get(index) ?? 1, layers });
    const pages = opened.pages.map((page, index) => inPoints(page, facts(index).userUnit));
    return pagedSource(
      { ...opened, pages, warnings: [...opened.warnings, ...warnings] },
      facts,
      threads,
      PDFJS.threadsFor(file),
      limits,
    );
  } catch (error) {
    await threads.close();
    throw error;
  }
}

interface UserUnits {
  readonly userUnits: ReadonlyMap<number, number>;
  readonly warnings: readonly SourceWarning[];
}

const NO_UNITS: UserUnits = { userUnits: new Map(), warnings: [] };

/** What PDFium does not tell. A file in which the second parser fails is read without. */
async function readUnits(threads: PdfThreads<PdfCalls>): Promise<UserUnits> {
  try {
    return {
      userUnits: await threads.call('userUnits', [], { what: 'Looking for /UserUnit', instead: 'Split the file' }),
      warnings: [],
    };
  } catch (error) {
    if (!(error instanceof GroundglassError)) throw error;
    const message = `Whether pages use another unit than 1/72 inch could not be found out (${error.code}): sizes may be off by a factor.`;
    return { ...NO_UNITS, warnings: [{ code: 'user_unit_unknown', message, page_index: null }] };
  }
}

function inPoints({ width, height, label }: PageInfo, userUnit: number): PageInfo {
  return { width: round3(width * userUnit), height: round3(height * userUnit), label };
}

/** Sizes are 32-bit floats in the engine: more digits than these are noise. */
const round3 = (value: number): number => Math.round(value * 1000) / 1000;

function pagedSource(
  opened: OpenedPdf,
  facts: (index: number) => PageFacts,
  threads: PdfThreads<PdfCalls>,
  painters: PdfThreads<PaintCalls>,
  limits: Limits,
): PdfSource {
  const infoOf = (index: number) => opened.pages[index] as PageInfo;
  const task = (doing: string, index: number, end = '') => ({
    what: `${doing} page ${index + 1}${end}`,
    instead: LOOK_INSTEAD,
  });
  const raster = (index: number, request: RasterRequest) =>
    threads.call('raster', [index, request], {
      ...task('Rendering', index),
      instead: 'Ask for a smaller crop or DPI',
    });
  return {
    kind: 'pdf',
    ...opened,
    async page(index, { graphics = true } = {}): Promise<PageContent> {
      const args = [index, infoOf(index), facts(index), graphics] as const;
      const { spans, rest } = await threads.call('content', [...args], task('Reading', index));
      return { ...(JSON.parse(rest) as Omit<PageContent, 'spans'>), spans: spansFrom(spans) };
    },
    witness: (index: number) => threads.call('witness', [index, facts(index)], task('Measuring', index)),
    async render(index: number, { crop, dpi }: RenderRequest): Promise<Picture> {
      const { width, height } = infoOf(index);
      const page = pageBox(0, 0, width, height);
      const budget = { crop, dpi, pageWidth: width, pageHeight: height };
      const few = (part: PageBox | null, at: number): boolean => {
        const { widthPx, heightPx } = pixelSize(part ?? page, at);
        return widthPx * heightPx <= limits.maxPixels;
      };
      const draw = async (part: PageBox, at: number) => {
        const size = pixelSize(part, at);
        const request = { part, page, dpi: at, ...size };
        const { rgb, limitations } = await raster(index, request);
        const bytes = await encodePng(rgb, size.widthPx, size.heightPx, 3);
        return { bytes, mediaType: 'image/png', ...size, generated: true, limitations };
      };
      const { widthPx, heightPx } = pixelSize(crop ?? page, dpi);
      await checkTried((factor) => checkPixels(widthPx * factor, heightPx, budget, limits), PIXELS_STEP, budget, few);
      const picture = await draw(crop ?? page, dpi);
      await checkTried(
        (factor) => checkBytes(picture.bytes.length * factor, budget, limits),
        BYTES_STEP,
        budget,
        async (part, at) => few(part, at) && (await draw(part ?? page, at)).bytes.length <= limits.maxPictureBytes,
      );
      return picture;
    },
    async pixels(index: number, dpi: number) {
      const { width, height } = infoOf(index);
      const page = pageBox(0, 0, width, height);
      const size = pixelSize(page, dpi);
      const { rgb } = await raster(index, { part: page, page, dpi, ...size });
      return { rgb, ...size };
    },
    async painted(index: number) {
      const page = await painters.call('page', [index, infoOf(index)], task('Writing', index, ' as SVG'));
      const elements = JSON.parse(page.elements) as PaintedElement[];
      const { width, height } = infoOf(index);
      return patched({ ...page, elements }, infoOf(index), async (part, dpi) => {
        const request = { part, page: pageBox(0, 0, width, height), dpi, ...pixelSize(part, dpi) };
        return { ...request, ...(await raster(index, request)) };
      });
    },
    async close() {
      await Promise.all([threads.close(), painters.close()]);
    },
  };
}

function pixelSize(part: PageBox, dpi: number): { widthPx: number; heightPx: number } {
  const pixels = (length: number): number => Math.max(1, Math.round((length * dpi) / 72));
  return { widthPx: pixels(part[2] - part[0]), heightPx: pixels(part[3] - part[1]) };
}
