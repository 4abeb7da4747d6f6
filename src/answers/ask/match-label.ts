import { TERM_GROUPS } from './terms.js';
import { type Unit, unitsOf } from './wording.js';

/** Words of a question and the units of a label that they name. */
interface Link {
  /** Places in the question. */
  readonly places: readonly number[];
  /** Places in the label. */
  readonly units: readonly number[];
  /** By the label's own words, and not by another name or in another language. */
  readonly literal: boolean;
}

/** How a label and a question meet. */
export interface LabelMatch {
  readonly links: readonly Link[];
  /** Places in the question that the label explains. */
  readonly explains: ReadonlySet<number>;
  /** Units of the label that carry meaning. */
  readonly meaningful: ReadonlySet<number>;
}

/** How much of a label is named. */
export interface Naming {
  readonly named: number;
  readonly literal: number;
  readonly total: number;
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
  const meaningful = new Set(label.units.flatMap((unit, at) => (unit.isMinor ? [] : [at])));
  const literal = [...wordLinks(question, label.units), ...hanLinks(question, label.units)];
  const terms = termLinks(question, label.units);
  const named = new Set(literal.flatMap(({ units }) => units));
  // `op margin` is `operating margin`, and 归母净利润 the whole of its long name: more than the word that both have.
  const saysMore = ({ units }: Link): boolean => units.some((unit) => !named.has(unit));
  const links = [
    ...terms.filter(saysMore),
    ...literal,
    ...terms.filter((link) => !saysMore(link)),
    ...glossLinks(question, questionGloss, label),
  ];
  return { links, explains: new Set(links.flatMap(({ places }) => places)), meaningful };
}

/** What a label is named by when the words in `taken` name others; those that it takes are added. */
export function takeNaming({ links, meaningful }: LabelMatch, taken: Set<number>): Naming {
  const named = new Set<number>();
  let literal = 0;
  for (const link of links) {
    const fresh = link.units.filter((unit) => !named.has(unit));
    if (fresh.length === 0 || link.places.some((place) => taken.has(place))) continue;
    for (const place of link.places) taken.add(place);
    for (const unit of fresh) named.add(unit);
    if (link.literal) literal += fresh.filter((unit) => meaningful.has(unit)).length;
  }
  return { named: [...named].filter((unit) => meaningful.has(unit)).length, literal, total: meaningful.size };
}

/** A word of the question in Han characters, by where it stands, with its English meaning. */
export interface GlossedWord {
  readonly from: number;
  readonly to: number;
  readonly english: readonly string[];
}

function wordLinks(question: readonly Unit[], label: readonly Unit[]): Link[] {
  const places = new Map<string, number[]>();
  label.forEach((unit, at) => {
    if (!unit.isHan) places.set(unit.text, [...(places.get(unit.text) ?? []), at]);
  });
  // The second time that a word is said it names the second that the label has; said once, it names all.
  const asked = new Map<string, number[]>();
  question.forEach((unit, at) => {
    if (places.has(unit.text)) asked.set(unit.text, [...(asked.get(unit.text) ?? []), at]);
  });
  return [...asked].flatMap(([text, said]) => {
    const named = places.get(text) ?? [];
    return said.map((at, i): Link => {
      const units = i === said.length - 1 && i < named.length ? named.slice(i) : [named[i] ?? (named.at(-1) as number)];
      return { places: [at], units, literal: true };
    });
  });
}

