import { box, holdsPoint, middleOf } from '../../evidence/boxes.js';
import type { CadDrawing, CadEntity, CadSheet, CadViewport, WorldBox } from '../../sources/cad/drawing.js';

/** An entity as a sheet shows it. */
export interface SheetEntity {
  readonly entity: CadEntity;
  /** Where it lies in the sheet's layout; null where it has no extent. */
  readonly box: WorldBox | null;
  /** Units of the entity's own coordinates for one mm of paper; null where nothing tells. */
  readonly unitsPerMm: number | null;
}

/**
 * What a sheet shows: entities of its layout whose middle lies on it, and on a sheet of paper space also those of model space
 * that its viewports show. Entities without an extent belong to the first sheet of their layout.
 */
export function entitiesOn(drawing: CadDrawing, sheet: CadSheet, isFirst: boolean): readonly SheetEntity[] {
  const layout = drawing.layouts.find(({ name }) => name === sheet.layout);
  if (layout === undefined) return [];
  const own = layout.entities
    .filter(({ box: extent }) => (extent === null ? isFirst : holdsPoint(sheet.box, middleOf(extent))))
    .map((entity) => ({ entity, box: entity.box, unitsPerMm: sheet.unitsPerMm }));
  const model = drawing.layouts.find(({ kind }) => kind === 'model');
  if (layout.kind === 'model' || model === undefined) return own;
  const shown = layout.viewports.filter(({ on, viewHeight }) => on && viewHeight > 0);
  const seen = new Map<string, SheetEntity>();
  for (const viewport of shown) {
    for (const entity of model.entities) {
      if (entity.box === null || seen.has(entity.handle) || viewport.frozenLayers.includes(entity.layer)) continue;
      const onPaper = throughViewport(entity.box, viewport);
      if (!holdsPoint(viewport.box, middleOf(onPaper))) continue;
      const perPaperUnit = viewport.viewHeight / (viewport.box[3] - viewport.box[1]);
      const unitsPerMm = sheet.unitsPerMm === null ? null : sheet.unitsPerMm * perPaperUnit;
      seen.set(entity.handle, { entity, box: onPaper, unitsPerMm });
    }
  }
  return [...own, ...seen.values()];
}

/** The box around a box of model space as a viewport shows it on the paper, turned by its twist. */
function throughViewport([x0, y0, x1, y1]: WorldBox, viewport: CadViewport): WorldBox {
  const [centreX, centreY] = middleOf(viewport.box);
  const scale = (viewport.box[3] - viewport.box[1]) / viewport.viewHeight;
  const [cos, sin] = [Math.cos(viewport.twist), Math.sin(viewport.twist)];
  const corners = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ].map(([x = 0, y = 0]) => {
    const [dx, dy] = [x - viewport.viewCentre[0], y - viewport.viewCentre[1]];
    return [centreX + (dx * cos - dy * sin) * scale, centreY + (dx * sin + dy * cos) * scale] as const;
  });
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return box('world', Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
}
