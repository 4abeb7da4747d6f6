import sharp from 'sharp';
import { drawNonce, NONCE_ALPHABET } from '../../src/faces/mcp/nonce-picture.js';

/** Reads a probe's picture as a host with sight would: each sign against what the alphabet looks like. */
export async function readNonce(png: Uint8Array): Promise<string> {
  const picture = await gray(png);
  const signs = await alphabet();
  const cell = signs[0]?.look as Gray;
  const advance = (picture.width - cell.width) / 5;
  return [0, 1, 2, 3, 4, 5]
    .map((index) => {
      const scored = signs.map(({ sign, look }) => ({ sign, off: difference(picture, index * advance, look) }));
      return scored.reduce((best, next) => (next.off < best.off ? next : best)).sign;
    })
    .join('');
}

let looks: Promise<{ sign: string; look: Gray }[]> | undefined;
function alphabet(): Promise<{ sign: string; look: Gray }[]> {
  looks ??= Promise.all(NONCE_ALPHABET.map(async (sign) => ({ sign, look: await gray(await drawNonce(sign)) })));
  return looks;
}

interface Gray {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

async function gray(png: Uint8Array): Promise<Gray> {
  const { data, info } = await sharp(png).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

function difference(picture: Gray, left: number, look: Gray): number {
  let sum = 0;
  // Its outer quarter holds a neighbour's edge in the whole picture and white in the single sign.
  for (let y = 0; y < look.height; y++) {
    for (let x = 18; x < look.width - 18; x++) {
      sum += Math.abs(
        (picture.pixels[y * picture.width + left + x] as number) - (look.pixels[y * look.width + x] as number),
      );
    }
  }
  return sum;
}
