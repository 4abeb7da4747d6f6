import { GroundglassError } from '../evidence/errors.js';
import type { ImageError, ImageRequest, ImageSearchReply } from '../evidence/wire/candidates.js';
import type { ImageCandidate } from '../evidence/wire/images.js';
import { candidateOf } from './candidate.js';
import { isMuchSmaller } from './keep-picture.js';
import { type Review, reviewPage } from './look/model-review.js';
import { type Outcome, wordsFor } from './outcome.js';
import { fetchPreviews } from './previews.js';
import { checkQuery } from './query/check-query.js';
import { categoryWarning, termGroups } from './query/required-terms.js';
import type { Need } from './ranking/judge.js';
import { writeReviewPage } from './review-page.js';
import { type SearchContext, type Target, takeUnseen } from './take-best.js';
import { type Pool, Trawl } from './trawl.js';

/** A search for one picture. */
export interface SearchTask {
  readonly request: ImageRequest;
  readonly target: Target;
  /** Prepare thumbnails for somebody to choose from, instead of taking the best by its words. */
  readonly thumbnails: boolean;
  /** Candidates of one page; 0 for all. */
  readonly pageSize: number;
  /** From 1 on. */
  readonly page: number;
}

/** Pages read of a provider for one wording of a query: a choice needs more than what is taken at once. */
const PAGES = { thumbnails: 3, best: 2 };
/** So many candidates are a choice; searching on costs requests that others need. */
const ENOUGH = 24;

/**
 * Searches all providers for one picture, and takes the best, or prepares a page of thumbnails.
 * @throws GroundglassError `bad_argument` for a query that can't be asked, `manifest_damaged`, `library_busy`; what a provider or a
 *   download fails with is in the reply
 */
export async function searchImages(task: SearchTask, context: SearchContext): Promise<ImageSearchReply> {
  const need = needOf(task);
  const warning = categoryWarning(need.groups);
  const outcome: Outcome = {
    task,
    errors: [],
    warnings: warning === null ? [] : [warning],
    pool: { ranked: [], rejected: {} },
    isRetryable: false,
  };
  const trawl = openTrawl(task, need, context, outcome.errors);
  if (trawl === null) return replyOf({ ...outcome, isRetryable: true }, { status: 'Failed' });
  const done = task.thumbnails ? await prepare(trawl, outcome, context) : await takeBest(trawl, outcome, context);
  return done;
}

function needOf({ request, thumbnails }: SearchTask): Need {
  const queries = [...new Set([request.query, ...request.query_variants].map((it) => it.trim()).filter(Boolean))];
  if (queries.length === 0) checkQuery('');
  queries.forEach(checkQuery);
  return {
    queries,
    groups: termGroups(request.required_terms),
    orientation: request.orientation,
    strict: request.strict_no_attribution,
    minWidth: request.min_width,
    minHeight: request.min_height,
    thumbnails,
  };
}

/** Null where the one provider that was asked for can't be. */
function openTrawl(
  { request, thumbnails }: SearchTask,
  need: Need,
  context: SearchContext,
  errors: ImageError[],
): Trawl | null {
  const { provider } = request;
  const pages = thumbnails ? PAGES.thumbnails : PAGES.best;
  try {
    const providers = provider === null ? context.providers.open : [context.providers.named(provider)];
    return new Trawl({ providers, need, pages, signal: context.signal, errors });
  } catch (error) {
    if (!(error instanceof GroundglassError) || provider === null) throw error;
    errors.push({ provider, code: error.code, message: error.message });
    return null;
  }
}

