import type { Hints } from '../../evidence/wire/advice.js';
import type { Locator } from '../../evidence/wire/locator.js';
import type { ReadHit } from './candidates.js';
import { quoted, type Wording } from './replies.js';

/** Where the sources contradict each other: versions of one document, a locator and itself, the hint and the hits. */
export function conflictsOf(
  read: readonly ReadHit[],
  hints: Hints,
  changed: readonly string[],
  say: Wording,
): string[] {
  const locators = read.map(({ hit }) => hit.locator);
  const found = hints.source_conflict ? [say.hint('source_conflict')] : [];
  found.push(...changed.map((document) => say.fileChanged(quoted(document))));

  const digests = new Map<string, string>();
  for (const { document, digest } of locators) {
    if ((digests.get(document) ?? digest) !== digest) found.push(say.twoVersions(quoted(document)));
    digests.set(document, digest);
  }
  if (locators.some(contradictsItself)) found.push(say.pageContradiction);

  const hint = hints.source_locator;
  if (hint && contradictsItself(hint)) found.push(say.pageContradiction);
  const field = hint && locators.length > 0 ? firstDisagreement(hint, locators) : undefined;
  if (field) found.push(say.locatorsDisagree(field));
  return [...new Set(found)];
}

function contradictsItself({ page_index, page }: Partial<Locator> | NonNullable<Hints['source_locator']>): boolean {
  return typeof page_index === 'number' && typeof page === 'number' && page !== page_index + 1;
}

const COMPARED = ['document', 'digest', 'chapter', 'page_index', 'page'] as const;

/**
 * The first field of the hint that no hit agrees on, among the hits that agreed on the fields before it. Hits that do
 * not state a field neither agree nor disagree.
 */
function firstDisagreement(
  hint: NonNullable<Hints['source_locator']>,
  locators: readonly Locator[],
): string | undefined {
  let agreeing = locators;
  for (const field of COMPARED) {
    const wanted = hint[field] ?? null;
    if (wanted === null) continue;
    const stated = agreeing.filter((locator) => locator[field] !== null);
    if (stated.length === 0) continue;
    agreeing = stated.filter((locator) => locator[field] === wanted);
    if (agreeing.length === 0) return field;
  }
  return undefined;
}
