import { toGroundglassError } from '../evidence/errors.js';
import type { ChatService } from '../models/chat-service.js';
import { planSheet, type SheetPlan } from '../sight/plan-sheet.js';
import type { SightSettings } from '../sight/settings.js';
import type { Checklist } from './checklist.js';
import type { Checked } from './checks/run-checks.js';
import { MAX_PICTURES_IN_REQUEST } from './look/look.js';
import type { ReviewOptions, ReviewRequest } from './review.js';
import { reviewSheet, type SheetReview } from './sheet-review.js';
import { type ReviewState, stateKey } from './state.js';
import type { Subject } from './subject.js';

/** Bumped when a sheet is planned, shown or asked about in another way: what is kept of earlier runs is then made anew. */
const REVIEW_VERSION = 1;

/** What every sheet of a review shares. */
export interface Job {
  readonly request: ReviewRequest;
  readonly options: ReviewOptions;
  readonly settings: SightSettings;
  readonly checklist: Checklist;
  readonly model: ChatService | null;
  readonly subject: Subject;
  readonly state: ReviewState;
}

export interface SheetDone {
  readonly plan: SheetPlan;
  readonly checked: Checked;
  readonly reviewed: SheetReview;
  readonly resumed: boolean;
  /** Why the model could not be asked; null where it could, or none is named. */
  readonly failure: string | null;
}

/** Tiles of the plan: with the overview and the pictures that a model may ask for they stay within one request. */
const planOptions = ({ evidenceMaxImages, reviewObservationImages }: SightSettings) => ({
  level: 'seen' as const,
  maxTiles: Math.max(1, Math.min(evidenceMaxImages, MAX_PICTURES_IN_REQUEST - 1 - reviewObservationImages)),
});

/** Plans, checks and, where a model is named, looks at one sheet; or takes over what an earlier run did. */
export async function sheetDone(job: Job, index: number): Promise<SheetDone> {
  const { subject, settings, checklist, request, model, state, options } = job;
  const sheet = subject.sheets[index] as Subject['sheets'][number];
  const plan = await planSheet(sheet, planOptions(settings), settings);
  const nothing: Checked = { findings: [], limitations: [] };
  const checked = request.planOnly ? nothing : await subject.check(index, checklist.checks);
  const key = stateKey([
    REVIEW_VERSION,
    subject.digest,
    sheet.number,
    settings,
    planOptions(settings),
    model === null ? null : [model.fingerprint, model.origin, checklist.categories, request.language],
  ]);
  const kept = await state.read(sheet.number, key);
  if (kept !== null) return { plan, checked, reviewed: kept, resumed: true, failure: null };
  const { liveTools } = subject;
  const entities = subject.entities(index);
  const asked = { plan, entities, liveTools, checklist, language: request.language, settings };
  try {
    const reviewed = await reviewSheet({ ...asked, model }, options.signal);
    await state.write(sheet.number, key, sheet.frame, reviewed);
    return { plan, checked, reviewed, resumed: false, failure: null };
  } catch (thrown) {
    options.signal?.throwIfAborted();
    const error = toGroundglassError(thrown);
    if (error.code !== 'upstream_refused' && error.code !== 'cassette_missing') throw error;
    // What the rules found stands; the sheet is not kept as done, so that the next run asks again.
    const reviewed = await reviewSheet({ ...asked, model: null }, options.signal);
    await state.writePictures(sheet.number, reviewed.pictures);
    return { plan, checked, reviewed, resumed: false, failure: `${error.message} ${error.nextStep}` };
  }
}
