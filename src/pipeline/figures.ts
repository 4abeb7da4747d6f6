import { areaOf, grown, heightOf, intersectionOf, overlaps, type PageBox, unionOf, widthOf } from '../evidence/boxes.js';
import type { LabelKind } from '../evidence/labels.js';
import type { PageContent } from '../sources/source.js';
import { blockText, type PageBlock } from './blocks.js';

/** One entry of a document's figure index: where a figure is, with none of its pixels. */
export interface PageFigure {
  readonly label: string | null;
  /** Spelling-independent identity of the label (`figure:3.1`), null for a picture without one. */
  readonly key: string | null;
  readonly kind: LabelKind;
  readonly caption: string | null;
  readonly pageIndex: number;
  readonly captionBox: PageBox | null;
  /** The picture or table itself, null where the page shows none beside the caption. */
  readonly pictureBox: PageBox | null;
}

/** Painted pieces closer than this (pt) belong to one picture. */
const CLUSTER_GAP = 10;
/** A picture smaller than this on a side is an ornament, a bullet, an icon. */
const MIN_PICTURE_SIDE = 36;
/** What covers this share of the page is its background. */
const BACKGROUND_SHARE = 0.85;
/** An unlabelled picture counts from this share of the page. */
const MIN_UNLABELLED_SHARE = 0.02;
/** A caption stands at most this far (share of page height) from what it names. */
const MAX_CAPTION_DISTANCE = 0.15;
/** Clusters are merged pairwise; a page with more pieces than this is one drawing. */
const MAX_PIECES = 1_500;

/** The figures of a page: captions with the picture or table they stand by, and large pictures without a caption. */
export function figuresOf(content: PageContent, blocks: readonly PageBlock[], pageIndex: number): PageFigure[] {
  const pictures = pictureBoxes(content);
  const taken = new Set<PageBox>();
  const captions = blocks.filter((block) => block.caption !== null);
  const labelled = captions.map((block): PageFigure => {
    const { label } = block.caption as NonNullable<PageBlock['caption']>;
    const picture =
      label.kind === 'table'
        ? tableBeside(block, blocks, content)
        : (pictureBeside(block, pictures, content, taken) ?? tableBeside(block, blocks, content));
    return {
      label: label.label,
      key: label.key,
      kind: label.kind,
      caption: blockText(block),
      pageIndex,
      captionBox: block.box,
      pictureBox: picture,
    };
  });
  const pageArea = content.info.width * content.info.height;
  const unlabelled = pictures
    .filter((picture) => !taken.has(picture) && areaOf(picture) >= MIN_UNLABELLED_SHARE * pageArea)
    .filter((picture) => !labelled.some((figure) => figure.pictureBox && overlaps(figure.pictureBox, picture)))
    .map((picture): PageFigure => {
      const isImage = content.graphics.some((g) => g.kind === 'image' && overlaps(g.box, picture));
      return {
        label: null,
        key: null,
        kind: isImage ? 'image' : 'figure',
        caption: null,
        pageIndex,
        captionBox: null,
        pictureBox: withTextInside(picture, content, blocks),
      };
    });
  return [...labelled, ...unlabelled];
}

/** The pictures of a page: painted pieces joined where they touch, without backgrounds, rules and ornaments. */
export function pictureBoxes(content: PageContent): PageBox[] {
  const { width, height } = content.info;
  const pieces = content.graphics
    .map((graphic) => graphic.box)
    .filter((box) => areaOf(box) < BACKGROUND_SHARE * width * height)
    // Rules across the page, table borders and underlines: long and thin.
    .filter((box) => !(Math.min(widthOf(box), heightOf(box)) < 3 && Math.max(widthOf(box), heightOf(box)) > 0.3 * width));
  if (pieces.length > MAX_PIECES) {
    const whole = unionOf(pieces);
    return whole === null ? [] : [whole];
  }
  return clusters(pieces).filter((box) => widthOf(box) >= MIN_PICTURE_SIDE && heightOf(box) >= MIN_PICTURE_SIDE);
}

