import type { ImageError } from '../evidence/wire/candidates.js';
import type { SearchTask } from './search.js';
import type { Pool } from './trawl.js';

/** What a search came to. */
export interface Outcome {
  readonly task: SearchTask;
  readonly errors: ImageError[];
  readonly warnings: readonly string[];
  readonly pool: Pool;
  /** Another try could find what this one did not. */
  readonly isRetryable: boolean;
}

/** Errors of one kind that are told one by one. */
const MOST_ERRORS = 3;

/** Why there is no picture, and the next step that would work. */
export function wordsFor({ task, errors, pool, isRetryable }: Outcome): string {
  const told = errors.slice(0, MOST_ERRORS).map(({ message }) => message);
  const more = errors.length > told.length ? ` (and ${errors.length - told.length} more)` : '';
  if (isRetryable) return `${told.join(' ')}${more} Run it again later: this says nothing about what there is.`;
  const { request, thumbnails, page } = task;
  const total = pool.ranked.length;
  if (thumbnails && total > 0) {
    return (
      `The pool is exhausted: page ${page} was asked for, and all ${total} candidates are on the pages before it. ` +
      `Search again with a materially different query variant, ${MANUAL}`
    );
  }
  if (total > 0) {
    return (
      `None of ${total} candidates could be taken: ${told.join(' ')}${more} ` +
      `Search with a materially different query, or lower minimum sizes, ${MANUAL}`
    );
  }
  const reasons = Object.entries(pool.rejected).map(([reason, count]) => `${count} ${reason}`);
  const found =
    reasons.length === 0 ? 'No provider has anything for it' : `Nothing can be used (${reasons.join(', ')})`;
  const strict = request.strict_no_attribution
    ? ' Where the page may carry a credit, drop --strict-no-attribution.'
    : '';
  return `${found}. Try a more precise query, a query variant, or another provider.${strict} Otherwise ${MANUAL}`;
}

const MANUAL =
  'take a picture from a page (images from-page) or an address (images from-url), or look for one by hand.';
