import { box, unionOf } from '../../src/evidence/boxes.js';
import type {
  CadDrawing,
  CadEntity,
  CadLayer,
  CadLayout,
  CadViewport,
  Point,
  Shape,
  Style,
} from '../../src/sources/cad/drawing.js';

/** A drawing made of shapes, each of them an entity of its own. */
export function drawingOf(
  shapes: readonly Shape[],
  more: {
    readonly layers?: readonly CadLayer[];
    readonly viewports?: readonly CadViewport[];
    readonly paper?: readonly Shape[];
  } = {},
): CadDrawing {
  const model: CadLayout = { name: 'Model', kind: 'model', entities: shapes.map(entityOf), viewports: [], paper: null };
  const paper: CadLayout = {
    name: 'Sheet',
    kind: 'paper',
    entities: (more.paper ?? []).map(entityOf),
    viewports: more.viewports ?? [],
    paper: { name: null, widthMm: 100, heightMm: 100, unitsPerMm: 1 },
  };
  return {
    kind: 'cad',
    format: 'dxf',
    version: 'AC1027',
    units: 'mm',
    dimensionScale: null,
    layers: new Map((more.layers ?? []).map((layer) => [layer.name, layer])),
    layouts: [model, paper],
    skipped: {},
    missingFonts: [],
    dangling: [],
    warnings: [],
  };
}

export const STYLE: Style = { color: '#000000', lineWeightMm: 0, dashes: [], layer: '0' };

export const lineOf = (from: Point, to: Point, style: Partial<Style> & { readonly width?: number } = {}): Shape => ({
  ...STYLE,
  width: 0,
  ...style,
  kind: 'line',
  curves: [{ kind: 'segment', from, to }],
});

export const circleOf = (centre: Point, radius: number, style: Partial<Style> = {}): Shape => ({
  ...STYLE,
  ...style,
  kind: 'line',
  width: 0,
  curves: [{ kind: 'arc', centre, major: [radius, 0], ratio: 1, start: 0, end: 2 * Math.PI }],
});

export const layerOf = (name: string, more: Partial<CadLayer> = {}): CadLayer => ({
  name,
  color: '#000000',
  lineWeightMm: 0,
  off: false,
  frozen: false,
  plotted: true,
  ...more,
});

function entityOf(shape: Shape, index: number): CadEntity {
  return {
    handle: `@${index + 1}`,
    type: shape.kind.toUpperCase(),
    layer: shape.layer,
    box: boxOf(shape),
    text: null,
    visible: true,
    block: null,
    attributes: [],
    shapes: () => [shape],
  };
}

/** Only of what is easily measured; null is always drawn. */
function boxOf(shape: Shape): CadEntity['box'] {
  if (shape.kind !== 'line') return null;
  const boxes = shape.curves.map((curve) =>
    curve.kind === 'segment' ? [...curve.from, ...curve.to] : [NaN, NaN, NaN, NaN],
  );
  if (!boxes.flat().every(Number.isFinite)) return null;
  return unionOf(boxes.map((b) => box('world', ...(b as [number, number, number, number]))));
}
