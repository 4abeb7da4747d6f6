import sharp from 'sharp';

/** How a file of the fixture is broken, or what it does instead of coming. */
export type FileFault =
  | 'dead'
  | 'forbidden'
  | 'html'
  | 'svg'
  | 'truncated'
  | 'bomb'
  | 'slow'
  | 'private-redirect'
  | 'huge-headers';

const made = new Map<string, Promise<Buffer>>();

/** A small picture of our own: a sky, a sun and hills, their places and colours told by a seed. The same seed is the same picture. */
export function picture(seed: string, width: number, height: number): Promise<Buffer> {
  const key = `${seed} ${width} ${height}`;
  let bytes = made.get(key);
  if (bytes === undefined) {
    bytes = sharp(Buffer.from(scene(seed, width, height)))
      .jpeg({ quality: 70 })
      .toBuffer();
    made.set(key, bytes);
  }
  return bytes;
}

function scene(seed: string, width: number, height: number): string {
  const random = numbers(seed);
  const [hue, x, y, far, near] = [random() * 360, random(), random() * 0.5, random(), random()];
  const at = (share: number, of: number): number => Math.round(share * of);
  const hill = (peak: number, top: number): string =>
    `M0 ${height}L0 ${at(top + 0.15, height)}L${at(peak, width)} ${at(top, height)}L${width} ${at(top + 0.2, height)}L${width} ${height}Z`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="hsl(${hue},55%,${50 + random() * 30}%)"/>
    <circle cx="${at(x, width)}" cy="${at(y, height)}" r="${at(0.05 + random() * 0.15, height)}" fill="hsl(${hue + 60},90%,80%)"/>
    <path d="${hill(far, 0.35 + random() * 0.2)}" fill="hsl(${hue + 120},30%,45%)"/>
    <path d="${hill(near, 0.55 + random() * 0.2)}" fill="hsl(${hue + 180},35%,25%)"/>
    <rect x="${at(random() * 0.8, width)}" y="${at(0.3 + random() * 0.3, height)}" width="${at(0.03 + random() * 0.1, width)}" height="${at(0.4, height)}" fill="hsl(${hue + 200},20%,35%)"/>
  </svg>`;
}

/** Numbers from 0 to 1 that a text decides (mulberry32 over FNV-1a). */
function numbers(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const byte of Buffer.from(seed)) state = Math.imul(state ^ byte, 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A PNG whose header declares 40,000 × 40,000 pixels. */
export async function bomb(): Promise<Buffer> {
  const bytes = Buffer.from(
    await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
      .png()
      .toBuffer(),
  );
  const { crc32 } = await import('node:zlib');
  bytes.writeUInt32BE(40_000, 16);
  bytes.writeUInt32BE(40_000, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}
