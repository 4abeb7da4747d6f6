import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { bomb } from '../../examples/images/pictures.js';
import { type PhotoGates, takePhoto } from './originals.js';

const gates: PhotoGates = { minWidth: 200, minHeight: 100, floorPixels: 0, format: 'jpeg' };
const drawn = (width = 300, height = 200, background = '#369'): Sharp => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background, noise } });
};
const taken = (bytes: Uint8Array, more: Partial<PhotoGates> = {}) => takePhoto(bytes, { ...gates, ...more });
const gateOf = (bytes: Uint8Array, more: Partial<PhotoGates> = {}): Promise<unknown> =>
  taken(bytes, more).then(
    () => null,
    ({ code, details, nextStep }) => (code === 'image_gate_failed' && nextStep.length > 10 ? details.gate : code),
  );

describe('an original', () => {
  it('is kept byte for byte where its format is that of its name, and its digest is told', async () => {
    const bytes = await drawn().jpeg().toBuffer();
    const kept = await taken(bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect([Buffer.compare(kept.bytes, bytes), kept.sha256, kept.width, kept.height]).toEqual([0, sha256, 300, 200]);
  });

  it.each(['png', 'webp', 'gif', 'tiff', 'avif'] as const)(
    'that is %s is converted to what its name says',
    async (format) => {
      const kept = await taken(await drawn().toFormat(format).toBuffer());
      expect((await sharp(kept.bytes).metadata()).format).toBe('jpeg');
      expect(kept.sha256).toBe(createHash('sha256').update(kept.bytes).digest('hex'));
    },
  );

  it('is measured as it is shown, and stands upright after it is converted', async () => {
    const lying = await drawn(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await taken(lying)).toMatchObject({ width: 200, height: 300 });
    const kept = await taken(lying, { format: 'png' });
    expect(await sharp(kept.bytes).metadata()).toMatchObject({ width: 200, height: 300 });
    expect(await gateOf(lying, { minWidth: 250 })).toBe('size');
  });

  it('has white where it was transparent', async () => {
    const clear = await sharp({ create: { width: 300, height: 200, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    const { dominant } = await sharp((await taken(clear)).bytes).stats();
    expect(dominant.r).toBeGreaterThan(240);
  });
});

describe('the gates', () => {
  it('take a picture of exactly the size, and none that is a pixel short', async () => {
    const bytes = await drawn(300, 200).png().toBuffer();
    const exact = { minWidth: 300, minHeight: 200, floorPixels: 60_000 };
    expect(await gateOf(bytes, exact)).toBeNull();
    expect(await gateOf(bytes, { ...exact, minWidth: 301 })).toBe('size');
    expect(await gateOf(bytes, { ...exact, minHeight: 201 })).toBe('size');
    expect(await gateOf(bytes, { ...exact, floorPixels: 60_001 })).toBe('size');
  });

  it.each([
    ['nothing', ''],
    ['HTML', '<!doctype html><title>Log in</title>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1600"/>'],
    [
      'SVG behind a declaration',
      '<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1600"/>',
    ],
    ['a PDF', '%PDF-1.7\n%âãÏÓ\n1 0 obj'],
    ['JSON', '{"error":"rate limited"}'],
    ['a ZIP', 'PK\u0003\u0004'],
  ])('refuse %s as a photograph', async (_, text) => {
    expect(await gateOf(Buffer.from(text))).toBe('type');
  });

  it('refuse what is only called a JPEG', async () => {
    expect(await gateOf(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<html>'.repeat(99))]))).toBe(
      'readable',
    );
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const)(
    'refuse a %s that is cut off anywhere',
    async (format) => {
      const whole = await drawn().toFormat(format).toBuffer();
      for (const share of [0.1, 0.5, 0.9]) {
        const cut = whole.subarray(0, Math.floor(whole.length * share));
        for (const kept of ['jpeg', 'png'] as const)
          expect([share, await gateOf(cut, { format: kept })]).toEqual([
            share,
            expect.stringMatching(/^(?:readable|type)$/),
          ]);
      }
    },
  );

  it('refuse a picture that unpacks to more than anybody shows, before a pixel is read', async () => {
    expect(await gateOf(await bomb())).toBe('pixels');
  });

  it('count all frames of an animation', async () => {
    const bytes = flatGif(2_000, 2_000, 31);
    expect(bytes.length).toBeLessThan(2_000);
    expect(await gateOf(bytes)).toBe('pixels');
  });
});

/** A GIF with a large canvas, each of whose frames paints one pixel of it (GIF89a, sections 18 to 23). */
function flatGif(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.from([width & 255, width >> 8, height & 255, height >> 8, 0x80, 0, 0]);
  const colours = Buffer.from([0, 0, 0, 255, 255, 255]);
  const control = [0x21, 0xf9, 4, 0, 10, 0, 0, 0];
  const frame = Buffer.from([...control, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  return Buffer.concat([Buffer.from('GIF89a'), screen, colours, ...Array(frames).fill(frame), Buffer.from([0x3b])]);
}
