import { areaOf, contains, intersectionOf, type PageBox, pageBox, rounded, unionOf } from '../../evidence/boxes.js';
import type { PaintedElement, PaintedPage } from '../../sources/painted.js';
import { firstNot } from '../sorted.js';
import { coverPage } from './cover.js';
import { type Drawing, drawingsOf } from './drawings.js';
import { orderWithPanels } from './page-order.js';
import { readingOf } from './page-reading.js';
import type { OrderOptions } from './reading-order.js';
import { kindOf, type OtherLine, type PageText, type RegionKind } from './region-kinds.js';
import { type PageShapes, shapesOf, visibleBox } from './shapes.js';
import { type TextBlock, textBlocksOf } from './text-blocks.js';
import { type TextLine, textLinesOf } from './text-lines.js';
import { orderedLines } from './unit-lines.js';
import { type Walls, wallsOf } from './walls.js';
import { type Word, wordsOf } from './words.js';

/** A part of a page. The boxes of a page's regions cover it and do not overlap. */
export interface Region {
  /** Place in reading order, from 0. */
  readonly index: number;
  readonly kind: RegionKind;
  readonly box: PageBox;
  /** Around what is painted in it, without the margins; the box itself where nothing is. */
  readonly content_box: PageBox;
  /** Every painted element of the page is in the one region that the middle of its visible part lies in. */
  readonly element_ids: readonly string[];
  /** Runs of which words stand in the region, in reading order. A run may run through two regions. */
  readonly span_ids: readonly string[];
  /** What a chart, a table or a figure calls itself. */
  readonly title?: string;
  /** Where no straight cut parts what stands in it: its charts, tables and texts, each by itself. They may overlap. */
  readonly parts?: readonly { readonly kind: RegionKind; readonly box: PageBox; readonly title?: string }[];
}

export interface PartitionedPage {
  readonly regions: readonly Region[];
  /** The lines of each region in reading order, by the region's index. */
  readonly lines: readonly (readonly TextLine[])[];
}

export interface PartitionOptions {
  /** Tables that were found already; each becomes a region. */
  readonly tables?: readonly PageBox[];
  /** Lines of other pages of the document, to know headers and footers by. */
  readonly otherLines?: readonly OtherLine[];
  /** Regions that somebody else proposes, in reading order; they take the place of those found here. */
  readonly proposals?: readonly Proposal[];
}

export interface Proposal {
  readonly kind: RegionKind;
  readonly box: PageBox;
}

/** Content of a region before the page is cut up. */
interface Unit {
  readonly kind: RegionKind;
  readonly box: PageBox;
  readonly title: string | null;
  readonly sizePt: number;
  readonly deg: number;
}

/**
 * Cuts a page into ordered regions without any model: by alignment, free room, rules, panels, and what shapes say.
 */
export function partitionPage(page: PaintedPage, options: PartitionOptions = {}): PartitionedPage {
  const words = wordsOf(page);
  const shapes = shapesOf(page);
  const tables = (options.tables ?? []).filter((table) => areaOf(table) > 0);
  const reading = readingOf(words);
  const walls = wallsOf(shapes, reading.sizePt);
  const units = options.proposals
    ? options.proposals.map(proposedUnit)
    : unitsOf(page, words, shapes, tables, walls, reading, options);
  const tiles = coverPage(
    page.width,
    page.height,
    units.map(({ box }) => box),
  )
    .map((tile) => ({ ...tile, units: tile.members.map((member) => units[member] as Unit) }))
    .sort((a, b) => (a.members[0] ?? 0) - (b.members[0] ?? 0));
  const boxes = tiles.map(({ box }) => box);
  const elements = byTile(page, boxes);
  const wordsIn = tiles.map((): Word[] => []);
  for (const word of words) wordsIn[tileAt(boxes, middle(word.box), page)]?.push(word);
  const lines = tiles.map(({ units: own, box }, i) =>
    orderedLines(wordsIn[i] as Word[], own, walls, reading, areaOf(box)),
  );
  const regions = tiles.map((tile, index): Region => {
    const kind = kindOfTile(tile.units);
    const content = unionOf(tile.units.map(({ box }) => box));
    const title = tile.units.map((unit) => unit.title).find((text) => text !== null);
    return {
      index,
      kind,
      box: rounded(tile.box),
      content_box: rounded(content === null ? tile.box : clampTo(content, tile.box)),
      element_ids: elements[index] as string[],
      span_ids: [
        ...new Set(
          (lines[index] as TextLine[]).flatMap((line) => line.words.flatMap(({ runs }) => runs.map(({ id }) => id))),
        ),
      ],
      ...(title ? { title } : {}),
      ...(tile.units.length > 1 ? { parts: tile.units.map(partOf) } : {}),
    };
  });
  return { regions, lines };
}

