import { concat, type Matrix } from '../page-space.js';
import { clipToRect, NO_CLIP } from './clips.js';
import { factor, matrixAttribute, num } from './numbers.js';
import type { EngineShading, RadialAxial } from './operators.js';
import type { Painter } from './painter.js';
import type { Pattern } from './paints.js';
import { mapped, type Rect } from './rect.js';
import { meanScale } from './state.js';

export interface PaintServer {
  /** Id of the gradient or pattern; null where there is none. */
  readonly id: string | null;
  /** Why it can't be written as vectors. */
  readonly unwritable: string | null;
  /** Outside of this nothing is painted. */
  readonly clip: Rect | null;
}

/** Tiles painted beside each other in one cell where they reach into their neighbours. */
const MAX_OVERLAPS = 64;

/** A gradient or tiling in page space (ISO 32000-1, 8.7). */
export function paintServer(painter: Painter, { pattern, base }: Pattern): PaintServer {
  if (pattern[0] === 'Shading') {
    const [, name, matrix] = pattern;
    return shadingServer(painter, name, matrix ? concat(matrix, base) : base);
  }
  return tilingServer(painter, pattern, base);
}

/** A gradient for a shading that is laid out in the space of `m`. */
export function shadingServer(painter: Painter, name: string, m: Matrix): PaintServer {
  const shading = painter.context.objects.get(name) as EngineShading | null;
  if (shading === null) return unwritable('a shading that can’t be read');
  if (shading[0] !== 'RadialAxial') return unwritable('a mesh or function shading');
  const clip = shading[2] ? mapped(m, shading[2] as unknown as Rect) : null;
  const { made, definitions } = painter.context;
  const key = `shading ${name} ${m.join(' ')}`;
  let id = made.get(key);
  if (id === undefined) {
    const gradient = shading[1] === 'axial' ? linear(shading) : radial(shading);
    id =
      gradient === null
        ? null
        : definitions.define(
            'g',
            (of) =>
              `<${gradient.tag} id="${of}" gradientUnits="userSpaceOnUse" ${gradient.at} gradientTransform="${matrixAttribute(m)}">${gradient.stops}</${gradient.tag}>`,
          );
    made.set(key, id);
  }
  return id === null ? unwritable('a radial shading between circles apart') : { id, unwritable: null, clip };
}

const unwritable = (reason: string): PaintServer => ({ id: null, unwritable: reason, clip: null });

interface Gradient {
  readonly tag: 'linearGradient' | 'radialGradient';
  readonly at: string;
  readonly stops: string;
}

function linear([, , , stops, [x1, y1], [x2, y2]]: RadialAxial): Gradient {
  const at = `x1="${factor(x1)}" y1="${factor(y1)}" x2="${factor(x2)}" y2="${factor(y2)}"`;
  return { tag: 'linearGradient', at, stops: stops.map(([offset, color]) => stop(offset, color)).join('') };
}

/**
 * SVG's radial gradient grows from a point. Circles inside of each other all come from such a point, where the radius
 * would be zero: the colours are moved along so that they lie between the same circles as before.
 */
function radial([, , , given, p, q, r, s]: RadialAxial): Gradient | null {
  let [from, to, r0, r1] = [p, q, r ?? 0, s ?? 0];
  let stops = given;
  if (r0 > r1) {
    [from, to, r0, r1] = [to, from, r1, r0];
    stops = given.map(([offset, color]) => [1 - offset, color] as const).reverse();
  }
  const distance = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (!(r1 - r0 > 0) || distance > r1 - r0) return null;
  const zero = -r0 / (r1 - r0);
  const focus = [from[0] + zero * (to[0] - from[0]), from[1] + zero * (to[1] - from[1])] as const;
  const moved = stops.map(([offset, color]) => stop((offset - zero) / (1 - zero), color)).join('');
  const at = `cx="${factor(to[0])}" cy="${factor(to[1])}" r="${factor(r1)}" fx="${factor(focus[0])}" fy="${factor(focus[1])}"`;
  return { tag: 'radialGradient', at, stops: moved };
}

const stop = (offset: number, color: string): string =>
  color === 'transparent'
    ? `<stop offset="${factor(offset)}" stop-opacity="0"/>`
    : `<stop offset="${factor(offset)}" stop-color="${color}"/>`;

function tilingServer(
  painter: Painter,
  [, color, list, matrix, bbox, xStep, yStep, paintType]: Extract<Pattern['pattern'], { 0: 'TilingPattern' }>,
  base: Matrix,
): PaintServer {
  const { made, definitions } = painter.context;
  const m = concat(matrix, base);
  const key = `tiling ${painter.context.numberOf(list)} ${color} ${m.join(' ')}`;
  let id = made.get(key);
  if (id !== undefined) return { id, unwritable: null, clip: null };
  // Content is written at its size on the page, so that coordinates are as fine as everywhere.
  const scale = meanScale(m);
  if (!(scale > 0) || !Number.isFinite(scale)) return { id: null, unwritable: null, clip: null };
  const [stepX, stepY] = [Math.abs(xStep) * scale, Math.abs(yStep) * scale];
  const cell = bbox.map((v) => v * scale) as Rect;
  const width = stepX > 0 ? stepX : cell[2] - cell[0];
  const height = stepY > 0 ? stepY : cell[3] - cell[1];
  const tile = painter.nested([scale, 0, 0, scale, 0, 0], clipToRect(NO_CLIP, cell), cell);
  if (tile === null) return { id: null, unwritable: null, clip: null };
  Object.assign(tile.state, paintType === 2 ? { fill: color, stroke: color } : { fill: '#000000', stroke: '#000000' });
  tile.run(list);
  const content = tile.layer.end();
  const [across, down] = [
    Math.ceil((cell[2] - cell[0]) / width - 0.001),
    Math.ceil((cell[3] - cell[1]) / height - 0.001),
  ];
  if (across * down > MAX_OVERLAPS) return unwritable('a tiling whose tiles overlap many times');
  let body = content;
  if (across > 1 || down > 1) {
    const piece = definitions.define('p', (of) => `<g id="${of}">${content}</g>`);
    body = '';
    for (let j = down - 1; j >= 0; j--) {
      for (let i = across - 1; i >= 0; i--) {
        body += `<use href="#${piece}" x="${num(-i * width)}" y="${num(-j * height)}"/>`;
      }
    }
  }
  id = definitions.define(
    't',
    (of) =>
      `<pattern id="${of}" patternUnits="userSpaceOnUse" x="${num(cell[0])}" y="${num(cell[1])}" width="${factor(width)}" height="${factor(height)}" patternTransform="${matrixAttribute(concat([1 / scale, 0, 0, 1 / scale, 0, 0], m))}">${body}</pattern>`,
  );
  made.set(key, id);
  return { id, unwritable: null, clip: null };
}
