import { TERM_GROUPS } from './terms.js';
import { type Unit, unitsOf } from './wording.js';

/** How a label and a question meet. */
export interface LabelMatch {
  /** Places in the question that the label explains. */
  readonly explains: ReadonlySet<number>;
  /** Units of the label that carry meaning, and how many of them the question names. */
  readonly total: number;
  readonly named: number;
  /** How many of them it names in the label's own words, and not by another name or in another language. */
  readonly literal: number;
}

export interface Label {
  readonly units: readonly Unit[];
  /** The same in the other language, word by word: English for Chinese. */
  readonly gloss: readonly Unit[];
}

/** Common characters of Han text count from two on: one alone is in too many words. */
const MIN_HAN_RUN = 2;

/** Holds a label against a question: by its words, by other names of the same thing, by its translation. */
export function matchLabel(question: readonly Unit[], questionGloss: readonly GlossedWord[], label: Label): LabelMatch {
  const explains = new Set<number>();
  const named = new Set<number>();
  matchWords(question, label.units, explains, named);
  matchHan(question, label.units, explains, named);
  const literal = [...named].filter((at) => !label.units[at]?.isMinor).length;
  matchTerms(question, label.units, explains, named);
  matchGloss(question, questionGloss, label, explains, named);
  const meaningful = label.units.flatMap((unit, at) => (unit.isMinor ? [] : [at]));
  return {
    explains,
    total: meaningful.length,
    named: meaningful.filter((at) => named.has(at)).length,
    literal,
  };
}

/** A word of the question in Han characters, by where it stands, with its English meaning. */
export interface GlossedWord {
  readonly from: number;
  readonly to: number;
  readonly english: readonly string[];
}

function matchWords(
  question: readonly Unit[],
  label: readonly Unit[],
  explains: Set<number>,
  named: Set<number>,
): void {
  const places = new Map<string, number[]>();
  label.forEach((unit, at) => {
    if (!unit.isHan) places.set(unit.text, [...(places.get(unit.text) ?? []), at]);
  });
  question.forEach((unit, at) => {
    const found = unit.isHan ? undefined : places.get(unit.text);
    if (found === undefined) return;
    explains.add(at);
    for (const place of found) named.add(place);
  });
}

/** The longest common runs of Han characters first; each character once. */
function matchHan(question: readonly Unit[], label: readonly Unit[], explains: Set<number>, named: Set<number>): void {
  const size = label.filter(({ isHan }) => isHan).length;
  if (size === 0) return;
  for (;;) {
    let best = { at: 0, place: 0, length: 0 };
    for (let at = 0; at < question.length; at++) {
      for (let place = 0; place < label.length; place++) {
        let length = 0;
        while (isFree(at + length, place + length)) length++;
        if (length > best.length) best = { at, place, length };
      }
    }
    if (best.length < Math.min(MIN_HAN_RUN, size)) return;
    for (let i = 0; i < best.length; i++) {
      explains.add(best.at + i);
      named.add(best.place + i);
    }
  }
  function isFree(at: number, place: number): boolean {
    const [a, b] = [question[at], label[place]];
    return a !== undefined && b !== undefined && a.isHan && a.text === b.text && !explains.has(at) && !named.has(place);
  }
}

/** Another name of the same thing, whole against whole: `净利润` for `net income`. */
function matchTerms(
  question: readonly Unit[],
  label: readonly Unit[],
  explains: Set<number>,
  named: Set<number>,
): void {
  for (const group of termsIn(label)) {
    for (const { from, to } of occurrencesOf(group.names, question)) {
      for (let at = from; at < to; at++) explains.add(at);
      for (let place = group.from; place < group.to; place++) named.add(place);
    }
  }
}

interface TermPlace {
  readonly names: readonly (readonly Unit[])[];
  readonly from: number;
  readonly to: number;
}

const GROUPS: readonly (readonly (readonly Unit[])[])[] = TERM_GROUPS.map((names) =>
  names.map((name) => unitsOf(name)),
);

function termsIn(units: readonly Unit[]): TermPlace[] {
  return GROUPS.flatMap((names) => occurrencesOf(names, units).map(({ from, to }) => ({ names, from, to })));
}

/** Where any of the names stands whole; inside a longer run of Han characters too. */
function occurrencesOf(names: readonly (readonly Unit[])[], units: readonly Unit[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const name of names) {
    for (let from = 0; from + name.length <= units.length; from++) {
      if (name.every((unit, i) => unit.text === units[from + i]?.text)) found.push({ from, to: from + name.length });
    }
  }
  return found;
}

function matchGloss(
  question: readonly Unit[],
  questionGloss: readonly GlossedWord[],
  label: Label,
  explains: Set<number>,
  named: Set<number>,
): void {
  // A Chinese question over English labels: a word of the question means one of the label's words.
  for (const { from, to, english } of questionGloss) {
    const places = label.units.flatMap((unit, at) => (!unit.isHan && english.includes(unit.text) ? [at] : []));
    if (places.length === 0) continue;
    for (let at = from; at < to; at++) explains.add(at);
    for (const place of places) named.add(place);
  }
  // An English question over Chinese labels: all of the label's meaning must be named, since words can't be told apart.
  const gloss = label.gloss.filter(({ isMinor }) => !isMinor);
  const asked = new Set(question.filter(({ isHan }) => !isHan).map(({ text }) => text));
  if (gloss.length === 0 || !gloss.every(({ text }) => asked.has(text))) return;
  const words = new Set(gloss.map(({ text }) => text));
  question.forEach(({ text, isHan }, at) => {
    if (!isHan && words.has(text)) explains.add(at);
  });
  for (let at = 0; at < label.units.length; at++) named.add(at);
}
