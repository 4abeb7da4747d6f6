/**
 * Advances and outlines of a TrueType font (OpenType: head, maxp, hhea, hmtx, cmap 4 and 12, loca, glyf). For the fonts
 * that ship with us: a damaged file is not told apart.
 */
export class TrueTypeFont {
  readonly unitsPerEm: number;
  private readonly tables = new Map<string, number>();
  private readonly data: DataView;
  private readonly metricsCount: number;
  private readonly longOffsets: boolean;
  private readonly glyphOf: (code: number) => number;

  constructor(bytes: Uint8Array) {
    this.data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let i = 0; i < this.u16(4); i++) {
      const at = 12 + 16 * i;
      this.tables.set(String.fromCharCode(...bytes.subarray(at, at + 4)), this.data.getUint32(at + 8));
    }
    this.unitsPerEm = this.u16(this.table('head') + 18);
    this.longOffsets = this.u16(this.table('head') + 50) === 1;
    this.metricsCount = this.u16(this.table('hhea') + 34);
    this.glyphOf = this.characterMap();
  }

  has(character: string): boolean {
    return this.glyphOf(character.codePointAt(0) as number) !== 0;
  }

  /** In font units. */
  advance(character: string): number {
    const glyph = this.glyphOf(character.codePointAt(0) as number);
    return this.u16(this.table('hmtx') + 4 * Math.min(glyph, this.metricsCount - 1));
  }

  /** Closed contours in font units, y up, filled by the non-zero rule. */
  outline(character: string): readonly Contour[] {
    return this.contours(this.glyphOf(character.codePointAt(0) as number)).map(toContour);
  }

  private contours(glyph: number): readonly OutlinePoint[][] {
    const [start, end] = [this.offset(glyph), this.offset(glyph + 1)];
    if (start === end) return [];
    const at = this.table('glyf') + start;
    const count = this.data.getInt16(at);
    return count < 0 ? this.composite(at + 10) : this.simple(at + 10, count);
  }

  private simple(at: number, count: number): OutlinePoint[][] {
    const ends = Array.from({ length: count }, (_, i) => this.u16(at + 2 * i));
    const pointCount = (ends.at(-1) ?? -1) + 1;
    let next = at + 2 * count;
    next += 2 + this.u16(next);
    const flags: number[] = [];
    while (flags.length < pointCount) {
      const flag = this.data.getUint8(next++);
      const repeats = flag & REPEATS ? this.data.getUint8(next++) : 0;
      for (let i = 0; i <= repeats; i++) flags.push(flag);
    }
    const coordinates = (short: number, same: number): number[] => {
      let value = 0;
      return flags.map((flag) => {
        if (flag & short) value += (flag & same ? 1 : -1) * this.data.getUint8(next++);
        else if (!(flag & same)) {
          value += this.data.getInt16(next);
          next += 2;
        }
        return value;
      });
    };
    const xs = coordinates(X_SHORT, X_SAME);
    const ys = coordinates(Y_SHORT, Y_SAME);
    const points = flags.map((flag, i) => ({ x: xs[i] as number, y: ys[i] as number, on: (flag & ON_CURVE) !== 0 }));
    return ends.map((end, i) => points.slice(i === 0 ? 0 : (ends[i - 1] as number) + 1, end + 1));
  }

  private composite(at: number): OutlinePoint[][] {
    const contours: OutlinePoint[][] = [];
    let [next, flags] = [at, MORE_PARTS];
    const scale = (): number => {
      next += 2;
      return this.data.getInt16(next - 2) / 0x4000;
    };
    while (flags & MORE_PARTS) {
      flags = this.u16(next);
      const glyph = this.u16(next + 2);
      const isWide = (flags & WIDE_ARGUMENTS) !== 0;
      const [dx, dy] = isWide
        ? [this.data.getInt16(next + 4), this.data.getInt16(next + 6)]
        : [this.data.getInt8(next + 4), this.data.getInt8(next + 5)];
      next += isWide ? 8 : 6;
      let [xx, xy, yx, yy] = [1, 0, 0, 1];
      if (flags & ONE_SCALE) xx = yy = scale();
      else if (flags & TWO_SCALES) [xx, yy] = [scale(), scale()];
      else if (flags & MATRIX) [xx, xy, yx, yy] = [scale(), scale(), scale(), scale()];
      for (const contour of this.contours(glyph)) {
        contours.push(contour.map(({ x, y, on }) => ({ x: x * xx + y * yx + dx, y: x * xy + y * yy + dy, on })));
      }
    }
    return contours;
  }

  private characterMap(): (code: number) => number {
    const cmap = this.table('cmap');
    const maps = Array.from({ length: this.u16(cmap + 2) }, (_, i) => cmap + this.data.getUint32(cmap + 8 + 8 * i));
    const groups = maps.find((at) => this.u16(at) === 12);
    if (groups !== undefined) return (code) => this.groupedGlyph(groups, code);
    const segments = maps.find((at) => this.u16(at) === 4) as number;
    return (code) => this.segmentedGlyph(segments, code);
  }

  private groupedGlyph(at: number, code: number): number {
    const group = (i: number, field: number): number => this.data.getUint32(at + 16 + 12 * i + 4 * field);
    const found = firstWhere(this.data.getUint32(at + 12), (i) => group(i, 1) >= code);
    return found === null || group(found, 0) > code ? 0 : group(found, 2) + code - group(found, 0);
  }

  private segmentedGlyph(at: number, code: number): number {
    const bytes = this.u16(at + 6);
    const found = firstWhere(bytes / 2, (i) => this.u16(at + 14 + 2 * i) >= code);
    if (found === null || code > 0xffff) return 0;
    const start = this.u16(at + 16 + bytes + 2 * found);
    if (start > code) return 0;
    const delta = this.u16(at + 16 + 2 * bytes + 2 * found);
    const rangeAt = at + 16 + 3 * bytes + 2 * found;
    const range = this.u16(rangeAt);
    if (range === 0) return (code + delta) & 0xffff;
    const glyph = this.u16(rangeAt + range + 2 * (code - start));
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }

  private offset(glyph: number): number {
    const loca = this.table('loca');
    return this.longOffsets ? this.data.getUint32(loca + 4 * glyph) : 2 * this.u16(loca + 2 * glyph);
  }

  private table(name: string): number {
    return this.tables.get(name) as number;
  }

  private u16(at: number): number {
    return this.data.getUint16(at);
  }
}

