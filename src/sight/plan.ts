import { join, parse } from 'node:path';
import type { PlannedFrame, PlanReply } from '../evidence/wire/plan.js';
import type { PlanRequest } from '../evidence/wire/requests.js';
import { checkOutput, type Spared, writeOutput } from '../store/output-file.js';
import { type Drawing, type DrawingContext, placeOn, wholeOf, withDrawing } from './drawing-file.js';
import { overlay } from './overlay.js';
import { type PlannedTile, planSheet, type SheetPlan } from './plan-sheet.js';

export interface PlanFiles {
  /** Folder for a picture of each frame with its plan on it. */
  readonly overlay?: string;
  /** What these must not replace. */
  readonly spared?: Spared;
}

const NOTHING_SPARED: Spared = { files: [], folders: [] };

/**
 * Where to look at each sheet of a drawing, and how sharply. Needs no model.
 * @throws GroundglassError what opening and drawing the file throw; `bad_argument` for an overlay that can't be written
 */
export function plan(request: PlanRequest, context: DrawingContext, files: PlanFiles = {}): Promise<PlanReply> {
  return withDrawing(request.file, context, async (drawing) => {
    const { settings } = drawing;
    const options = { level: request.level, maxTiles: request.max_tiles ?? settings.evidenceMaxImages };
    const frames: PlannedFrame[] = [];
    for (const sheet of drawing.sheets.slice(0, request.frames)) {
      const output = files.overlay && join(files.overlay, `${parse(request.file).name}-${sheet.number}.png`);
      if (output) checkOutput(output, files.spared ?? NOTHING_SPARED);
      const planned = await planSheet(sheet, options, settings);
      const written = output ? await writeOutput(output, await overlay(planned), files.spared ?? NOTHING_SPARED) : null;
      frames.push(wireFrame(drawing, planned, written));
    }
    return { source_kind: drawing.sheets[0].sourceKind, frames };
  });
}

function wireFrame(drawing: Drawing, planned: SheetPlan, written: string | null): PlannedFrame {
  const { sheet, grid } = planned;
  return {
    frame: sheet.number,
    locator: drawing.locatorOf(sheet),
    box: placeOn(sheet, wholeOf(sheet)).box,
    sheet: sheet.size,
    scale: sheet.scale,
    heatmap: { columns: grid.columns, rows: grid.rows, counts: [...grid.counts] },
    dropped: planned.dropped.map(({ what, why, box }) => ({ what, why, ...placeOn(sheet, box) })),
    clusters: planned.clusters.map(({ box, text, ink }) => ({ ...placeOn(sheet, box), text, ink: round4(ink) })),
    tiles: planned.tiles.map((tile) => wireTile(planned, tile)),
    covered_ink: planned.coveredInk,
    baseline_tiles: planned.baselineTiles,
    limitations: [...planned.limitations],
    skipped_entities: { ...sheet.skippedEntities },
    overlay: written,
  };
}

function wireTile({ sheet }: SheetPlan, tile: PlannedTile): PlannedFrame['tiles'][number] {
  return {
    label: tile.label,
    ...placeOn(sheet, tile.visible),
    purpose: tile.purpose,
    level: tile.level,
    zoom: tile.zoom,
    width_px: tile.widthPx,
    height_px: tile.heightPx,
    text_px: tile.textPx && round4(tile.textPx),
    line_px: tile.linePx && round4(tile.linePx),
  };
}

const round4 = (value: number): number => Math.round(value * 1e4) / 1e4;
