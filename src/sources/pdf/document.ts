import { type PageBox, pageBox } from '../../evidence/boxes.js';
import { GroundglassError } from '../../evidence/errors.js';
import type { OutlineEntry, PageContent, PageInfo, SourceWarning, Span } from '../source.js';
import type { WitnessedPage } from '../witnessed.js';
import { seenInCopy } from './duplicates.js';
import { openError, outOfMemory } from './engine-errors.js';
import { flatten, hasTextToFlatten } from './flattened.js';
import { pageGraphics } from './graphics.js';
import { readOutline } from './outline.js';
import { pageObjects, type WalkedPage } from './page-objects.js';
import { type PageGeometry, pageSize, toPageSpace } from './page-space.js';
import type { Pdfium } from './pdfium.js';
import { readSpans } from './spans.js';
import type { PdfFile } from './threads.js';
import { undrawnFonts, undrawnImages } from './undrawn.js';
import { hiddenText } from './visibility.js';
import { witnessPage } from './witness.js';

/** FPDF_RenderPageBitmap flags: draw annotations, and deliver RGB instead of BGR. */
const RENDER_ANNOTATIONS = 0x01;
const RENDER_RGB_ORDER = 0x10;
/** FPDFBitmap_BGR: three bytes a pixel; rows are padded to four bytes. */
const BITMAP_THREE_BYTES = 2;
const PAGE_SIZE_FALLBACK = { width: 612, height: 792 };
/** Units; larger than any page that a viewer opens. */
const BEYOND_ALL_PAGES = 1e9;
const NO_OBJECTS: WalkedPage = { objects: [], complete: true };
/** Characters read of one page; a page of a printed dictionary has 15,000. */
const MAX_CHARS = 500_000;

export interface OpenedPdf {
  readonly title: string | null;
  readonly pages: readonly PageInfo[];
  readonly outline: readonly OutlineEntry[];
  readonly warnings: readonly SourceWarning[];
}

/** What a reader of one page must be told, because PDFium does not tell it. */
export interface PageFacts {
  /** Size of a user-space unit in 1/72 inch. */
  readonly userUnit: number;
  /** Whether the document has optional content (layers). */
  readonly layers: boolean;
}

export interface RasterRequest {
  /** The part to render and the whole page, page space in pt. */
  readonly part: PageBox;
  readonly page: PageBox;
  readonly dpi: number;
  /** Size of the rendering: that of `part` at `dpi`. */
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface RawPicture {
  /** Three bytes a pixel, red first, rows from the top without padding. */
  readonly rgb: Uint8Array<ArrayBuffer>;
  readonly limitations: readonly string[];
}

/** An open PDF inside one engine. Everything here is synchronous and runs in the engine's thread. */
export class PdfDocument {
  private readonly form: number;

  private readonly formInfo: number;

  private constructor(
    private readonly pdfium: Pdfium,
    /** Where the file's bytes lie in engine memory: PDFium reads from them as long as the document is open. */
    private readonly bytes: number,
    private readonly file: { readonly length: number; readonly password: string },
    private readonly document: number,
  ) {
    // Form fields are painted by the form-fill module, not by the page: without it a filled form looks empty.
    this.formInfo = pdfium.fn.PDFiumExt_OpenFormFillInfo();
    this.form = this.formInfo === 0 ? 0 : pdfium.fn.PDFiumExt_InitFormFillEnvironment(document, this.formInfo);
    if (this.form !== 0) pdfium.fn.FPDF_SetFormFieldHighlightAlpha(this.form, 0);
  }

