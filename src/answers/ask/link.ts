import type { AbstainReason } from '../../evidence/wire/ask.js';
import type { Fact } from '../../pipeline/facts/fact.js';
import { periodKey } from '../../pipeline/facts/period.js';
import type { Candidate } from './candidates.js';
import type { Question } from './question.js';

/** The one fact that a question asks for, with others that print the same; or why there is none. */
export type Linked =
  | { readonly found: readonly [Candidate, ...Candidate[]] }
  | { readonly reason: AbstainReason; readonly near: readonly Candidate[] };

/**
 * Chooses the fact that a question asks for. Every word of the question must be explained by the fact's own labels, by the
 * titles over it, or say nothing; a fact that is named in part counts only where no other is. A near miss is never taken:
 * it gives the reason.
 */
export function linkFact(question: Question, candidates: readonly Candidate[]): Linked {
  const naming = candidates.filter(isNamed);
  const full = naming.filter(({ unexplained }) => unexplained.length === 0);
  const fitting = full.filter(
    (candidate) => candidate.period !== 'other' && candidate.measure !== 'other' && isWhollyNamed(candidate),
  );
  if (fitting.length === 0) return whyNone(candidates, naming, full);
  const best = topOf(fitting);
  const chosen = preferred(question, best);
  if (chosen.length > 0) return { found: chosen as [Candidate, ...Candidate[]] };
  return { reason: whyMany(best), near: best };
}

/**
 * Every label is named as a whole, or is the only one of its kind in its member: `revenue` is neither `revenue growth` nor
 * `deferred revenue`.
 */
function isWhollyNamed({ category, series, fact, member }: Candidate): boolean {
  return (['category', 'series'] as const).every((role) => {
    const naming = role === 'category' ? category : series;
    if (naming !== 0) return naming === 2;
    return new Set(member.facts.map((other) => labelOf(other, role))).size === 1 && labelOf(fact, role) !== '';
  });
}

const labelOf = (fact: Fact, role: string): string => fact.labels.find((label) => label.role === role)?.text ?? '';

/** A label of its own is named, or the title of a chart whose series has no other name. */
const isNamed = (candidate: Candidate): boolean =>
  candidate.named > 0 ||
  candidate.groupNamed > 0 ||
  ((candidate.titleNamed + candidate.contextNamed > 0 || candidate.period === 'same') && isUnnamed(candidate));

/** Has no label beside its period and the titles over it. */
const isUnnamed = ({ fact }: Candidate): boolean =>
  fact.labels.every(({ role }) => role === 'title' || role === 'group');

const exactness = ({ category, series }: Candidate): number => Number(category === 2) + Number(series === 2);

/** Those that the question names most fully and most specifically. */
function topOf(candidates: readonly Candidate[]): Candidate[] {
  let left = [...candidates];
  const measures: ((candidate: Candidate) => number)[] = [
    exactness,
    ({ category, series }) => Number(category > 0) + Number(series > 0),
    ({ named }) => named,
    ({ groupNamed }) => groupNamed,
    ({ titleNamed }) => titleNamed,
    ({ literal }) => literal,
  ];
  for (const measure of measures) {
    const most = Math.max(...left.map(measure));
    left = left.filter((candidate) => measure(candidate) === most);
  }
  return left;
}

/** Candidates that are one fact: equal value, unit and period. Empty where they are several. */
function preferred({ asksMoney, measures }: Question, best: readonly Candidate[]): Candidate[] {
  const printed = best.filter(({ fact }) => fact.value !== null);
  const pool = printed.length > 0 ? printed : best;
  const money = asksMoney && measures.length === 0 ? pool.filter(({ fact }) => fact.unit !== '%') : pool;
  const wanted = money.length > 0 ? money : pool;
  const keys = new Set(wanted.map(({ fact }) => `${fact.value} ${fact.unit} ${fact.period && periodKey(fact.period)}`));
  if (keys.size > 1) return [];
  // What is proven speaks for what prints the same.
  return [...wanted].sort((a, b) => Number(b.fact.verified) - Number(a.fact.verified));
}

function whyMany(best: readonly Candidate[]): AbstainReason {
  const differ = (key: (candidate: Candidate) => string): boolean => new Set(best.map(key)).size > 1;
  const label =
    (role: string) =>
    ({ fact }: Candidate) =>
      fact.labels.find((one) => one.role === role)?.text ?? '';
  if (differ(label('series')) || differ(({ member }) => member.id)) return 'AMBIGUOUS_SERIES';
  if (differ(label('category'))) return 'AMBIGUOUS_CATEGORY';
  if (differ(({ fact }) => (fact.period === null ? '' : periodKey(fact.period)))) return 'AMBIGUOUS_PERIOD';
  return differ(({ fact }) => fact.labels.map(({ text }) => text).join()) ? 'AMBIGUOUS_CATEGORY' : 'AMBIGUOUS_SERIES';
}

function whyNone(all: readonly Candidate[], naming: readonly Candidate[], full: readonly Candidate[]): Linked {
  const whole = full.filter(isWhollyNamed);
  if (whole.length > 0) {
    const best = topOf(whole);
    const timely = best.filter(({ period }) => period !== 'other');
    return timely.length > 0 ? { reason: 'UNIT_MISMATCH', near: timely } : { reason: 'PERIOD_NOT_FOUND', near: best };
  }
  if (full.length > 0) return whyPartly(topOf(full));
  const least = Math.min(...naming.map(({ unexplained }) => unexplained.length));
  const near = topOf(naming.filter(({ unexplained }) => unexplained.length === least));
  const [first] = near;
  if (first !== undefined && first.named > 0) {
    // What is named wholly is found; the words that are left ask for the other name.
    const categoryKnown = first.category > 0 && first.fact.labels.some(({ role }) => role === 'category');
    return { reason: categoryKnown ? 'SERIES_NOT_FOUND' : 'CATEGORY_NOT_FOUND', near };
  }
  const titled = all.filter(({ titleNamed, groupNamed }) => titleNamed + groupNamed > 0);
  return titled.length > 0
    ? { reason: 'CATEGORY_NOT_FOUND', near: topOf(titled) }
    : { reason: 'NO_EVIDENCE', near: [] };
}

/** Names that hold the asked ones and more: several are ambiguous, one is another thing. */
function whyPartly(near: readonly Candidate[]): Linked {
  const names = new Set(near.map(({ fact }) => fact.labels.map(({ text }) => text).join()));
  if (names.size > 1) return { reason: whyMany(near), near };
  const [first] = near;
  return {
    reason: first?.category === 2 && labelOf(first.fact, 'category') !== '' ? 'SERIES_NOT_FOUND' : 'CATEGORY_NOT_FOUND',
    near,
  };
}
