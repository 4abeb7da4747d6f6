import { box } from '../evidence/boxes.js';
import { inkCount } from './bitmap.js';
import { takeOutBorders } from './borders/take-out-borders.js';
import { type Cluster, clustersOf } from './clusters.js';
import { type ContentGrid, contentGrid } from './content-grid.js';
import { type SheetInk, sheetInk } from './ink.js';
import { Legibility, type Lettering, type Level, type WantedLevel } from './legibility.js';
import { type PlannedPatch, planPatches, smallestText } from './plan-patches.js';
import type { SightSettings } from './settings.js';
import type { Sheet, SheetBox } from './sheet.js';
import { withWholeWords } from './whole-words.js';
import { type Shot, shotOf, tilesOver } from './windows.js';
import { witnessesOf } from './witnesses.js';

export interface PlanOptions {
  readonly level: WantedLevel;
  readonly maxTiles: number;
}

export interface PlannedTile extends Shot {
  readonly label: string;
  readonly purpose: 'overview' | 'text' | 'line';
  readonly level: Level;
  /** Pixels on which the smallest text lands, null where no scale tells; those of lettering of nominal height. */
  readonly textPx: number | null;
  readonly linePx: number | null;
}

/** Where to look at a sheet, and how sharply. */
export interface SheetPlan {
  readonly sheet: Sheet;
  readonly legibility: Legibility;
  readonly grid: ContentGrid;
  readonly dropped: readonly { readonly what: string; readonly why: string; readonly box: SheetBox }[];
  readonly clusters: readonly Cluster[];
  /** The overview first, then what holds text. */
  readonly tiles: readonly PlannedTile[];
  /** Share of the content's ink that the tiles show, the overview left out; 1 where there is no content. */
  readonly coveredInk: number;
  /** Pictures of a tiling of the whole sheet, side by side, at the least zoom that shows all of it at the same level. */
  readonly baselineTiles: number;
  /** The zoom of that tiling. */
  readonly tilingZoom: number;
  readonly limitations: readonly string[];
}

/** The picture of a whole sheet. */
export const OVERVIEW = 'overall';
/** Tiles are named by the plan that they belong to, so that a name means one place: `seen-3`, `readable-3`. */
const labelOf = ({ level, maxTiles }: PlanOptions, settings: SightSettings, n: number): string =>
  maxTiles === settings.evidenceMaxImages ? `${level}-${n}` : `${level}-of-${maxTiles}-${n}`;
const LABEL = /^(seen|readable)-(?:of-(\d{1,4})-)?\d{1,4}$/;

/** The options of the plan that a label belongs to; null for a label that no plan gives. */
export function planOfLabel(label: string, settings: SightSettings): PlanOptions | null {
  if (label === OVERVIEW) return { level: 'seen', maxTiles: settings.evidenceMaxImages };
  const [, level, maxTiles] = LABEL.exec(label) ?? [];
  if (level === undefined) return null;
  return { level: level as WantedLevel, maxTiles: Number(maxTiles ?? settings.evidenceMaxImages) };
}

