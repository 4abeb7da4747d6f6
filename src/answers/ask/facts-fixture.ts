import type { Fact, FactLabel } from '../../pipeline/facts/fact.js';
import { periodsIn } from '../../pipeline/facts/period.js';
import type { AskedMember } from './candidates.js';

/** Facts made by hand, for tests. */

type Labels = Partial<Record<FactLabel['role'], string | readonly string[]>>;

export function fact(
  value: string | null,
  labels: Labels,
  more: { unit?: string; period?: string; verified?: boolean } = {},
): Fact {
  const listed = Object.entries(labels).flatMap(([role, texts]) =>
    [texts].flat().map((text): FactLabel => ({ role: role as FactLabel['role'], text, path: `/${role}` })),
  );
  return {
    path: `/${value}`,
    labels: listed,
    period: more.period === undefined ? null : (periodsIn(more.period)[0]?.period ?? null),
    periodText: more.period ?? null,
    periodPath: null,
    printed: value,
    value,
    unit: more.unit ?? null,
    isNumber: true,
    verified: more.verified ?? true,
    refused: [],
  };
}

export const member = (facts: readonly Fact[], more: Partial<AskedMember> = {}): AskedMember => ({
  id: 'm',
  kind: 'table',
  grammar: null,
  facts,
  context: [],
  ...more,
});
