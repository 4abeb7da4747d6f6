import { basename } from 'node:path';
import { GroundglassError } from '../evidence/errors.js';
import type { CandidatesFile, ReviewCandidate } from '../evidence/wire/candidates.js';
import type { ImageItem } from '../evidence/wire/images.js';
import type { ImageTakeReply } from '../evidence/wire/take.js';
import { writeWhole } from '../store/write-whole.js';
import { candidatesPath, readCandidates } from './candidates-file.js';
import { type Destination, takeFor } from './destination.js';
import { type TakingContext, takeCandidate } from './take-candidate.js';

export interface Promotion extends Destination {
  /** Its number, or the name of its preview: `3`, `candidate_03.jpg`. */
  readonly candidate: string;
  /** Who looked at the thumbnails, where somebody did. */
  readonly checkedBy: ImageItem['checked_by'];
}

/**
 * Makes a candidate of the prepared page the picture: its licence is read again at the source, exactly one original is downloaded.
 * Where that fails the page stays as it is, and another candidate can be promoted.
 * @throws GroundglassError `bad_argument` where there is no such candidate; `bad_filename`, `manifest_damaged`
 */
export async function promote(promotion: Promotion, context: TakingContext): Promise<ImageTakeReply> {
  const { folder, filename, manifestPath, checkedBy } = promotion;
  const page = readCandidates(folder, filename);
  const candidate = candidateIn(page, promotion.candidate);
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
