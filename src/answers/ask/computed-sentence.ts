import type { Computation } from '../../evidence/wire/ask.js';

/** The result of a computation in words, with the values that went into it. */
export function computedSentence(
  rule: Computation['rule'],
  inputs: readonly string[],
  value: string,
  unit: string | null,
): string {
  const shown = unit === null ? value : `${value} ${unit}`;
  return `${rule === 'sum' ? 'Sum' : 'Difference'}: ${shown} (${inputs.join('; ')})`;
}
