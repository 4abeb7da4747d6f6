import type { Computation } from '../../evidence/wire/ask.js';
import { periodKey } from '../../pipeline/facts/period.js';
import type { Candidate } from './candidates.js';
import { compare } from './compute.js';
import type { Linked } from './link.js';
import type { Asked, Operation, Question } from './question.js';

/** What a question asks to compute, and from which facts, in the order in which it names them. */
export interface Operands {
  readonly rule: Computation['rule'];
  readonly facts: readonly Candidate[];
}

/** Words of each may stand together: `percentage points more`. */
const DIFFERENCES: ReadonlySet<Operation> = new Set(['minus', 'more', 'less', 'difference']);

type Side = 'category' | 'series';

/**
 * The facts that a sum or a difference is asked of: of one member, one period and one unit, alike but for one label, which the
 * question names for each of them by words of its own.
 */
export function linkOperands(
  question: Question,
  operation: Asked<Operation>,
  candidates: readonly Candidate[],
): Operands | Extract<Linked, { reason: unknown }> {
  const notAllowed = { reason: 'COMPUTATION_NOT_ALLOWED', near: [] } as const;
  const { what } = operation;
  if (what === 'computed' || what === 'open') return notAllowed;
  if (new Set(question.periods.map(periodKey)).size > 1) return notAllowed;
  const asked = new Set(
    question.operations
      .filter((other) => (what === 'sum' ? other.what === 'sum' : DIFFERENCES.has(other.what)))
      .flatMap(({ places }) => [...places]),
  );
  const usable = candidates.filter(
    ({ period, measure, fact }) => period !== 'other' && measure !== 'other' && fact.labels.length > 0,
  );
  const found = (['category', 'series'] as const).flatMap((side) => setsOf(usable, side, question, asked));
  const sets = what === 'sum' ? found : found.filter((set) => set.length === 2);
  const distinct = new Map(sets.map((set) => [set.map(({ member, fact }) => `${member.id}${fact.path}`).join(), set]));
  if (distinct.size === 0) return { reason: 'CATEGORY_NOT_FOUND', near: usable.filter(({ named }) => named > 0) };
  const [set] = distinct.values();
  if (distinct.size > 1 || set === undefined)
    return { reason: 'AMBIGUOUS_SERIES', near: [...distinct.values()].flat() };
  const rule = ruleFor(set, what === 'sum' ? 'sum' : 'difference');
  if (rule === null) return notAllowed;
  const facts = ordered(inOrder(set, question), question, what);
  return facts === null ? { reason: 'UNSUPPORTED_QUESTION', near: set } : { rule, facts };
}

/**
 * The facts in the order of the computation; null where the question says that the smaller one is the larger, or does not say
 * which is which.
 */
function ordered(facts: readonly Candidate[], question: Question, what: Operation): readonly Candidate[] | null {
  const [a, b] = facts as [Candidate, Candidate];
  const words = question.units.map(({ word }) => word);
  if (what === 'sum') return facts;
  if (what === 'minus')
    return words.some((word) => word.startsWith('subtract')) && words.includes('from') ? [b, a] : facts;
  if (what === 'difference') return largestFirst(facts);
  const than = words.findIndex(
    (word) => word === 'than' || word.startsWith('exceed') || word === '比' || word === '超',
  );
  if (than < 0) return null;
  const after = (candidate: Candidate, other: Candidate): number =>
    Math.min(...[...candidate.own].filter((place) => place > than && !other.own.has(place)));
  const [second, first] = after(a, b) < after(b, a) ? [a, b] : [b, a];
  const pair = what === 'more' ? [first, second] : [second, first];
  return compare(pair[0]?.fact.value ?? '0', pair[1]?.fact.value ?? '0') < 0 ? null : pair;
}

/** A difference that is asked for without an order has no sign. */
const largestFirst = (facts: readonly Candidate[]): Candidate[] =>
  [...facts].sort((a, b) => compare(b.fact.value ?? '0', a.fact.value ?? '0'));

/** What may be computed of these facts; null where nothing may. */
export function ruleFor(
  facts: readonly {
    readonly fact: Candidate['fact'];
    readonly member: Pick<Candidate['member'], 'kind' | 'grammar'>;
  }[],
  operation: 'difference' | 'sum',
): Computation['rule'] | null {
  const units = new Set(facts.map(({ fact }) => fact.unit));
  const periods = new Set(facts.map(({ fact }) => (fact.period === null ? '' : periodKey(fact.period))));
  if (units.size > 1 || periods.size > 1 || facts.some(({ fact }) => !fact.isNumber)) return null;
  const [{ member }] = facts as [Candidate];
  if (member.kind === 'table') return operation;
  const isRound = ROUND.has(member.grammar ?? '');
  return operation === 'difference' && isRound && units.has('%') ? 'percentage_point_difference' : null;
}

/** Shares of one whole. Concentric arcs are a form of the ring chart. */
const ROUND = new Set(['pie', 'donut', 'radial_bar']);

/** Sets of facts that differ in the label of one side only, each wholly named by words that the others do not share. */
function setsOf(
  candidates: readonly Candidate[],
  side: Side,
  question: Question,
  asked: ReadonlySet<number>,
): Candidate[][] {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    if (candidate[side] !== 2 || labelOf(candidate, side) === '') continue;
    const key = [
      candidate.member.id,
      candidate.fact.period === null ? '' : periodKey(candidate.fact.period),
      otherLabels(candidate, side),
    ].join('\n');
    groups.set(key, [...(groups.get(key) ?? []), candidate]);
  }
  return [...groups.values()].flatMap((group) => {
    const set = distinctly(group, question, asked);
    return set.length >= 2 && explainsAll(set, question, asked) ? [set] : [];
  });
}

const labelOf = ({ fact }: Candidate, side: Side): string => fact.labels.find(({ role }) => role === side)?.text ?? '';

const otherLabels = ({ fact }: Candidate, side: Side): string =>
  fact.labels
    .filter(({ role }) => role !== side)
    .map(({ text }) => text)
    .join('\n');

/** Facts that are named by a word of the question which no other fact of the group explains better. */
function distinctly(group: readonly Candidate[], { idle }: Question, asked: ReadonlySet<number>): Candidate[] {
  const fullest = [...group].sort((a, b) => b.named - a.named);
  const taken = new Set<number>();
  const chosen: Candidate[] = [];
  for (const candidate of fullest) {
    const fresh = [...candidate.own].filter((place) => !taken.has(place) && !idle.has(place) && !asked.has(place));
    if (fresh.length === 0) continue;
    chosen.push(candidate);
    for (const place of fresh) taken.add(place);
  }
  return chosen;
}

function explainsAll(set: readonly Candidate[], { units }: Question, asked: ReadonlySet<number>): boolean {
  return units.every(({ text }, at) => {
    if (asked.has(at) || set.some(({ unexplained }) => !unexplained.includes(at))) return true;
    // A word that is said once for each of several names.
    const said = units.filter((other) => other.text === text).length;
    return said <= set.filter(({ own }) => own.has(at)).length;
  });
}

/** The first that the question names comes first: `A minus B`. */
function inOrder(set: readonly Candidate[], { idle }: Question): Candidate[] {
  const first = ({ own }: Candidate, others: readonly Candidate[]): number =>
    Math.min(...[...own].filter((place) => !idle.has(place) && !others.some((other) => other.own.has(place))));
  return [...set].sort(
    (a, b) =>
      first(
        a,
        set.filter((other) => other !== a),
      ) -
      first(
        b,
        set.filter((other) => other !== b),
      ),
  );
}