const partOf = ({ kind, box, title }: Unit): NonNullable<Region['parts']>[number] => ({
  kind,
  box: rounded(box),
  ...(title ? { title } : {}),
});

const proposedUnit = ({ kind, box }: Proposal): Unit => ({ kind, box, title: null, sizePt: 0, deg: 0 });

/** What shares a tile is a chart or a table if one is among it, since its figures are no running text; else what most of it is. */
function kindOfTile(units: readonly Unit[]): RegionKind {
  for (const kind of ['chart', 'table'] as const) if (units.some((unit) => unit.kind === kind)) return kind;
  const areas = new Map<RegionKind, number>();
  for (const { kind, box } of units) areas.set(kind, (areas.get(kind) ?? 0) + areaOf(box));
  return [...areas].reduce<[RegionKind, number]>((best, entry) => (entry[1] > best[1] ? entry : best), ['text', -1])[0];
}

function unitsOf(
  page: PaintedPage,
  words: readonly Word[],
  shapes: PageShapes,
  tables: readonly PageBox[],
  walls: Walls,
  reading: OrderOptions,
  options: PartitionOptions,
): Unit[] {
  const pageArea = page.width * page.height;
  const inTable = (box: PageBox): boolean => tables.some((table) => contains(table, point(middle(box)), 1));
  const lines = textLinesOf(
    words.filter(({ box }) => !inTable(box)),
    walls.upright,
  );
  const drawings = drawingsOf(shapes, textBlocksOf(lines, walls.level), tables, {
    width: page.width,
    height: page.height,
    em: reading.sizePt,
  });
  const rest = lines.filter((line) => !drawings.some((drawing) => drawing.lines.includes(line)));
  const blocks = textBlocksOf(rest, walls.level);
  const kept = drawings.flatMap((drawing) => withoutGround(drawing, blocks, tables, pageArea));
  const outside = blocks.filter((block) => !kept.some(({ box }) => contains(box, block.box, 1)));
  const text: PageText = {
    width: page.width,
    height: page.height,
    bodySizePt: reading.sizePt,
    bold: isMostlyBold(outside),
    deg: reading.deg,
    otherLines: options.otherLines ?? [],
  };
  const units = [
    ...tables.map((box): Unit => ({ kind: 'table', box, title: null, sizePt: reading.sizePt, deg: reading.deg })),
    ...kept.map(({ kind, box, title }): Unit => ({ kind, box, title, sizePt: reading.sizePt, deg: reading.deg })),
    ...outside.map(
      (block): Unit => ({
        kind: kindOf(block, text),
        box: block.box,
        title: null,
        sizePt: block.sizePt,
        deg: block.lines[0]?.rotationDeg ?? 0,
      }),
    ),
  ];
  return joinRuns(inOrder(units, walls.panels, pageArea, reading));
}

/** A picture that text stands on is the ground of that text: the text is read, and the picture is a region no more. */
function withoutGround(
  drawing: Drawing,
  blocks: readonly TextBlock[],
  tables: readonly PageBox[],
  pageArea: number,
): Drawing[] {
  if (drawing.kind === 'chart') return [drawing];
  const reaches = (box: PageBox): number => {
    const common = intersectionOf(drawing.box, box);
    return common === null ? 0 : areaOf(common);
  };
  if (tables.some((table) => reaches(table) > 0.1 * areaOf(drawing.box))) return [];
  if (areaOf(drawing.box) < MIN_GROUND_SHARE * pageArea) return [drawing];
  const on = blocks.filter(({ box }) => reaches(box) > 0.5 * areaOf(box));
  const letters = on.reduce((sum, { lines }) => sum + lines.reduce((n, { text }) => n + text.length, 0), 0);
  return letters > MIN_GROUND_CHARS ? [] : [drawing];
}

const MIN_GROUND_SHARE = 0.05;
/** More than the name of what is shown. */
const MIN_GROUND_CHARS = 40;

function isMostlyBold(blocks: readonly TextBlock[]): boolean {
  const count = (list: readonly TextBlock[]): number =>
    list.reduce((sum, { lines }) => sum + lines.reduce((n, { text }) => n + text.length, 0), 0);
  return count(blocks.filter(({ bold }) => bold)) * 2 > count(blocks);
}

