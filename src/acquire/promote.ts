import { basename } from 'node:path';
import { GroundglassError } from '../evidence/errors.js';
import type { CandidatesFile, ReviewCandidate } from '../evidence/wire/candidates.js';
import type { ImageItem } from '../evidence/wire/images.js';
import type { ImageTakeReply } from '../evidence/wire/take.js';
import { writeWhole } from '../store/write-whole.js';
import { candidatesPath, readCandidates } from './candidates-file.js';
import { type Destination, takeFor } from './destination.js';
import { isOfSheet } from './look/model-review.js';
import { type TakingContext, takeCandidate } from './take-candidate.js';

export interface Promotion extends Destination {
  /** Its number, or the name of its preview: `3`, `candidate_03.jpg`; undefined for the one that a model selected. */
  readonly candidate: string | undefined;
  /** Who looked at the thumbnails; undefined where nobody says, and only a model's own decision is known. */
  readonly checkedBy: ImageItem['checked_by'] | undefined;
}

/**
 * Makes a candidate of the prepared page the picture: its licence is read again at the source, exactly one original is downloaded.
 * Where that fails the page stays as it is, and another candidate can be promoted.
 * @throws GroundglassError `bad_argument` where there is no such candidate; `bad_filename`, `manifest_damaged`
 */
export async function promote(promotion: Promotion, context: TakingContext): Promise<ImageTakeReply> {
  const { folder, filename, manifestPath } = promotion;
  const page = readCandidates(folder, filename);
  const chosen = selectedIn(page, folder);
  const candidate =
    promotion.candidate === undefined ? decidedIn(page, chosen) : candidateIn(page, promotion.candidate);
  const checkedBy = promotion.checkedBy ?? (chosen === candidate ? 'model' : 'none');
  const { request } = page;
  return takeFor(promotion, 'Needs-Selection', async () => {
    const item = await takeCandidate(
      {
        candidate,
        filename,
        folder,
        manifestPath,
        query: request.query,
        slide: request.slide,
        purpose: request.purpose,
        orientation: request.orientation,
        minWidth: request.min_width,
        minHeight: request.min_height,
        stage: page.license_stage,
        selectionMethod: 'visual-thumbnail',
        checkedBy,
      },
      context,
    );
    const selected = { ...page, selected: candidate.filename };
    writeWhole(candidatesPath(folder, filename), `${JSON.stringify(selected, null, 2)}\n`);
    return item;
  });
}

/** The candidate that a model selected, looking at the sheet that still lies there. */
function selectedIn(page: CandidatesFile, folder: string): ReviewCandidate | undefined {
  const { decision, candidates } = page;
  if (decision?.decision !== 'selected' || !isOfSheet(decision, folder, page)) return undefined;
  return candidates.find(({ number }) => number === decision.candidate);
}

function decidedIn(
  { decision, target_filename }: CandidatesFile,
  chosen: ReviewCandidate | undefined,
): ReviewCandidate {
  if (chosen !== undefined) return chosen;
  const why =
    decision === null
      ? 'no model has reviewed its page'
      : decision.decision === 'selected'
        ? 'its review sheet is not the one that the model saw'
        : `the model decided ${decision.decision}, next ${decision.next}: ${decision.reason.slice(0, 300)}`;
  throw new GroundglassError(
    'bad_argument',
    `No candidate is selected for ${target_filename}: ${why}.`,
    'Name a candidate by its number, or search with --save-candidates --review.',
    {},
  );
}

function candidateIn({ candidates, candidate_page }: CandidatesFile, named: string): ReviewCandidate {
  const number = Number(/^(?:candidate_)?0*(\d{1,6})(?:\.jpg)?$/i.exec(basename(named.trim()))?.[1]);
  const found = candidates.find((it) => it.number === number);
  if (found !== undefined) return found;
  const numbers = candidates.map((it) => it.number);
  throw new GroundglassError(
    'bad_argument',
    `There is no candidate ${JSON.stringify(named.slice(0, 100))} on page ${candidate_page}: it holds ${numbers.join(', ')}.`,
    'Name one of them, by its number or the name of its preview.',
    { candidates: numbers },
  );
}
