import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GroundglassError } from '../evidence/errors.js';
import {
  type AskReply,
  askReplySchema,
  type Citation,
  type Computation,
  type VerifyReply,
} from '../evidence/wire/ask.js';
import { add } from '../library/add.js';
import { Library } from '../library/library.js';
import type { SnapshotEntry } from '../library/snapshot.js';
import { linkContinuations } from '../pipeline/tables/continuation.js';
import type { AskedMember } from './ask/candidates.js';
import { decide, heldAgainst } from './ask/decide.js';
import { ruleFor } from './ask/operands.js';
import { parseQuestion } from './ask/question.js';
import { type BorneFact, said } from './ask/said.js';
import { citationsOf, evidenceOf, type MemberEvidence } from './citations.js';
import { proposedMember } from './make-member.js';
import { factsOf } from './member-facts.js';
import { buildMembers } from './members.js';
import { tablesOn } from './page-stages.js';

export interface VerifyOptions {
  readonly environment?: NodeJS.ProcessEnv;
  readonly password?: string;
}

/** No endpoint is asked for anything, whatever the environment names. */
const withoutModels = ({ environment = {} }: VerifyOptions): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !/^GROUNDGLASS_.*_(?:URL|MODEL|KEY)$/u.test(name)));

type Check = VerifyReply['checks'][number];

/**
 * Proves an answer again from the original file and the answer alone: in a library of its own, thrown away after, without a model
 * and without the network. Every citation is made anew and must be the same, and the answer must follow from them.
 *
 * @param source path of the file that the answer cites
 * @throws GroundglassError `bad_argument` for what is no answer; what adding the file throws
 */
