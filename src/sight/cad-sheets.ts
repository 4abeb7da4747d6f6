import { type Box, box, heightOf, intersectionOf, touches, unionOf, widthOf } from '../evidence/boxes.js';
import { cadSvg, drawCad } from '../sources/cad/draw/draw-cad.js';
import type {
  CadDrawing,
  CadEntity,
  CadLayout,
  CadSheet,
  CadViewport,
  Shape,
  WorldBox,
} from '../sources/cad/drawing.js';
import type { Limits } from '../sources/limits.js';
import type { RawPixels } from '../sources/source.js';
import { rasterSvg } from '../sources/svg-raster.js';
import { cadBorder } from './cad-border.js';
import type { Sheet, SheetBox, SheetObject } from './sheet.js';

/** The sheets of a CAD drawing, in their order. Sheet space is the layout's, moved to the sheet's top left, y down. */
export function cadSheets(drawing: CadDrawing, sheets: readonly CadSheet[], limits: Limits): Sheet[] {
  return sheets.map((sheet, index) => cadSheet(drawing, sheet, index, limits));
}

function cadSheet(drawing: CadDrawing, sheet: CadSheet, index: number, limits: Limits): Sheet {
  const layout = drawing.layouts.find(({ name }) => name === sheet.layout) as CadLayout;
  const [left, , , top] = sheet.box;
  const [width, height] = [widthOf(sheet.box), heightOf(sheet.box)];
  const { unitsPerMm, size, scale } = sheet;
  const toWorld = (b: SheetBox): WorldBox => box('world', left + b[0], top - b[1], left + b[2], top - b[3]);
  const fromWorld = (b: Box<'page'> | WorldBox): SheetBox =>
    box('sheet', b[0] - left, top - b[1], b[2] - left, top - b[3]);
  const pixels = (length: number, zoom: number): number => Math.max(1, Math.round(length * zoom));
  const border = cadBorder(layout, sheet);
  let objects: readonly SheetObject[] | undefined;
  return {
    number: index + 1,
    sourceKind: 'cad',
    width,
    height,
    unitsPerMm,
    size,
    scale,
    maxZoom: null,
    pageIndex: null,
    pageLabel: null,
    limitations: limitationsOf(drawing, sheet),
    skippedEntities: drawing.skipped,
    async objects() {
      objects ??= objectsOn(drawing, layout, sheet.box, fromWorld);
      return objects;
    },
    border: border.frames.map(fromWorld),
    async pixels(zoom, what = 'all') {
      const [across, down] = [pixels(width, zoom), pixels(height, zoom)];
      const { svg } = cadSvg(drawing, what === 'all' ? layout : border.content, sheet.box, across, down, unitsPerMm);
      return opaque(await rasterSvg(svg, limits));
    },
    render: (window, zoom) =>
      drawCad(drawing, layout, toWorld(window), pixels(widthOf(window), zoom), pixels(heightOf(window), zoom), {
        limits,
        unitsPerMm,
      }),
    frame: 'world',
    toSource: toWorld,
    fromSource: fromWorld,
  };
}

function limitationsOf({ missingFonts, warnings }: CadDrawing, { scale, scaleEvidence }: CadSheet): string[] {
  const said = scaleEvidence.map((evidence) => `${evidence.scale} by its ${evidence.from}`);
  const disagree = new Set(scaleEvidence.map((evidence) => evidence.scale)).size > 1;
  return [
    ...warnings.map(({ message }) => message),
    ...(missingFonts.length === 0
      ? []
      : [
          `Fonts that are not here: ${missingFonts.join(', ')}. Their text is drawn in another font, so that its width is estimated.`,
        ]),
    ...(scale === null ? ['Nothing tells the scale of this sheet.'] : []),
    ...(disagree ? [`The sheet's scale is told differently: ${said.join(', ')}.`] : []),
  ];
}

function objectsOn(
  drawing: CadDrawing,
  layout: CadLayout,
  sheet: WorldBox,
  toSheet: (b: WorldBox) => SheetBox,
): SheetObject[] {
  const own = objectsIn(layout.entities, sheet, (b) => b, 1);
  const model = drawing.layouts.find(({ kind }) => kind === 'model');
  const seen = layout.kind === 'paper' && model ? layout.viewports.flatMap((v) => throughViewport(v, model)) : [];
  return [...own, ...seen].map((object) => ({ ...object, box: toSheet(object.box) }));
}

