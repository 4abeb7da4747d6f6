import type { z } from 'zod';
import { type CallOptions, OPERATIONS, type OperationName } from './faces/operations.js';
import { parseRequest } from './faces/parse-request.js';
import type { Library } from './library/library.js';

export { type EvalOptions, evaluate } from './answers/evaluate.js';
export { type VerifyOptions, verify } from './answers/verify.js';
/**
 * Groundglass as a library: open a {@link Library}, then call the operations on it. Every operation takes the request and
 * gives the reply that the command line, MCP and HTTP know under the same name; requests are checked, and defaults filled in.
 *
 * @example
 * const library = Library.open('.groundglass', { create: true });
 * await add(library, { paths: ['report.pdf'] });
 * const { hits, advice } = await search(library, { query: 'total revenue', limit: 5 });
 * await library.close();
 */
export { type ErrorClass, type ErrorCode, type ErrorWire, GroundglassError } from './evidence/errors.js';
export type { Advice, Hints } from './evidence/wire/advice.js';
export type { AbstainReason, AskReply, Citation, Computation, VerifyReply } from './evidence/wire/ask.js';
export type { CalibrateReply } from './evidence/wire/calibrate.js';
export type { ChartsReply, WireChart } from './evidence/wire/charts.js';
export type { CollisionsReply } from './evidence/wire/collisions.js';
export type { AddReply, ListReply, RemoveReply, WireDocument } from './evidence/wire/document.js';
export type { EntitiesReply } from './evidence/wire/entities.js';
export type { EvalReply, EvalSet } from './evidence/wire/eval.js';
export type { Locator } from './evidence/wire/locator.js';
export type { PageReply } from './evidence/wire/page.js';
export type { PictureReply } from './evidence/wire/picture.js';
export type { ProveReply, Refusal } from './evidence/wire/prove.js';
export type { ChaptersReply, ReadReply } from './evidence/wire/read.js';
export type { Issue, ReviewReply } from './evidence/wire/review.js';
export type { ReviewPageReply } from './evidence/wire/review-page.js';
export type { FiguresReply, Hit, LocateReply, SearchReply } from './evidence/wire/search.js';
export type { TablesReply, WireTable } from './evidence/wire/tables.js';
export { answerText } from './faces/answer-text.js';
export { attachRecentMediaForFollowup, type RecentPicture } from './guard/follow-up.js';
export type { Dialect, FoundPicture } from './guard/picture.js';
export {
  type Conversation,
  conversationHasImageUrlContent,
  conversationHasToolImageContent,
  type ExtensionConfig,
  type PreparedReply,
  picturesOf,
  prepareSessionReplyBody,
  type Rotation,
  rotateSessionIfImagePolluted,
  type SessionPolicy,
  type SessionStore,
  withoutSessionImageRead,
} from './guard/session.js';
export type { Understanding } from './guard/words.js';
export type { AddProgress } from './library/add.js';
export { Library, type LibraryOptions } from './library/library.js';
export * as VisualFallbackPolicy from './library/policy/evaluate.js';
export { buildVisionPayload } from './models/picture-describer.js';
export { calibrate } from './review/calibrate/calibrate.js';
export { type ReviewOptions, type ReviewRequest, review } from './review/review.js';

type RequestOf<N extends OperationName> = z.input<(typeof OPERATIONS)[N]['request']>;
type ReplyOf<N extends OperationName> = z.output<(typeof OPERATIONS)[N]['reply']>;

/** An operation as a function that checks what it is given. @throws GroundglassError `bad_argument` naming each fault */
function checked<N extends OperationName>(name: N) {
  // The table pairs each operation with its own schema; the union of them can't be called as one.
  const run = OPERATIONS[name].run as (library: Library, request: unknown, options: CallOptions) => Promise<ReplyOf<N>>;
  return async (library: Library, request: RequestOf<N>, options: CallOptions = {}): Promise<ReplyOf<N>> =>
    run(library, parseRequest(OPERATIONS[name].request, request), options);
}

export const add = checked('add');
export const list = checked('list');
export const remove = checked('remove');
export const search = checked('search');
export const advise = checked('advise');
export const figures = checked('figures');
export const locate = checked('locate');
export const read = checked('read');
export const chapters = checked('chapters');
export const render = checked('render');
export const image = checked('image');
export const page = checked('page');
export const prove = checked('prove');
export const tables = checked('tables');
export const ask = checked('ask');
export const charts = checked('charts');
export const collisions = checked('collisions');
export const entities = checked('entities');
export const reviewPage = checked('review-page');
