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
import { citationsFor } from './citations.js';
import { readMember } from './member-facts.js';
import { buildMembers, type Member } from './members.js';
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
  const reply = parsed.data;
  if (reply.status === 'abstained')
    return { verified: true, checks: [{ citation: null, ok: true, why: 'An abstention claims nothing.' }] };
  if (reply.citations.length === 0)
    return { verified: false, checks: [{ citation: null, ok: false, why: 'The answer cites nothing.' }] };
  const folder = await mkdtemp(join(tmpdir(), 'groundglass-verify-'));
  const library = Library.open(join(folder, 'library'), {
    ...options,
    environment: withoutModels(options),
    create: true,
  });
  try {
    const checks = await checksOf(library, reply, source);
    return { verified: checks.every(({ ok }) => ok), checks };
  } finally {
    await library.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function checksOf(library: Library, reply: AskReply, source: string): Promise<Check[]> {
  const { documents, failed } = await add(library, { paths: [source] });
  const [failure] = failed;
  if (failure) throw GroundglassError.fromWire(failure.error as Parameters<typeof GroundglassError.fromWire>[0]);
  const [document] = documents;
  const entry = await library.find(document?.digest ?? '');
  const anew = await citationsAnew(library, entry, reply.citations);
  const checks = reply.citations.map((citation, i): Check => {
    const why = faultOf(citation, entry, anew);
    return { citation: i, ok: why === null, why: why ?? 'Made anew from the source, and the same.' };
  });
  const why = faultOfAnswer(reply, anew);
  return [...checks, { citation: null, ok: why === null, why: why ?? 'The answer follows from its citations.' }];
}

/** A citation as the source gives it, with the value that it stands for. */
interface Anew {
  readonly citation: Citation;
  readonly fact: {
    readonly value: string | null;
    readonly unit: string | null;
    readonly verified: boolean;
    readonly sentence: string;
  } | null;
}

/** All citations that the members on the cited pages could give, by where they lead. */
async function citationsAnew(
  library: Library,
  entry: SnapshotEntry,
  citations: readonly Citation[],
): Promise<ReadonlyMap<string, Anew>> {
  const pages = new Set<number>();
  for (const { locator } of citations) {
    const pageIndex = locator.page_index;
    if (pageIndex === null || pageIndex >= entry.pages) continue;
    for (const page of await withEarlier(library, entry, pageIndex)) pages.add(page);
  }
  const members = await buildMembers(
    library,
    entry,
    [...pages].sort((a, b) => a - b),
  );
  const cited = new Set(citations.map(({ ir }) => ir));
  const anew = new Map<string, Anew>();
  for (const member of members.filter(({ ir }) => cited.has(ir.digest)))
    await addCitations(library, entry, member, anew);
  return anew;
}

async function addCitations(
  library: Library,
  entry: SnapshotEntry,
  member: Member,
  anew: Map<string, Anew>,
): Promise<void> {
  const { facts } = await readMember(library, member);
  for (const fact of facts) {
    const { value, unit, verified } = fact;
    for (const [i, citation] of (await citationsFor(library, entry, member, fact)).entries()) {
      const key = keyOf(citation);
      if (i === 0) anew.set(key, { citation, fact: { value, unit, verified, sentence: sentenceOf(fact) } });
      else if (!anew.has(key)) anew.set(key, { citation, fact: null });
    }
  }
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
      return `\`${key}\` differs from what the source gives.`;
  }
  return known.fact === null || known.fact.verified ? null : 'The value is not proven on the page.';
}

function faultOfAnswer(reply: AskReply, anew: ReadonlyMap<string, Anew>): string | null {
  const factAt = (i: number) => {
    const citation = reply.citations[i];
    return citation === undefined ? undefined : anew.get(keyOf(citation))?.fact;
  };
  const { computation } = reply;
  if (computation === null) {
    const fact = factAt(0);
    if (!fact) return 'The first citation gives no value.';
    if (reply.value !== fact.value || reply.unit !== fact.unit) return 'The value or its unit is not the cited one.';
    return reply.answer === fact.sentence ? null : 'The answer says something else than its citation.';
  }
  const facts = computation.inputs.map(({ citation }) => factAt(citation));
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
