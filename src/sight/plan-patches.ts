import type { ContentGrid } from './content-grid.js';
import { Cover, type Patch } from './cover.js';
import { type Legibility, WHOLE_PIXELS } from './legibility.js';
import { shotOfPatch } from './patch-shot.js';
import type { PlanOptions } from './plan-sheet.js';
import { quadrants } from './quadrants.js';
import type { SightSettings } from './settings.js';
import type { Sheet } from './sheet.js';
import { type Shot, tilesOver } from './windows.js';

/** A patch with the picture that shows it. */
export interface PlannedPatch extends Patch {
  readonly shot: Shot;
}

interface PlannedPatches {
  /** What holds text first, then by ink. */
  readonly patches: readonly PlannedPatch[];
  /**
   * The zoom at which a tiling of the whole sheet shows as much: the largest one needed, or where pictures did not suffice the
   * smallest one reached.
   */
  readonly tilingZoom: number;
  readonly limitations: readonly string[];
}

/**
 * What one more picture may cost, in pixels, for ways to cut that are tried: about what a picture costs a model beside its
 * pixels (60,000) and around it, and all that it takes to have fewer.
 */
const PICTURE_COSTS = [60_000, 200_000, 800_000, 1e9];
/** Pictures that show no more than this share of the pixels of a full tiling look at content, not at paper. */
const SHARE_OF_TILING = 0.6;
const QUADRANTS = 4;
/** Halvings by which the zoom is found at which pictures suffice: to a hundredth. */
const HALVINGS = 7;

/**
 * The patches that show a sheet's content at the wanted level, within the number of pictures. Where those don't suffice all
 * content is still shown: at the next lower level, with as many patches as can be at the wanted one; and where pictures don't
 * suffice for any level, at the largest zoom for which they do.
 */
export function planPatches(
  sheet: Sheet,
  grid: ContentGrid,
  legibility: Legibility,
  anyText: boolean,
  { level, maxTiles }: PlanOptions,
  settings: SightSettings,
): PlannedPatches {
  const covers = PICTURE_COSTS.map(
    (cost) => new Cover(grid, legibility, anyText, settings.imageMaxEdge - WHOLE_PIXELS, cost),
  );
  const fewest = covers.at(-1) as Cover;
  const overview = legibility.zoomOf(sheet.width, sheet.height, 'overview');
  const shown = (patches: readonly Patch[]): PlannedPatch[] =>
    ordered(patches).map((patch) => ({ ...patch, shot: shotOfPatch(patch, grid, sheet, legibility, settings) }));

  if (!legibility.isTold && sheet.maxZoom === null && maxTiles >= QUADRANTS) {
    const patches = quadrants(sheet, grid, fewest, legibility);
    return { patches, tilingZoom: Math.max(Math.min(...zooms(patches)), overview), limitations: [] };
  }
  const wanted = covers.map((cover) => shown(cover.patches(cover.everything, level, 1)));
  const whole = cheapest(
    wanted.filter(({ length }) => length <= maxTiles),
    sheet,
    settings,
  );
  if (whole !== null) return { patches: whole, tilingZoom: Math.max(...zooms(whole), overview), limitations: [] };

  const needed = (wanted.at(-1) as PlannedPatch[]).length;
  const base = atMost(fewest, maxTiles);
  const refined = shown(refine(base, fewest, level, maxTiles));
  const tilingZoom = Math.max(Math.min(...zooms(refined)), overview);
  return { patches: refined, tilingZoom, limitations: [tooFew(level, needed, maxTiles)] };
}

/**
 * Of several ways to show everything, the finest first: one with no more pictures than a full tiling at the same level, if it
 * shows little paper; else the one with the fewest pictures that shows little; else again as few as a full tiling.
 */
function cheapest(
  ways: readonly (readonly PlannedPatch[])[],
  sheet: Sheet,
  { imageMaxEdge }: SightSettings,
): readonly PlannedPatch[] | null {
  const [finest] = ways;
  if (finest === undefined) return null;
  const zoom = Math.max(...zooms(finest), 0);
  const pixels = (way: readonly PlannedPatch[]): number =>
    way.reduce((sum, { shot }) => sum + shot.widthPx * shot.heightPx, 0);
  const isLittle = (way: readonly PlannedPatch[]): boolean =>
    pixels(way) <= SHARE_OF_TILING * sheet.width * sheet.height * zoom ** 2;
  const few = ways.filter(({ length }) => length <= Math.max(1, tilesOver(sheet, imageMaxEdge / zoom)));
  return few.find(isLittle) ?? ways.filter(isLittle).at(-1) ?? few[0] ?? finest;
}

const zooms = (patches: readonly Patch[]): number[] => patches.map(({ zoom }) => zoom);

const tooFew = (level: string, needed: number, maxTiles: number): string =>
  `${needed} tiles would show everything at level ${level}; within ${maxTiles} all content is shown, and each tile states the level it reaches. Raise --max-tiles, or inspect a part.`;

/** All content in at most so many patches, as sharp as that allows; not sharper than `seen`. */
function atMost(cover: Cover, maxTiles: number): Patch[] {
  const at = (share: number): Patch[] => cover.patches(cover.everything, 'seen', share);
  let best = at(1);
  if (best.length <= maxTiles) return best;
  let [low, high] = [0, 1];
  best = at(1e-6);
  for (let n = 0; n < HALVINGS; n++) {
    const share = (low + high) / 2;
    const patches = at(share);
    if (patches.length > maxTiles) high = share;
    else {
      low = share;
      best = patches;
    }
  }
  return best;
}

/** Cuts patches into such of the wanted level for as long as pictures suffice: first where there is most to read. */
function refine(base: readonly Patch[], cover: Cover, level: PlanOptions['level'], maxTiles: number): Patch[] {
  let count = base.length;
  return byReading(base, cover).flatMap((patch) => {
    const finer = cover.patches(patch.region, level, 1);
    if (count - 1 + finer.length > maxTiles) return [patch];
    count += finer.length - 1;
    return finer;
  });
}

/** The patch of the title block, which stands in the lower right corner, then by what holds text and how densely. */
function byReading(patches: readonly Patch[], { everything: { c1, r1 } }: Cover): Patch[] {
  const fromCorner = ({ region }: Patch): number => Math.hypot(c1 - region.c1, r1 - region.r1);
  const title = Math.min(...patches.map(fromCorner));
  const sorted = ordered(patches);
  return [...sorted.filter((p) => fromCorner(p) === title), ...sorted.filter((p) => fromCorner(p) !== title)];
}

/** Text first, then the densest: small print is denser than the lines of a drawing. */
function ordered(patches: readonly Patch[]): Patch[] {
  const density = ({ ink, content: [x0, y0, x1, y1] }: Patch): number => ink / Math.max(1e-9, (x1 - x0) * (y1 - y0));
  return [...patches].sort((a, b) => Number(b.lettering.text) - Number(a.lettering.text) || density(b) - density(a));
}

/** Height of the smallest text on the sheet, in sheet units; null where none is known. */
export function smallestText({ textHeight }: ContentGrid): number | null {
  const known = textHeight.filter((height) => height > 0 && height < Number.POSITIVE_INFINITY);
  return known.length === 0 ? null : known.reduce((a, b) => Math.min(a, b));
}
