import { AnnotationFlags, PDF, PdfNumber, rgb } from '@libpdf/core';
import type { PageBox } from '../../evidence/boxes.js';
import { type Matrix, mapRect, toPageSpace } from './page-space.js';

/** A place on a page that is to be marked, and what is said of it. */
export interface PageMark {
  readonly pageIndex: number;
  readonly box: PageBox;
  readonly text: string;
}

const RED = rgb(0.84, 0.15, 0.11);
const BORDER_PT = 1.5;

/**
 * A copy of a PDF with a square annotation for each mark. The bytes of the file stay as they are: what is added stands
 * behind them (an incremental update).
 *
 * @returns null where the file can't be added to: it is damaged, or its encryption allows no change
 */
export async function markPdf(
  bytes: Uint8Array,
  marks: readonly PageMark[],
  password: string | undefined,
): Promise<Uint8Array | null> {
  try {
    const pdf = await PDF.load(bytes, password === undefined ? {} : { credentials: password });
    if (pdf.canSaveIncrementally() !== null) return null;
    for (const { pageIndex, box, text } of marks) {
      const page = pdf.getPage(pageIndex);
      const rect = page && userSpaceOf(page, box);
      if (!page || !rect) return null;
      const [x0, y0, x1, y1] = rect;
      const annotation = page.addSquareAnnotation({
        rect: { x: x0, y: y0, width: x1 - x0, height: y1 - y0 },
        color: RED,
        borderWidth: BORDER_PT,
        contents: text,
      });
      // Printed with the page: a mark that only screens show is lost on paper.
      annotation.setFlag(AnnotationFlags.Print, true);
    }
    return await pdf.save({ incremental: true });
  } catch {
    return null;
  }
}

type Page = NonNullable<ReturnType<PDF['getPage']>>;

/** A box of the visible page in the page's default user space; null where it lies beyond all numbers. */
function userSpaceOf(page: Page, box: PageBox): PageBox | null {
  const [media, crop] = [page.getMediaBox(), page.getCropBox()];
  const unit = page.dict.get('UserUnit');
  const m = toPageSpace({
    left: Math.max(media.x, crop.x),
    bottom: Math.max(media.y, crop.y),
    right: Math.min(media.x + media.width, crop.x + crop.width),
    top: Math.min(media.y + media.height, crop.y + crop.height),
    quarterTurns: page.rotation / 90,
    userUnit: unit instanceof PdfNumber && unit.value > 0 ? unit.value : 1,
  });
  const [x0, y0, x1, y1] = box;
  return mapRect(inverted(m), x0, y0, x1, y1);
}

function inverted([a, b, c, d, e, f]: Matrix): Matrix {
  const determinant = a * d - b * c;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
}