  /** @throws GroundglassError `password_needed`, `file_damaged`, `no_pages`, `too_many_pages`, `out_of_memory` */
  static open(pdfium: Pdfium, { bytes, password, limits }: PdfFile): PdfDocument {
    const pointer = pdfium.store(bytes);
    if (pointer === 0) throw outOfMemory('opening the file');
    const document = pdfium.withCString(password, (cPassword) =>
      pdfium.fn.FPDF_LoadMemDocument(pointer, bytes.length, cPassword),
    );
    if (document === 0) {
      const code = pdfium.fn.FPDF_GetLastError();
      pdfium.fn.free(pointer);
      throw openError(code, password !== '');
    }
    const pages = pdfium.fn.FPDF_GetPageCount(document);
    if (pages <= 0) {
      throw new GroundglassError(
        'no_pages',
        'The PDF has no pages.',
        'Check the file in a viewer; nothing can be read from it.',
      );
    }
    if (pages > limits.maxPages) {
      throw new GroundglassError(
        'too_many_pages',
        `The PDF has ${pages} pages; the limit is ${limits.maxPages}.`,
        'Split the file, or raise GROUNDGLASS_MAX_PAGES.',
        { pages, limit: limits.maxPages },
      );
    }
    return new PdfDocument(pdfium, pointer, { length: bytes.length, password }, document);
  }

  /** Frees the document; the engine is ready for another. */
  close(): void {
    const { fn } = this.pdfium;
    if (this.form !== 0) fn.PDFiumExt_ExitFormFillEnvironment(this.form);
    if (this.formInfo !== 0) fn.PDFiumExt_CloseFormFillInfo(this.formInfo);
    fn.FPDF_CloseDocument(this.document);
    fn.free(this.bytes);
  }

  /** Sizes are in user-space units: what a unit is worth, PDFium does not tell. */
  describe(): OpenedPdf {
    const { fn } = this.pdfium;
    const warnings: SourceWarning[] = [];
    const count = fn.FPDF_GetPageCount(this.document);
    if (!fn.FPDF_DocumentHasValidCrossReferenceTable(this.document)) {
      warnings.push({
        code: 'repaired',
        message: 'The file is damaged: its object table was rebuilt, so that parts may be missing.',
        page_index: null,
      });
    }
    const pages: PageInfo[] = [];
    for (let index = 0; index < count; index++) {
      const label = this.pdfium.utf16((buffer, capacity) =>
        fn.FPDF_GetPageLabel(this.document, index, buffer, capacity),
      );
      pages.push({ ...this.sizeOf(index, warnings), label: label === '' ? null : label });
    }
    const title = this.pdfium
      .withCString('Title', (tag) =>
        this.pdfium.utf16((buffer, capacity) => fn.FPDF_GetMetaText(this.document, tag, buffer, capacity)),
      )
      .trim();
    return { title: title === '' ? null : title, pages, outline: readOutline(this.pdfium, this.document), warnings };
  }

  /** Text and, where asked for, graphics of one page. `info` is passed on as it is. */
  content(index: number, info: PageInfo, { userUnit, layers }: PageFacts, withGraphics: boolean): PageContent {
    return this.withPage(index, userUnit, (page, geometry) => {
      const { fn } = this.pdfium;
      const toPage = toPageSpace(geometry);
      const area = areaOfPage(geometry);
      const warnings: SourceWarning[] = [];
      const warn = (code: string, message: string): void => {
        warnings.push({ code, message, page_index: index });
      };
      const textPage = fn.FPDFText_LoadPage(page);
      const chars = textPage === 0 ? 0 : fn.FPDFText_CountChars(textPage);
      // What lies over and under text is asked for where there is text; a drawing without any is not walked for nothing.
      const walk = chars > 0 || withGraphics;
      const { objects, complete } = walk ? pageObjects(this.pdfium, page, toPage) : NO_OBJECTS;
      if (!complete)
        warn(
          'objects_skipped',
          `The page paints more than ${objects.length} objects; the rest is not listed, and its text counts as visible.`,
        );
      for (const message of undrawnImages(this.pdfium, objects)) warn('image_too_large', message);
      if (chars > MAX_CHARS) {
        warn('text_truncated', `The page has ${chars} characters; the first ${MAX_CHARS} are read.`);
      }
      let spans: Span[] = [];
      if (chars > 0) {
        const { hidden, untested } = hiddenText(this.pdfium, { page, objects, area, toPage, layers });
        if (untested > 0) {
          warn(
            'visibility_unchecked',
            `${untested} text objects overlap others too often to tell which are visible; they are kept.`,
          );
        }
        const read = Math.min(chars, MAX_CHARS);
        const seen = seenInCopy(this.pdfium, textPage, read, objects, hidden, area);
        const unseen = new Set([...hidden].filter((object) => !seen.has(object)));
        spans = readSpans(this.pdfium, textPage, read, { toPage, page: area, hidden: unseen });
        for (const message of undrawnFonts(this.pdfium, textPage, read, objects)) warn('font_missing', message);
      }
      if (textPage !== 0) fn.FPDFText_ClosePage(textPage);
      return { info, spans, graphics: withGraphics ? pageGraphics(objects, area) : [], warnings };
    });
  }

