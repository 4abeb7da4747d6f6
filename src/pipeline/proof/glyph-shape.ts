import type { DrawnOutline } from '../../sources/painted.js';

/** Cells of a shape's raster. */
export const COLUMNS = 12;
export const ROWS = 16;
/** Lines of sampling in each row of cells. */
const SAMPLES = 3;
/** Straight pieces that a curve is cut into. */
const PIECES = 6;
/** A mark thinner than this share of the em (a hyphen, a bar) still fills a cell. */
const MIN_EXTENT = 0.005;
/** Points of one outline that are looked at; that of the busiest ideogram has 600. */
const MAX_POINTS = 20_000;

/** An outline brought to one size, with what the size took away. */
export interface GlyphShape {
  /** Share of each cell that is inked, 0 to 255; rows from the top, over the box of the outline. */
  readonly cells: Uint8Array;
  /** Edges of the box in ems: y up, 0 the baseline. */
  readonly width: number;
  readonly bottom: number;
  readonly top: number;
  /** Inked area in square ems. */
  readonly area: number;
}

type Ring = [x: number, y: number][];

/** Rings that are filled together. */
interface Filled {
  readonly rings: readonly Ring[];
  readonly rule: 'nonzero' | 'evenodd';
}

/**
 * The shape of a glyph's outline, null for a blank one.
 * @param path SVG path data (M L C Q Z, absolute or relative) in units of which `unitsPerEm` make an em, y up
 */
export const shapeOf = (path: string, unitsPerEm: number): GlyphShape | null =>
  shapeOfFilled([{ rings: ringsOf(path, unitsPerEm), rule: 'nonzero' }]);

/** The same shape where an em is `scale` times as large. */
export const scaledShape = (shape: GlyphShape, scale: number): GlyphShape =>
  scale === 1
    ? shape
    : {
        cells: shape.cells,
        width: shape.width * scale,
        bottom: shape.bottom * scale,
        top: shape.top * scale,
        area: shape.area * scale ** 2,
      };

/** The same shape on its head, mirrored along the baseline. */
export function flippedShape(shape: GlyphShape): GlyphShape {
  const rows = Array.from({ length: ROWS }, (_, y) => shape.cells.subarray(y * COLUMNS, (y + 1) * COLUMNS));
  const cells = Uint8Array.from(rows.reverse().flatMap((row) => [...row]));
  return { ...shape, cells, bottom: -shape.top, top: -shape.bottom };
}

/** The shape of a glyph that is a drawing: of all its outlines together. */
export function shapeOfDrawing(outlines: readonly DrawnOutline[], unitsPerEm: number): GlyphShape | null {
  return shapeOfFilled(
    outlines.flatMap(({ d, fillRule, lineWidth }): Filled[] => {
      const rings = ringsOf(d, unitsPerEm);
      const filled: Filled[] = fillRule === null ? [] : [{ rings, rule: fillRule }];
      if (lineWidth === 0) return filled;
      const half = lineWidth / unitsPerEm / 2;
      const parts = d
        .split(/(?=M)/)
        .map((part) => ({ rings: ringsOf(part, unitsPerEm), isClosed: part.endsWith('Z') }));
      // A line along it is so many strips, which overlap at the corners.
      const line = parts.flatMap((part) => part.rings.flatMap((ring) => strips(ring, half, part.isClosed)));
      return [...filled, { rings: line, rule: 'nonzero' }];
    }),
  );
}

/** Strips along the sides of a ring, all turning the same way. */
function strips(ring: Ring, half: number, isClosed: boolean): Ring[] {
  return ring.flatMap(([x, y], i): Ring[] => {
    if (i === 0 && !isClosed) return [];
    const [px, py] = ring.at(i - 1) as [number, number];
    const length = Math.hypot(x - px, y - py);
    if (length === 0) return [];
    const [u, v] = [(half * (x - px)) / length, (half * (y - py)) / length];
    return [
      [
        [px - v, py + u],
        [px + v, py - u],
        [x + v, y - u],
        [x - v, y + u],
      ],
    ];
  });
}

function shapeOfFilled(all: readonly Filled[]): GlyphShape | null {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { rings } of all) {
    for (const ring of rings) {
      for (const [x, y] of ring) {
        [x0, x1] = [Math.min(x0, x), Math.max(x1, x)];
        [y0, y1] = [Math.min(y0, y), Math.max(y1, y)];
      }
    }
  }
  if (!Number.isFinite(x0 + y0 + x1 + y1) || x1 - x0 + (y1 - y0) === 0) return null;
  const width = Math.max(x1 - x0, MIN_EXTENT);
  const height = Math.max(y1 - y0, MIN_EXTENT);
  const cells = fill(all, x0, y1, width / COLUMNS, height / ROWS);
  const inked = cells.reduce((sum, cell) => sum + cell, 0) / 255 / cells.length;
  return { cells, width, bottom: y0, top: y1, area: inked * width * height };
}

