import sharp from 'sharp';

/** Sides of the picture whose neighbouring pixels are compared: 8 × 8 comparisons. */
const [COLUMNS, ROWS] = [9, 8];
/** Bits of 64 that copies differ in at most: other sizes and qualities of one picture differ in 0 to 3, other pictures in 10 and more. */
const SAME_BITS = 4;

/**
 * A hash of what a picture looks like: whether each pixel of a tiny grey copy is brighter than its right neighbour (dHash).
 * @returns 16 hex digits
 */
export async function pictureHash(picture: Uint8Array): Promise<string> {
  const grey = await sharp(picture, { limitInputPixels: MAX_PIXELS })
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(COLUMNS, ROWS, { fit: 'fill' })
    .raw()
    .toBuffer();
  let bits = 0n;
  for (let y = 0; y < ROWS; y += 1) {
    for (let x = 0; x + 1 < COLUMNS; x += 1) {
      bits = (bits << 1n) | BigInt((grey[y * COLUMNS + x] as number) > (grey[y * COLUMNS + x + 1] as number));
    }
  }
  return bits.toString(16).padStart(16, '0');
}

/** Whether two pictures look like copies of each other. A hash of one grey tells nothing, and is nobody's copy. */
export function looksSame(a: string, b: string): boolean {
  if (BLANK.has(a) || BLANK.has(b)) return false;
  let differing = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  let count = 0;
  for (; differing > 0n; differing >>= 1n) count += Number(differing & 1n);
  return count <= SAME_BITS;
}

const BLANK = new Set(['0'.repeat(16), 'f'.repeat(16)]);
/** Previews have a million at most. */
const MAX_PIXELS = 40_000_000;
