import type { GroundglassError } from '../evidence/errors.js';
import type { AskReply } from '../evidence/wire/ask.js';
import type { ChartProposal } from '../evidence/wire/proposal.js';
import type { AskRequest } from '../evidence/wire/requests.js';
import type { Library } from '../library/library.js';
import { isDamage } from '../store/objects.js';
import { type AbstainContext, abstain } from './abstain.js';
import { type AnswerIndex, answerIndex, type FoundMember } from './answer-index.js';
import { forgetMembersWith, scopeOf, snapshotWith } from './answer-snapshot.js';
import type { AskedMember, Candidate } from './ask/candidates.js';
import { type Decision, decide, heldAgainst } from './ask/decide.js';
import { parseQuestion, type Question } from './ask/question.js';
import { said } from './ask/said.js';
import { citationsOf, evidenceOf } from './citations.js';
import type { Member } from './member.js';
import { readMember } from './member-facts.js';
import type { MemberOptions } from './members.js';
import { plan } from './planner.js';

/**
 * Answers a question with the one printed value that it asks for, or with an exact sum or difference of such, each borne out down to
 * the glyphs; or abstains with the reason, and says what there is and where to look.
 */
export async function ask(library: Library, request: AskRequest, options: MemberOptions = {}): Promise<AskReply> {
  try {
    return await library.snapshots.steady(() => askOnce(library, request, options));
  } catch (error) {
    // Damage is told once, by the object's name; the next question makes the document's members anew.
    if (isDamage(error)) await forgetMembersWith(library, String((error as GroundglassError).details.object));
    throw error;
  }
}

async function askOnce(library: Library, request: AskRequest, options: MemberOptions): Promise<AskReply> {
  const question = parseQuestion(request.question);
  if (question.isTooLong) return abstain(library, request, { reason: 'UNSUPPORTED_QUESTION', near: [] }, null);
  const scope = await scopeOf(library, request.doc);
  if (scope.length === 0) return abstain(library, request, { reason: 'NO_EVIDENCE', near: [] }, null);
  const warnings: AskReply['warnings'] = [];
  const onWarning = (warning: AskReply['warnings'][number]) => warnings.push(warning);
  const published = await snapshotWith(library, scope, { ...options, onWarning });
  const { documents } = await library.snapshots.current();
  const index = await answerIndex(library, published, documents);
  const digest = request.doc === undefined ? null : (scope[0]?.digest ?? null);
  const near = await index.search(request.question, digest);
  const { found, asked, candidates, linked } = await linkedAmong(library, question, near, index, digest);
  const planned = 'reason' in linked ? await plan(library, asked, candidates, linked.reason, options.signal) : null;
  if (planned !== null && 'warning' in planned) onWarning(planned.warning);
  const outcome: Decision = planned !== null && 'facts' in planned ? planned : linked;
  const context = {
    snapshot: published.ref.digest,
    warnings: [...warnings, ...index.warnings],
    byId: found.byId,
  };
  if ('reason' in outcome) return abstain(library, request, outcome, context);
  const { facts, rule } = outcome;
  if (facts.some(({ fact }) => fact.value === null))
    return abstain(library, request, { reason: 'VALUE_UNAVAILABLE', near: facts }, context);
  const doubtful = facts.filter(({ fact }) => !fact.verified);
  if (doubtful.length > 0) return abstain(library, request, { reason: 'NOT_VERIFIED', near: doubtful }, context);
  const planner = planned !== null && 'planner' in planned ? planned.planner : null;
  return answer(library, request, { facts, rule, planner }, context);
}

/**
 * What a question asks for among the members that came nearest, and among all others that print the labels of what was found: two
 * values that fit alike are told apart, or not, wherever they stand.
 */
async function linkedAmong(
  library: Library,
  question: Question,
  near: readonly FoundMember[],
  index: AnswerIndex,
  digest: string | null,
) {
  const among = async (hits: readonly FoundMember[]) => {
    const found = await lookedUp(library, hits);
    const { asked, candidates } = await heldAgainst(question, found.members);
    return { found, asked, candidates, linked: decide(asked, candidates) };
  };
  const first = await among(near);
  if ('reason' in first.linked) return first;
  const known = new Set(near.map(({ member }) => member));
  const alike = first.linked.facts
    .flatMap((candidate) => index.printing(namesOf(candidate, first.asked), digest))
    .filter(({ member }) => !known.has(member));
  return alike.length === 0 ? first : among([...near, ...new Set(alike)]);
}

/** The labels of a fact that its title does not say, and the words of the question that the labels over it explain. */
function namesOf({ member, fact, own }: Candidate, { units, idle }: Question): string[] {
  const labels = fact.labels.filter(({ role }) => role !== 'title').map(({ text }) => text);
  const over = [...fact.labels.map(({ text }) => text), ...member.context].join(' ').normalize('NFKC').toLowerCase();
  const words = units.filter(({ word }, at) => !idle.has(at) && !own.has(at) && over.includes(word));
  return [...labels, ...words.map(({ word }) => word)];
}

interface LookedUp {
  readonly members: readonly AskedMember[];
  readonly byId: ReadonlyMap<string, FoundMember>;
}

/** Context is built from the snapshot's own objects; how well a member was found plays no part from here on. */
async function lookedUp(library: Library, hits: readonly FoundMember[]): Promise<LookedUp> {
  const byId = new Map(hits.map((hit) => [`${hit.digest}#${hit.member.id}`, hit]));
  const members = await Promise.all(
    [...byId].map(async ([id, { member }]): Promise<AskedMember> => {
      const { facts } = await readMember(library, member);
      return { id, kind: member.kind, grammar: member.grammar, facts, context: member.context };
    }),
  );
  return { members, byId };
}

async function answer(
  library: Library,
  request: AskRequest,
  { facts, rule, planner }: Extract<Decision, { facts: unknown }> & { readonly planner: string | null },
  { snapshot, warnings, byId }: AbstainContext,
): Promise<AskReply> {
  const borne = await Promise.all(
    facts.map(async ({ member: { id }, fact }) => {
      const { digest, member } = byId.get(id) as FoundMember;
      return { fact, citations: await cited(library, digest, member, fact) };
    }),
  );
  return {
    status: 'answered',
    question: request.question,
    reason: null,
    refused: [],
    available: null,
    ...said(borne, rule),
    planner,
    snapshot,
    ...(await proposalOf(library, facts, byId)),
    look: null,
    warnings,
  };
}

/** What a vision model said of the chart that an answer stands on; nothing where none did. All facts of an answer are of one member. */
async function proposalOf(library: Library, facts: readonly Candidate[], byId: ReadonlyMap<string, FoundMember>) {
  const ref = byId.get(facts[0]?.member.id ?? '')?.member.proposal;
  return ref === undefined ? {} : { proposal: await library.objects.getJson<ChartProposal>(ref) };
}

async function cited(library: Library, digest: string, member: Member, fact: Candidate['fact']) {
  const { documents } = await library.snapshots.current();
  const entry = documents.find((one) => one.digest === digest);
  return citationsOf(await evidenceOf(library, entry as (typeof documents)[number], member), fact);
}
