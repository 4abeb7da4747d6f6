import { z } from 'zod';
import type { CandidatesFile, ImageDecision } from '../../evidence/wire/candidates.js';
import { jsonIn } from '../../models/json-in.js';
import { standingOf, termGroups } from '../query/required-terms.js';

/** What a model says about a page; flat, so that servers can force it. */
export const answerSchema = z.object({
  decision: z.enum(['look', 'selected', 'no-pass', 'blocked']),
  candidate: z.int().nullable(),
  look_at: z.array(z.int()),
  identity: z.string().nullable(),
  reason: z.string(),
  next: z.enum(['promote', 'next-page', 'pool-exhausted', 'repair-input']).nullable(),
});
type Answer = z.infer<typeof answerSchema>;

/** What of an answer holds: previews to show, a decision, or why it is refused. */
export type Held =
  | { readonly looks: readonly number[] }
  | { readonly decided: Pick<ImageDecision, 'decision' | 'candidate' | 'reason' | 'next'> }
  | { readonly refused: string };

/** @param looked numbers of the previews that it has seen. @param left previews that it may still ask for */
export function holdAnswer(
  message: string | null,
  page: CandidatesFile,
  looked: ReadonlySet<number>,
  left: number,
): Held {
  const parsed = answerSchema.safeParse(jsonIn(message ?? ''));
  if (!parsed.success) return { refused: 'it is not the JSON object that was described' };
  const answer = parsed.data;
  if (answer.decision === 'look') return heldLook(answer, page, looked, left);
  const why = wordsFault(answer.reason) ?? decisionFault(answer, page, looked);
  if (why !== null) return { refused: why };
  const { decision, candidate, reason } = answer;
  return { decided: { decision, candidate, reason: reason.trim(), next: nextFor(decision, page) } };
}

/** What follows from a decision is a matter of the page, not of opinion. */
const nextFor = (decision: ImageDecision['decision'], { has_more_candidates }: CandidatesFile): ImageDecision['next'] =>
  ({
    selected: 'promote',
    blocked: 'repair-input',
    'no-pass': has_more_candidates ? 'next-page' : 'pool-exhausted',
  })[decision] as ImageDecision['next'];

function heldLook({ look_at }: Answer, page: CandidatesFile, looked: ReadonlySet<number>, left: number): Held {
  const asked = [...new Set(look_at)].filter((number) => !looked.has(number));
  const stranger = asked.find((number) => !page.candidates.some((it) => it.number === number));
  if (stranger !== undefined) return { refused: `number ${stranger} is not on this page` };
  if (asked.length === 0) return { refused: 'it asks for no preview that it has not seen' };
  if (asked.length > left) return { refused: `it asks for ${asked.length} previews, and may ask for ${left}` };
  return { looks: asked };
}

const MAX_WORDS = 200;
/** Twenty letters a word, and then some. */
const MAX_CHARACTERS = 4_000;

function wordsFault(reason: string): string | null {
  if (reason.trim() === '') return 'it gives no reason';
  if (reason.length > MAX_CHARACTERS || wordsIn(reason) > MAX_WORDS) return `its reason is over ${MAX_WORDS} words`;
  return null;
}

/** Chinese and Japanese have words without blanks. */
const wordsIn = (text: string): number =>
  [...new Intl.Segmenter('en', { granularity: 'word' }).segment(text)].filter(({ isWordLike }) => isWordLike).length;

function decisionFault(
  { decision, candidate: number, identity, next }: Answer,
  page: CandidatesFile,
  looked: ReadonlySet<number>,
): string | null {
  const due = nextFor(decision as ImageDecision['decision'], page);
  if (next !== due) return `after ${decision} the next step here is ${due}, not ${next}`;
  if (decision !== 'selected') return number === null ? null : `it names candidate ${number} and does not select it`;
  const candidate = page.candidates.find((it) => it.number === number);
  if (candidate === undefined) return `candidate ${number} is not on this page`;
  if (page.license_stage === 'no-attribution-only' && candidate.license_tier !== 'no-attribution')
    return `candidate ${number} needs a credit, and only pictures without one were asked for`;
  if (candidate.identity_evidence === 'metadata-verified') return null;
  const near = `candidate ${number} is a near match`;
  if (!looked.has(candidate.number)) return `${near}, and its preview was not looked at`;
  if (identity === null || identity.trim() === '') return `${near}, and identity says nothing of what shows the thing`;
  const unnamed = termGroups(candidate.missing_required_terms).find(
    (group) => standingOf(group, { title: identity, author: '', sourcePageUrl: '' }) === 'absent',
  );
  return unnamed === undefined ? null : `${near}, and identity does not name what it lacks (${unnamed.text})`;
}
