import type { CadDrawing, CadEntity, Curve, Point, Shape, Style, WorldBox } from '../cad/drawing.js';
import type { LiveEntities, LiveEntity } from './live-entities.js';

const STYLE: Style = { color: '#000000', lineWeightMm: 0.25, dashes: [], layer: '0' };

/**
 * What a CAD server tells of its entities as a drawing whose sheets can be looked for. Of an entity only its box is known: it
 * stands for a rectangle, which is what frames are, and for the line that a box without height or width is.
 */
export function asDrawing({ entities }: LiveEntities): CadDrawing {
  return {
    kind: 'cad',
    format: 'dwg',
    version: null,
    units: null,
    dimensionScale: null,
    layers: new Map(),
    layouts: [{ name: 'Model', kind: 'model', entities: entities.map(asEntity), viewports: [], paper: null }],
    skipped: {},
    missingFonts: [],
    dangling: [],
    warnings: [],
  };
}

const asEntity = ({ handle, type, layer, text, box }: LiveEntity): CadEntity => ({
  handle,
  type,
  layer: layer ?? '0',
  box,
  text,
  visible: true,
  block: null,
  attributes: [],
  shapes: () => (box === null || text !== null ? [] : [outlineOf(box)]),
});

function outlineOf([x0, y0, x1, y1]: WorldBox): Shape {
  const isLine = x0 === x1 || y0 === y1;
  const ring: readonly Point[] = isLine
    ? [
        [x0, y0],
        [x1, y1],
      ]
    : [
        [x0, y0],
        [x1, y0],
        [x1, y1],
        [x0, y1],
        [x0, y0],
      ];
  const curves = ring.slice(1).map((to, i): Curve => ({ kind: 'segment', from: ring[i] as Point, to }));
  return { ...STYLE, kind: 'line', curves, width: 0 };
}
