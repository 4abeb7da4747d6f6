import type { AskReply, Citation, Computation } from '../../evidence/wire/ask.js';
import type { Fact } from '../../pipeline/facts/fact.js';
import { sentenceOf } from '../../pipeline/facts/sentence.js';
import { COMPUTATION, compute } from './compute.js';

/** A fact with what bears it out, its value first. */
export interface BorneFact {
  readonly fact: Fact;
  readonly citations: readonly Citation[];
}

/** What an answer says of its facts: the value, its sentence, every citation, and the receipt of what was computed. */
export function said(
  facts: readonly BorneFact[],
  rule: Computation['rule'] | null,
): Pick<AskReply, 'answer' | 'value' | 'unit' | 'citations' | 'computation'> {
  const [first] = facts as [BorneFact];
  const citations = facts.flatMap((one) => one.citations);
  if (rule === null) {
    const { value, unit } = first.fact;
    return { answer: sentenceOf(first.fact), value, unit, citations, computation: null };
  }
  let at = 0;
  const inputs = facts.map(({ fact, citations: own }) => {
    const input = { value: fact.value as string, unit: fact.unit, citation: at };
    at += own.length;
    return input;
  });
  const output = {
    value: compute(
      rule,
      inputs.map(({ value }) => value),
    ),
    unit: rule === 'percentage_point_difference' ? 'percentage points' : first.fact.unit,
  };
  const shown = output.unit === null ? output.value : `${output.value} ${output.unit}`;
  const terms = facts.map(({ fact }) => sentenceOf(fact)).join('; ');
  return {
    answer: `${rule === 'sum' ? 'Sum' : 'Difference'}: ${shown} (${terms})`,
    ...output,
    citations,
    computation: { rule, ...COMPUTATION, inputs, output },
  };
}
