import { type PageBox, pageBox } from '../../evidence/boxes.js';
import { GroundglassError } from '../../evidence/errors.js';
import type { Limits } from '../limits.js';
import type { Graphic, OutlineEntry, PageContent, PageInfo, SourceWarning } from '../source.js';
import { pageGraphics } from './graphics.js';
import { readOutline } from './outline.js';
import { pageObjects } from './page-objects.js';
import { type PageGeometry, pageSize, toPageSpace } from './page-space.js';
import type { Pdfium } from './pdfium.js';
import { readSpans } from './spans.js';
import { hiddenText } from './visibility.js';

/** FPDF_GetLastError after a failed load (fpdfview.h). */
const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;
/** FPDF_RenderPageBitmap flags: draw annotations, and deliver RGB instead of BGR. */
const RENDER_ANNOTATIONS = 0x01;
const RENDER_RGB_ORDER = 0x10;
/** FPDFBitmap_BGR: three bytes a pixel; rows are padded to four bytes. */
const BITMAP_THREE_BYTES = 2;
const PAGE_SIZE_FALLBACK = { width: 612, height: 792 };

export interface OpenedPdf {
  readonly title: string | null;
  readonly pages: readonly PageInfo[];
  readonly outline: readonly OutlineEntry[];
  readonly warnings: readonly SourceWarning[];
}

/** Pixels of a rendering: three bytes a pixel, red first, no row padding. */
export interface RawPicture {
  readonly rgb: Uint8Array<ArrayBuffer>;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** An open PDF inside one engine. Everything here is synchronous and runs in the engine's thread. */
export class PdfDocument {
  private readonly form: number;

  private constructor(
    private readonly pdfium: Pdfium,
    private readonly document: number,
    private readonly userUnits: ReadonlyMap<number, number>,
  ) {
    // Form fields are painted by the form-fill module, not by the page: without it a filled form looks empty.
    const formInfo = pdfium.fn.PDFiumExt_OpenFormFillInfo();
    this.form = formInfo === 0 ? 0 : pdfium.fn.PDFiumExt_InitFormFillEnvironment(document, formInfo);
    if (this.form !== 0) pdfium.fn.FPDF_SetFormFieldHighlightAlpha(this.form, 0);
  }

