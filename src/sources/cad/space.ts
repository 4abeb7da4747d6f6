/** Points and maps of three-dimensional space; a drawing is looked at from above, along z. */
export type Vec3 = readonly [x: number, y: number, z: number];

/** An affine map, row by row: x' = m0·x + m1·y + m2·z + m3, and so on for y (m4…m7) and z (m8…m11). */
export type Matrix = readonly [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];

export const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, factor: number): Vec3 => [a[0] * factor, a[1] * factor, a[2] * factor];
export const lengthOf = (a: Vec3): number => Math.hypot(a[0], a[1], a[2]);
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/** The same direction with length 1; `otherwise` for a vector without length. */
export function unit(a: Vec3, otherwise: Vec3 = [1, 0, 0]): Vec3 {
  const length = lengthOf(a);
  return length > 0 ? scale(a, 1 / length) : otherwise;
}

/** The map that does `inner` first and `outer` then. */
export function compose(outer: Matrix, inner: Matrix): Matrix {
  const [a, b] = [outer, inner];
  const row = (r: 0 | 4 | 8): [number, number, number, number] => {
    const [x, y, z, t] = [a[r], a[r + 1] as number, a[r + 2] as number, a[r + 3] as number];
    return [
      x * b[0] + y * b[4] + z * b[8],
      x * b[1] + y * b[5] + z * b[9],
      x * b[2] + y * b[6] + z * b[10],
      x * b[3] + y * b[7] + z * b[11] + t,
    ];
  };
  return [...row(0), ...row(4), ...row(8)];
}

export const mapPoint = (m: Matrix, [x, y, z]: Vec3): Vec3 => [
  m[0] * x + m[1] * y + m[2] * z + m[3],
  m[4] * x + m[5] * y + m[6] * z + m[7],
  m[8] * x + m[9] * y + m[10] * z + m[11],
];

/** A direction has no place: it is not moved. */
export const mapVector = (m: Matrix, [x, y, z]: Vec3): Vec3 => [
  m[0] * x + m[1] * y + m[2] * z,
  m[4] * x + m[5] * y + m[6] * z,
  m[8] * x + m[9] * y + m[10] * z,
];

export const translation = ([x, y, z]: Vec3): Matrix => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z];
export const scaling = (x: number, y: number, z: number): Matrix => [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0];
/** Counter-clockwise about z, radians. */
export function rotation(angle: number): Matrix {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0];
}

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Below this x and y of an extrusion count as 0 (the DXF reference's "arbitrary axis algorithm"). */
const NEARLY_UPRIGHT = 1 / 64;

/**
 * From an entity's own coordinates (OCS) to the world, by its extrusion: the "arbitrary axis algorithm" of the DXF
 * reference. (0,0,1) is the identity; (0,0,-1) mirrors x.
 */
export function ocsMatrix(extrusion: Vec3): Matrix {
  if (extrusion[0] === 0 && extrusion[1] === 0 && extrusion[2] > 0) return IDENTITY;
  const z = unit(extrusion, [0, 0, 1]);
  const upright = Math.abs(z[0]) < NEARLY_UPRIGHT && Math.abs(z[1]) < NEARLY_UPRIGHT;
  const x = unit(cross(upright ? [0, 1, 0] : [0, 0, 1], z));
  const y = unit(cross(z, x));
  return [x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0];
}
