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

/**
 * A glyph of Hershey's Simplex Roman and Greek, which `simplex.shx` descends from; letters with a mark are put together. Null
 * where it has none.
 */
export function strokeGlyph(character: string): StrokeGlyph | null {
  glyphs ??= read();
  return glyphs.get(character) ?? marked(character, glyphs);
}

/** Marks in the units of a capital's height of 21: x from the middle of the letter, y from its top; cedillas from the baseline. */
const MARKS: Readonly<Record<string, readonly string[]>> = {
  '\u0300': ['-3,7 1,3'],
  '\u0301': ['3,7 -1,3'],
  '\u0302': ['-4,3 0,7 4,3'],
  '\u0303': ['-5,3 -4,5 -2,6 2,4 4,5 5,7'],
  '\u0304': ['-4,5 4,5'],
  '\u0307': ['0,4 0,5'],
  '\u0308': ['-3,4 -3,5', '3,4 3,5'],
  '\u030a': ['0,2 -2,3 -2,6 0,7 2,6 2,3 0,2'],
  '\u030b': ['-1,7 -4,3', '5,7 2,3'],
  '\u030c': ['-4,7 0,3 4,7'],
  '\u0327': ['0,0 0,-2 2,-4 1,-6 -2,-6'],
  '\u0328': ['3,0 1,-3 2,-6 4,-6'],
};
const BELOW = new Set(['\u0327', '\u0328']);
/** The dot of an i lies above this height, and gives way to a mark. */
const DOT = 16;

function marked(character: string, known: ReadonlyMap<string, StrokeGlyph>): StrokeGlyph | null {
  const [letter = '', mark = '', ...others] = character.normalize('NFD');
  const base = known.get(letter);
  const strokes = MARKS[mark];
  if (!base || !strokes || others.length > 0) return null;
  const isDotted = (letter === 'i' || letter === 'j') && !BELOW.has(mark);
  const kept = isDotted ? base.strokes.filter((stroke) => stroke.some(([, y]) => y * CAPITAL < DOT)) : base.strokes;
  const top = BELOW.has(mark) ? 0 : Math.max(...kept.flat().map(([, y]) => y));
  const placed = strokes.map((stroke) => toStroke(stroke).map(([x, y]): XY => [x + base.advance / 2, y + top]));
  return { advance: base.advance, strokes: [...kept, ...placed] };
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
