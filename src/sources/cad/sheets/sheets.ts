import { box, heightOf, touches, widthOf } from '../../../evidence/boxes.js';
import type { CadDrawing, CadEntity, CadLayout, CadSheet, WorldBox } from '../drawing.js';
import { extentOf, type Frame, framesOf, onSheet } from './frames.js';
import { asEvidence, scalesOf, scaleText } from './scale.js';
import { matchSheets, type SheetMatch } from './sheet-forms.js';
import { titleBlockOf } from './title-block.js';

/** Millimetres of one drawing unit; where the file does not say, and where it says inches, mm are tried as well. */
const MM_PER_UNIT: Readonly<Record<NonNullable<CadDrawing['units']>, number>> = {
  mm: 1,
  cm: 10,
  m: 1000,
  in: 25.4,
  ft: 304.8,
};
/** Paper on each side of a sheet that is the extent of what is drawn, as a share of its long edge. */
const EXTENT_MARGIN = 0.01;
/** Matches whose errors differ by less are equally good: another evidence decides. */
const AS_GOOD = 0.002;

/**
 * The sheets of a drawing: paper-space layouts that hold something of their own (windows onto model space are nothing of their
 * own), then the drawing frames in model space, by rows. Where there is neither, one sheet around all that is seen in model
 * space, without what lies far off. Empty for a drawing that shows nothing.
 */
export function sheetsOf(drawing: CadDrawing): readonly CadSheet[] {
  const sheets: CadSheet[] = [];
  for (const layout of drawing.layouts) if (layout.kind === 'paper') sheets.push(...paperSheets(layout));
  const model = drawing.layouts.find((layout) => layout.kind === 'model');
  if (!model) return sheets;
  const { frames, mmPerUnit } = modelFrames(model, drawing);
  const framed = frames.map((frame) => sheetOf(drawing, model, frame, mmPerUnit));
  if (sheets.length + framed.length > 0) return [...sheets, ...framed];
  const extent = extentOf(model.entities);
  if (!extent || !(widthOf(extent) > 0 || heightOf(extent) > 0)) return [];
  return [sheetOf(drawing, model, { box: roomy(withSize(extent)), matches: [], handles: [] }, mmPerUnit)];
}

/** A box with some paper around what is drawn, whose outermost lines would be cut by half of their width otherwise. */
function roomy(drawn: WorldBox): WorldBox {
  const [x0, y0, x1, y1] = drawn;
  const margin = EXTENT_MARGIN * Math.max(x1 - x0, y1 - y0);
  return box('world', x0 - margin, y0 - margin, x1 + margin, y1 + margin);
}

/** Frames by the unit that the file names; where that finds no sheet, by mm, which most drawings are in whatever they say. */
function modelFrames(model: CadLayout, { units }: CadDrawing): { frames: Frame[]; mmPerUnit: number } {
  const said = MM_PER_UNIT[units ?? 'mm'];
  const frames = framesOf(model.entities, said);
  if (said === 1 || frames.some((frame) => frame.matches.length > 0)) return { frames, mmPerUnit: said };
  const inMm = framesOf(model.entities, 1);
  return inMm.some((frame) => frame.matches.length > 0) ? { frames: inMm, mmPerUnit: 1 } : { frames, mmPerUnit: said };
}

function paperSheets(layout: CadLayout): CadSheet[] {
  const own = layout.entities.filter((entity) => entity.visible && entity.box !== null && entity.type !== 'VIEWPORT');
  if (own.length === 0) return [];
  const unitsPerMm = layout.paper?.unitsPerMm ?? 1;
  const frames = framesOf(layout.entities, 1 / unitsPerMm);
  if (frames.length > 0) return frames.map((frame) => sheetOf(null, layout, frame, 1 / unitsPerMm));
  return [sheetOf(null, layout, { box: paperBox(layout, own), matches: [], handles: [] }, 1 / unitsPerMm)];
}

/** The paper, where what is drawn lies on it; else the box around what is drawn. */
function paperBox(layout: CadLayout, own: readonly CadEntity[]): WorldBox {
  const drawn = extentOf(layout.entities) ?? (own[0]?.box as WorldBox);
  const { paper } = layout;
  if (!paper) return withSize(drawn);
  const sheet = box('world', 0, 0, paper.widthMm * paper.unitsPerMm, paper.heightMm * paper.unitsPerMm);
  // The origin lies at the printable area's corner, a margin inside of the paper.
  const margin = 0.1 * Math.max(widthOf(sheet), heightOf(sheet));
  const fits =
    drawn[0] >= sheet[0] - margin &&
    drawn[1] >= sheet[1] - margin &&
    drawn[2] <= sheet[2] + margin &&
    drawn[3] <= sheet[3] + margin;
  return fits && touches(drawn, sheet) ? sheet : withSize(drawn);
}

/** A line alone has a box without area, which can't be looked at. */
function withSize(b: WorldBox): WorldBox {
  const least = 0.01 * Math.max(widthOf(b), heightOf(b)) || 1;
  const [x, y] = [widthOf(b) > 0 ? 0 : least / 2, heightOf(b) > 0 ? 0 : least / 2];
  return box('world', b[0] - x, b[1] - y, b[2] + x, b[3] + y);
}

/** @param drawing null for a layout of paper space, whose units are the paper's */
function sheetOf(drawing: CadDrawing | null, layout: CadLayout, frame: Frame, mmPerUnit: number): CadSheet {
  const entities = onSheet(layout.entities, frame.box);
  const title = titleBlockOf(entities, frame.box);
  const fields = title?.titleBlock.fields ?? [];
  const stated = scalesOf(layout, fields, null, [], null, mmPerUnit)[0]?.ratio ?? null;
  const match = bestMatch(frame.matches, layout.kind === 'model' ? stated : 1);
  const found = scalesOf(
    layout,
    fields,
    match?.plotScale ?? null,
    entities,
    drawing?.dimensionScale ?? null,
    mmPerUnit,
  );
  const ratio = found[0]?.ratio ?? null;
  return {
    layout: layout.name,
    box: frame.box,
    size: match?.form.name ?? paperSize(layout),
    unitsPerMm: unitsPerMmOf(layout, match, ratio, mmPerUnit),
    scale: ratio === null ? null : scaleText(ratio),
    scaleEvidence: asEvidence(found),
    border: [...new Set([...frame.handles, ...(title?.rules ?? [])])],
    titleBlock: title?.titleBlock ?? null,
  };
}

/** Of matches that are nearly as good as the best one, that whose scale is stated elsewhere. */
function bestMatch(matches: readonly SheetMatch[], stated: number | null): SheetMatch | null {
  const [best] = matches;
  if (!best) return null;
  const equals = matches.filter((match) => match.error - best.error <= AS_GOOD);
  return equals.find(({ plotScale }) => stated !== null && Math.abs(plotScale / stated - 1) < 0.01) ?? best;
}

function paperSize({ kind, paper }: CadLayout): string | null {
  if (kind !== 'paper' || !paper) return null;
  return matchSheets(paper.widthMm, paper.heightMm).find(({ plotScale }) => plotScale === 1)?.form.name ?? null;
}

/** The frame tells it best, since what is stated may be of one view only; a layout's own units are known. */
function unitsPerMmOf(
  layout: CadLayout,
  match: SheetMatch | null,
  ratio: number | null,
  mmPerUnit: number,
): number | null {
  if (match) return match.plotScale / mmPerUnit;
  if (layout.kind === 'paper') return layout.paper?.unitsPerMm ?? null;
  return ratio === null ? null : ratio / mmPerUnit;
}
