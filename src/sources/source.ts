import type { PageBox } from '../evidence/boxes.js';
import type { PaintedPage } from './painted.js';

/** Something about a file that did not stop the work but that a reader should know. */
export interface SourceWarning {
  readonly code: string;
  readonly message: string;
  readonly page_index: number | null;
}

/** One page of a paged source; sizes in page-space units (pt for PDF, px for images), after /Rotate and UserUnit. */
export interface PageInfo {
  readonly width: number;
  readonly height: number;
  /** The label the file itself gives the page (/PageLabels), null where it gives none. Never derived from the index. */
  readonly label: string | null;
}

export interface OutlineEntry {
  readonly title: string;
  /** Nesting depth, 0 at the top. */
  readonly level: number;
  readonly pageIndex: number | null;
}

/** A run of text with one font, size, colour and direction, on one line. */
export interface Span {
  readonly id: string;
  readonly text: string;
  readonly box: PageBox;
  readonly font: string;
  readonly sizePt: number;
  /** Direction of the baseline, degrees clockwise on the visible page, 0 to 359. */
  readonly rotationDeg: number;
  /** Fill colour as `#rrggbb`. */
  readonly color: string;
  /** Painted so that the page does not show it (invisible mode, transparent, covered, clipped, off the page…). */
  readonly hidden: boolean;
  /** Whether a blank stands between this span and the one before it on the same line. */
  readonly spaceBefore: boolean;
  /** Index of the line that the span belongs to, ascending in reading order. */
  readonly line: number;
}

/** Something painted that is not text: where pictures, charts and rules are. */
export interface Graphic {
  readonly kind: 'image' | 'path' | 'shading';
  readonly box: PageBox;
}

export interface PageContent {
  readonly info: PageInfo;
  readonly spans: readonly Span[];
  readonly graphics: readonly Graphic[];
  readonly warnings: readonly SourceWarning[];
}

export interface RenderRequest {
  /** Part of the page to render, page-space; null for the whole page. */
  readonly crop: PageBox | null;
  /** Pixels per 72 page-space units. An image's own pixels are 72. */
  readonly dpi: number;
}

export interface Picture {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** True where this call made a rendering, false for the publication's own bytes. */
  readonly generated: boolean;
  readonly limitations: readonly string[];
}

/** Pixels as they are: three bytes each, red first, rows from the top without padding. */
export interface RawPixels {
  readonly rgb: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A file of fixed pages: a PDF, or a raster image (one page a frame). */
export interface PagedSource {
  readonly kind: 'pdf' | 'image';
  readonly title: string | null;
  readonly pages: readonly PageInfo[];
  readonly outline: readonly OutlineEntry[];
  readonly warnings: readonly SourceWarning[];
  /** @param options.graphics false saves listing what is painted besides text: `graphics` is then empty */
  page(pageIndex: number, options?: { readonly graphics?: boolean }): Promise<PageContent>;
  render(pageIndex: number, request: RenderRequest): Promise<Picture>;
  /**
   * A whole page for a program to look at: not packed, and so not held against the limits of a delivered picture.
   * @param dpi pixels per 72 page-space units
   * @throws GroundglassError `file_damaged`, `too_slow`, `out_of_memory`
   */
  pixels(pageIndex: number, dpi: number): Promise<RawPixels>;
  close(): Promise<void>;
}

/** A PDF, whose pages can be had as they are painted. */
export interface PdfSource extends PagedSource {
  readonly kind: 'pdf';
  /**
   * A page as SVG and as a list of what it paints.
   * @throws GroundglassError `file_damaged`, `too_slow`, `too_many_bytes`, `out_of_memory`
   */
  painted(pageIndex: number): Promise<PaintedPage>;
  /**
   * A page's text as the other engine finds it, and what its pixels show of every glyph: a `WitnessedPage` as JSON, since
   * a heavy one is not read in this thread.
   * @throws GroundglassError `file_damaged`, `too_slow`, `out_of_memory`
   */
  witness(pageIndex: number): Promise<string>;
}

/** One block of a chapter, in reading order. */
export interface Block {
  readonly kind: 'heading' | 'text' | 'caption' | 'table' | 'image';
  /** Text of the block; for an image its alt text (may be empty). Table cells are separated by tabs, rows by newlines. */
  readonly text: string;
  /** Heading level 1 to 6 for headings, else null. */
  readonly level: number | null;
  /** Fragment id of the nearest enclosing element that has one, null where none does. */
  readonly element: string | null;
  /** Printed page label in force here (page-list), null where the book has none. */
  readonly pageLabel: string | null;
  /** For images: path inside the publication, as `image` takes it; null otherwise or where the reference is broken. */
  readonly href: string | null;
}

export interface ChapterInfo {
  /** Path of the content document inside the publication (percent-decoded, from the container root). */
  readonly href: string;
  /** Title from the navigation document or NCX, else the first heading, else null. */
  readonly title: string | null;
}

export interface BookImage {
  readonly href: string;
  readonly mediaType: string;
  readonly alt: string | null;
  /** Text of the figcaption or the neighbouring caption paragraph; alt text is not a caption. */
  readonly caption: string | null;
  /** Chapter and fragment where it is shown first, null for an image that no chapter shows (a cover only declared). */
  readonly chapter: string | null;
  readonly element: string | null;
  readonly cover: boolean;
}

/** A reflowable or fixed-layout publication: chapters in spine order and the pictures inside. */
export interface BookSource {
  readonly kind: 'epub';
  readonly title: string | null;
  readonly chapters: readonly ChapterInfo[];
  readonly images: readonly BookImage[];
  /** Each chapter is laid out for a page of one size, and often drawn. */
  readonly fixedLayout: boolean;
  readonly warnings: readonly SourceWarning[];
  chapter(href: string): Promise<{ info: ChapterInfo; blocks: readonly Block[]; warnings: readonly SourceWarning[] }>;
  image(href: string): Promise<Picture>;
  close(): Promise<void>;
}

export type Source = PagedSource | PdfSource | BookSource;

export interface OpenOptions {
  readonly password?: string;
}