/** Plans the pictures of one sheet. Needs no model. @throws GroundglassError what reading and drawing the sheet throw */
export async function planSheet(sheet: Sheet, options: PlanOptions, settings: SightSettings): Promise<SheetPlan> {
  const [ink, objects] = await Promise.all([contentInk(sheet), sheet.objects()]);
  const { bitmap, dropped } = takeOutBorders(ink.bitmap, witnessesOf(sheet, objects, ink));
  const grid = contentGrid(bitmap, sheet, objects);
  const characters = objects.reduce((sum, { text }) => sum + (text?.replace(/\s/g, '').length ?? 0), 0);
  const anyText = characters < settings.textMinChars;
  const legibility = new Legibility(sheet, settings, objects);
  const planned = planPatches(sheet, grid, legibility, anyText, options, settings);
  const patched = planned.patches.map((patch, n) => tileOf(patch, legibility, labelOf(options, settings, n + 1)));
  const tiles = withWholeWords(patched, objects, sheet, settings.imageMaxEdge);
  const whole: Lettering = { text: true, height: smallestText(grid) };
  const { unitsPerPixel } = ink;
  return {
    sheet,
    legibility,
    grid,
    dropped: dropped.map((one) => ({ ...one, box: inSheet(one.box, unitsPerPixel, sheet) })),
    clusters: clustersOf(grid, anyText),
    tiles: [overviewOf(sheet, legibility, whole), ...tiles],
    coveredInk: coveredInk(grid, tiles),
    tilingZoom: planned.tilingZoom,
    baselineTiles: tilesOver(sheet, settings.imageMaxEdge / planned.tilingZoom),
    limitations: [
      ...sheet.limitations,
      ...(anyText && sheet.sourceKind !== 'image' ? [NO_TEXT_LAYER] : []),
      ...(sheet.sourceKind === 'image' ? [NO_SCALE] : []),
      ...(sheet.sourceKind !== 'image' && !legibility.isTold ? [NOTHING_TOLD] : []),
      ...planned.limitations,
    ],
  };
}

/** A sheet that is nothing but its border is all of it. */
async function contentInk(sheet: Sheet): Promise<SheetInk> {
  const content = await sheetInk(sheet, 'content');
  return sheet.border.length > 0 && inkCount(content.bitmap) === 0 ? sheetInk(sheet, 'all') : content;
}

const NO_TEXT_LAYER =
  'The sheet has no text layer, which is usual where lettering was exported as strokes: nothing tells text from lines, and text is reckoned with at its nominal height.';
const NO_SCALE =
  'An image has no scale: the size of its text is unknown. `readable` is its own pixels, `seen` is half of them.';

const NOTHING_TOLD =
  'Neither a scale nor text of known height tells how large things must be drawn: no pictures can be planned, and the sheet is looked at in its quadrants, those without content left out. `seen` says that a picture shows about half of the sheet’s long edge, `readable` a quarter.';

function overviewOf(sheet: Sheet, legibility: Legibility, whole: Lettering): PlannedTile {
  const zoom = legibility.zoomOf(sheet.width, sheet.height, 'overview');
  const shot = shotOf(box('sheet', 0, 0, sheet.width, sheet.height), zoom, sheet);
  return {
    ...shot,
    label: OVERVIEW,
    purpose: 'overview',
    level: legibility.levelAt(zoom, whole),
    textPx: legibility.textPx(zoom, whole),
    linePx: legibility.linePx(zoom),
  };
}

function tileOf({ shot, lettering }: PlannedPatch, legibility: Legibility, label: string): PlannedTile {
  return {
    ...shot,
    label,
    purpose: lettering.text ? 'text' : 'line',
    level: legibility.levelAt(shot.zoom, lettering),
    textPx: lettering.text ? legibility.textPx(shot.zoom, lettering) : null,
    linePx: legibility.linePx(shot.zoom),
  };
}

function inSheet(b: readonly [number, number, number, number], units: number, { width, height }: Sheet): SheetBox {
  const [x0, y0, x1, y1] = b.map((v) => v * units) as [number, number, number, number];
  return box('sheet', Math.max(0, x0), Math.max(0, y0), Math.min(width, x1), Math.min(height, y1));
}

/** By cells: one counts as shown by the part of its ink's box that some tile shows whole. */
function coveredInk({ ink, bounds }: ContentGrid, tiles: readonly PlannedTile[]): number {
  let [covered, total] = [0, 0];
  ink.forEach((here, at) => {
    if (here === 0) return;
    total += here;
    const [x0, y0, x1, y1] = bounds.subarray(4 * at, 4 * at + 4) as unknown as [number, number, number, number];
    const e = 1e-6 * Math.max(x1, y1, 1);
    const shown = tiles.some(({ visible: [a, b, c, d] }) => a <= x0 + e && b <= y0 + e && c >= x1 - e && d >= y1 - e);
    if (shown) covered += here;
  });
  return total === 0 ? 1 : covered / total;
}
