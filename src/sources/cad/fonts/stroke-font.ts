import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { XY } from './true-type.js';

/** A glyph drawn with a pen, in heights of a capital: origin at the left end of the baseline, y up. */
export interface StrokeGlyph {
  readonly advance: number;
  readonly strokes: readonly (readonly XY[])[];
}

/** Height of a capital in the units of data/cad-strokes.txt. */
const CAPITAL = 21;

let glyphs: ReadonlyMap<string, StrokeGlyph> | null = null;

/** A glyph of Hershey's Simplex Roman and Greek, which `simplex.shx` descends from; null where they have none. */
export function strokeGlyph(character: string): StrokeGlyph | null {
  glyphs ??= read();
  return glyphs.get(character) ?? null;
}

/** A line a glyph: code point in hex, advance, strokes as `x,y x,y;x,y x,y`. */
function read(): Map<string, StrokeGlyph> {
  const file = createRequire(import.meta.url).resolve('#data/cad-strokes.txt');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [code = '', advance, ...points] = line.split(' ');
      const strokes = points.length === 0 ? [] : points.join(' ').split(';').map(toStroke);
      return [String.fromCodePoint(Number.parseInt(code, 16)), { advance: Number(advance) / CAPITAL, strokes }];
    }),
  );
}

const toStroke = (text: string): XY[] =>
  text.split(' ').map((point) => {
    const [x, y] = point.split(',').map(Number) as [number, number];
    return [x / CAPITAL, y / CAPITAL];
  });