/** The longest common runs of Han characters first; each character once. */
function hanLinks(question: readonly Unit[], label: readonly Unit[]): Link[] {
  const size = label.filter(({ isHan }) => isHan).length;
  const links: Link[] = [];
  const [used, named] = [new Set<number>(), new Set<number>()];
  const isCommon = (at: number, unit: number): boolean => {
    const [a, b] = [question[at], label[unit]];
    return a !== undefined && b !== undefined && a.isHan && a.text === b.text && !used.has(at) && !named.has(unit);
  };
  while (size > 0) {
    let best = { at: 0, unit: 0, length: 0 };
    for (let at = 0; at < question.length; at++) {
      for (let unit = 0; unit < label.length; unit++) {
        let length = 0;
        while (isCommon(at + length, unit + length)) length++;
        if (length > best.length) best = { at, unit, length };
      }
    }
    if (best.length < Math.min(MIN_HAN_RUN, size)) break;
    const steps = Array.from({ length: best.length }, (_, i) => i);
    const link = { places: steps.map((i) => best.at + i), units: steps.map((i) => best.unit + i), literal: true };
    for (const place of link.places) used.add(place);
    for (const unit of link.units) named.add(unit);
    links.push(link);
  }
  return links;
}

/** Another name of the same thing, whole against whole: `净利润` for `net income`. */
function termLinks(question: readonly Unit[], label: readonly Unit[]): Link[] {
  const asked = termsIn(question);
  return termsIn(label).flatMap(({ group, from, to }) =>
    asked
      .filter((term) => term.group === group)
      .map((term) => ({ places: range(term.from, term.to), units: range(from, to), literal: false })),
  );
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

interface Term {
  /** Index of the group of names. */
  readonly group: number;
  readonly from: number;
  readonly to: number;
}

/** Names by their first unit. */
const NAMES: ReadonlyMap<string, readonly { readonly group: number; readonly units: readonly Unit[] }[]> =
  namesByStart();

function namesByStart() {
  const names = new Map<string, { group: number; units: readonly Unit[] }[]>();
  TERM_GROUPS.forEach((group, i) => {
    for (const name of group) {
      const units = unitsOf(name);
      const start = units[0]?.text ?? '';
      names.set(start, [...(names.get(start) ?? []), { group: i, units }]);
    }
  });
  return names;
}

const KNOWN_TERMS = new WeakMap<readonly Unit[], readonly Term[]>();

/** The terms that stand in a text, without those inside a longer one: `cost of sales` is no sales. */
function termsIn(units: readonly Unit[]): readonly Term[] {
  const known = KNOWN_TERMS.get(units);
  if (known) return known;
  const found = units.flatMap((unit, from) =>
    (NAMES.get(unit.text) ?? [])
      .filter((name) => name.units.every(({ text }, i) => text === units[from + i]?.text))
      .map((name): Term => ({ group: name.group, from, to: from + name.units.length })),
  );
  // 占总支出 is a share of the 支出 that it is the total of.
  const isOfTotal = (from: number): boolean => units[from - 2]?.text === '占' && units[from - 1]?.text === '总';
  const terms = found.filter(
    ({ from, to }) =>
      isOfTotal(from) ||
      !found.some((other) => other.from <= from && other.to >= to && other.to - other.from > to - from),
  );
  KNOWN_TERMS.set(units, terms);
  return terms;
}

function glossLinks(question: readonly Unit[], questionGloss: readonly GlossedWord[], label: Label): Link[] {
  // A Chinese question over English labels: all that a word of the question means must be among the label's words.
  const links = questionGloss.flatMap(({ from, to, english }): Link[] => {
    const units = label.units.flatMap((unit, at) => (!unit.isHan && english.includes(unit.text) ? [at] : []));
    const said = new Set(units.map((at) => label.units[at]?.text));
    return english.length === 0 || !english.every((word) => said.has(word))
      ? []
      : [{ places: range(from, to), units, literal: false }];
  });
  // An English question over Chinese labels: all of the label's meaning must be named, since its words can't be told apart.
  const gloss = new Set(label.gloss.filter(({ isMinor }) => !isMinor).map(({ text }) => text));
  const places = question.flatMap(({ text, isHan }, at) => (!isHan && gloss.has(text) ? [at] : []));
  const named = new Set(places.map((at) => question[at]?.text));
  if (gloss.size > 0 && named.size === gloss.size)
    links.push({ places, units: range(0, label.units.length), literal: false });
  return links;
}
