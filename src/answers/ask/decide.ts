import type { AbstainReason, Computation } from '../../evidence/wire/ask.js';
import { englishWords } from '../../models/han-bridge.js';
import { periodKey } from '../../pipeline/facts/period.js';
import { type AskedMember, type Candidate, candidatesFor } from './candidates.js';
import { glossedWords, glossOf } from './gloss.js';
import { type Linked, linkFact } from './link.js';
import type { Label } from './match-label.js';
import { linkOperands, type Operands } from './operands.js';
import type { Question } from './question.js';
import { correctSpelling } from './spelling.js';
import { unitsOf } from './wording.js';

/** The facts that a question asks for, and what is computed of them; or why there are none. */
export type Decision =
  | { readonly facts: readonly Candidate[]; readonly rule: Computation['rule'] | null }
  | Extract<Linked, { reason: AbstainReason }>;

/** The question, spelt as the labels are, and every fact of the members held against it. */
export async function heldAgainst(question: Question, members: readonly AskedMember[]) {
  const texts = new Set(
    members.flatMap(({ facts, context }) => [
      ...context,
      ...facts.flatMap(({ labels }) => labels.map(({ text }) => text)),
    ]),
  );
  const labels = new Map<string, Label>();
  for (const text of texts) {
    const units = unitsOf(text);
    labels.set(text, { units, gloss: await glossOf(units) });
  }
  const asked = await respelt(question, [...labels.values()]);
  const gloss = await glossedWords(asked.units);
  return { asked, candidates: candidatesFor(asked, gloss, members, (text) => labels.get(text) as Label) };
}

/** The dictionary is large: it is read only where a word may be misspelt. */
async function respelt(question: Question, labels: readonly Label[]): Promise<Question> {
  const { units } = correctSpelling(question, labels, () => false);
  if (units.every((unit, at) => unit === question.units[at])) return question;
  const english = await englishWords();
  return correctSpelling(question, labels, (word) => english.has(word));
}

/** What the question asks for among the facts, without a model. */
export function decide(question: Question, candidates: readonly Candidate[]): Decision {
  const isCompared = question.operations.some(({ what, places }) => what === 'computed' && places.size === 0);
  if (isCompared) return { reason: 'COMPUTATION_NOT_ALLOWED', near: [] };
  const lookup = linkFact(question, candidates);
  const times = new Set(question.periods.map(periodKey));
  if ('found' in lookup && times.size > 1) return { reason: 'AMBIGUOUS_PERIOD', near: lookup.found };
  if ('found' in lookup) return { facts: [lookup.found[0]], rule: null };
  if (isExplained(lookup.reason)) return lookup;
  const has = (what: string) => question.operations.find((operation) => operation.what === what);
  const sum = has('sum');
  const arithmetic = has('minus') ?? has('more') ?? has('less') ?? has('difference') ?? sum;
  if (has('computed')) return { reason: 'COMPUTATION_NOT_ALLOWED', near: lookup.near };
  if (has('open')) return { reason: 'UNSUPPORTED_QUESTION', near: lookup.near };
  if (arithmetic === undefined)
    return question.units.every((_, at) => question.idle.has(at)) && question.periods.length === 0
      ? { reason: 'UNSUPPORTED_QUESTION', near: [] }
      : lookup;
  const operands: Operands | Extract<Linked, { reason: AbstainReason }> = linkOperands(
    question,
    arithmetic,
    candidates,
  );
  return 'reason' in operands ? operands : { facts: operands.facts, rule: operands.rule };
}

/** All words were explained: what is missing or too many is told, whatever else they may mean. */
const isExplained = (reason: AbstainReason): boolean =>
  reason.startsWith('AMBIGUOUS') || reason === 'PERIOD_NOT_FOUND' || reason === 'UNIT_MISMATCH';
