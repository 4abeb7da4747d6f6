import { areaOf, middleOf, type PageBox, pageBox } from '../../evidence/boxes.js';
import { BoxIndex } from '../tables/box-index.js';
import { orderWithPanels } from './page-order.js';
import type { OrderOptions } from './reading-order.js';
import type { RegionKind } from './region-kinds.js';
import { type TextBlock, textBlocksOf } from './text-blocks.js';
import { type TextLine, textLinesOf } from './text-lines.js';
import type { Walls } from './walls.js';
import type { Word } from './words.js';

/** A part of a tile. */
interface Part {
  readonly kind: RegionKind;
  readonly box: PageBox;
}

/** The lines of one tile in reading order: one part after the other where it has several. */
export function orderedLines(
  words: readonly Word[],
  units: readonly Part[],
  walls: Walls,
  reading: OrderOptions,
  area: number,
): TextLine[] {
  if (units.length <= 1) return linesOfUnit(words, units[0]?.kind ?? 'text', walls, reading, area);
  return byUnit(words, units).flatMap((own, i) => linesOfUnit(own, units[i]?.kind ?? 'text', walls, reading, area));
}

/** The words of each part, those of the smallest where parts lie over each other; at the end what stands in none. */
function byUnit(words: readonly Word[], units: readonly Part[]): Word[][] {
  const index = new BoxIndex(
    units.map(({ box }, at) => ({ box, at })),
    ({ box }) => box,
  );
  const own = Array.from({ length: units.length + 1 }, (): Word[] => []);
  for (const word of words) {
    const around = index.touching(pageBox(...middleOf(word.box), ...middleOf(word.box)));
    const smallest = around.reduce<(typeof around)[number] | null>(
      (best, unit) => (best !== null && areaOf(best.box) <= areaOf(unit.box) ? best : unit),
      null,
    );
    own[smallest?.at ?? units.length]?.push(word);
  }
  return own;
}

/** Row by row in a table, block after block elsewhere. */
function linesOfUnit(
  words: readonly Word[],
  kind: RegionKind,
  walls: Walls,
  reading: OrderOptions,
  area: number,
): TextLine[] {
  const lines = textLinesOf(words, walls.upright);
  if (kind === 'table') return rowByRow(lines, reading);
  const blocks = textBlocksOf(lines, walls.level);
  return orderWithPanels(
    blocks.map(({ box }) => box),
    walls.panels,
    area,
    reading,
  ).flatMap((at) => (blocks[at] as TextBlock).lines);
}

function rowByRow(lines: readonly TextLine[], { rightToLeft, deg }: OrderOptions): TextLine[] {
  const sideways = Math.round(deg / 90) % 2 === 1;
  const rows: TextLine[][] = [];
  for (const line of [...lines].sort((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1);
    if (
      row &&
      line.baseline - (row[0] as TextLine).baseline <= 0.4 * line.sizePt &&
      line.rotationDeg === row[0]?.rotationDeg
    )
      row.push(line);
    else rows.push([line]);
  }
  const start = ({ box }: TextLine): number =>
    sideways ? (deg === 90 ? box[1] : -box[3]) : deg === 180 ? -box[2] : box[0];
  const side = rightToLeft ? -1 : 1;
  return rows.flatMap((row) => row.sort((a, b) => side * (start(a) - start(b))));
}
