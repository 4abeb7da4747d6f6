import { type ProposedChart, type ProposedPoint, type Sentence, sentenceFor } from './proposal.js';

/**
 * Whether the description, made without sight of the chart's structure, says the same of a value: one sentence that cites its
 * elements, word for word that of the proposed fields, and citing all of theirs and no others.
 */
export function isDescribedAlike(point: ProposedPoint, chart: ProposedChart, sentences: readonly Sentence[]): boolean {
  const value = new Set(point.printed.element_ids);
  const about = sentences.filter(({ element_ids }) => element_ids.some((id) => value.has(id)));
  const [only] = about;
  if (only === undefined || about.length > 1) return false;
  const [series, period] = [point.series ?? chart.title, point.period ?? chart.period];
  const expected = sentenceFor({
    series: series?.text ?? null,
    category: point.category?.text ?? null,
    period: period?.text ?? null,
    value: point.value,
    unit: point.unit,
  });
  const cited = [series, point.category, period, point.unit_source, point.printed].flatMap(
    (one) => one?.element_ids ?? [],
  );
  return folded(only.text) === folded(expected) && sameMembers(only.element_ids, cited);
}

const folded = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, ' ').trim();

function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  const [one, other] = [new Set(a), new Set(b)];
  return one.size === other.size && [...one].every((id) => other.has(id));
}
