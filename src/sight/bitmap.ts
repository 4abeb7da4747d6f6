/** A picture of ink and paper: one byte a pixel, 1 for ink, rows from the top. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly ink: Uint8Array;
}

export const blankBitmap = (width: number, height: number): Bitmap => ({
  width,
  height,
  ink: new Uint8Array(width * height),
});

/** Side of the squares in which a bitmap is turned, px. */
const BLOCK = 64;

/** Columns become rows and rows columns: what finds lying lines finds standing ones in it. */
export function transposed({ width, height, ink }: Bitmap): Bitmap {
  const turned = blankBitmap(height, width);
  // Block by block, so that what is read and what is written both stay near.
  for (let top = 0; top < height; top += BLOCK) {
    for (let left = 0; left < width; left += BLOCK) {
      const [bottom, right] = [Math.min(height, top + BLOCK), Math.min(width, left + BLOCK)];
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) turned.ink[x * height + y] = ink[y * width + x] as number;
      }
    }
  }
  return turned;
}

export function inkCount({ ink }: Bitmap): number {
  let count = 0;
  for (const pixel of ink) count += pixel;
  return count;
}

/** Ink that hangs together, corners included. */
export interface Piece {
  /** Of its pixels, the last ones included. */
  readonly box: readonly [x0: number, y0: number, x1: number, y1: number];
  /** Indices into the bitmap. */
  readonly pixels: readonly number[];
}

export function piecesOf({ width, height, ink }: Bitmap): Piece[] {
  const left = ink.slice();
  const pieces: Piece[] = [];
  for (let start = 0; start < left.length; start++) {
    if (!left[start]) continue;
    const pixels = [start];
    left[start] = 0;
    let [x0, y0, x1, y1] = [width, height, 0, 0];
    // Grows while it is walked.
    for (let next = 0; next < pixels.length; next++) {
      const pixel = pixels[next] as number;
      const [x, y] = [pixel % width, Math.floor(pixel / width)];
      x0 = Math.min(x0, x);
      y0 = Math.min(y0, y);
      x1 = Math.max(x1, x);
      y1 = Math.max(y1, y);
      for (let dy = y > 0 ? -1 : 0; dy <= (y < height - 1 ? 1 : 0); dy++) {
        for (let dx = x > 0 ? -1 : 0; dx <= (x < width - 1 ? 1 : 0); dx++) {
          const beside = pixel + dy * width + dx;
          if (!left[beside]) continue;
          left[beside] = 0;
          pixels.push(beside);
        }
      }
    }
    pieces.push({ box: [x0, y0, x1, y1], pixels });
  }
  return pieces;
}
