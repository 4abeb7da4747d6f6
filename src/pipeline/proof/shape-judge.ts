import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { dataFile } from '../../models/data-file.js';
import type { GlyphShape } from './glyph-shape.js';
import { distance } from './shape-distance.js';

/** Characters that make up values: a wrong one changes what a page says. */
const OF_VALUES = new Set('0123456789%.,-()+$£¥€');
/** A shape further than this from every known one is none that can be judged: an old-style digit, a circled one. */
const NEAR = 0.26;
/** A shape this close to its own character's is no other's: those of one face are twice as far apart. */
const SURE = 0.07;
/** A shape is another character's where it is closer to that than to its own by this factor. */
const CLEARLY = 0.9;
/** Of shapes that are this far from both, as those of display faces are, it must be closer by more. */
const FAR = 0.18;
const CLEARLY_FAR = 0.8;
/** Commas reach below the baseline, full stops do not (ems): where they lie tells them apart better than their shape. */
const BELOW_BASELINE = -0.03;
const FAR_BELOW = -0.08;
/** Letters have many more faces: theirs must be met closely, and missed clearly. */
const LETTER_NEAR = 0.12;
const LETTER_CLEARLY = 0.55;
/** Characters that share a shape in some faces, or look alike once their size is taken away. */
const ALIKE = [
  '0OoQDC',
  '1Il|i!/[]',
  '2Zz',
  '5Ss',
  '6bG',
  '8B&',
  '9gq',
  '4A',
  '7T',
  '-_=',
  '.:',
  ',;',
  '([{C',
  ')]}',
  'VvUu',
  'Ww',
  'Xx',
  'Yy',
  'Kk',
  'Cce',
  'Pp',
  'Jj',
  'Mm',
  'Nn',
  'hn',
  'ft',
  'rF',
  'EF',
  'aeo',
  '$S',
  '£E',
  '+*t',
];

/** Letters that a digit is told from by shape all the same, where they are met that much closer; not those like a 1, which is a bar in some faces. */
const LETTERS_LIKE: ReadonlyMap<string, string> = new Map([
  ['0', 'OoQD'],
  ['2', 'Zz'],
  ['5', 'Ss'],
  ['6', 'b'],
  ['8', 'B'],
  ['9', 'gq'],
]);
const ALIKE_CLEARLY = 0.45;
const POINTS = '.,';
const BARS = '1lI|';
/** Hyphens stand above this (ems); a line under print begins below it. */
const LOWEST_BAR = 0.05;
/** Share of its box that a hyphen fills, slanted in some faces; a tilde fills a half. */
const MIN_BAR_FILLED = 0.62;
/** Boxes flatter than this share of their width are as good as full. */
const MIN_BAR_HEIGHT = 0.01;

/** Whether a wrong reading of a character changes a number. */
export const isOfValues = (character: string): boolean => OF_VALUES.has(character);

export type Judgement = 'agrees' | 'differs' | 'unknown';

/**
 * Whether an outline shows the character that it is said to stand for, by the nearest of the known shapes. Refusal needs a
 * shape that is clearly another's; what is near to none is `unknown`.
 */
export function judge(shape: GlyphShape, claimed: string): Judgement {
  const own = nearest(shape, (character) => character === claimed);
  if (own === Number.POSITIVE_INFINITY) return 'unknown';
  const isPoint = POINTS.includes(claimed);
  if (own < SURE && !isPoint && claimed !== '-') return 'agrees';
  if (claimed === '-' && !isBar(shape)) return 'differs';
  const isValue = OF_VALUES.has(claimed);
  const others = new Set(ALIKE.filter((group) => group.includes(claimed)).flatMap((group) => [...group]));
  if (isValue) {
    // A point and a comma are told apart by their place; a bar is off the baseline; a 1 is a bar in some faces.
    const isPlaced = isPoint || claimed === '-';
    const same = isPoint ? POINTS : claimed === '1' ? BARS : claimed;
    const point = same === claimed ? own : nearest(shape, (character) => same.includes(character));
    const value = nearest(
      shape,
      (character) => character !== claimed && OF_VALUES.has(character) && !(isPlaced && POINTS.includes(character)),
    );
    if (value < NEAR && value < (value < FAR ? CLEARLY : CLEARLY_FAR) * point) return 'differs';
    if (isPoint && point < NEAR) return reachesBelow(shape) === (claimed === ',') ? 'agrees' : 'differs';
  }
  const like = LETTERS_LIKE.get(claimed);
  if (like !== undefined) {
    const letter = nearest(shape, (character) => like.includes(character));
    if (letter < LETTER_NEAR && letter < ALIKE_CLEARLY * own) return 'differs';
  }
  const letter = nearest(shape, (character) => character !== claimed && !others.has(character));
  if (letter < LETTER_NEAR && letter < LETTER_CLEARLY * own) return 'differs';
  return own < NEAR ? 'agrees' : 'unknown';
}

/** Whether a mark is a comma by its place; the round points of some faces sink in a little. */
function reachesBelow(shape: GlyphShape): boolean {
  if (shape.bottom >= BELOW_BASELINE || shape.bottom < FAR_BELOW) return shape.bottom < FAR_BELOW;
  return nearest(shape, (character) => character === ',') < nearest(shape, (character) => character === '.');
}

/** How far a shape is from the nearest known one of some characters. */
export const distanceTo = (characters: string, shape: GlyphShape): number =>
  nearest(shape, (character) => characters.includes(character));

/** A hyphen is a straight bar off the baseline: neither a line under it nor a tilde, which are bars once they fill a box. */
const isBar = ({ bottom, top, width, area }: GlyphShape): boolean =>
  bottom > LOWEST_BAR && area >= MIN_BAR_FILLED * width * Math.max(top - bottom, width * MIN_BAR_HEIGHT);

function nearest(shape: GlyphShape, wanted: (character: string) => boolean): number {
  let least = Number.POSITIVE_INFINITY;
  for (const [character, shapes] of references()) {
    if (wanted(character)) for (const one of shapes) least = Math.min(least, distance(shape, one, least));
  }
  return least;
}

let known: Map<string, GlyphShape[]> | undefined;

/** The shapes of data/glyph-shapes.br, by character. */
export function references(): ReadonlyMap<string, readonly GlyphShape[]> {
  if (known) return known;
  known = new Map();
  type Row = [character: string, width: number, bottom: number, top: number, cells: string];
  const rows = JSON.parse(brotliDecompressSync(readFileSync(dataFile('glyph-shapes.br'))).toString()) as Row[];
  for (const [character, width, bottom, top, cells] of rows) {
    const shape = { width, bottom, top, area: 0, cells: Uint8Array.from(Buffer.from(cells, 'base64')) };
    const shapes = known.get(character);
    if (shapes) shapes.push(shape);
    else known.set(character, [shape]);
  }
  return known;
}
