import { box, heightOf, widthOf } from '../evidence/boxes.js';
import { GroundglassError } from '../evidence/errors.js';
import { placeOn } from './drawing-file.js';
import { Legibility, type Lettering, WHOLE_PIXELS } from './legibility.js';
import type { SightSettings } from './settings.js';
import type { Sheet, SheetBox } from './sheet.js';
import { gridOf, type Shot, shotOf } from './windows.js';

/** What is seen around a thing that has no size of its own, as a share of the sheet's long edge. */
const LEAST_WINDOW = 0.01;
/** Pictures side by side show this much of each other, as a share of their edge: a label is whole in one of them. */
const OVERLAP = 0.08;

interface LegibleShots {
  /** Each with the part of the place that it is for. */
  readonly shots: readonly { readonly window: SheetBox; readonly shot: Shot }[];
  readonly lettering: Lettering;
  readonly limitations: readonly string[];
  /** How sharp things are on this sheet. */
  readonly legibility: Legibility;
}

/**
 * The pictures in which a place is legible.
 * @param window the place, inside of the sheet
 * @throws GroundglassError `bad_argument` where it takes too many pictures
 */
export async function legibleShots(
  { sheet, window }: { readonly sheet: Sheet; readonly window: SheetBox },
  purpose: 'text' | 'line',
  settings: SightSettings,
): Promise<LegibleShots> {
  const legibility = new Legibility(sheet, settings, await sheet.objects());
  const wide = atLeast(window, LEAST_WINDOW * Math.max(sheet.width, sheet.height), sheet);
  const lettering = await letteringIn(wide, sheet, purpose);
  const needed = legibility.zoomFor('seen', lettering);
  const one = (limitation: string): LegibleShots => ({
    shots: [{ window: wide, shot: shotOf(wide, legibility.zoomOf(widthOf(wide), heightOf(wide), 'tile'), sheet) }],
    lettering,
    limitations: [...sheet.limitations, limitation],
    legibility,
  });
  if (sheet.maxZoom !== null) {
    const most = Math.floor(settings.imageMaxEdge / sheet.maxZoom);
    return one(
      `An image has no scale: the size of its text is unknown, and this is one picture. A window of up to ${most} px shows the image's own pixels.`,
    );
  }
  if (!legibility.isTold) return one(NO_SCALE);
  const zoom = Math.min(needed, legibility.ceiling('tile'));
  const largest = (settings.imageMaxEdge - WHOLE_PIXELS) / zoom;
  const windows = gridOf(wide, largest, OVERLAP * largest);
  if (windows.length > settings.inspectMaxTiles) throw tooMany(windows.length, largest, wide, sheet, settings);
  const below =
    needed > zoom
      ? [`The smallest text here lands on fewer than ${settings.textReadablePx} px even at the largest zoom.`]
      : [];
  return {
    shots: windows.map((part) => ({
      window: part,
      shot: shotOf(part, legibility.zoomOf(widthOf(part), heightOf(part), 'tile'), sheet),
    })),
    lettering,
    limitations: [...sheet.limitations, ...below],
    legibility,
  };
}

const NO_SCALE =
  'No scale is known, and no text of known height: nothing tells how large things must be drawn. This is one picture.';

/** The smallest text that the window holds; for lines none is asked for. */
async function letteringIn(window: SheetBox, sheet: Sheet, purpose: 'text' | 'line'): Promise<Lettering> {
  if (purpose === 'line') return { text: false, height: null };
  const heights = (await sheet.objects())
    .filter(({ textHeight, box: [x0, y0, x1, y1] }) => {
      const inside = x0 < window[2] && x1 > window[0] && y0 < window[3] && y1 > window[1];
      return inside && textHeight !== null && textHeight > 0;
    })
    .map(({ textHeight }) => textHeight as number);
  return { text: true, height: heights.length === 0 ? null : heights.reduce((a, b) => Math.min(a, b)) };
}

function atLeast(window: SheetBox, least: number, sheet: Sheet): SheetBox {
  const axis = (from: number, to: number, length: number): [number, number] => {
    const grow = Math.max(0, Math.min(least, length) - (to - from)) / 2;
    const start = Math.min(Math.max(0, from - grow), Math.max(0, length - (to - from) - 2 * grow));
    return [start, Math.min(length, start + (to - from) + 2 * grow)];
  };
  const [x0, x1] = axis(window[0], window[2], sheet.width);
  const [y0, y1] = axis(window[1], window[3], sheet.height);
  return box('sheet', x0, y0, x1, y1);
}

function tooMany(
  count: number,
  largest: number,
  window: SheetBox,
  sheet: Sheet,
  settings: SightSettings,
): GroundglassError {
  const [x, y] = [(window[0] + window[2]) / 2, (window[1] + window[3]) / 2];
  const side = Math.floor(largest);
  const around = box('sheet', x - side / 2, y - side / 2, x + side / 2, y + side / 2);
  const suggested = placeOn(sheet, around).box;
  return new GroundglassError(
    'bad_argument',
    `To be legible this place takes ${count} pictures; at most ${settings.inspectMaxTiles} are made at once.`,
    `Narrow it: one picture shows ${side} × ${side} units here, such as --window ${suggested.join(',')}; with a label, give a smaller span.`,
    { tiles: count, max_tiles: settings.inspectMaxTiles, one_picture: side, window: suggested },
  );
}