/** Takes the first candidate that downloads and passes the gates; searches on while none does and there is more. */
async function takeBest(trawl: Trawl, outcome: Outcome, context: SearchContext): Promise<ImageSearchReply> {
  const { request, target } = outcome.task;
  const tried = new Set<string>();
  let isRetryable = false;
  for (let hasMore = await trawl.more(); ; hasMore = await trawl.more(true)) {
    const pool = trawl.pool();
    for (const [index, { work }] of pool.ranked.entries()) {
      if (tried.has(work.downloadUrl)) continue;
      tried.add(work.downloadUrl);
      const candidate = candidateOf(pool.ranked[index] as Pool['ranked'][number], index + 1);
      const taken = await takeUnseen(candidate, request, target, context);
      if ('error' in taken) {
        outcome.errors.push(taken.error);
        isRetryable ||= !taken.isFinal;
        continue;
      }
      const { metadata_dimensions: claimed, width, height } = taken;
      const small = `${taken.filename} has ${width} × ${height} px; its source claims ${claimed?.width} × ${claimed?.height}.`;
      const warnings = [...outcome.warnings, ...(isMuchSmaller(taken) ? [small] : [])];
      return replyOf(
        { ...outcome, warnings, pool },
        { status: 'Sourced', selected: { ...taken, number: candidate.number } },
      );
    }
    if (!hasMore || tried.size >= MOST_TRIED) {
      isRetryable ||= trawl.failed;
      return replyOf({ ...outcome, pool, isRetryable }, { status: isRetryable ? 'Failed' : 'Needs-Manual' });
    }
  }
}

/** Downloads tried for one picture: what comes after so many has little to do with the query. */
const MOST_TRIED = 30;

async function prepare(trawl: Trawl, outcome: Outcome, context: SearchContext): Promise<ImageSearchReply> {
  const { request, target, page, pageSize } = outcome.task;
  while ((await trawl.more()) && trawl.pool().ranked.length < ENOUGH);
  const pool = trawl.pool();
  const numbered = pool.ranked.map((it, index) => candidateOf(it, index + 1));
  const candidates =
    pageSize === 0 ? (page === 1 ? numbered : []) : numbered.slice((page - 1) * pageSize, page * pageSize);
  if (candidates.length === 0) {
    return replyOf(
      { ...outcome, pool, isRetryable: trawl.failed },
      { status: trawl.failed ? 'Failed' : 'Needs-Manual' },
    );
  }
  const { shown, errors, duplicates } = await fetchPreviews(candidates, context);
  outcome.errors.push(...errors);
  const next = pageSize > 0 && page * pageSize < numbered.length ? page + 1 : null;
  if (shown.length === 0) return replyOf({ ...outcome, pool, isRetryable: true }, { status: 'Failed' });
  const facts = { page, pageSize, total: numbered.length, next };
  const sheet = await writeReviewPage(shown, request, target, facts);
  const rejected =
    duplicates === 0 ? pool.rejected : { ...pool.rejected, duplicate: (pool.rejected.duplicate ?? 0) + duplicates };
  const review = context.reviewer ? await reviewPage(target, context.reviewer, context.signal) : undefined;
  return replyOf(
    { ...outcome, pool: { ...pool, rejected } },
    { status: 'Needs-Selection', sheet, candidates: shown.map(({ candidate }) => candidate), review },
  );
}

interface Result {
  readonly status: ImageSearchReply['status'];
  readonly selected?: ImageSearchReply['selected'];
  readonly sheet?: string;
  readonly candidates?: readonly ImageCandidate[];
  readonly review?: Review | undefined;
}

function replyOf(outcome: Outcome, { status, selected = null, sheet, candidates, review }: Result): ImageSearchReply {
  const { task, pool, errors, warnings } = outcome;
  const total = pool.ranked.length;
  const [page, size] = [task.thumbnails ? task.page : 1, task.pageSize === 0 ? total : task.pageSize];
  const hasMore = page * size < total;
  return {
    status,
    filename: task.target.filename,
    selected,
    candidates: [
      ...(candidates ??
        (task.thumbnails ? [] : pool.ranked.slice(0, size).map((it, index) => candidateOf(it, index + 1)))),
    ],
    rejected: { ...pool.rejected },
    review_sheet: sheet ?? null,
    candidate_total: total,
    has_more_candidates: hasMore,
    next_candidate_page: hasMore ? page + 1 : null,
    errors: [...errors],
    warnings: [...warnings],
    decision: review?.decision ?? null,
    limitations: review?.limitation ? [review.limitation] : [],
    last_error: status === 'Sourced' || status === 'Needs-Selection' ? null : wordsFor(outcome),
  };
}
