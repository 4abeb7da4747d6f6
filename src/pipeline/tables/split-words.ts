import { unionOf } from '../../evidence/boxes.js';
import type { GlyphRun, PaintedElement } from '../../sources/painted.js';
import type { RunPart, Word } from '../layout/words.js';
import { firstNot } from '../sorted.js';
import { type Placed, place } from './placed.js';
import type { Ruling } from './rulings.js';
import type { Upright } from './upright.js';

/** A line this far inside a word parts it; less is the overhang of a letter, font sizes. */
const INSIDE_EM = 0.3;

/**
 * Cells that touch are read as one word (Han text and figures have no blanks): such words are parted where an upright
 * line runs through them, at the glyph that begins behind it.
 */
export function splitAtLines(
  words: readonly Placed[],
  rulings: readonly Ruling[],
  elements: readonly PaintedElement[],
  upright: Upright,
): Placed[] {
  const lines = rulings.filter((r) => r.axis === 'v').sort((a, b) => a.at - b.at);
  if (lines.length === 0) return [...words];
  let runs: Map<string, GlyphRun> | null = null;
  return words.flatMap((word) => {
    if (word.text.length < 2) return [word];
    const middle = word.baseline - 0.25 * word.sizePt;
    const cuts: number[] = [];
    const from = word.x0 + INSIDE_EM * word.sizePt;
    for (let i = firstNot(lines, ({ at }) => at <= from); i < lines.length; i++) {
      const line = lines[i] as Ruling;
      if (line.at > word.x1 - INSIDE_EM * word.sizePt) break;
      if (line.from < middle && line.to > middle) cuts.push(line.at);
    }
    if (cuts.length === 0) return [word];
    runs ??= new Map(elements.flatMap((e) => (e.kind === 'text' ? [[e.id, e] as const] : [])));
    return split(word, cuts, runs, upright);
  });
}

function split(
  placed: Placed,
  cuts: readonly number[],
  runs: ReadonlyMap<string, GlyphRun>,
  upright: Upright,
): Placed[] {
  const { word } = placed;
  const groups: { id: string; index: number }[][] = cuts.map(() => []);
  groups.push([]);
  for (const part of word.runs) {
    for (let index = part.from; index < part.to; index++) {
      const glyph = runs.get(part.id)?.glyphs[index];
      if (!glyph) return [placed];
      const [x] = glyph.ink
        ? upright.point((glyph.ink[0] + glyph.ink[2]) / 2, (glyph.ink[1] + glyph.ink[3]) / 2)
        : upright.point(...glyph.origin);
      (groups[cuts.filter((cut) => cut < x).length] as { id: string; index: number }[]).push({ id: part.id, index });
    }
  }
  const glyphs = (list: readonly { id: string; index: number }[]) =>
    list.map(({ id, index }) => runs.get(id)?.glyphs[index]).filter((glyph) => glyph !== undefined);
  const texts = groups.map((list) =>
    glyphs(list)
      .map((glyph) => glyph.unicode)
      .join(''),
  );
  // Raised characters and right-to-left text are not simply the glyphs in order; such words stay whole.
  if (texts.join('') !== word.text || texts.some((text) => text === '')) return [placed];
  return groups.map((list, i) => {
    const ink = unionOf(glyphs(list).flatMap((glyph) => (glyph.ink ? [glyph.ink] : [])));
    const piece: Word = { ...word, text: texts[i] as string, runs: partsOf(list), box: ink ?? word.box };
    return place(piece, upright, true);
  });
}

function partsOf(list: readonly { id: string; index: number }[]): RunPart[] {
  const parts: { id: string; from: number; to: number }[] = [];
  for (const { id, index } of list) {
    const last = parts.at(-1);
    if (last?.id === id && last.to === index) last.to++;
    else parts.push({ id, from: index, to: index + 1 });
  }
  return parts;
}
