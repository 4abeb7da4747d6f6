import { hanWords } from '../../models/han-bridge.js';
import type { GlossedWord } from './match-label.js';
import { type Unit, unitsOf } from './wording.js';

/** The Chinese words of a question by place, with the stems of what they mean. */
export async function glossedWords(units: readonly Unit[]): Promise<GlossedWord[]> {
  const words: GlossedWord[] = [];
  for (let from = 0; from < units.length; from++) {
    if (!units[from]?.isHan) continue;
    let to = from;
    while (units[to]?.isHan) to++;
    let at = from;
    for (const { length, gloss } of await hanWords(
      units
        .slice(from, to)
        .map(({ text }) => text)
        .join(''),
    )) {
      if (gloss !== null)
        words.push({
          from: at,
          to: at + length,
          english: unitsOf(gloss)
            .filter(({ isMinor }) => !isMinor)
            .map(({ text }) => text),
        });
      at += length;
    }
    from = to - 1;
  }
  return words;
}

/** What a label in Han characters means, as English units; empty for one without. */
export async function glossOf(units: readonly Unit[]): Promise<Unit[]> {
  const han = units.filter(({ isHan, isMinor }) => isHan && !isMinor).map(({ text }) => text);
  if (han.length === 0) return [];
  return (await hanWords(han.join(''))).flatMap(({ gloss }) => (gloss === null ? [] : unitsOf(gloss)));
}
