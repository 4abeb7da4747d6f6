import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CandidatesFile, ImageRequest } from '../evidence/wire/candidates.js';
import { makeFolders } from '../store/make-folders.js';
import { writeWhole } from '../store/write-whole.js';
import { candidatesFolder } from './candidates-file.js';
import type { Previewed } from './previews.js';
import { reviewSheet } from './review-sheet.js';
import { stageOf, type Target } from './take-best.js';

/** Which page of how many. */
export interface PageFacts {
  readonly page: number;
  /** 0 where all are on one page */
  readonly pageSize: number;
  readonly total: number;
  readonly next: number | null;
}

/**
 * Writes a page of candidates to look at: `candidates/<stem>/review/candidate_09.jpg` …, `review_sheet.jpg`, and, last of all,
 * `candidates.json`, which names only what is there. What an earlier page left is taken away.
 * @returns the sheet's path from the output folder
 */
export async function writeReviewPage(
  shown: readonly Previewed[],
  request: ImageRequest,
  { folder, filename }: Target,
  { page, pageSize, total, next }: PageFacts,
): Promise<string> {
  const place = candidatesFolder(folder, filename);
  const sheet = await reviewSheet(
    shown.map(({ candidate, picture }) => ({
      number: candidate.number,
      title: candidate.title,
      author: candidate.author,
      tier: candidate.license_tier,
      licenseName: candidate.license_name,
      width: candidate.width,
      height: candidate.height,
      preview: picture,
    })),
  );
  makeFolders(place);
  const aside = join(place, `.review.${randomBytes(6).toString('hex')}`);
  mkdirSync(aside);
  for (const { candidate, picture } of shown) writeFileSync(join(aside, nameOf(candidate.number)), picture);
  writeFileSync(join(aside, SHEET), sheet);
  // Until the new list is there, none is: a list must not name pictures of another page.
  rmSync(join(place, 'candidates.json'), { force: true });
  for (const left of readdirSync(place)) {
    if (left === 'review' || (left.startsWith('.review.') && join(place, left) !== aside))
      rmSync(join(place, left), { recursive: true });
  }
  renameSync(join(aside, SHEET), join(place, SHEET));
  renameSync(aside, join(place, 'review'));
  const file: CandidatesFile = {
    schema_version: 3,
    candidate_storage: 'thumbnail-only',
    target_filename: filename,
    selected: null,
    searched_at: new Date().toISOString(),
    license_stage: stageOf(request),
    candidate_page: page,
    page_size: pageSize,
    candidate_total: total,
    has_more_candidates: next !== null,
    next_candidate_page: next,
    review_sheet: SHEET,
    request,
    decision: null,
    candidates: shown.map(({ candidate, width, height, hash }) => ({
      ...candidate,
      filename: nameOf(candidate.number),
      review: `review/${nameOf(candidate.number)}`,
      attribution_required: candidate.license_tier === 'attribution-required',
      preview_width: width,
      preview_height: height,
      picture_hash: hash,
    })),
  };
  writeWhole(join(place, 'candidates.json'), `${JSON.stringify(file, null, 2)}\n`);
  return join(candidatesFolder('.', filename), SHEET);
}

const SHEET = 'review_sheet.jpg';
const nameOf = (number: number): string => `candidate_${String(number).padStart(2, '0')}.jpg`;
