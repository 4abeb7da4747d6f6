import { box } from '../evidence/boxes.js';
import { GroundglassError } from '../evidence/errors.js';
import type { InspectRequest } from '../evidence/wire/requests.js';
import type { Drawing } from './drawing-file.js';
import type { PictureFolder } from './picture-folder.js';
import { OVERVIEW, planOfLabel, planSheet } from './plan-sheet.js';
import type { Sheet, SheetBox } from './sheet.js';
import { clamped, within } from './windows.js';

/** A place on a sheet that is to be looked at, inside of the sheet. */
export interface Target {
  readonly sheet: Sheet;
  readonly window: SheetBox;
}

/**
 * The place that a request names: a window, an entity, or a part of a picture that was shown before.
 * @throws GroundglassError `bad_argument` where it names none, several, or one off the sheet
 */
export async function inspectTarget(request: InspectRequest, drawing: Drawing, folder: PictureFolder): Promise<Target> {
  const { window, handle, label } = request;
  if ([window, handle, label].filter((target) => target !== undefined).length !== 1) {
    throw wrong('Name one target: a window, a handle, or a label.', HOW);
  }
  if (label !== undefined) return byLabel(label, request, drawing, folder);
  const sheet = sheetOf(drawing, request.frame);
  if (handle !== undefined) return { sheet, window: inside(await byHandle(handle, sheet), sheet) };
  const [x0, y0, x1, y1] = window as NonNullable<typeof window>;
  if (!(x1 > x0 && y1 > y0)) throw wrong(`The window ${x0},${y0},${x1},${y1} is empty.`, HOW);
  const wanted = sheet.fromSource(sheet.frame === 'page' ? box('page', x0, y0, x1, y1) : box('world', x0, y0, x1, y1));
  return { sheet, window: inside(wanted, sheet) };
}

const HOW =
  'Give --window x0,y0,x1,y1 with x0 < x1 and y0 < y1, or --handle H of a CAD entity, or --label L with --cx, --cy and --span.';

async function byHandle(handle: string, sheet: Sheet): Promise<SheetBox> {
  const objects = await sheet.objects();
  const found = objects.find((object) => object.handle?.toLowerCase() === handle.toLowerCase());
  if (found) return found.box;
  throw wrong(
    `Frame ${sheet.number} has no entity with the handle ${JSON.stringify(handle)}.`,
    sheet.sourceKind === 'cad'
      ? 'Ask entities for the handles there are, or name another frame.'
      : 'Only CAD files have handles: name a window or a label.',
  );
}

async function byLabel(
  label: string,
  request: InspectRequest,
  drawing: Drawing,
  folder: PictureFolder,
): Promise<Target> {
  const { cx = 0.5, cy = 0.5, span = 1 } = request;
  if (span === 0) throw wrong('A span of 0 shows nothing.', 'Give a fraction of the picture’s width, such as 0.25.');
  const { sheet, window } = await shownBefore(label, request, drawing, folder);
  return { sheet, window: inside(within(window, cx, cy, span), sheet) };
}

async function shownBefore(
  label: string,
  request: InspectRequest,
  drawing: Drawing,
  folder: PictureFolder,
): Promise<Target> {
  const options = planOfLabel(label, drawing.settings);
  if (options !== null) {
    const sheet = sheetOf(drawing, request.frame);
    if (label === OVERVIEW) return { sheet, window: box('sheet', 0, 0, sheet.width, sheet.height) };
    const { tiles } = await planSheet(sheet, options, drawing.settings);
    const tile = tiles.find((one) => one.label === label);
    if (tile) return { sheet, window: tile.visible };
    throw wrong(
      `The plan of frame ${sheet.number} has no tile ${label}.`,
      `It has ${tiles.map((t) => t.label).join(', ')}.`,
    );
  }
  const shown = await folder.find(label);
  if (shown === null) {
    throw wrong(
      `No picture ${JSON.stringify(label)} was shown here.`,
      `Name ${OVERVIEW}, a tile of the plan, or a label of an earlier inspect into the same folder (-o).`,
    );
  }
  if (shown.document !== drawing.digest) {
    throw wrong(`The picture ${label} is of another file.`, 'Use a folder of its own for each drawing.');
  }
  const sheet = sheetOf(drawing, shown.sheet);
  const [x0, y0, x1, y1] = shown.visible_box;
  const visible = shown.frame === 'page' ? box('page', x0, y0, x1, y1) : box('world', x0, y0, x1, y1);
  return { sheet, window: sheet.fromSource(visible) };
}

function sheetOf({ sheets }: Drawing, number = 1): Sheet {
  const sheet = sheets[number - 1];
  if (sheet) return sheet;
  throw new GroundglassError(
    'page_out_of_range',
    `There is no frame ${number}: the drawing has ${sheets.length}.`,
    `Ask for a frame from 1 to ${sheets.length}.`,
    { frames: sheets.length },
  );
}

function inside(window: SheetBox, sheet: Sheet): SheetBox {
  const cut = clamped(window, sheet);
  if (cut !== null) return cut;
  const [x0, y0, x1, y1] = sheet.toSource(box('sheet', 0, 0, sheet.width, sheet.height));
  throw new GroundglassError(
    'crop_outside_page',
    `The place lies off frame ${sheet.number}, which is ${x0},${y0},${x1},${y1}.`,
    'Name a place on it; plan lists the frames and their boxes.',
    { frame: sheet.number, box: [x0, y0, x1, y1] },
  );
}

const wrong = (message: string, nextStep: string): GroundglassError =>
  new GroundglassError('bad_argument', message, nextStep);
