import { Decimal } from 'decimal.js';
import { GroundglassError } from '../../evidence/errors.js';
import type { Computation } from '../../evidence/wire/ask.js';

/** More digits than any printed number has: sums and differences of such stay exact. */
const PRECISION = 60;
const Exact = Decimal.clone({
  precision: PRECISION,
  rounding: Decimal.ROUND_HALF_EVEN,
  toExpNeg: -PRECISION,
  toExpPos: PRECISION,
});

/** Wide enough for any sum of what {@link PRECISION} digits can hold. */
const Wide = Exact.clone({ precision: 1_000 });

/** The result of an allowed computation, as a decimal string with the digits that exactness needs. */
export function compute(rule: Computation['rule'], values: readonly string[]): string {
  const result = reckoned(Exact, rule, values);
  if (!result.equals(reckoned(Wide, rule, values))) {
    throw new GroundglassError(
      'unsupported_operation',
      'The result has more digits than are kept exactly.',
      'Ask for the single values.',
      { rule },
    );
  }
  return result.toFixed();
}

function reckoned(Kind: typeof Decimal, rule: Computation['rule'], values: readonly string[]): Decimal {
  const [first, ...rest] = values.map((value) => new Kind(value)) as [Decimal, ...Decimal[]];
  return rest.reduce((sum, value) => (rule === 'sum' ? sum.plus(value) : sum.minus(value)), first);
}

export const COMPUTATION = { precision: PRECISION, rounding: 'half-even', exact: true } as const;

/** Negative where `a` is the smaller number. */
export const compare = (a: string, b: string): number => new Exact(a).comparedTo(new Exact(b));