  /** What the engine and its pixels say of a page's text. */
  witness(index: number, { userUnit }: PageFacts): WitnessedPage {
    const { fn } = this.pdfium;
    return this.withPage(index, userUnit, (page, geometry) => {
      const context = { form: this.form, area: areaOfPage(geometry), toPage: toPageSpace(geometry) };
      const flattened = hasTextToFlatten(this.pdfium, page) ? this.flattenedCopy(index) : null;
      if (flattened === null) return witnessPage(this.pdfium, { page, ...context });
      try {
        return witnessPage(this.pdfium, { ...context, page: flattened.page, form: 0 });
      } finally {
        fn.FPDF_ClosePage(flattened.page);
        fn.FPDF_CloseDocument(flattened.document);
      }
    });
  }

  /** A page with its annotations as part of its content, in a copy of the document, which leaves the open one as it is. */
  private flattenedCopy(index: number): { document: number; page: number } | null {
    const { fn } = this.pdfium;
    const document = this.pdfium.withCString(this.file.password, (password) =>
      fn.FPDF_LoadMemDocument(this.bytes, this.file.length, password),
    );
    if (document === 0) return null;
    const page = this.loadPage(index, document);
    const isFlat = page !== 0 && flatten(this.pdfium, page);
    if (page !== 0) fn.FPDF_ClosePage(page);
    const flat = isFlat ? fn.FPDF_LoadPage(document, index) : 0;
    if (flat !== 0) return { document, page: flat };
    fn.FPDF_CloseDocument(document);
    return null;
  }

  /**
   * Renders a part of a page on white, with annotations and form fields. The size was checked by the caller.
   * @throws GroundglassError `out_of_memory`, `file_damaged`
   */
  raster(index: number, { part, page: area, dpi, widthPx, heightPx }: RasterRequest): RawPicture {
    return this.withPage(index, 1, (page, geometry) => {
      const { fn } = this.pdfium;
      const pixels = (length: number): number => Math.round((length * dpi) / 72);
      const bitmap = fn.FPDFBitmap_CreateEx(widthPx, heightPx, BITMAP_THREE_BYTES, 0, 0);
      if (bitmap === 0) throw outOfMemory(`a picture of ${widthPx} × ${heightPx} pixels`);
      fn.FPDFBitmap_FillRect(bitmap, 0, 0, widthPx, heightPx, 0xffffffff);
      const place = [
        -pixels(part[0]),
        -pixels(part[1]),
        Math.max(1, pixels(area[2])),
        Math.max(1, pixels(area[3])),
        0,
        RENDER_ANNOTATIONS | RENDER_RGB_ORDER,
      ];
      fn.FPDF_RenderPageBitmap(bitmap, page, ...place);
      if (this.form !== 0) fn.FPDF_FFLDraw(this.form, bitmap, page, ...place);
      const stride = fn.FPDFBitmap_GetStride(bitmap);
      const padded = this.pdfium.bytes(fn.FPDFBitmap_GetBuffer(bitmap), stride * heightPx);
      const rowBytes = widthPx * 3;
      const rgb = new Uint8Array(rowBytes * heightPx);
      for (let y = 0; y < heightPx; y++) rgb.set(padded.subarray(y * stride, y * stride + rowBytes), y * rowBytes);
      fn.FPDFBitmap_Destroy(bitmap);
      return { rgb, limitations: this.limitations(page, geometry) };
    });
  }