/** Coverage by any of the fillings: exact along a line of sampling, sampled across. */
function fill(all: readonly Filled[], left: number, top: number, cellWidth: number, cellHeight: number): Uint8Array {
  const sums = new Float32Array(COLUMNS * ROWS);
  const spans = Array.from({ length: ROWS * SAMPLES }, (): [from: number, to: number][] => []);
  for (const { rings, rule } of all) {
    for (const [line, found] of crossings(rings, top, cellHeight).entries()) {
      let winding = 0;
      let from = 0;
      for (const { x, up } of found.sort((a, b) => a.x - b.x)) {
        const at = Math.min(Math.max((x - left) / cellWidth, 0), COLUMNS);
        if (rule === 'nonzero' ? winding !== 0 : winding % 2 !== 0) spans[line]?.push([from, at]);
        winding += up ? 1 : -1;
        from = at;
      }
    }
  }
  for (const [line, inked] of spans.entries()) {
    const row = Math.floor(line / SAMPLES);
    let end = 0;
    for (const [start, to] of inked.sort((a, b) => a[0] - b[0])) {
      const from = Math.max(start, end);
      for (let column = Math.floor(from); column < to; column++) {
        const index = row * COLUMNS + column;
        sums[index] = (sums[index] as number) + Math.min(to, column + 1) - Math.max(from, column);
      }
      end = Math.max(end, to);
    }
  }
  return Uint8Array.from(sums, (sum) => Math.round((255 * sum) / SAMPLES));
}

/** Where the outline crosses each line of sampling. */
function crossings(rings: readonly Ring[], top: number, cellHeight: number): { x: number; up: boolean }[][] {
  const lines = Array.from({ length: ROWS * SAMPLES }, (): { x: number; up: boolean }[] => []);
  const lineAt = (y: number): number => ((top - y) / cellHeight) * SAMPLES - 0.5;
  for (const ring of rings) {
    let [px, py] = ring.at(-1) as [number, number];
    for (const [x, at] of ring) {
      // A line more on each side: rounding decides below.
      const first = Math.max(0, Math.ceil(lineAt(Math.max(at, py))) - 1);
      const last = Math.min(lines.length - 1, Math.floor(lineAt(Math.min(at, py))) + 1);
      for (let line = first; line <= last; line++) {
        const y = top - ((line + 0.5) / SAMPLES) * cellHeight;
        if (at > y === py > y) continue;
        lines[line]?.push({ x: px + ((y - py) * (x - px)) / (at - py), up: at > py });
      }
      [px, py] = [x, at];
    }
  }
  return lines;
}

function ringsOf(path: string, unitsPerEm: number): Ring[] {
  const rings: Ring[] = [];
  let ring: Ring = [];
  let [x, y, points] = [0, 0, 0];
  const start = (): void => {
    if (ring.length > 1) rings.push(ring);
    ring = [];
  };
  for (const [, letter = '', rest = ''] of path.matchAll(/([mlcqzMLCQZ])([^mlcqzMLCQZ]*)/g)) {
    const numbers = rest.match(/-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/gi)?.map((text) => Number(text) / unitsPerEm) ?? [];
    const command = letter.toLowerCase();
    const relative = letter === command;
    if (command === 'z') {
      const first = ring[0];
      start();
      if (first) [x, y] = first;
      continue;
    }
    const size = command === 'c' ? 6 : command === 'q' ? 4 : 2;
    for (let i = 0; i + size <= numbers.length && points < MAX_POINTS; i += size) {
      const p = numbers.slice(i, i + size).map((v, k) => v + (relative ? (k % 2 === 0 ? x : y) : 0));
      if (command === 'm' && i === 0) start();
      // After a closed ring a line goes on from where that began.
      else if (ring.length === 0) ring.push([x, y]);
      if (size === 2) ring.push(p as [number, number]);
      else addCurve(ring, x, y, p);
      points += size === 2 ? 1 : PIECES;
      [x, y] = p.slice(-2) as [number, number];
    }
  }
  start();
  return rings;
}

/** A quadratic or cubic Bézier curve as straight pieces. */
function addCurve(ring: Ring, x0: number, y0: number, p: readonly number[]): void {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = p;
  for (let i = 1; i <= PIECES; i++) {
    const t = i / PIECES;
    const s = 1 - t;
    if (p.length === 4) {
      ring.push([s * s * x0 + 2 * s * t * x1 + t * t * x2, s * s * y0 + 2 * s * t * y1 + t * t * y2]);
    } else {
      ring.push([
        s ** 3 * x0 + 3 * s * s * t * x1 + 3 * s * t * t * x2 + t ** 3 * x3,
        s ** 3 * y0 + 3 * s * s * t * y1 + 3 * s * t * t * y2 + t ** 3 * y3,
      ]);
    }
  }
}
