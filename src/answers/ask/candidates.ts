import type { Fact } from '../../pipeline/facts/fact.js';
import { joinPeriods, type Period, periodKey, samePeriod } from '../../pipeline/facts/period.js';
import type { GlossedWord, Label, LabelMatch } from './match-label.js';
import { matchLabel, type Naming, takeNaming } from './match-label.js';
import type { Question } from './question.js';
import type { Unit } from './wording.js';

/** What a member of the snapshot brings to a question. */
export interface AskedMember {
  readonly id: string;
  readonly kind: 'chart' | 'table' | 'text';
  /** Of a chart. */
  readonly grammar: string | null;
  readonly facts: readonly Fact[];
  /** Titles that it stands under: of the document and of the page. They explain words, and name no value. */
  readonly context: readonly string[];
}

/** How well a label is named: not at all, in part, wholly. A fact without such a label has nothing to name. */
type Completeness = 0 | 1 | 2;

export interface Candidate {
  readonly member: AskedMember;
  readonly fact: Fact;
  readonly category: Completeness;
  readonly series: Completeness;
  /** Units of its own labels that the question names: the more, the more specific. */
  readonly named: number;
  readonly literal: number;
  readonly groupNamed: number;
  readonly titleNamed: number;
  /** Words of the question that only the titles over the member explain. */
  readonly contextNamed: number;
  /** Places of the question that its own labels explain. */
  readonly own: ReadonlySet<number>;
  /** Places that nothing explains. */
  readonly unexplained: readonly number[];
  readonly period: 'same' | 'other' | 'not asked';
  readonly measure: 'same' | 'other' | 'not asked';
}

/** Labels prepared once for a question: many facts share them. */
export type LabelOf = (text: string) => Label;

/** Holds every fact against the question. */
export function candidatesFor(
  question: Question,
  questionGloss: readonly GlossedWord[],
  members: readonly AskedMember[],
  labelOf: LabelOf,
): Candidate[] {
  const matches = new Map<string, LabelMatch>();
  const match = (text: string): LabelMatch => {
    let known = matches.get(text);
    if (known === undefined) {
      known = matchLabel(question.units, questionGloss, labelOf(text));
      matches.set(text, known);
    }
    return known;
  };
  return members.flatMap((member) => {
    const around = new Set(member.context.flatMap((text) => [...match(text).explains]));
    return member.facts.map((fact) => candidateOf(question, member, fact, around, match));
  });
}

function candidateOf(
  question: Question,
  member: AskedMember,
  fact: Fact,
  around: ReadonlySet<number>,
  match: (text: string) => LabelMatch,
): Candidate {
  const matched = fact.labels.map(({ role, text }) => ({ role, match: match(text) }));
  const explained = new Set([
    ...question.idle,
    ...around,
    ...matched.flatMap(({ match: { explains } }) => [...explains]),
  ]);
  const own = new Set(matched.flatMap(({ role, match: { explains } }) => (role === 'title' ? [] : [...explains])));
  const naming: { series?: Completeness; category?: Completeness } = {};
  let [named, literal, groupNamed, titleNamed] = [0, 0, 0, 0];
  // A word of the question names one label: those that it names wholly come first, then headings, then what is named in part.
  const taken = new Set<number>();
  const spent = new Set<number>();
  const ranked = matched
    .map((one) => ({ ...one, alone: takeNaming(one.match, new Set()) }))
    .sort((a, b) => rank(a) - rank(b) || b.alone.named - a.alone.named);
  for (const { role, match: labelMatch } of ranked) {
    // The title comes last: words that name the value itself say nothing of the title.
    const found = takeNaming(labelMatch, role === 'title' ? spent : taken);
    if (role !== 'title') for (const place of taken) spent.add(place);
    if (role === 'title') titleNamed += found.named;
    else if (role === 'group') groupNamed += found.named;
    else {
      naming[role] = found.named === found.total ? 2 : found.named > 0 ? 1 : 0;
      named += found.named;
      literal += found.literal;
    }
  }
  // The title stands for a series that has no other name.
  const hasSeries = fact.labels.some(({ role }) => role === 'series');
  const ownNames = hasSeries
    ? own
    : new Set([...own, ...matched.flatMap(({ role, match: { explains } }) => (role === 'title' ? [...explains] : []))]);
  // `growth` in a title over all makes no value one of growth: only the value's own labels do.
  const measured = new Set(question.measures.flatMap(({ places }) => [...places]));
  const asked = new Set(
    question.operations
      .flatMap(({ places }) => [...places])
      .filter((place) => !measured.has(place) && !ownNames.has(place)),
  );
  const takenTexts = new Set([...taken].map((place) => question.units[place]?.text));
  const measure = measureOf(question, fact, own, explained);
  return {
    member,
    fact,
    category: naming.category ?? 2,
    series: naming.series ?? 2,
    named,
    literal,
    groupNamed,
    titleNamed,
    contextNamed: [...around].filter((place) => !question.idle.has(place)).length,
    own,
    unexplained: question.units.flatMap((unit: Unit, at) => {
      // A word that is said twice names two things.
      const isSpare =
        own.has(at) && !spent.has(at) && !around.has(at) && !question.idle.has(at) && takenTexts.has(unit.text);
      // `net assets` are not the assets of a table of net assets.
      const isPrefix =
        QUALIFIERS.has(unit.word) &&
        !own.has(at) &&
        !question.idle.has(at) &&
        taken.has(at + 1) &&
        !question.units[at + 1]?.isHan;
      return explained.has(at) && !isSpare && !isPrefix && !asked.has(at) ? [] : [at];
    }),
    period: question.periods.length === 0 ? 'not asked' : isAsked(question.periods, fact.period) ? 'same' : 'other',
    measure,
  };
}