export async function verify(answer: unknown, source: string, options: VerifyOptions = {}): Promise<VerifyReply> {
  const parsed = askReplySchema.safeParse(answer);
  if (!parsed.success) {
    throw new GroundglassError(
      'bad_argument',
      'This is no answer of `ask`.',
      'Pass the JSON that `ask --json` printed, unchanged.',
      { issues: parsed.error.issues.slice(0, 5).map(({ path, message }) => `${path.join('.')}: ${message}`) },
    );
  }
  const folder = await mkdtemp(join(tmpdir(), 'groundglass-verify-'));
  const library = Library.open(join(folder, 'library'), {
    ...options,
    environment: withoutModels(options),
    create: true,
  });
  try {
    return await verifierOf(library, await addedTo(library, source))(parsed.data);
  } finally {
    await library.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function addedTo(library: Library, source: string): Promise<SnapshotEntry> {
  const { documents, failed } = await add(library, { paths: [source] });
  const [failure] = failed;
  if (failure) throw GroundglassError.fromWire(failure.error as Parameters<typeof GroundglassError.fromWire>[0]);
  return library.find(documents[0]?.digest ?? '');
}

/** Proves answers again in a library that holds their source; what it makes of a page serves for the next answer. */
export function verifierOf(library: Library, entry: SnapshotEntry): (reply: AskReply) => Promise<VerifyReply> {
  const pages = new Map<number, Promise<readonly MemberEvidence[]>>();
  const pageAnew = (pageIndex: number): Promise<readonly MemberEvidence[]> => {
    const known = pages.get(pageIndex) ?? evidenceOn(library, entry, pageIndex);
    pages.set(pageIndex, known);
    return known;
  };
  return async (reply) => {
    if (reply.status === 'abstained') return faultFreeAbstention(reply);
    const cited = new Set(reply.citations.map(({ locator }) => locator.page_index));
    const evidence: MemberEvidence[] = [];
    for (const pageIndex of cited)
      if (pageIndex !== null && pageIndex < entry.pages) evidence.push(...(await pageAnew(pageIndex)));
    const proposed = reply.proposal === undefined ? null : await proposedMember(library, entry, reply.proposal, []);
    if (proposed !== null) evidence.push(await evidenceOf(library, entry, proposed));
    const borne = evidence.flatMap(borneFacts);
    const known = new Map(borne.flatMap(({ citations }) => citations.map((citation) => [keyOf(citation), citation])));
    const checks = reply.citations.map((citation, i): Check => {
      const why = faultOf(citation, entry, known);
      return { citation: i, ok: why === null, why: why ?? 'Made anew from the source, and the same.' };
    });
    const why = await faultOfAnswer(reply, borne);
    checks.push({
      citation: null,
      ok: why === null,
      why: why ?? 'The question asks for this, and it follows from the citations.',
    });
    return { verified: checks.every(({ ok }) => ok), checks };
  };
}

function faultFreeAbstention({ answer, value, unit, citations, computation, reason, proposal }: AskReply): VerifyReply {
  const claims =
    [answer, value, unit, computation, proposal ?? null].some((field) => field !== null) || citations.length > 0;
  const ok = !claims && reason !== null;
  const why = ok ? 'An abstention claims nothing.' : 'An abstention gives a reason, and no value, answer or citation.';
  return { verified: ok, checks: [{ citation: null, ok, why }] };
}

interface PlacedFact extends BorneFact {
  readonly evidence: MemberEvidence;
}

/** The facts of a member, each with what bears it out. */
function borneFacts(evidence: MemberEvidence): PlacedFact[] {
  return factsOf(evidence.ir).map((fact) => ({ evidence, fact, citations: citationsOf(evidence, fact) }));
}

/** The members of a page, made anew from the source. */
async function evidenceOn(library: Library, entry: SnapshotEntry, pageIndex: number): Promise<MemberEvidence[]> {
  const pages = await withEarlier(library, entry, pageIndex);
  const members = await buildMembers(
    library,
    entry,
    pages.sort((a, b) => a - b),
  );
  return Promise.all(
    members.filter((one) => one.pageIndex === pageIndex).map((member) => evidenceOf(library, entry, member)),
  );
}

const keyOf = ({ ir, field_path, claim }: Citation): string => `${ir}${field_path}\n${claim}`;

/** The page and those before it whose tables go on there: their headings name the cells. */
async function withEarlier(library: Library, entry: SnapshotEntry, pageIndex: number): Promise<number[]> {
  const { pages } = await library.record(entry);
  const found = [pageIndex];
  let later = (await tablesOn(library, entry, pageIndex)).tables;
  for (let earlier = pageIndex - 1; earlier >= 0; earlier--) {
    const { tables } = await tablesOn(library, entry, earlier);
    const linked = linkContinuations([...tables, ...later], pages);
    if (!linked.some((table) => table.pageIndex === earlier + 1 && table.continues !== null)) break;
    found.push(earlier);
    later = tables;
  }
  return found;
}

function faultOf(citation: Citation, { digest }: SnapshotEntry, anew: ReadonlyMap<string, Citation>): string | null {
  if (citation.source_version !== digest) return `The file is another version: ${digest}.`;
  const known = anew.get(keyOf(citation));
  if (known === undefined) return 'The source does not give this claim at this place.';
  for (const key of Object.keys(known) as (keyof Citation)[]) {
    if (JSON.stringify(citation[key]) !== JSON.stringify(known[key]))
      return `\`${key}\` is not what the source gives: it was changed, or comes of another version of this program.`;
  }
  return null;
}

/** The question is asked again of what the source gives, and must be answered alike. */
async function faultOfAnswer(reply: AskReply, borne: readonly PlacedFact[]): Promise<string | null> {
  const chosen = reply.planner === null ? await chosenAgain(reply, borne) : chosenByPlan(reply, borne);
  if (typeof chosen === 'string') return chosen;
  if (chosen.facts.some(({ fact }) => !fact.verified)) return 'The value is not proven on the page.';
  const expected = { ...said(chosen.facts, chosen.rule), reason: null, refused: [], available: null };
  for (const [key, value] of Object.entries(expected)) {
    if (JSON.stringify(reply[key as keyof AskReply]) !== JSON.stringify(value))
      return `\`${key}\` is not what the source and the question give.`;
  }
  return null;
}

interface Chosen {
  readonly facts: readonly PlacedFact[];
  readonly rule: Computation['rule'] | null;
}

async function chosenAgain(reply: AskReply, borne: readonly PlacedFact[]): Promise<Chosen | string> {
  const members = [...new Set(borne.map(({ evidence }) => evidence))].map(
    (evidence): AskedMember => ({
      id: `${evidence.member.ir.digest}#${evidence.member.id}`,
      kind: evidence.member.kind,
      grammar: evidence.member.grammar,
      facts: borne.filter((one) => one.evidence === evidence).map(({ fact }) => fact),
      context: evidence.member.context,
    }),
  );
  const { asked, candidates } = await heldAgainst(parseQuestion(reply.question), members);
  const decision = decide(asked, candidates);
  if ('reason' in decision) return `The source does not answer the question: ${decision.reason}.`;
  return {
    facts: decision.facts.map(({ fact }) => borne.find((one) => one.fact === fact) as PlacedFact),
    rule: decision.rule,
  };
}

/** A chat model chose the facts: they must be there, and what was computed of them must be allowed. */
function chosenByPlan(reply: AskReply, borne: readonly PlacedFact[]): Chosen | string {
  const { computation } = reply;
  const firsts = computation === null ? [0] : computation.inputs.map(({ citation }) => citation);
  const facts = firsts.map((at) => {
    const citation = reply.citations[at];
    const key = citation === undefined ? '' : keyOf(citation);
    return borne.find(({ citations }) => citations[0] !== undefined && keyOf(citations[0]) === key);
  });
  if (facts.includes(undefined)) return 'A cited value is not one that the source gives.';
  const found = facts as PlacedFact[];
  if (computation === null) return { facts: found, rule: null };
  const [first] = found as [PlacedFact];
  const isOne = found.every(({ evidence }) => evidence === first.evidence) && new Set(found).size === found.length;
  const member = { kind: first.evidence.member.kind, grammar: first.evidence.member.grammar };
  const operation = computation.rule === 'sum' ? 'sum' : 'difference';
  const rule = isOne
    ? ruleFor(
        found.map(({ fact }) => ({ fact, member })),
        operation,
      )
    : null;
  return rule === computation.rule ? { facts: found, rule } : 'This may not be computed of these values.';
}
