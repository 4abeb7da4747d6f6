import { pageBox } from '../evidence/boxes.js';
import { type Advice, type AdviceCandidate, MOST_CANDIDATES } from '../evidence/wire/advice.js';
import type { AbstainReason, AskReply } from '../evidence/wire/ask.js';
import type { AskRequest } from '../evidence/wire/requests.js';
import { advise } from '../library/advise.js';
import type { Library } from '../library/library.js';
import { pageLocator } from '../library/locators.js';
import { periodKey } from '../pipeline/facts/period.js';
import type { FoundMember } from './answer-index.js';
import type { Candidate } from './ask/candidates.js';
import type { Linked } from './ask/link.js';

/** Names that an abstention lists of each kind. */
const MAX_AVAILABLE = 40;

/** What an abstention knows of the search before it; null where nothing was searched. */
export interface AbstainContext {
  readonly snapshot: string;
  readonly warnings: AskReply['warnings'];
  readonly byId: ReadonlyMap<string, FoundMember>;
}

/** The reply that gives no answer: why, what there is instead, and where to look. */
export async function abstain(
  library: Library,
  request: AskRequest,
  { reason, near }: Extract<Linked, { reason: AbstainReason }>,
  context: AbstainContext | null,
): Promise<AskReply> {
  const within = request.doc === undefined ? {} : { doc: request.doc };
  return {
    status: 'abstained',
    question: request.question,
    reason,
    refused: [...new Set(near.flatMap(({ fact }) => (reason === 'NOT_VERIFIED' ? fact.refused : [])))],
    available: near.length === 0 ? null : availableIn(near),
    answer: null,
    value: null,
    unit: null,
    citations: [],
    computation: null,
    planner: null,
    snapshot: context?.snapshot ?? null,
    look: withPlaces(
      await advise(library, { query: request.question, ...within }),
      await placesOf(library, near, context),
    ),
    warnings: context?.warnings ?? [],
  };
}

/** Advice that holds the text for enough names no page: then those that came near are worth a look. */
const withPlaces = (look: Advice, places: readonly AdviceCandidate[]): Advice =>
  look.candidates.length > 0 ? look : { ...look, candidates: [...places] };

async function placesOf(
  library: Library,
  near: readonly Candidate[],
  context: AbstainContext | null,
): Promise<AdviceCandidate[]> {
  const { documents } = await library.snapshots.current();
  const found = [...new Set(near.map(({ member }) => member.id))].slice(0, MOST_CANDIDATES);
  const places = found.map(async (id): Promise<AdviceCandidate[]> => {
    const hit = context?.byId.get(id);
    const entry = documents.find(({ digest }) => digest === hit?.digest);
    if (hit === undefined || entry === undefined) return [];
    const { kind, pageIndex, box } = hit.member;
    const locator = pageLocator(entry, await library.record(entry), pageIndex, pageBox(...box));
    return [{ locator, why: `A ${kind} here has what came nearest to the question.`, suggested_crop: box }];
  });
  return (await Promise.all(places)).flat();
}

/** What the members that came near have to offer. */
function availableIn(near: readonly Candidate[]): AskReply['available'] {
  const facts = [...new Set(near.map(({ member }) => member))].flatMap((member) => member.facts);
  const few = (texts: readonly (string | null | undefined)[]): string[] =>
    [...new Set(texts.filter((text): text is string => text !== null && text !== undefined && text !== ''))].slice(
      0,
      MAX_AVAILABLE,
    );
  const label = (role: string) => facts.map((fact) => fact.labels.find((one) => one.role === role)?.text);
  return {
    periods: few(facts.map(({ period, periodText }) => periodText ?? (period === null ? null : periodKey(period)))),
    categories: few(label('category')),
    series: few(label('series')),
    units: few(facts.map(({ unit }) => unit)),
  };
}