/** Words that make another thing of the name right behind them. */
const QUALIFIERS = new Set(
  (
    'net gross total adjusted operating average deferred current non minimum maximum other actual projected estimated company parent ' +
    'consolidated segment basic diluted pre post organic recurring underlying accrued unearned prepaid'
  ).split(' '),
);

const rank = ({ role, alone }: { readonly role: string; readonly alone: Naming }): number => {
  if (role === 'title') return 3;
  if (role === 'group') return 1;
  return alone.named === alone.total ? 0 : 2;
};

/** A part of a year that is asked for without the year fits in any. */
function isAsked(asked: readonly Period[], period: Period | null): boolean {
  if (period === null) return false;
  return asked.some((one) => {
    if (samePeriod(one, period)) return true;
    if (one.year !== null || one.part === null) return false;
    const joined = joinPeriods(one, period);
    return joined !== null && periodKey(joined) === periodKey(period);
  });
}

/** The words of a measure are explained by the value's unit, or by labels that have them. */
function measureOf(
  { measures }: Question,
  { unit }: Fact,
  own: ReadonlySet<number>,
  explained: Set<number>,
): Candidate['measure'] {
  let fits = true;
  for (const { what, places } of measures) {
    const inLabels = places.size > 0 && [...places].every((place) => own.has(place));
    const sameUnit = unit !== null && (what.startsWith('scale ') ? hasScale(unit, what.slice(6)) : hasBase(unit, what));
    if (!inLabels && !sameUnit) fits = false;
    for (const place of places) explained.add(place);
  }
  return measures.length === 0 ? 'not asked' : fits ? 'same' : 'other';
}

/** `USD m` has the scale m, `百万元` too. */
const hasScale = (unit: string, scale: string): boolean =>
  unit.split(' ').includes(scale) || (HAN_SCALES[scale]?.test(unit) ?? false);

const HAN_SCALES: Readonly<Record<string, RegExp>> = {
  k: /千元/u,
  m: /百万/u,
  bn: /十亿|十億/u,
  亿: /^(?:人民币)?[亿億]/u,
  万: /^(?:人民币)?[万萬]/u,
};

const HAN_MONEY: Readonly<Record<string, RegExp>> = {
  CNY: /元$/u,
  HKD: /港元$/u,
  USD: /美元$/u,
  EUR: /欧元$/u,
  JPY: /円$|日元$/u,
};

const hasBase = (unit: string, base: string): boolean =>
  unit.split(' ')[0] === base || (HAN_MONEY[base]?.test(unit) ?? false) || (base === 'CNY' && unit.startsWith('¥'));