/** Headers come first and footers last, whatever stands beside them. */
function inOrder(units: readonly Unit[], panels: readonly PageBox[], pageArea: number, reading: OrderOptions): Unit[] {
  const part = (wanted: (unit: Unit) => boolean): Unit[] => {
    const some = units.filter(wanted);
    return orderWithPanels(
      some.map(({ box }) => box),
      panels,
      pageArea,
      reading,
    ).map((at) => some[at] as Unit);
  };
  return [
    ...part(({ kind }) => kind === 'header'),
    ...part(({ kind }) => kind !== 'header' && kind !== 'footer'),
    ...part(({ kind }) => kind === 'footer'),
  ];
}

/** Paragraphs that follow each other in one column are one region of text; so are the entries of a list. */
function joinRuns(units: readonly Unit[]): Unit[] {
  const joined: Unit[] = [];
  // By the height of their middles, so that what stands in a box is looked for at its height only.
  const byHeight = units.map((unit) => ({ unit, at: middle(unit.box) })).sort((a, b) => a.at[1] - b.at[1]);
  const hasOther = (box: PageBox, own: Unit, within: PageBox): boolean => {
    for (let i = firstNot(byHeight, ({ at }) => at[1] < box[1]); i < byHeight.length; i += 1) {
      const { unit, at } = byHeight[i] as (typeof byHeight)[number];
      if (at[1] > box[3]) return false;
      if (unit !== own && at[0] >= box[0] && at[0] <= box[2] && !contains(within, unit.box)) return true;
    }
    return false;
  };
  for (const unit of units) {
    const last = joined.at(-1);
    if (last && isSameRun(last, unit)) {
      const box = unionOf([last.box, unit.box]) as PageBox;
      if (!hasOther(box, unit, last.box)) {
        joined[joined.length - 1] = { ...last, box };
        continue;
      }
    }
    joined.push(unit);
  }
  return joined;
}

const JOINED_KINDS: ReadonlySet<RegionKind> = new Set(['text', 'list', 'note', 'header', 'footer']);
/** Paragraphs farther apart than this many sizes are parts of their own. */
const RUN_GAP_EM = 2.2;

function isSameRun(a: Unit, b: Unit): boolean {
  if (a.kind !== b.kind || a.deg !== b.deg || !JOINED_KINDS.has(a.kind)) return false;
  const size = Math.max(a.sizePt, b.sizePt);
  if (a.kind === 'header' || a.kind === 'footer') return Math.max(a.box[1], b.box[1]) < Math.min(a.box[3], b.box[3]);
  if (Math.abs(a.sizePt - b.sizePt) > 0.12 * size) return false;
  const sideways = Math.round(a.deg / 90) % 2 === 1;
  const [along, across] = sideways ? [1, 0] : [0, 1];
  const gap = Math.max(a.box[across]!, b.box[across]!) - Math.min(a.box[across + 2]!, b.box[across + 2]!);
  const common = Math.min(a.box[along + 2]!, b.box[along + 2]!) - Math.max(a.box[along]!, b.box[along]!);
  const shorter = Math.min(a.box[along + 2]! - a.box[along]!, b.box[along + 2]! - b.box[along]!);
  return gap <= RUN_GAP_EM * size && common >= 0.5 * shorter;
}

function byTile(page: PaintedPage, boxes: readonly PageBox[]): string[][] {
  const ids = boxes.map((): string[] => []);
  for (const element of page.elements) ids[tileAt(boxes, middleOfElement(element, page), page)]?.push(element.id);
  return ids;
}

const middleOfElement = (element: PaintedElement, page: PaintedPage): readonly [number, number] =>
  middle(visibleBox(element, page) ?? element.box);

const middle = (box: PageBox): readonly [number, number] => [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
const point = ([x, y]: readonly [number, number]): PageBox => pageBox(x, y, x, y);

/** The tile that a point lies in; each point of the page lies in one, and a point off the page in the nearest to it. */
function tileAt(
  boxes: readonly PageBox[],
  [px, py]: readonly [number, number],
  { width, height }: PaintedPage,
): number {
  const [x, y] = [Math.min(Math.max(px, 0), width), Math.min(Math.max(py, 0), height)];
  return boxes.findIndex(
    (box) => x >= box[0] && y >= box[1] && (x < box[2] || box[2] >= width) && (y < box[3] || box[3] >= height),
  );
}

function clampTo(box: PageBox, area: PageBox): PageBox {
  return pageBox(
    Math.min(Math.max(box[0], area[0]), area[2]),
    Math.min(Math.max(box[1], area[1]), area[3]),
    Math.min(Math.max(box[2], area[0]), area[2]),
    Math.min(Math.max(box[3], area[1]), area[3]),
  );
}