  /**
   * @param userUnits /UserUnit of the pages that have one other than 1, by page index
   * @throws GroundglassError `password_needed`, `file_damaged`, `no_pages`, `too_many_pages`, `out_of_memory`
   */
  static open(
    pdfium: Pdfium,
    bytes: Uint8Array,
    password: string,
    userUnits: ReadonlyMap<number, number>,
    limits: Limits,
  ): PdfDocument {
    const pointer = pdfium.store(bytes);
    if (pointer === 0) throw outOfMemory('opening the file');
    const document = pdfium.withCString(password, (cPassword) =>
      pdfium.fn.FPDF_LoadMemDocument(pointer, bytes.length, cPassword),
    );
    if (document === 0) throw openError(pdfium.fn.FPDF_GetLastError(), password !== '');
    const pages = pdfium.fn.FPDF_GetPageCount(document);
    if (pages <= 0) {
      throw new GroundglassError('no_pages', 'The PDF has no pages.', 'Check the file in a viewer; nothing can be read from it.');
    }
    if (pages > limits.maxPages) {
      throw new GroundglassError(
        'too_many_pages',
        `The PDF has ${pages} pages; the limit is ${limits.maxPages}.`,
        'Split the file, or raise GROUNDGLASS_MAX_PAGES.',
        { pages, limit: limits.maxPages },
      );
    }
    return new PdfDocument(pdfium, document, userUnits);
  }

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
      const label = this.pdfium.utf16((buffer, capacity) => fn.FPDF_GetPageLabel(this.document, index, buffer, capacity));
      pages.push({ ...this.sizeWithoutLoading(index, warnings), label: label === '' ? null : label });
    }
    const title = this.pdfium
      .withCString('Title', (tag) =>
        this.pdfium.utf16((buffer, capacity) => fn.FPDF_GetMetaText(this.document, tag, buffer, capacity)),
      )
      .trim();
    return { title: title === '' ? null : title, pages, outline: readOutline(this.pdfium, this.document), warnings };
  }

  /** Text and graphics of one page. `graphics: false` saves the object list where only text is asked for. */
  content(index: number, info: PageInfo, withGraphics: boolean): PageContent {
    return this.withPage(index, (page, geometry) => {
      const { fn } = this.pdfium;
      const toPage = toPageSpace(geometry);
      const area = areaOfPage(geometry);
      const warnings: SourceWarning[] = [];
      const textPage = fn.FPDFText_LoadPage(page);
      const hasText = textPage !== 0 && fn.FPDFText_CountChars(textPage) > 0;
      const objects = hasText || withGraphics ? pageObjects(this.pdfium, page, toPage) : [];
      const { hidden, untested } = hasText
        ? hiddenText(this.pdfium, page, objects, area)
        : { hidden: new Set<number>(), untested: 0 };
      if (untested > 0) {
        warnings.push({
          code: 'visibility_unchecked',
          message: `${untested} text objects overlap others too often to tell which are visible; they are kept.`,
          page_index: index,
        });
      }
      const spans = hasText ? readSpans(this.pdfium, textPage, { toPage, page: area, hidden }) : [];
      if (textPage !== 0) fn.FPDFText_ClosePage(textPage);
      const graphics: Graphic[] = withGraphics ? pageGraphics(objects, area) : [];
      return { info, spans, graphics, warnings };
    });
  }

  /** Renders `crop` (page space) so that 72 units become `dpi` pixels. The size was checked by the caller. */
  raster(index: number, crop: PageBox | null, dpi: number): RawPicture {
    return this.withPage(index, (page, geometry) => {
      const { fn } = this.pdfium;
      const scale = dpi / 72;
      const area = areaOfPage(geometry);
      const part = crop ?? area;
      const widthPx = Math.max(1, Math.round((part[2] - part[0]) * scale));
      const heightPx = Math.max(1, Math.round((part[3] - part[1]) * scale));
      const bitmap = fn.FPDFBitmap_CreateEx(widthPx, heightPx, BITMAP_THREE_BYTES, 0, 0);
      if (bitmap === 0) throw outOfMemory(`a picture of ${widthPx} × ${heightPx} pixels`);
      fn.FPDFBitmap_FillRect(bitmap, 0, 0, widthPx, heightPx, 0xffffffff);
      const place = [
        -Math.round(part[0] * scale),
        -Math.round(part[1] * scale),
        Math.round(area[2] * scale),
        Math.round(area[3] * scale),
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
      return { rgb, widthPx, heightPx };
    });
  }

  private withPage<T>(index: number, use: (page: number, geometry: PageGeometry) => T): T {
    const { fn } = this.pdfium;
    const page = fn.FPDF_LoadPage(this.document, index);
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
      return use(page, this.geometry(page, index));
    } finally {
      if (this.form !== 0) fn.FORM_OnBeforeClosePage(page, this.form);
      fn.FPDF_ClosePage(page);
    }
  }

  private geometry(page: number, index: number): PageGeometry {
    const { fn, scratch } = this.pdfium;
    fn.FPDF_GetPageBoundingBox(page, scratch);
    const [left = 0, top = 0, right = 0, bottom = 0] = this.pdfium.floats(4);
    return {
      left,
      bottom,
      right,
      top,
      quarterTurns: fn.FPDFPage_GetRotation(page),
      userUnit: this.userUnits.get(index) ?? 1,
    };
  }

  private sizeWithoutLoading(index: number, warnings: SourceWarning[]): { width: number; height: number } {
    const { fn, scratch } = this.pdfium;
    if (fn.FPDF_GetPageSizeByIndexF(this.document, index, scratch)) {
      const [width = 0, height = 0] = this.pdfium.floats(2);
      const unit = this.userUnits.get(index) ?? 1;
      if (width > 0 && height > 0) return { width: round3(width * unit), height: round3(height * unit) };
    }
    warnings.push({
      code: 'page_size_unknown',
      message: `Page ${index + 1} states no usable size; US Letter is assumed.`,
      page_index: index,
    });
    return PAGE_SIZE_FALLBACK;
  }
}

function areaOfPage(geometry: PageGeometry): PageBox {
  const { width, height } = pageSize(geometry);
  return pageBox(0, 0, width, height);
}

const round3 = (value: number): number => Math.round(value * 1000) / 1000;

function outOfMemory(what: string): GroundglassError {
  return new GroundglassError(
    'out_of_memory',
    `The PDF engine ran out of its memory for ${what}.`,
    'Ask for a smaller crop or DPI, or split the file.',
  );
}

function openError(code: number, passwordGiven: boolean): GroundglassError {
  if (code === ERROR_PASSWORD) {
    return new GroundglassError(
      'password_needed',
      passwordGiven ? 'The password does not open this PDF.' : 'The PDF is encrypted and needs a password.',
      'Pass the password with --password-file FILE.',
    );
  }
  if (code === ERROR_SECURITY) {
    return new GroundglassError(
      'content_encrypted',
      'The PDF uses a security handler that this engine does not know.',
      'Save an unprotected copy with the program that made it.',
    );
  }
  return new GroundglassError(
    'file_damaged',
    'The file is no readable PDF: its structure is broken.',
    'Re-download or re-export the file, or repair it (for example with qpdf) and add it again.',
    { engine_error: code },
  );
}
