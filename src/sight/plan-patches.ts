import type { ContentGrid } from './content-grid.js';
import { Cover, type Patch } from './cover.js';
import { type Legibility, WHOLE_PIXELS } from './legibility.js';
import type { PlanOptions } from './plan-sheet.js';
import type { SightSettings } from './settings.js';
import type { Sheet } from './sheet.js';
import { tilesOver } from './windows.js';

export interface PlannedPatch extends Patch {
  /** Whether content goes on past its edge, in another patch. */
  readonly cut: boolean;
}

interface PlannedPatches {
  /** What holds text first, then by ink. */
  readonly patches: readonly PlannedPatch[];
  /** The zoom at which a tiling of the whole sheet shows as much: the largest one needed, or where pictures did not suffice the smallest one reached. */
  readonly tilingZoom: number;
  readonly limitations: readonly string[];
}

/** What one more picture may cost, in pixels: first as little as it costs a model, then all that it takes to have fewer. */
const PICTURE_COSTS = [200_000, 800_000, 1e9];
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
  const finish = (patches: readonly Patch[], tilingZoom: number, limitations: readonly string[]): PlannedPatches => ({
    patches: ordered(patches).map((patch) => ({ ...patch, cut: isCut(patch, grid) })),
    tilingZoom: patches.length === 0 ? overview : Math.max(tilingZoom, overview),
    limitations,
  });

  const wanted = covers.map((cover) => cover.patches(cover.everything, level, 1));
  const tiling = Math.max(1, tilesOver(sheet, settings.imageMaxEdge / Math.max(...zooms(wanted[0] as Patch[]), 0)));
  const fitting = wanted.find((patches) => patches.length <= Math.min(maxTiles, tiling));
  const whole = fitting ?? wanted.find((patches) => patches.length <= maxTiles);
  if (whole !== undefined) return finish(whole, Math.max(...zooms(whole)), []);

  const needed = (wanted.at(-1) as Patch[]).length;
  const base = atMost(fewest, maxTiles);
  const refined = refine(base, fewest, level, maxTiles);
  return finish(refined, Math.min(...zooms(refined)), [tooFew(level, needed, maxTiles)]);
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

function isCut({ region: { c0, r0, c1, r1 } }: Patch, { ink, columns, rows }: ContentGrid): boolean {
  const has = (c: number, r: number): boolean =>
    c >= 0 && r >= 0 && c < columns && r < rows && (ink[r * columns + c] as number) > 0;
  for (let r = r0; r < r1; r++) if ((has(c0, r) && has(c0 - 1, r)) || (has(c1 - 1, r) && has(c1, r))) return true;
  for (let c = c0; c < c1; c++) if ((has(c, r0) && has(c, r0 - 1)) || (has(c, r1 - 1) && has(c, r1))) return true;
  return false;
}

/** Height of the smallest text on the sheet, in sheet units; null where none is known. */
export function smallestText({ textHeight }: ContentGrid): number | null {
  const known = textHeight.filter((height) => height > 0 && height < Number.POSITIVE_INFINITY);
  return known.length === 0 ? null : known.reduce((a, b) => Math.min(a, b));
}
