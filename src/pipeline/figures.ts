import {
  areaOf,
  grown,
  heightOf,
  intersectionOf,
  overlaps,
  type PageBox,
  pageBox,
  touches,
  unionOf,
  widthOf,
} from '../evidence/boxes.js';
import type { LabelKind } from '../evidence/labels.js';
import type { PageContent, Span } from '../sources/source.js';
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
/** What covers this share of the page is its background, or the page itself. */
const BACKGROUND_SHARE = 0.85;
/** A painted area this large is a panel that other things stand on: it joins nothing. */
const PANEL_SHARE = 0.2;
/** Rows this many of their heights below a table's last row still belong to it: sub-headings, wrapped labels between. */
const TABLE_GAP_ROWS = 4;
/** A picture without a caption that is this many times longer than wide is a strip. */
const MAX_ASPECT = 6;
/** Lettering on its side this close (pt) to a picture is the title of its axis. */
const AXIS_TITLE_GAP = 30;
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
        ? (tableBeside(block, blocks, content) ??
          pictureBeside(
            block,
            pictures.filter((picture) => picture[1] >= block.box[1]),
            content,
            taken,
          ))
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
    .filter((picture) => !taken.has(picture) && areaOf(picture) >= MIN_UNLABELLED_SHARE * pageArea && !isStrip(picture))
    .filter((picture) => !labelled.some((figure) => figure.pictureBox && overlaps(figure.pictureBox, picture)))
    .map((picture): PageFigure => {
      return {
        label: null,
        key: null,
        kind: kindOf(picture, content, blocks),
        caption: null,
        pageIndex,
        captionBox: null,
        pictureBox: withTextInside(picture, content, blocks),
      };
    });
  return [...labelled, ...unlabelled];
}

/** Bands under titles, stripes of tables, rows of logos: nothing to look at by themselves. */
const isStrip = (box: PageBox): boolean =>
  widthOf(box) > MAX_ASPECT * heightOf(box) || heightOf(box) > MAX_ASPECT * widthOf(box);

/** What an unlabelled picture is: one with pixels in it, the rules of a table, or a drawing. */
function kindOf(picture: PageBox, content: PageContent, blocks: readonly PageBlock[]): LabelKind {
  if (content.graphics.some((graphic) => graphic.kind === 'image' && overlaps(graphic.box, picture))) return 'image';
  const tables = blocks.filter((block) => block.kind === 'table').map((block) => intersectionOf(block.box, picture));
  const covered = tables.reduce((sum, part) => sum + (part === null ? 0 : areaOf(part)), 0);
  return covered > areaOf(picture) / 2 ? 'table' : 'figure';
}

/** The pictures of a page: painted pieces joined where they touch, without backgrounds, rules and ornaments. */
function pictureBoxes(content: PageContent): PageBox[] {
  const pageArea = content.info.width * content.info.height;
  const pieces: PageBox[] = [];
  const panels: PageBox[] = [];
  for (const { kind, box } of content.graphics) {
    const share = areaOf(box) / pageArea;
    if (share >= BACKGROUND_SHARE || isRule(box, content)) continue;
    if (share < PANEL_SHARE) pieces.push(box);
    else if (kind === 'image') panels.push(box);
  }
  const joined = pieces.length > MAX_PIECES ? [unionOf(pieces) as PageBox] : clusters(pieces);
  return [...panels, ...joined].filter(
    (box) =>
      widthOf(box) >= MIN_PICTURE_SIDE &&
      heightOf(box) >= MIN_PICTURE_SIDE &&
      areaOf(box) < BACKGROUND_SHARE * pageArea,
  );
}

/** Rules across the page, table borders, underlines: long and thin. Bands that run off the page are ornaments as well. */
function isRule(box: PageBox, { info }: PageContent): boolean {
  const [thin, long] = [Math.min(widthOf(box), heightOf(box)), Math.max(widthOf(box), heightOf(box))];
  const bleeds = box[0] <= 1 || box[1] <= 1 || box[2] >= info.width - 1 || box[3] >= info.height - 1;
  return (thin < 3 && long > 0.3 * info.width) || (bleeds && thin < MAX_BAND);
}

/** Width (pt) under which something that touches the page's edge is a band of its design, not a picture. */
const MAX_BAND = 12;

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
    .filter(
      (picture) => picture[1] < caption.box[1] === above && touches(grown(nearest.picture, 3 * CLUSTER_GAP), picture),
    );
  for (const part of parts) taken.add(part);
  return withTextInside(unionOf(parts) as PageBox, content, []);
}

