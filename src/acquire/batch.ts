import pLimit from 'p-limit';
import { toGroundglassError } from '../evidence/errors.js';
import type { ImageBatchReply, ImageRow, ImageSearchReply } from '../evidence/wire/candidates.js';
import { openBatch, requestOf } from './batch-rows.js';
import { readManifest } from './manifest.js';
import { driftOf } from './picture-drift.js';
import { changeRow, readQueries } from './queries-file.js';
import { searchImages } from './search.js';
import type { SearchContext } from './take-best.js';

export interface BatchTask {
  /** `image_queries.json` */
  readonly path: string;
  readonly folder: string;
  readonly manifestPath: string;
  readonly thumbnails: boolean;
  readonly pageSize: number;
  /** Rows at the same time. */
  readonly concurrency: number;
  readonly onRow?: ((reply: ImageSearchReply) => void) | undefined;
}

/** What the file keeps of a reason. */
const MAX_REASON = 500;

/**
 * Works through the rows of a batch that wait (Pending) or failed before. Rows that are Sourced are looked at first: where the
 * picture or its provenance is no longer there, the row is Failed, and done again. Each row is written down as soon as it is
 * done; a process that is killed loses none.
 * @throws GroundglassError `bad_argument`, `bad_filename` for a file that is no batch, before anything is asked or written;
 *   `manifest_damaged`, `disk_full`, `library_busy`, since no other row could do better
 */
export async function runBatch(task: BatchTask, context: SearchContext): Promise<ImageBatchReply> {
  const { path, folder, manifestPath } = task;
  const rows = openBatch(path, task.thumbnails);
  const manifest = readManifest(manifestPath);
  for (const row of rows.filter(({ status }) => status === 'Sourced')) {
    const drift = await driftOf(row, folder, manifest);
    if (drift === null) continue;
    await changeRow(path, row.filename, (it) => ({ ...it, status: 'Failed', last_error: drift }));
  }
  const limit = pLimit(task.concurrency);
  const waiting = readQueries(path).items.filter(({ status }) => status === 'Pending' || status === 'Failed');
  const ended = new AbortController();
  const signal = context.signal === undefined ? ended.signal : AbortSignal.any([context.signal, ended.signal]);
  try {
    await Promise.all(waiting.map((row) => limit(() => runRow(row, task, { ...context, signal }))));
  } catch (error) {
    // What stops one row would stop all.
    ended.abort(error);
    limit.clearQueue();
    throw error;
  }
  return {
    rows: readQueries(path).items.map(({ filename, status, last_error }) => ({
      filename,
      status,
      last_error: last_error ?? null,
    })),
  };
}

async function runRow(row: ImageRow, task: BatchTask, context: SearchContext): Promise<void> {
  context.signal?.throwIfAborted();
  const { path, folder, manifestPath, thumbnails, pageSize } = task;
  const { filename, candidate_page: page = 1 } = row;
  try {
    const reply = await searchImages(
      { request: requestOf(row), target: { folder, manifestPath, filename }, thumbnails, pageSize, page },
      context,
    );
    task.onRow?.(reply);
    await changeRow(path, filename, (it) => ({ ...it, ...writtenBack(reply, page) }));
  } catch (thrown) {
    const error = toGroundglassError(thrown);
    if (context.signal?.aborted || FATAL.has(error.code)) throw thrown;
    // A row that can't be asked for stays so until somebody edits it; a fault of ours may be mended.
    const status = error.class === 'bad_input' ? 'Needs-Manual' : 'Failed';
    const last_error = `${error.message} ${error.nextStep}`.slice(0, MAX_REASON);
    await changeRow(path, filename, (it) => ({ ...it, status, last_error }));
  }
}

const FATAL = new Set(['manifest_damaged', 'disk_full', 'library_busy', 'file_not_readable', 'interrupted']);

function writtenBack(reply: ImageSearchReply, page: number): Partial<ImageRow> {
  const { status, selected, candidates, candidate_total, has_more_candidates, next_candidate_page, last_error } = reply;
  const { decision, limitations } = reply;
  return {
    status,
    last_error: last_error?.slice(0, MAX_REASON) ?? null,
    candidate_page: page,
    candidate_count: candidates.length,
    candidate_total,
    has_more_candidates,
    next_candidate_page,
    // What an earlier page's model said is not kept for this one.
    decision: decision ?? undefined,
    limitations: limitations.length === 0 ? undefined : limitations,
    ...(selected === null ? {} : { license_tier: selected.license_tier }),
    ...(reply.review_sheet === null ? {} : { review_sheet: reply.review_sheet }),
  };
}

/** Whether all rows have their picture, or candidates to choose from. */
export const isSettled = ({ rows }: ImageBatchReply): boolean =>
  rows.every(({ status }) => status !== 'Failed' && status !== 'Needs-Manual');
