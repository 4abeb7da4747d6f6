import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as mupdf from 'mupdf';
import { fold } from './fold.js';
import type { Box } from './score.js';
import type { TrueChart, TruePoint } from './truth.js';

/** A word with its place, in the tool's own order. */
interface PlacedWord {
  readonly text: string;
  readonly box: Box;
}

export interface PeerScore {
  readonly exact: number;
  readonly wrong: number;
  readonly abstained: number;
  /** Values given for marks that print none. */
  readonly invented: number;
}

const MAX_LABEL_WORDS = 8;
const NUMBER = /^[([]?[-−+]?[^\d\s]{0,4}(\d[\d,]{0,15}(?:\.\d{1,6})?)[^\d\s]{0,4}$/u;

/** Whether poppler's pdftotext is installed (Debian: poppler-utils). */
export const hasPdftotext = (): boolean => spawnSync('pdftotext', ['-v']).error === undefined;

/** The words of a file's first page, as `pdftotext -bbox` gives them. */
export function pdftotextWords(file: string): PlacedWord[] {
  const { stdout } = spawnSync('pdftotext', ['-bbox', file, '-'], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const words = stdout.matchAll(/<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)</gu);
  return [...words].map(([, x0, y0, x1, y1, text = '']) => ({
    text: text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    box: [Number(x0), Number(y0), Number(x1), Number(y1)],
  }));
}

/** The words of a file's first page, cut at the blanks of mupdf's structured text. */
export function mupdfWords(file: string): PlacedWord[] {
  const document = mupdf.Document.openDocument(readFileSync(file), 'application/pdf');
  const page = document.loadPage(0);
  const structured = page.toStructuredText('preserve-whitespace');
  const words: { text: string; box: [number, number, number, number] }[] = [];
  let open = false;
  structured.walk({
    beginLine: () => {
      open = false;
    },
    onChar: (character, _origin, _font, _size, quad) => {
      if (character.trim() === '') {
        open = false;
        return;
      }
      const [xs, ys] = [quad.filter((_, i) => i % 2 === 0), quad.filter((_, i) => i % 2 === 1)];
      const box: [number, number, number, number] = [
        Math.min(...xs),
        Math.min(...ys),
        Math.max(...xs),
        Math.max(...ys),
      ];
      const word = words.at(-1);
      if (!open || word === undefined) words.push({ text: character, box });
      else {
        word.text += character;
        word.box = united(word.box, box);
      }
      open = true;
    },
  });
  for (const thing of [structured, page, document]) thing.destroy();
  return words;
}

/**
 * What a user does who has words with places alone: for each value asked for, the number nearest to its category's
 * label, and to its series' too where there is one.
 */
export function nearestNumbers(words: readonly PlacedWord[], charts: readonly TrueChart[]): PeerScore {
  const score = { exact: 0, wrong: 0, abstained: 0, invented: 0 };
  for (const point of charts.flatMap(({ points }) => points)) {
    if (point.kind !== 'EXPLICIT' && point.kind !== 'UNAVAILABLE') continue;
    const answer = nearestNumber(words, point);
    if (point.kind === 'UNAVAILABLE') score.invented += answer === null ? 0 : 1;
    else if (answer === null) score.abstained++;
    else if (answer === point.value) score.exact++;
    else score.wrong++;
  }
  return score;
}

function nearestNumber(words: readonly PlacedWord[], point: TruePoint): string | null {
  const labels = [point.category[0], ...(point.series[0] === null ? [] : [point.series[0]])] as string[];
  const places = labels.map((label) => placesOf(words, label));
  if (places.some((found) => found.length === 0)) return null;
  const used = new Set(places.flatMap((found) => found.flatMap((one) => one.words)));
  let best: { readonly value: string; readonly away: number } | null = null;
  for (const word of words) {
    const value = used.has(word) ? null : numberOf(word.text);
    if (value === null) continue;
    const away = places.reduce((sum, found) => sum + Math.min(...found.map(({ box }) => distance(box, word.box))), 0);
    if (best === null || away < best.away) best = { value, away };
  }
  return best?.value ?? null;
}

/** Runs of words that spell a label. */
function placesOf(
  words: readonly PlacedWord[],
  label: string,
): { readonly box: Box; readonly words: readonly PlacedWord[] }[] {
  const wanted = fold(label);
  return words.flatMap((_, from) => {
    let text = '';
    for (let to = from; to < Math.min(words.length, from + MAX_LABEL_WORDS); to++) {
      text += fold((words[to] as PlacedWord).text);
      if (!wanted.startsWith(text)) return [];
      if (text !== wanted) continue;
      const run = words.slice(from, to + 1);
      return [{ box: run.map(({ box }) => box).reduce(united), words: run }];
    }
    return [];
  });
}

/** The number of a word as a decimal string; null where it is none. */
function numberOf(word: string): string | null {
  const match = NUMBER.exec(word);
  if (match === null) return null;
  const negative = /^[([]?[-−]/u.test(word) || /^\(.*\)$/u.test(word);
  return `${negative ? '-' : ''}${(match[1] as string).replaceAll(',', '')}`;
}

const united = (a: Box, b: Box): [number, number, number, number] => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];

const distance = (a: Box, b: Box): number =>
  Math.hypot((a[0] + a[2] - b[0] - b[2]) / 2, (a[1] + a[3] - b[1] - b[3]) / 2);
