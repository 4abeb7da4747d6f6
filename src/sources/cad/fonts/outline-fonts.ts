import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { TrueTypeFont } from './true-type.js';

/**
 * The fonts that ship with us, each read when it is needed first. The same on every machine, and so are the pictures:
 * fonts of the system are never looked for.
 */
export const outlineFonts = {
  /** Liberation Sans of pdfjs-dist: Latin, Greek, Cyrillic with the widths of Arial. */
  latin: once(() => new TrueTypeFont(readFileSync(latinFontFile()))),
  /** DejaVu Sans: marks, arrows, mathematical and technical signs, circled numbers. 210 kB. */
  symbols: once(() => packed('#data/cad-symbols.ttf.br')),
  /** Droid Sans Fallback: hanzi, kana. Takes 4 MB and 30 ms, so that a width should not depend on it. */
  han: once(() => packed('#data/cad-han.ttf.br')),
};

const here = createRequire(import.meta.url);

const packed = (name: string): TrueTypeFont => new TrueTypeFont(brotliDecompressSync(readFileSync(here.resolve(name))));

export const latinFontFile = (): string =>
  join(dirname(here.resolve('pdfjs-dist/package.json')), 'standard_fonts/LiberationSans-Regular.ttf');

function once<T>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}
