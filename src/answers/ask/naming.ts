import type { FactLabel } from '../../pipeline/facts/fact.js';
import { type LabelMatch, type Naming, takeNaming } from './match-label.js';

/** How well a label is named: not at all, in part, wholly. A fact without such a label has nothing to name. */
type Completeness = 0 | 1 | 2;

interface MatchedLabel {
  readonly role: FactLabel['role'];
  readonly match: LabelMatch;
}

/** How a question names the labels of a fact. Counts are of words that carry meaning. */
export interface NamedLabels {
  readonly category: Completeness;
  readonly series: Completeness;
  /** Units of the category and the series that the question names: the more, the more specific. */
  readonly named: number;
  readonly literal: number;
  readonly groupNamed: number;
  readonly titleNamed: number;
  /** Places of the question that name a label of the fact itself. */
  readonly taken: ReadonlySet<number>;
  /** These, and those that name the title. */
  readonly spent: ReadonlySet<number>;
}

/**
 * Names the labels of a fact, each word of the question naming one: first those that are named wholly, then headings, then what is
 * named in part. The title comes last: words that name the value itself say nothing of it.
 */
export function nameLabels(labels: readonly MatchedLabel[]): NamedLabels {
  const completeness: { category?: Completeness; series?: Completeness } = {};
  let [named, literal, groupNamed, titleNamed] = [0, 0, 0, 0];
  const taken = new Set<number>();
  for (const { role, match } of inRank(labels.filter((label) => label.role !== 'title'))) {
    const found = takeNaming(match, taken);
    if (role === 'category' || role === 'series') {
      completeness[role] = found.named === found.total ? 2 : found.named > 0 ? 1 : 0;
      named += found.named;
      literal += found.literal;
    } else groupNamed += found.named;
  }
  const spent = new Set(taken);
  for (const { match } of labels.filter(({ role }) => role === 'title')) titleNamed += takeNaming(match, spent).named;
  const { category = 2, series = 2 } = completeness;
  return { category, series, named, literal, groupNamed, titleNamed, taken, spent };
}

function inRank(labels: readonly MatchedLabel[]): MatchedLabel[] {
  return labels
    .map((label) => ({ ...label, alone: takeNaming(label.match, new Set()) }))
    .sort((a, b) => rank(a) - rank(b) || b.alone.named - a.alone.named);
}

const rank = ({ role, alone }: { readonly role: string; readonly alone: Naming }): number => {
  if (role === 'group') return 1;
  return alone.named === alone.total ? 0 : 2;
};