/** The rows of the table that a caption names: below it, else above. */
function tableBeside(caption: PageBlock, blocks: readonly PageBlock[], content: PageContent): PageBox | null {
  const tables = blocks.filter((block) => isTabular(block) && sharesColumns(block.box, caption.box));
  const limit = MAX_CAPTION_DISTANCE * content.info.height;
  const below = tables.filter((table) => table.box[1] >= caption.box[1]).sort((a, b) => a.box[1] - b.box[1])[0];
  const above = tables
    .filter((table) => table.box[1] < caption.box[1] && !isNamedFromAbove(table, caption, blocks))
    .sort((a, b) => b.box[3] - a.box[3])[0];
  const table = [below, above].find((t) => t && verticalDistance(t.box, caption.box) <= limit);
  if (!table) return null;
  const whole = wholeTable(table, blocks, content);
  // What stands between the caption and the first row are the column heads.
  return whole[1] > caption.box[3] ? pageBox(whole[0], caption.box[3], whole[2], whole[3]) : whole;
}

/** A table, or rows too few to make one unless a caption says so. */
const isTabular = (block: PageBlock): boolean =>
  block.kind === 'table' || (block.kind === 'text' && block.lines.every((line) => line.cells > 1));

/** Whether another table's caption stands right over this table: then it is that one's, and not of a caption below. */
function isNamedFromAbove(table: PageBlock, caption: PageBlock, blocks: readonly PageBlock[]): boolean {
  return blocks.some(
    (block) =>
      block !== caption &&
      block.caption?.label.kind === 'table' &&
      block.box[1] <= table.box[1] &&
      sharesColumns(block.box, table.box) &&
      verticalDistance(block.box, table.box) <= verticalDistance(caption.box, table.box),
  );
}

/** A table from any of its blocks: the rows that follow close below, and the rules and shadings that frame it. */
function wholeTable(first: PageBlock, blocks: readonly PageBlock[], content: PageContent): PageBox {
  const rowHeight = heightOf(first.box) / first.lines.length;
  let table = first.box;
  for (const block of blocks.filter((other) => other.kind === 'table').sort((a, b) => a.box[1] - b.box[1])) {
    const gap = block.box[1] - table[3];
    if (gap >= -rowHeight && gap <= TABLE_GAP_ROWS * rowHeight && sharesColumns(block.box, table)) {
      table = unionOf([table, block.box]) as PageBox;
    }
  }
  const area = content.info.width * content.info.height;
  const frame = clusters(
    content.graphics.map((graphic) => graphic.box).filter((box) => areaOf(box) < PANEL_SHARE * area),
  )
    .filter((box) => touches(grown(table, CLUSTER_GAP), box) && areaOf(box) < BACKGROUND_SHARE * area)
    .filter((box) => widthOf(box) <= 1.3 * widthOf(table) + 40);
  const whole = unionOf([table, ...frame]) as PageBox;
  const captions = blocks.filter((block) => block.kind === 'caption').map((block) => block.box);
  const lettering = content.spans
    .filter((span) => !span.hidden && overlaps(span.box, whole) && !captions.some((box) => overlaps(box, span.box)))
    .map((span) => span.box);
  return unionOf([whole, ...lettering]) as PageBox;
}

/** A picture with the lettering on and beside it: axis labels, legends, values. */
function withTextInside(picture: PageBox, content: PageContent, exclude: readonly PageBlock[]): PageBox {
  const prose = exclude.filter((block) => block.kind === 'text' && block.lines.length > 3).map((block) => block.box);
  const near = grown(picture, CLUSTER_GAP);
  const beside = grown(picture, AXIS_TITLE_GAP);
  const belongs = (span: Span): boolean =>
    overlaps(near, span.box) || (span.rotationDeg % 180 !== 0 && overlaps(beside, span.box));
  const lettering = content.spans
    .filter((span) => !span.hidden && belongs(span) && widthOf(span.box) <= 0.6 * content.info.width)
    .filter((span) => !prose.some((box) => intersectionOf(box, span.box) !== null))
    .map((span) => span.box);
  return unionOf([picture, ...lettering]) as PageBox;
}

const verticalDistance = (a: PageBox, b: PageBox): number => Math.max(0, a[1] - b[3], b[1] - a[3]);

const sharesColumns = (a: PageBox, b: PageBox): boolean => Math.min(a[2], b[2]) > Math.max(a[0], b[0]);
