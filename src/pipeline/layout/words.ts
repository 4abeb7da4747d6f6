import { type PageBox, unionOf } from '../../evidence/boxes.js';
import type { GlyphRun, PaintedPage } from '../../sources/painted.js';
import { attachScripts } from './attach-scripts.js';
import { type Atom, piecesOf } from './glyph-pieces.js';
import { inLogicalOrder } from './logical-order.js';
import { isMark, MARK_SIGN, SUPERSCRIPT_CHAR } from './scripts.js';
import { type Draft, draftsOf, type Letter, textOf } from './word-drafts.js';

/** Glyphs `from` up to, but not including, `to` of the run with this id. */
export interface RunPart {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  /** The file paints them against the order of reading: the text runs from the last to the first. */
  readonly reversed?: true;
}

/** A word as it stands on the page: letters on one baseline with no blank between; for Chinese and Japanese, a phrase. */
export interface Word {
  /**
   * In logical order. The glyphs' own Unicode, but for raised and lowered characters inside the word, which become
   * Unicode's (`10⁶`, `CO₂`); a glyph that the file does not explain is U+FFFD.
   */
  readonly text: string;
  /** Around the ink. */
  readonly box: PageBox;
  readonly runs: readonly RunPart[];
  readonly sizePt: number;
  readonly bold: boolean;
  /** Direction of the letters, degrees clockwise on the visible page; 90 for an upright column of vertical writing. */
  readonly rotationDeg: number;
  readonly vertical: boolean;
  /** `#rrggbb`; null for a pattern. */
  readonly color: string | null;
  /** Where the baseline lies across the direction of the letters, pt: y for level text. Of a mark: its line's. */
  readonly baseline: number;
  /** A raised digit, letter or sign that points to a note. Never part of the number or phrase before it. */
  readonly mark: boolean;
  /** What a mark stands behind; null for other words, and for the mark that begins a note. */
  readonly markOf: Word | null;
}

const known = new WeakMap<PaintedPage, readonly Word[]>();

/** The visible words of a page, in painting order; a mark comes right after its word. Found once a page. */
export function wordsOf(page: PaintedPage): readonly Word[] {
  const words = known.get(page) ?? findWords(page);
  known.set(page, words);
  return words;
}

function findWords(page: PaintedPage): Word[] {
  const drafts = draftsOf(piecesOf(page));
  attachScripts(drafts);
  const words: Word[] = [];
  for (const draft of drafts.filter((other) => !other.absorbed)) {
    const [body, mark] = splitMark(draft);
    const word = wordOf(body, draft.isMark, null, draft.lineAcross);
    words.push(word);
    const marks = [mark, ...draft.marks.map(({ letters }) => letters)].filter((letters) => letters.length > 0);
    words.push(...marks.map((letters) => wordOf(letters, true, word, word.baseline)));
  }
  return words;
}

/** A word's letters, and the marks at its end that are painted on the same baseline: `1,839²`, `Total*`. */
function splitMark(draft: Draft): [Letter[], Letter[]] {
  const letters = inLogicalOrder(draft.letters);
  for (const kind of [MARK_SIGN, SUPERSCRIPT_CHAR]) {
    let from = letters.length;
    while (
      from > 0 &&
      kind.test((letters[from - 1] as Letter).atom.text) &&
      (letters[from - 1] as Letter).place === 'level'
    )
      from--;
    const [body, script] = [letters.slice(0, from), letters.slice(from)];
    if (script.length === 0 || !/[\p{L}\p{N}]/u.test(textOf(body))) continue;
    if (isMark(textOf(body), textOf(script))) return [body, script];
  }
  const whole = textOf(letters);
  if ([...whole].every((char) => SUPERSCRIPT_CHAR.test(char)) && isMark('', whole)) draft.isMark = true;
  return [letters, []];
}

const BOLD_FONT = /bold|black|heavy|demi/i;
/** Filled and stroked: the bold of fonts that have none. */
const isBold = (run: GlyphRun): boolean => BOLD_FONT.test(run.font) || run.mode % 4 === 2;

function wordOf(letters: readonly Letter[], mark: boolean, markOf: Word | null, baseline: number): Word {
  const level = letters.filter(({ place }) => place === 'level');
  const main = (level.length > 0 ? level : letters).map(({ atom }) => atom);
  const first = main[0] as Atom;
  const bold = main.filter(({ run }) => isBold(run)).length * 2 > main.length;
  return {
    text: textOf(letters),
    box: unionOf(letters.map(({ atom }) => atom.ink)) as PageBox,
    runs: partsOf(letters),
    sizePt: first.run.sizePt,
    bold,
    rotationDeg: first.run.rotationDeg,
    vertical: first.run.vertical,
    color: first.run.fill ?? first.run.stroke,
    baseline,
    mark,
    markOf,
  };
}

/** Neighbouring glyphs of one run as one range, in the order of the text. */
function partsOf(letters: readonly Letter[]): RunPart[] {
  const parts: { id: string; from: number; to: number; reversed?: true }[] = [];
  for (const { atom } of letters) {
    const last = parts.at(-1);
    const single = last !== undefined && last.to - last.from === 1;
    if (last?.id === atom.run.id && last.to === atom.index && !last.reversed) last.to += 1;
    else if (last?.id === atom.run.id && last.from === atom.index + 1 && (single || last.reversed)) {
      last.from -= 1;
      last.reversed = true;
    } else parts.push({ id: atom.run.id, from: atom.index, to: atom.index + 1 });
  }
  return parts;
}