type WorldObject = Omit<SheetObject, 'box'> & { readonly box: WorldBox };

/** What a window of a sheet shows of model space, where the sheet has it. */
function throughViewport(viewport: CadViewport, model: CadLayout): WorldObject[] {
  if (!viewport.on || !(viewport.viewHeight > 0)) return [];
  const scale = heightOf(viewport.box) / viewport.viewHeight;
  const [x0, y0, x1, y1] = viewport.box;
  const [cx, cy] = viewport.viewCentre;
  const [cos, sin] = [Math.cos(viewport.twist) * scale, Math.sin(viewport.twist) * scale];
  const place = (b: WorldBox): WorldBox => {
    const corners = [
      [b[0], b[1]],
      [b[2], b[1]],
      [b[0], b[3]],
      [b[2], b[3]],
    ].map(([x = 0, y = 0]) => {
      const [dx, dy] = [x - cx, y - cy];
      const [px, py] = [(x0 + x1) / 2 + cos * dx - sin * dy, (y0 + y1) / 2 + sin * dx + cos * dy];
      return box('world', px, py, px, py);
    });
    return unionOf(corners) as WorldBox;
  };
  const frozen = new Set(viewport.frozenLayers);
  const shown = model.entities.filter(({ layer }) => !frozen.has(layer));
  return objectsIn(shown, viewport.box, place, scale).map((object) => ({
    ...object,
    box: intersectionOf(object.box, viewport.box) ?? object.box,
  }));
}

function objectsIn(
  entities: readonly CadEntity[],
  window: WorldBox,
  place: (b: WorldBox) => WorldBox,
  scale: number,
): WorldObject[] {
  return entities.flatMap((entity): WorldObject[] => {
    if (!entity.visible || entity.box === null || entity.type === 'VIEWPORT') return [];
    const placed = place(entity.box);
    if (!touches(placed, window)) return [];
    const { type, handle } = entity;
    const whole: WorldObject = { box: placed, text: null, handle, kind: 'line', textHeight: null };
    if (TEXTS.has(type)) {
      const text = entity.text?.trim() ? entity.text : null;
      const height = letterHeight(entity);
      return text === null ? [whole] : [{ ...whole, kind: 'text', text, textHeight: height && height * scale }];
    }
    if (WITHOUT_TEXT.has(type)) return [whole];
    const texts = entity.shapes().flatMap((shape): WorldObject[] => {
      if (shape.kind !== 'text' || shape.text.trim() === '') return [];
      const at = place(boxOfText(shape));
      return [{ box: at, text: shape.text, handle, kind: 'text', textHeight: Math.hypot(...shape.up) * scale }];
    });
    return [whole, ...texts.filter((text) => touches(text.box, window))];
  });
}

const TEXTS = new Set(['TEXT', 'MTEXT', 'ATTRIB', 'ATTDEF']);
/** Most entities of a drawing are of these: their shapes are not asked for. Others (blocks, dimensions, tables) may show text. */
const WITHOUT_TEXT = new Set([
  'LINE',
  'LWPOLYLINE',
  'POLYLINE',
  'CIRCLE',
  'ARC',
  'ELLIPSE',
  'SPLINE',
  'POINT',
  'HATCH',
  'SOLID',
]);

function boxOfText({ origin: [x, y], along: [ax, ay], up: [ux, uy] }: Extract<Shape, { kind: 'text' }>): WorldBox {
  const [xs, ys] = [
    [x, x + ax, x + ux, x + ax + ux],
    [y, y + ay, y + uy, y + ay + uy],
  ] as const;
  return box('world', Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
}

/** Height of the smallest capitals that an entity shows; null where it shows none. */
function letterHeight(entity: CadEntity): number | null {
  const heights = entity
    .shapes()
    .map((shape) => (shape.kind === 'text' && shape.text.trim() !== '' ? Math.hypot(...shape.up) : 0))
    .filter((height) => height > 0);
  return heights.length === 0 ? null : heights.reduce((a, b) => Math.min(a, b));
}

function opaque({ pixels, width, height }: { pixels: Uint8Array; width: number; height: number }): RawPixels {
  const rgb = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    rgb[to] = pixels[from] as number;
    rgb[to + 1] = pixels[from + 1] as number;
    rgb[to + 2] = pixels[from + 2] as number;
  }
  return { rgb, widthPx: width, heightPx: height };
}