/** Unions of boxes that lie within CLUSTER_GAP of each other, until nothing joins any more. */
function clusters(boxes: readonly PageBox[]): PageBox[] {
  let current = [...boxes];
  for (;;) {
    const joined: PageBox[] = [];
    for (const box of current.sort((a, b) => a[1] - b[1])) {
      const near = grown(box, CLUSTER_GAP);
      const index = joined.findIndex((other) => touches(other, near));
      if (index < 0) joined.push(box);
      else joined[index] = unionOf([joined[index] as PageBox, box]) as PageBox;
    }
    if (joined.length === current.length) return joined;
    current = joined;
  }
}

const touches = (a: PageBox, b: PageBox): boolean => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];

/** The nearest picture above or below a caption, in its columns, joined over gaps and grown by its own lettering. */
function pictureBeside(
  caption: PageBlock,
  pictures: readonly PageBox[],
  content: PageContent,
  taken: Set<PageBox>,
): PageBox | null {
  const limit = MAX_CAPTION_DISTANCE * content.info.height;
  const near = pictures
    .filter((picture) => !taken.has(picture))
    .map((picture) => ({ picture, distance: verticalDistance(picture, caption.box) }))
    .filter(({ picture, distance }) => distance <= limit && sharesColumns(picture, caption.box))
    .sort((a, b) => a.distance - b.distance || areaOf(b.picture) - areaOf(a.picture));
  const nearest = near[0];
  if (!nearest) return null;
  const above = nearest.picture[1] < caption.box[1];
  // A chart is often several clusters on the same side: those that overlap the nearest one's height come along.
  const parts = near
    .map(({ picture }) => picture)
    .filter((picture) => picture[1] < caption.box[1] === above && touches(grown(nearest.picture, 3 * CLUSTER_GAP), picture));
  for (const part of parts) taken.add(part);
  return withTextInside(unionOf(parts) as PageBox, content, []);
}

/** The rows of the table that a caption names: below it, else above. */
function tableBeside(caption: PageBlock, blocks: readonly PageBlock[], content: PageContent): PageBox | null {
  const tables = blocks.filter((block) => block.kind === 'table' && sharesColumns(block.box, caption.box));
  const limit = MAX_CAPTION_DISTANCE * content.info.height;
  const below = tables
    .filter((table) => table.box[1] >= caption.box[1])
    .sort((a, b) => a.box[1] - b.box[1])[0];
  const above = tables
    .filter((table) => table.box[1] < caption.box[1])
    .sort((a, b) => b.box[3] - a.box[3])[0];
  const table = [below, above].find((t) => t && verticalDistance(t.box, caption.box) <= limit);
  return table ? withRules(table.box, content) : null;
}

/** A table with the header lines and rules that frame it: what touches its box, as wide as the table. */
function withRules(table: PageBox, content: PageContent): PageBox {
  const rules = content.graphics
    .map((graphic) => graphic.box)
    .filter((box) => touches(grown(table, 14), box) && widthOf(box) <= 1.3 * widthOf(table) + 40 && heightOf(box) <= heightOf(table) * 1.2);
  const whole = unionOf([table, ...rules]) as PageBox;
  const lettering = content.spans.filter((span) => !span.hidden && overlaps(span.box, whole)).map((span) => span.box);
  return unionOf([whole, ...lettering]) as PageBox;
}

/** A picture with the lettering on and beside it: axis labels, legends, values. */
function withTextInside(picture: PageBox, content: PageContent, exclude: readonly PageBlock[]): PageBox {
  const prose = exclude.filter((block) => block.kind === 'text' && block.lines.length > 3).map((block) => block.box);
  const reach = grown(picture, CLUSTER_GAP);
  const lettering = content.spans
    .filter((span) => !span.hidden && overlaps(reach, span.box) && widthOf(span.box) <= 0.6 * content.info.width)
    .filter((span) => !prose.some((box) => intersectionOf(box, span.box) !== null))
    .map((span) => span.box);
  return unionOf([picture, ...lettering]) as PageBox;
}

const verticalDistance = (a: PageBox, b: PageBox): number => Math.max(0, a[1] - b[3], b[1] - a[3]);

const sharesColumns = (a: PageBox, b: PageBox): boolean => Math.min(a[2], b[2]) > Math.max(a[0], b[0]);
