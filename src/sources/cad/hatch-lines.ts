import type { PatternFamily, Piece, Stroke } from './pieces.js';
import type { Vec3 } from './space.js';

/** Lines of one family, and dashes of one hatch; a denser hatch is a grey area, and its outline is drawn instead. */
const MAX_LINES = 2_000;
const MAX_DASHES = 50_000;
/** A dot of a pattern, as a part of its period. */
const DOT = 1e-3;

/** The lines of a hatch pattern inside its loops (even-odd), in the hatch's own plane. */
export function hatchLines(area: Extract<Piece, { kind: 'area' }>): Stroke[] {
  const strokes: Stroke[] = [];
  for (const family of area.families) {
    if (!addFamily(family, area.loops, area.elevation, strokes)) return outlines(area.loops);
  }
  return strokes;
}

function outlines(loops: readonly (readonly Vec3[])[]): Stroke[] {
  return loops.flatMap((loop) =>
    loop.map((from, i): Stroke => ({ kind: 'segment', from, to: loop[(i + 1) % loop.length] as Vec3 })),
  );
}

/** False where the family is too dense to be drawn. */
function addFamily(
  { angle, base, step, dashes }: PatternFamily,
  loops: readonly (readonly Vec3[])[],
  z: number,
  strokes: Stroke[],
): boolean {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const pitch = step[1] * c - step[0] * s;
  if (pitch === 0) return false;
  // Along and across the lines, from the base point.
  const turned = loops.map((loop) =>
    loop.map(([x, y]): [number, number] => {
      const [dx, dy] = [x - base[0], y - base[1]];
      return [dx * c + dy * s, (dy * c - dx * s) / pitch];
    }),
  );
  let [low, high] = [Infinity, -Infinity];
  for (const loop of turned)
    for (const [, n] of loop) {
      low = Math.min(low, n);
      high = Math.max(high, n);
    }
  if (!(high - low <= MAX_LINES)) return false;
  const shift = step[0] * c + step[1] * s;
  for (let n = Math.ceil(low); n <= high; n++) {
    const crossings = crossingsAt(turned, n);
    const at = (t: number): Vec3 => [base[0] + t * c - n * pitch * s, base[1] + t * s + n * pitch * c, z];
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      for (const [from, to] of dashed(crossings[i] as number, crossings[i + 1] as number, dashes, n * shift)) {
        if (strokes.length >= MAX_DASHES) return false;
        strokes.push({ kind: 'segment', from: at(from), to: at(to) });
      }
    }
  }
  return true;
}

/** Where line n meets the loops, in order along it. */
function crossingsAt(loops: readonly (readonly [number, number])[][], n: number): number[] {
  const crossings: number[] = [];
  for (const loop of loops) {
    for (let i = 0; i < loop.length; i++) {
      const [t0, n0] = loop[i] as [number, number];
      const [t1, n1] = loop[(i + 1) % loop.length] as [number, number];
      if (n0 <= n !== n1 <= n) crossings.push(t0 + ((n - n0) / (n1 - n0)) * (t1 - t0));
    }
  }
  return crossings.sort((a, b) => a - b);
}

/** The dashes between two places of a line, whose pattern begins at `origin`. */
function* dashed(from: number, to: number, dashes: readonly number[], origin: number): Generator<[number, number]> {
  const period = dashes.reduce((sum, dash) => sum + Math.abs(dash), 0);
  if (dashes.length === 0 || period === 0) {
    yield [from, to];
    return;
  }
  if ((to - from) / period > MAX_DASHES) return;
  for (let at = origin + Math.floor((from - origin) / period) * period; at < to; ) {
    for (const dash of dashes) {
      const length = Math.abs(dash);
      const end = at + (dash === 0 ? period * DOT : length);
      if (dash >= 0 && end > from && at < to) yield [Math.max(from, at), Math.min(to, end)];
      at += length;
    }
  }
}
