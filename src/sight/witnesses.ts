import type { Witnesses } from './borders/take-out-borders.js';
import type { SheetInk } from './ink.js';
import type { Sheet, SheetBox, SheetObject } from './sheet.js';

/** A side of a frame is at least this share of the sheet long, on its own or as one path with the other sides. */
const SPAN = 0.6;
/** What is thinner than this share of the sheet's long edge is a line: 10 mm of an A1 sheet, drawn as a filled rectangle. */
const LINE = 0.012;
/** A page with a picture of this share of its area is a scan. */
const SCAN = 0.6;
/** Candidates of each direction: more long lines than that are a table or a hatch. */
const MOST_LINES = 24;

/** What a source tells of a sheet's borders, in px of the bitmap of its ink. */
export function witnessesOf(sheet: Sheet, objects: readonly SheetObject[], { unitsPerPixel }: SheetInk): Witnesses {
  const px = (units: number): number => Math.floor(units / unitsPerPixel);
  const inPx = ([x0, y0, x1, y1]: SheetBox) => [px(x0), px(y0), px(x1), px(y1)] as const;
  const lines = objects.filter(({ kind, box: [x0, y0, x1, y1] }) => {
    const spans = x1 - x0 >= SPAN * sheet.width || y1 - y0 >= SPAN * sheet.height;
    return (kind === 'line' || kind === 'fill') && spans;
  });
  return {
    frames: sheet.border.map(inPx),
    lines: {
      lying: outermost(lines.flatMap(({ box }) => sides(box[0], box[2], box[1], box[3], sheet.width, sheet)).map(px)),
      standing: outermost(
        lines.flatMap(({ box }) => sides(box[1], box[3], box[0], box[2], sheet.height, sheet)).map(px),
      ),
    },
    scan: sheet.sourceKind === 'image' || objects.some((object) => isScan(object, sheet)),
  };
}

/** Where a box along an axis has its sides across it: its middle for a line, both for what goes around. */
function sides(from: number, to: number, low: number, high: number, length: number, sheet: Sheet): number[] {
  if (to - from < SPAN * length) return [];
  return high - low <= LINE * Math.max(sheet.width, sheet.height) ? [(low + high) / 2] : [low, high];
}

function outermost(places: readonly number[]): number[] {
  const sorted = [...new Set(places)].sort((a, b) => a - b);
  return sorted.length <= MOST_LINES ? sorted : [...sorted.slice(0, MOST_LINES / 2), ...sorted.slice(-MOST_LINES / 2)];
}

const isScan = ({ kind, box: [x0, y0, x1, y1] }: SheetObject, { width, height }: Sheet): boolean =>
  kind === 'image' && (x1 - x0) * (y1 - y0) >= SCAN * width * height;
