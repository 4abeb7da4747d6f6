import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { GroundglassError, toGroundglassError } from '../../evidence/errors.js';
import type { CandidatesFile, ImageDecision } from '../../evidence/wire/candidates.js';
import type { ChatService, Environment } from '../../models/chat-service.js';
import { converse, type Message } from '../../models/conversation.js';
import { thumbnailReviewerFrom } from '../../models/vision-endpoint.js';
import { writeWhole } from '../../store/write-whole.js';
import { candidatesFolder, candidatesPath, readCandidates } from '../candidates-file.js';
import type { Target } from '../take-best.js';
import { answerSchema, holdAnswer } from './answer.js';
import { pageInWords, REVIEW_INSTRUCTIONS, refusedInWords } from './prompts.js';

/** What came of a review: a decision that holds, or why there is none. */
export interface Review {
  readonly decision: ImageDecision | null;
  readonly limitation: string | null;
}

/** Previews that a model may see one by one. */
const MAX_LOOKS = 3;
/** Answers that may be refused: a model that was told why and errs again will not get better. */
const MAX_REFUSED = 2;
/** More thumbnails make a sheet that models see scaled down until nothing can be told apart. */
const MAX_CANDIDATES = 16;
/** For all that is said about one page. */
const TIME_MS = 10 * 60_000;

/** The model that reviews pages. @throws GroundglassError `engine_missing` where no vision endpoint is named */
export function reviewerFrom(environment: Environment): ChatService {
  const reviewer = thumbnailReviewerFrom(environment);
  if (reviewer !== null) return reviewer;
  throw new GroundglassError(
    'engine_missing',
    'Thumbnails can not be reviewed: no vision model is configured. Nothing was asked.',
    'Set GROUNDGLASS_VISION_URL and GROUNDGLASS_VISION_MODEL, or leave --review out and choose a thumbnail yourself.',
  );
}

/**
 * Lets a vision model look at the page of thumbnails that was prepared for a picture, in a conversation about nothing else, and keeps
 * its decision in `candidates.json`. What the model can't do leaves the page as it is.
 * @throws GroundglassError `interrupted`
 */
export async function reviewPage(
  { folder, filename }: Target,
  model: ChatService,
  signal: AbortSignal | undefined,
): Promise<Review> {
  try {
    const page = readCandidates(folder, filename);
    const decision = await decide(page, candidatesFolder(folder, filename), model, signal);
    keep(folder, filename, page, decision);
    return { decision, limitation: null };
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    return { decision: null, limitation: `No model checked this page. ${toGroundglassError(thrown).message}` };
  }
}

async function decide(
  page: CandidatesFile,
  place: string,
  model: ChatService,
  signal: AbortSignal | undefined,
): Promise<ImageDecision> {
  if (page.candidates.length > MAX_CANDIDATES)
    throw refused(`it holds ${page.candidates.length} candidates, and ${MAX_CANDIDATES} can be told apart`);
  const sheet = readFileSync(join(place, page.review_sheet ?? ''));
  const messages: Message[] = [
    { by: 'us', text: pageInWords(page), pictures: [{ label: 'sheet', png: await pngOf(sheet) }] },
  ];
  const looked = new Set<number>();
  const limit = AbortSignal.any([AbortSignal.timeout(TIME_MS), ...(signal === undefined ? [] : [signal])]);
  let faults = 0;
  for (;;) {
    const turn = await converse(
      model,
      { instructions: REVIEW_INSTRUCTIONS, messages, tools: [], shape: { name: 'thumbnails', schema: answerSchema } },
      limit,
    );
    messages.push(turn);
    const held = holdAnswer(turn.text, page, looked, MAX_LOOKS - looked.size);
    if ('decided' in held) {
      return {
        checked_by: 'model',
        model: model.model,
        ...held.decided,
        looked_at: [...looked],
        at: new Date().toISOString(),
        sheet_sha256: sha256Of(sheet),
      };
    }
    if ('refused' in held) {
      faults += 1;
      if (faults >= MAX_REFUSED) throw refused(`the answer of ${model.model} does not hold: ${held.refused}`);
      messages.push({ by: 'us', text: refusedInWords(held.refused), pictures: [] });
      continue;
    }
    for (const number of held.looks) looked.add(number);
    const previews = page.candidates.filter(({ number }) => held.looks.includes(number));
    const pictures = await Promise.all(
      previews.map(async ({ number, review }) => ({
        label: `candidate ${number}`,
        png: await pngOf(readFileSync(join(place, review))),
      })),
    );
    messages.push({ by: 'us', text: 'The previews that you asked for.', pictures });
  }
}

/** A page that was prepared anew while the model looked keeps no decision about another. */
function keep(folder: string, filename: string, seen: CandidatesFile, decision: ImageDecision): void {
  const now = readCandidates(folder, filename);
  if (now.searched_at !== seen.searched_at || !isOfSheet(decision, folder, now))
    throw refused('another one was prepared meanwhile');
  writeWhole(candidatesPath(folder, filename), `${JSON.stringify({ ...now, decision }, null, 2)}\n`);
}

/** Whether a decision is about the sheet that lies there. */
export function isOfSheet({ sheet_sha256 }: ImageDecision, folder: string, page: CandidatesFile): boolean {
  try {
    const path = join(candidatesFolder(folder, page.target_filename), page.review_sheet ?? '');
    return sha256Of(readFileSync(path)) === sheet_sha256;
  } catch {
    return false;
  }
}

const pngOf = (jpeg: Uint8Array): Promise<Uint8Array> => sharp(jpeg).png().toBuffer();
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const refused = (why: string): GroundglassError =>
  new GroundglassError('upstream_refused', `The page was not decided: ${why}.`, 'Choose a thumbnail yourself.');
