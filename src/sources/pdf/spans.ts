import { intersectionOf, type PageBox } from '../../evidence/boxes.js';
import type { Span } from '../source.js';
import { type Matrix, mapRect } from './page-space.js';
import type { Pdfium } from './pdfium.js';
import { type TextStyle, TextStyles } from './text-style.js';

/** A blank wider than this many font sizes stands between cells or columns, not between words. */
const CELL_GAP_EM = 1.5;
/** A loose box higher than this many font sizes comes from a font with broken ascent: the glyph's own box is taken. */
const MAX_LOOSE_HEIGHT_EM = 2.5;
/**
 * In columns of vertical script PDFium's box reaches an em too far to the left of the glyph's origin. Only boxes wider
 * than this many font sizes are looked at: asking for every origin would take a tenth of the reading time.
 */
const MAX_LETTER_WIDTH_EM = 1.3;
/** What PDFium puts in place of a hyphen that parts a word at the end of a line, in place of the line end as well. */
const LINE_END_HYPHEN = 2;

interface OpenSpan {
  text: string;
  readonly object: number;
  readonly style: TextStyle;
  readonly spaceBefore: boolean;
  readonly line: number;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export interface TextContext {
  readonly toPage: Matrix;
  readonly page: PageBox;
  /** Text objects that the page does not show. */
  readonly hidden: ReadonlySet<number>;
}

/**
 * The text of a page as spans, in the order of the content stream. A span never crosses a text object, a line or a
 * cell gap. Text that lies wholly outside the visible page, or belongs to a hidden object, is marked hidden.
 */
export function readSpans(pdfium: Pdfium, textPage: number, count: number, context: TextContext): Span[] {
  const { fn, scratch } = pdfium;
  const spans: Span[] = [];
  const styles = new TextStyles(pdfium, textPage, context.toPage);
  let open: OpenSpan | null = null;
  let line = 0;
  let pendingSpace = false;
  let pendingLine = false;
  let cr = false;

  const close = (): void => {
    if (!open) return;
    const text = open.text.trimEnd().toWellFormed();
    const span = text === '' ? null : finish(open, text, spans.length, context);
    if (span !== null) spans.push(span);
    // A blank that the object itself painted at its end still parts it from what follows.
    pendingSpace ||= text.length < open.text.length;
    open = null;
  };

  for (let i = 0; i < count; i++) {
    const unicode = fn.FPDFText_GetUnicode(textPage, i);
    if (unicode === 10 || unicode === 13) {
      if (!(unicode === 10 && cr)) pendingLine = true;
      cr = unicode === 13;
      close();
      continue;
    }
    cr = false;
    const blank = unicode === 32 || unicode === 0xa0 || unicode === 0x3000;
    // Besides line ends, blanks are all that the engine puts in of its own.
    if (blank && (!open || fn.FPDFText_IsGenerated(textPage, i))) {
      pendingSpace = true;
      continue;
    }
    const object = fn.FPDFText_GetTextObject(textPage, i);
    const style = styles.of(object, i);
    fn.FPDFText_GetLooseCharBox(textPage, i, scratch);
    let x0 = pdfium.f32(scratch);
    let y1 = pdfium.f32(scratch + 4);
    let x1 = pdfium.f32(scratch + 8);
    let y0 = pdfium.f32(scratch + 12);
    const height = Math.abs(style.upright ? x1 - x0 : y1 - y0);
    if (!(height > 0 && height <= MAX_LOOSE_HEIGHT_EM * style.sizeUnits)) {
      fn.FPDFText_GetCharBox(textPage, i, scratch, scratch + 8, scratch + 16, scratch + 24);
      x0 = pdfium.f64(scratch);
      x1 = pdfium.f64(scratch + 8);
      y0 = pdfium.f64(scratch + 16);
      y1 = pdfium.f64(scratch + 24);
    }
    if (!style.upright && x1 - x0 > MAX_LETTER_WIDTH_EM * style.sizeUnits) {
      fn.FPDFText_GetCharOrigin(textPage, i, scratch, scratch + 8);
      const origin = pdfium.f64(scratch);
      if (origin - x0 > style.sizeUnits / 2) x0 = origin;
    }
    const gap: number = open && pendingSpace ? Math.max(x0 - open.x1, open.x0 - x1, y0 - open.y1, open.y0 - y1) : 0;
    if (open && (open.object !== object || gap > CELL_GAP_EM * style.sizeUnits)) close();
    if (!open) {
      if (pendingLine && spans.length > 0) line += 1;
      open = { text: '', object, style, spaceBefore: pendingSpace && !pendingLine, line, x0, y0, x1, y1 };
      pendingLine = false;
      pendingSpace = false;
    } else {
      if (pendingSpace) open.text += ' ';
      pendingSpace = false;
      open.x0 = Math.min(open.x0, x0);
      open.y0 = Math.min(open.y0, y0);
      open.x1 = Math.max(open.x1, x1);
      open.y1 = Math.max(open.y1, y1);
    }
    if (unicode === LINE_END_HYPHEN) {
      open.text += '-';
      close();
      pendingLine = true;
    } else open.text += character(unicode);
  }
  close();
  return spans;
}

/** Null for text that lies beyond all numbers: it has no place on the page. */
function finish(open: OpenSpan, text: string, index: number, context: TextContext): Span | null {
  const box = mapRect(context.toPage, open.x0, open.y0, open.x1, open.y1);
  if (box === null) return null;
  const { font, sizePt, rotationDeg, color } = open.style;
  return {
    id: `s${index}`,
    text,
    box,
    font,
    sizePt,
    rotationDeg,
    color,
    hidden: context.hidden.has(open.object) || intersectionOf(box, context.page) === null,
    spaceBefore: open.spaceBefore,
    line: open.line,
  };
}

/** What PDFium hands out is a code point, or half of a surrogate pair; 0 is a glyph without a Unicode value. */
function character(unicode: number): string {
  if (unicode === 0 || unicode === 0xfffe || unicode > 0x10ffff) return '\ufffd';
  return unicode <= 0xffff ? String.fromCharCode(unicode) : String.fromCodePoint(unicode);
}
