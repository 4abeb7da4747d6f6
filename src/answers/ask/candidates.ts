import type { Fact } from '../../pipeline/facts/fact.js';
import { joinPeriods, type Period, periodKey, samePeriod } from '../../pipeline/facts/period.js';
import type { GlossedWord, Label, LabelMatch } from './match-label.js';
import { matchLabel } from './match-label.js';
import { measureOf } from './measure.js';
import { type NamedLabels, nameLabels } from './naming.js';
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

export interface Candidate extends Omit<NamedLabels, 'taken' | 'spent'> {
  readonly member: AskedMember;
  readonly fact: Fact;
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
  const placesOf = (labels: typeof matched): number[] => labels.flatMap(({ match: { explains } }) => [...explains]);
  const own = new Set(placesOf(matched.filter(({ role }) => role !== 'title')));
  const explained = new Set([...question.idle, ...around, ...placesOf(matched)]);
  const { taken, spent, ...naming } = nameLabels(matched);
  const measure = measureOf(question, fact, own, explained);
  // The title stands for a series that has no other name; else `growth` in it makes no value one of growth.
  const hasSeries = matched.some(({ role }) => role === 'series');
  const said = new Set([
    ...(hasSeries ? own : placesOf(matched)),
    ...question.measures.flatMap(({ places }) => [...places]),
  ]);
  const toDo = new Set(question.operations.flatMap(({ places }) => leftOf([...places], said, question.idle)));
  const takenTexts = new Set([...taken].map((place) => question.units[place]?.text));
  const isExplained = ({ text, word }: Unit, at: number): boolean => {
    if (question.idle.has(at)) return !toDo.has(at);
    // A word that is said twice names two things.
    if (own.has(at) && !spent.has(at) && !around.has(at) && takenTexts.has(text)) return false;
    // `net assets` are not the assets of a table of net assets.
    const isPrefix = QUALIFIERS.has(word) && !own.has(at) && taken.has(at + 1) && !question.units[at + 1]?.isHan;
    return explained.has(at) && !isPrefix && !toDo.has(at);
  };
  return {
    member,
    fact,
    ...naming,
    contextNamed: [...around].filter((place) => !question.idle.has(place)).length,
    own,
    unexplained: question.units.flatMap((unit, at) => (isExplained(unit, at) ? [] : [at])),
    period: question.periods.length === 0 ? 'not asked' : isAsked(question.periods, fact.period) ? 'same' : 'other',
    measure,
  };
}

/** The words of an operation that the fact does not say itself: `of` is no more to do where `total` is said. */
function leftOf(places: readonly number[], said: ReadonlySet<number>, idle: ReadonlySet<number>): number[] {
  const telling = places.filter((place) => !idle.has(place));
  return telling.length > 0 && telling.every((place) => said.has(place))
    ? []
    : places.filter((place) => !said.has(place));
}

/** Words that make another thing of the name right behind them. */
const QUALIFIERS = new Set(
  (
    'net gross total adjusted operating average deferred current non minimum maximum other actual projected estimated company parent ' +
    'consolidated segment basic diluted pre post organic recurring underlying accrued unearned prepaid'
  ).split(' '),
);

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
