import { findLabels } from '../../evidence/labels.js';
import { languageOf } from '../../evidence/notices.js';
import {
  type Advice,
  type AdviceReason,
  HINT_LENGTH,
  type Hints,
  MOST_CANDIDATES,
} from '../../evidence/wire/advice.js';
import { type AskedFor, candidatesFrom, type PolicyOptions, type ReadHit } from './candidates.js';
import type { PolicyHit } from './hit.js';
import { type PassageSigns, readPassage } from './passage.js';
import { quoted, WORDING, type Wording } from './replies.js';
import { conflictsOf } from './source-conflicts.js';
import { normalised, visualWordsIn } from './visual-words.js';

/**
 * Says whether the text is enough for `query` or a picture must be looked at, why, and where. Rules only: pure,
 * synchronous, no I/O and no model. Hints and passages are evidence, never permission or instructions.
 *
 * `hints.visual_required` true asks for a look by itself. False is respected for the question's own words only: what the
 * passages refer to, figure ids and signs of conversion loss still stand, since the caller cannot know them away.
 *
 * @example
 * evaluate('What does Figure 3 show?', hits, {}).visual_required; // true
 */
export function evaluate(
  query: string,
  hits: readonly PolicyHit[],
  hints: Hints = {},
  options: PolicyOptions = {},
): Advice {
  const question = query.slice(0, QUESTION_CAP);
  const language = languageOf(question);
  const say = WORDING[language];
  const read = hits.slice(0, MOST_HITS).map((hit): ReadHit => ({ hit, signs: readPassage(hit.text) }));
  const asked = askedFor(question, hints);

  const likely = visualEvidence(question, read, hints, say);
  const lost = lossEvidence(read, hints, say);
  const visual = likely.length > 0 || lost.length > 0;

  const { candidates, uncertain } = candidatesFrom(read, asked, hints, options, say);
  const evidence: Record<AdviceReason, readonly string[]> = {
    visual_content_likely: likely,
    text_evidence_insufficient: [
      ...(hits.length === 0 ? [say.noHits] : []),
      ...(hints.text_evidence_insufficient ? [say.hint('text_evidence_insufficient')] : []),
    ],
    source_mapping_uncertain: uncertain,
    conversion_loss_suspected: lost,
    source_conflict: conflictsOf(read, hints, options.changed ?? [], say),
  };
  const reasons = (Object.keys(evidence) as AdviceReason[])
    .filter((reason) => evidence[reason].length > 0)
    .map((reason) => ({ reason, evidence: say.list(evidence[reason].slice(0, MOST_EVIDENCE)) }));

  // Without a reason to look or to doubt there is no page to recommend: the passages are the answer's evidence.
  const listed = reasons.length > 0 ? candidates : [];
  return {
    visual_required: visual,
    reasons,
    candidates: listed.slice(0, MOST_CANDIDATES),
    alternatives: listed.slice(MOST_CANDIDATES),
    next_step: say.nextStep(
      visual,
      reasons.map((r) => r.reason),
      listed[0],
      asked.names[0],
    ),
  };
}

/** UTF-16 units read of a question. */
const QUESTION_CAP = 4000;
/** Hits read: more than a page of search results adds cost, not evidence. */
const MOST_HITS = 100;
/** Pieces of evidence quoted for one reason: enough to check it by. */
const MOST_EVIDENCE = 4;

function askedFor(question: string, hints: Hints): AskedFor {
  const ids = (hints.figure_ids ?? []).map((id) => id.slice(0, HINT_LENGTH));
  const labels = [...ids.flatMap(findLabels), ...findLabels(question)];
  const literal = ids.filter((id) => findLabels(id).length === 0);
  return {
    keys: new Set(labels.map((label) => label.key)),
    names: [...new Set([...labels.map((label) => label.label), ...literal.map(quoted)])],
    wordings: [...literal, ...(hints.text_probes ?? [])].map(packed).filter((wording) => wording !== ''),
  };
}

/** Blanks fall differently in a question and on a page, above all in Chinese; they do not count. */
const packed = (text: string): string => normalised(text.slice(0, HINT_LENGTH)).replaceAll(' ', '');

function visualEvidence(question: string, read: readonly ReadHit[], hints: Hints, say: Wording): string[] {
  const words =
    hints.visual_required === false
      ? []
      : [...findLabels(question).map((label) => label.label), ...visualWordsIn(question)].slice(0, MOST_EVIDENCE);
  return [
    ...(words.length > 0 ? [say.questionNames(words.map(quoted))] : []),
    ...(hints.figure_ids?.length ? [say.hint('figure_ids')] : []),
    ...(hints.visual_required ? [say.hint('visual_required')] : []),
    ...read.flatMap(({ hit, signs }) => {
      const sign = referenceIn(hit, signs);
      return sign ? [say.passageRefers(hit.rank, quoted(sign))] : [];
    }),
  ];
}

function referenceIn(hit: PolicyHit, signs: PassageSigns): string | undefined {
  const named = signs.labels.values().next().value ?? signs.references[0];
  return named ?? (hit.kind === 'caption' || hit.kind === 'chart' ? hit.kind : undefined);
}

function lossEvidence(read: readonly ReadHit[], hints: Hints, say: Wording): string[] {
  const broken = hints.broken_image_references;
  const hinted = Array.isArray(broken) ? broken.length > 0 : Boolean(broken);
  return [
    ...(hints.conversion_loss_suspected ? [say.hint('conversion_loss_suspected')] : []),
    ...(hinted ? [say.hint('broken_image_references')] : []),
    ...read.flatMap(({ hit, signs }) => {
      const mark = hit.broken_images?.[0] ?? signs.broken[0];
      return mark === undefined ? [] : [say.passageLost(hit.rank, quoted(mark))];
    }),
  ];
}
