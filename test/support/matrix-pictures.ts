import sharp from 'sharp';

/** A way in which a picture may be wrong, and what is sent of it. */
export interface Sample {
  readonly name: string;
  readonly mediaType: string;
  readonly base64: readonly string[];
}

/**
 * What the API and the gateway of the matrix take of one picture, as real ones take 5 MB: a fifth of that, which bodies go through
 * a hundred times, and still more than the gateway reads before it sends anything on.
 */
export const MAX_BASE64 = 1.2 * 2 ** 20;

export async function samples(): Promise<Sample[]> {
  const red = (width: number) => sharp({ create: { width, height: 20, channels: 3, background: '#c00' } });
  const good = await red(30).png().toBuffer();
  const noise = { type: 'gaussian', mean: 128, sigma: 80 } as const;
  const huge = sharp({ create: { width: 640, height: 520, channels: 3, background: '#000', noise } });
  const many = await Promise.all(
    Array.from({ length: 21 }, (_, i) =>
      red(30 + i)
        .png()
        .toBuffer(),
    ),
  );
  const frames = Buffer.concat([Buffer.alloc(300, 0), Buffer.alloc(300, 255)]);
  const animated = sharp(frames, { raw: { width: 10, height: 20, channels: 3, pageHeight: 10 } }).gif();
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="red"/></svg>';
  const one = (name: string, mediaType: string, bytes: Buffer): Sample => ({
    name,
    mediaType,
    base64: [bytes.toString('base64')],
  });
  return [
    one('good', 'image/png', good),
    one('cut off', 'image/png', good.subarray(0, 70)),
    one('HTML called PNG', 'image/png', Buffer.from(`<!doctype html><title>404</title>${'<p>gone</p>'.repeat(9)}`)),
    one('too large', 'image/png', await huge.png({ compressionLevel: 0 }).toBuffer()),
    { name: '21 of them', mediaType: 'image/png', base64: many.map((it) => it.toString('base64')) },
    one('SVG', 'image/svg+xml', Buffer.from(svg)),
    one('animated', 'image/gif', await animated.toBuffer()),
  ];
}
