import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js';

// Entry of the process that draws one SVG: its markup on stdin; a line of JSON and the pixels on stdout.
const options = JSON.parse(process.argv[2] as string) as ResvgRenderOptions;
const pieces: Buffer[] = [];
process.stdin
  .on('data', (piece: Buffer) => pieces.push(piece))
  .on('end', () => {
    try {
      const { width, height, pixels } = new Resvg(Buffer.concat(pieces), options).render();
      process.stdout.write(`${JSON.stringify({ width, height })}\n`);
      process.stdout.write(pixels);
    } catch (error) {
      process.stderr.write(error instanceof Error ? error.message : String(error));
      process.exitCode = 1;
    }
  });
