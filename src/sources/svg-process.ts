import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js';
import type { SvgInput } from './svg-raster.js';

// Entry of the process that draws SVGs: a JSON list of them on stdin; for each a line of JSON and the pixels on stdout.
const options = JSON.parse(process.argv[2] as string) as ResvgRenderOptions;
const write = (bytes: Uint8Array | string): Promise<unknown> =>
  new Promise((done) => process.stdout.write(bytes, done));

try {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(piece as Buffer);
  for (const { markup, crop } of JSON.parse(Buffer.concat(pieces).toString('utf8')) as SvgInput[]) {
    const { width, height, pixels } = new Resvg(markup, crop ? { ...options, crop } : options).render();
    // Each picture is handed over before the next is drawn: together they would not fit the memory.
    await write(`${JSON.stringify({ width, height })}\n`);
    await write(pixels);
  }
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
