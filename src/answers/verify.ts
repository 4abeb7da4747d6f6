import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GroundglassError } from '../evidence/errors.js';
import { type AskReply, askReplySchema, type Citation, type VerifyReply } from '../evidence/wire/ask.js';
import { add } from '../library/add.js';
import { Library } from '../library/library.js';
import type { SnapshotEntry } from '../library/snapshot.js';
import { sentenceOf } from '../pipeline/facts/sentence.js';
import { linkContinuations } from '../pipeline/tables/continuation.js';
import { compute } from './ask/compute.js';
import { computedSentence } from './ask/computed-sentence.js';
import { citationsOf, evidenceOf } from './citations.js';
import { factsOf } from './member-facts.js';
import { buildMembers, type Member, proposedMember } from './members.js';
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
  const pages = new Map<number, Promise<ReadonlyMap<string, Anew>>>();
  const pageAnew = (pageIndex: number): Promise<ReadonlyMap<string, Anew>> => {
    const known = pages.get(pageIndex) ?? citationsOn(library, entry, pageIndex);
    pages.set(pageIndex, known);
    return known;
  };
  return async (reply) => {
    if (reply.status === 'abstained')
      return { verified: true, checks: [{ citation: null, ok: true, why: 'An abstention claims nothing.' }] };
    const anew = new Map<string, Anew>();
    for (const { locator } of reply.citations) {
      const pageIndex = locator.page_index;
      if (pageIndex === null || pageIndex >= entry.pages) continue;
      for (const [key, citation] of await pageAnew(pageIndex)) anew.set(key, citation);
    }
    if (reply.proposal !== undefined) {
      const member = await proposedMember(library, entry, reply.proposal, []);
      if (member !== null)
        for (const [key, citation] of await citationsOfMember(library, entry, member)) anew.set(key, citation);
    }
    const checks = reply.citations.map((citation, i): Check => {
      const why = faultOf(citation, entry, anew);
      return { citation: i, ok: why === null, why: why ?? 'Made anew from the source, and the same.' };
    });
    const why = faultOfAnswer(reply, anew);
    checks.push({ citation: null, ok: why === null, why: why ?? 'The answer follows from its citations.' });
    return { verified: checks.every(({ ok }) => ok), checks };
  };
}

/** A citation as the source gives it, with the value that it stands for. */
interface Anew {
  readonly citation: Citation;
  /** What the first citation of a fact stands for, and how many more the fact has. */
  readonly fact: {
    readonly value: string | null;
    readonly unit: string | null;
    readonly verified: boolean;
    readonly sentence: string;
    readonly keys: readonly string[];
  } | null;
}

/** All citations that the members of a page can give, by what they claim and where they lead. */
async function citationsOn(
  library: Library,
  entry: SnapshotEntry,
  pageIndex: number,
): Promise<ReadonlyMap<string, Anew>> {
  const pages = await withEarlier(library, entry, pageIndex);
  const members = await buildMembers(
    library,
    entry,
    pages.sort((a, b) => a - b),
  );
  const anew = new Map<string, Anew>();
  for (const member of members.filter((one) => one.pageIndex === pageIndex))
    for (const [key, citation] of await citationsOfMember(library, entry, member)) anew.set(key, citation);
  return anew;
}

async function citationsOfMember(
  library: Library,
  entry: SnapshotEntry,
  member: Member,
): Promise<ReadonlyMap<string, Anew>> {
  const anew = new Map<string, Anew>();
  const evidence = await evidenceOf(library, entry, member);
  for (const fact of factsOf(evidence.ir)) {
    const citations = citationsOf(evidence, fact);
    const keys = citations.map(keyOf);
    citations.forEach((citation, i) => {
      const key = keys[i] as string;
      if (i > 0 && anew.has(key)) return;
      const { value, unit, verified } = fact;
      anew.set(key, { citation, fact: i === 0 ? { value, unit, verified, sentence: sentenceOf(fact), keys } : null });
    });
  }
  return anew;
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

function faultOf(citation: Citation, { digest }: SnapshotEntry, anew: ReadonlyMap<string, Anew>): string | null {
  if (citation.source_version !== digest) return `The file is another version: ${digest}.`;
  const known = anew.get(keyOf(citation));
  if (known === undefined) return 'The source does not give this claim at this place.';
  for (const key of Object.keys(known.citation) as (keyof Citation)[]) {
    if (JSON.stringify(citation[key]) !== JSON.stringify(known.citation[key]))
      return `\`${key}\` is not what the source gives: it was changed, or comes of another version of this program.`;
  }
  return known.fact === null || known.fact.verified ? null : 'The value is not proven on the page.';
}

function faultOfAnswer(reply: AskReply, anew: ReadonlyMap<string, Anew>): string | null {
  const factAt = (i: number) => {
    const citation = reply.citations[i];
    return citation === undefined ? undefined : anew.get(keyOf(citation))?.fact;
  };
  const { computation } = reply;
  const given = reply.citations.map(keyOf);
  if (computation === null) {
    const fact = factAt(0);
    if (!fact) return 'The first citation gives no value.';
    if (given.join() !== fact.keys.join()) return 'The citations are not those of the value and its labels.';
    if (reply.value !== fact.value || reply.unit !== fact.unit) return 'The value or its unit is not the cited one.';
    return reply.answer === fact.sentence ? null : 'The answer says something else than its citation.';
  }
  const facts = computation.inputs.map(({ citation }) => factAt(citation));
  if (given.join() !== facts.flatMap((fact) => fact?.keys ?? []).join())
    return 'The citations are not those of the inputs.';
  const isCited = computation.inputs.every(
    ({ value, unit }, i) => facts[i]?.value === value && facts[i]?.unit === unit,
  );
  if (!isCited) return 'An input of the computation is not the cited value.';
  const value = compute(
    computation.rule,
    computation.inputs.map((input) => input.value),
  );
  const unit =
    computation.rule === 'percentage_point_difference' ? 'percentage points' : (computation.inputs[0]?.unit ?? null);
  const outputs = [computation.output, reply].every((output) => output.value === value && output.unit === unit);
  if (!outputs) return 'The result is not that of the computation.';
  const sentences = facts.map((fact) => fact?.sentence ?? '');
  return reply.answer === computedSentence(computation.rule, sentences, value, unit)
    ? null
    : 'The answer says something else.';
}