/** A closed contour: from its start by lines (`control` null) and quadratic curves. */
export interface Contour {
  readonly start: XY;
  readonly steps: readonly { readonly control: XY | null; readonly to: XY }[];
}

export type XY = readonly [x: number, y: number];

interface OutlinePoint {
  readonly x: number;
  readonly y: number;
  readonly on: boolean;
}

const [ON_CURVE, X_SHORT, Y_SHORT, REPEATS, X_SAME, Y_SAME] = [1, 2, 4, 8, 16, 32];
const [WIDE_ARGUMENTS, ONE_SCALE, MORE_PARTS, TWO_SCALES, MATRIX] = [1, 8, 32, 64, 128];

/** Between two control points lies a point of the curve that the font leaves out. */
function toContour(points: readonly OutlinePoint[]): Contour {
  const all = points.flatMap((point, i): OutlinePoint[] => {
    const before = points.at(i - 1) as OutlinePoint;
    return before.on || point.on ? [point] : [{ ...middle(before, point), on: true }, point];
  });
  // Begin at a point of the curve; a contour without one has got some between its control points.
  const first = Math.max(
    0,
    all.findIndex(({ on }) => on),
  );
  const ordered = [...all.slice(first), ...all.slice(0, first), all[first] as OutlinePoint];
  const steps: { control: XY | null; to: XY }[] = [];
  let control: XY | null = null;
  for (const { x, y, on } of ordered.slice(1)) {
    if (on) steps.push({ control, to: [x, y] });
    control = on ? null : [x, y];
  }
  const { x, y } = all[first] as OutlinePoint;
  return { start: [x, y], steps };
}

const middle = (a: OutlinePoint, b: OutlinePoint): { x: number; y: number } => ({
  x: (a.x + b.x) / 2,
  y: (a.y + b.y) / 2,
});

/** The lowest index below `count` for which `holds`, null for none; once it holds, it holds for all that follow. */
function firstWhere(count: number, holds: (index: number) => boolean): number | null {
  let [low, high] = [0, count];
  while (low < high) {
    const half = (low + high) >>> 1;
    if (holds(half)) high = half;
    else low = half + 1;
  }
  return low === count ? null : low;
}