  /** What a rendering of the page does not show. */
  private limitations(page: number, geometry: PageGeometry): string[] {
    const { fn } = this.pdfium;
    const { objects } = pageObjects(this.pdfium, page, toPageSpace(geometry));
    const limitations = undrawnImages(this.pdfium, objects);
    if (!objects.some(({ kind }) => kind === 'text')) return limitations;
    const textPage = fn.FPDFText_LoadPage(page);
    if (textPage === 0) return limitations;
    const chars = Math.min(fn.FPDFText_CountChars(textPage), MAX_CHARS);
    const fonts = undrawnFonts(this.pdfium, textPage, chars, objects);
    fn.FPDFText_ClosePage(textPage);
    return [...limitations, ...fonts];
  }

  private withPage<T>(index: number, userUnit: number, use: (page: number, geometry: PageGeometry) => T): T {
    const { fn } = this.pdfium;
    const page = this.loadPage(index);
    if (page === 0) {
      throw new GroundglassError(
        'file_damaged',
        `Page ${index + 1} is damaged and can't be opened.`,
        'Other pages may be sound; re-export the file, or ask for another page.',
        { page_index: index },
      );
    }
    try {
      if (this.form !== 0) fn.FORM_OnAfterLoadPage(page, this.form);
      return use(page, this.geometry(page, userUnit));
    } finally {
      if (this.form !== 0) fn.FORM_OnBeforeClosePage(page, this.form);
      fn.FPDF_ClosePage(page);
    }
  }

  /** 0 for a page that can't be loaded. One whose CropBox lies off its MediaBox, and so shows nothing, loses the crop. */
  private loadPage(index: number, document = this.document): number {
    const { fn } = this.pdfium;
    const page = fn.FPDF_LoadPage(document, index);
    if (page === 0) return 0;
    const { width, height } = pageSize(this.geometry(page, 1));
    if (width > 0 && height > 0) return page;
    // The visible box is the part of the CropBox inside the MediaBox: one larger than all leaves the MediaBox.
    fn.FPDFPage_SetCropBox(page, -BEYOND_ALL_PAGES, -BEYOND_ALL_PAGES, BEYOND_ALL_PAGES, BEYOND_ALL_PAGES);
    fn.FPDF_ClosePage(page);
    return fn.FPDF_LoadPage(document, index);
  }

  /** The visible box, /Rotate and the unit of a loaded page. */
  private geometry(page: number, userUnit: number): PageGeometry {
    const { fn, scratch } = this.pdfium;
    fn.FPDF_GetPageBoundingBox(page, scratch);
    const [left = 0, top = 0, right = 0, bottom = 0] = this.pdfium.floats(4);
    return { left, bottom, right, top, quarterTurns: fn.FPDFPage_GetRotation(page), userUnit };
  }

  private sizeOf(index: number, warnings: SourceWarning[]): { width: number; height: number } {
    const { fn, scratch } = this.pdfium;
    // Without loading the page, which takes a hundred times as long.
    if (fn.FPDF_GetPageSizeByIndexF(this.document, index, scratch)) {
      const [width = 0, height = 0] = this.pdfium.floats(2);
      if (isSize(width) && isSize(height)) return { width, height };
    }
    const page = this.loadPage(index);
    if (page !== 0) {
      const { width, height } = pageSize(this.geometry(page, 1));
      fn.FPDF_ClosePage(page);
      if (isSize(width) && isSize(height)) return { width, height };
    }
    warnings.push({
      code: 'page_size_unknown',
      message: `Page ${index + 1} states no usable size; US Letter is assumed.`,
      page_index: index,
    });
    return PAGE_SIZE_FALLBACK;
  }
}

const isSize = (length: number): boolean => length > 0 && Number.isFinite(length);

function areaOfPage(geometry: PageGeometry): PageBox {
  const { width, height } = pageSize(geometry);
  return pageBox(0, 0, width, height);
}
