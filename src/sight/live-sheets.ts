import sharp from 'sharp';
import { type Box, box, heightOf, touches, widthOf } from '../evidence/boxes.js';
import type { CadSheet, WorldBox } from '../sources/cad/drawing.js';
import { sheetsOf } from '../sources/cad/sheets/sheets.js';
import { asDrawing } from '../sources/live-cad/as-drawing.js';
import type { LiveCad } from '../sources/live-cad/live-cad.js';
import type { LiveEntities, LiveEntity } from '../sources/live-cad/live-entities.js';
import { mosaic } from '../sources/live-cad/mosaic.js';
import { digestOf } from '../store/objects.js';
import type { OpenSheets } from './open-sheets.js';
import type { Sheet, SheetBox, SheetObject } from './sheet.js';

interface LiveDrawing extends Pick<OpenSheets, 'sheets'> {
  /** Of what the program told of the drawing: there is no file. */
  readonly digest: string;
  /** What was told, as a drawing: of an entity no more than its box is known. */
  readonly cad: NonNullable<OpenSheets['cad']>;
}

/**
 * The sheets of a drawing that is open in a CAD program. Call it, and all that is asked of the sheets, inside of
 * {@link LiveCad.during}, which maximises the drawing area and puts everything back.
 * @throws GroundglassError those of {@link LiveCad.entities}
 */
export async function liveSheets(live: LiveCad): Promise<LiveDrawing> {
  const listed = await live.entities();
  const drawing = asDrawing(listed);
  const cadSheets = sheetsOf(drawing);
  return {
    digest: digestOf(Buffer.from(JSON.stringify(listed))),
    sheets: cadSheets.map((sheet, i) => liveSheet(live, listed, sheet, i + 1)),
    cad: { drawing, sheets: cadSheets },
  };
}

function liveSheet(live: LiveCad, { entities, truncated }: LiveEntities, sheet: CadSheet, number: number): Sheet {
  const [x0, , , y1] = sheet.box;
  const toSource = (b: SheetBox): WorldBox => box('world', x0 + b[0], y1 - b[3], x0 + b[2], y1 - b[1]);
  const fromSource = (b: Box<'page'> | Box<'world'>): SheetBox =>
    box('sheet', b[0] - x0, y1 - b[3], b[2] - x0, y1 - b[1]);
  const picture = async (window: SheetBox, zoom: number) => {
    const widthPx = Math.max(Math.round(widthOf(window) * zoom), 1);
    const heightPx = Math.max(Math.round(heightOf(window) * zoom), 1);
    return { bytes: await mosaic(live, toSource(window), widthPx, heightPx), widthPx, heightPx };
  };
  const whole = box('sheet', 0, 0, widthOf(sheet.box), heightOf(sheet.box));
  return {
    number,
    sourceKind: 'cad',
    width: widthOf(whole),
    height: heightOf(whole),
    // Told by boxes alone: of a list with gaps no scale is inferred, so that no plan stands on it.
    unitsPerMm: truncated ? null : sheet.unitsPerMm,
    size: sheet.size,
    scale: truncated ? null : sheet.scale,
    maxZoom: null,
    pageIndex: null,
    pageLabel: null,
    limitations: [
      'Boxes, texts and pictures are what the CAD program tells; the drawing was not read here.',
      ...live.limitations,
    ],
    skippedEntities: {},
    objects: async () =>
      entities.flatMap((entity) =>
        entity.box !== null && touches(entity.box, sheet.box) ? [asObject(entity, fromSource(entity.box))] : [],
      ),
    border: [],
    pixels: async (zoom) => {
      const { bytes, widthPx, heightPx } = await picture(whole, zoom);
      const rgb = await sharp(bytes).flatten({ background: '#ffffff' }).toColourspace('srgb').raw().toBuffer();
      return { rgb, widthPx, heightPx };
    },
    render: async (window, zoom) => ({
      ...(await picture(window, zoom)),
      mediaType: 'image/png',
      generated: true,
      limitations: [],
    }),
    frame: 'world',
    toSource,
    fromSource,
  };
}

const asObject = ({ handle, text, type }: LiveEntity, at: SheetBox): SheetObject => ({
  kind: text === null ? (FILLS.has(type) ? 'fill' : 'line') : 'text',
  box: at,
  text,
  textHeight: text !== null && ONE_LINE.has(type) ? Math.min(widthOf(at), heightOf(at)) : null,
  handle,
});

const FILLS = new Set(['HATCH', 'SOLID', 'TRACE']);
/** Texts whose box is as high as their letters, or as wide where they stand upright. */
const ONE_LINE = new Set(['TEXT', 'ATTRIB', 'ATTDEF']);
