import {
  areaOf,
  contains,
  grown,
  heightOf,
  intersectionOf,
  type PageBox,
  pageBox,
  unionOf,
} from '../evidence/boxes.js';
import type { PageBlock } from './blocks.js';
import type { PageFigure } from './figures.js';

/** White kept round a crop, pt: a crop that touches its text reads badly. */
const MARGIN = 8;
/** A crop that already covers this share of the page is the page. */
const WHOLE_PAGE_SHARE = 0.7;

/**
 * What to render so that `box` is seen whole: grown to the full rows of a table it lies in, to the picture it lies on or
 * names, and to that picture's caption; then a margin, inside the page. Null where that is most of the page.
 */
export function suggestedCrop(
  box: PageBox,
  blocks: readonly PageBlock[],
  figures: readonly PageFigure[],
  page: { width: number; height: number },
): PageBox | null {
  let crop = box;
  for (const block of blocks) {
    if (block.kind !== 'table' || intersectionOf(block.box, box) === null) continue;
    const rows = block.lines.filter((line) => line.box[1] < box[3] && line.box[3] > box[1]);
    crop = unionOf([crop, ...rows.map((row) => row.box)]) as PageBox;
    // A row without its column heads can't be read: the table's first lines come along where it is not long.
    if (heightOf(block.box) <= 0.6 * page.height) crop = unionOf([crop, block.box]) as PageBox;
  }
  // A crop that grew may touch the next picture: it grows until it cuts none.
  for (let before: PageBox | null = null; before !== crop; ) {
    before = crop;
    for (const figure of figures) {
      const parts = [figure.pictureBox, figure.captionBox].filter((part) => part !== null);
      const whole = unionOf(parts);
      if (whole === null || contains(crop, whole)) continue;
      if (parts.some((part) => intersectionOf(part, crop) !== null)) crop = unionOf([crop, whole]) as PageBox;
    }
  }
  return framed(crop, page);
}

/** A box with its margin, inside the page; null where it is most of the page. */
export function framed(box: PageBox, page: { width: number; height: number }): PageBox | null {
  const whole = pageBox(0, 0, page.width, page.height);
  const crop = intersectionOf(grown(box, MARGIN), whole);
  return crop === null || areaOf(crop) > WHOLE_PAGE_SHARE * areaOf(whole) ? null : crop;
}
