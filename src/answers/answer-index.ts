import { toGroundglassError } from '../evidence/errors.js';
import type { Warning } from '../evidence/wire/document.js';
import type { Library } from '../library/library.js';
import type { SnapshotEntry } from '../library/snapshot.js';
import type { Embedder } from '../models/embedding.js';
import { fuse } from '../retrieval/fusion.js';
import { indexPassages, searchPassages, TEXT_INDEX_TABLES } from '../retrieval/text-index.js';
import { packVectors, VectorIndex } from '../retrieval/vector-index.js';
import { type Database, memoryDatabase, transaction } from '../store/database.js';
import type { ObjectRef } from '../store/objects.js';
import { membersIn, type PublishedSnapshot } from './answer-snapshot.js';
import { isCut } from './make-member.js';
import type { Member } from './member.js';

/** Bumped when descriptions are embedded in another way. */
const VECTORS_VERSION = 1;
/** Members that each channel brings into the fusion, and that are looked through for facts after it. */
const CHANNEL_DEPTH = 100;
const LOOKED_THROUGH = 64;

export interface FoundMember {
  readonly digest: string;
  readonly member: Member;
}

/**
 * The descriptions of a snapshot's members, by words and by meaning. It is made of one snapshot and never changes: who holds it
 * goes on reading that snapshot, whatever is published meanwhile.
 */
export class AnswerIndex {
  private readonly folded = new WeakMap<Member, string>();

  constructor(
    private readonly words: Database,
    private readonly members: ReadonlyMap<string, readonly Member[]>,
    private readonly vectors: VectorIndex | null,
    private readonly embedder: Embedder | null,
    readonly warnings: readonly Warning[],
  ) {}

  /** The members that a question is likely to be about, best first. @param digest of the one document to look in, or null */
  async search(question: string, digest: string | null): Promise<FoundMember[]> {
    const key = ({ document, ordinal }: { document: string; ordinal: number }): string => `${document}#${ordinal}`;
    const byWords = searchPassages(this.words, question, digest, CHANNEL_DEPTH).map((hit) => ({
      ...hit,
      id: key(hit),
    }));
    const byVector = await this.byMeaning(question, digest);
    return fuse(byWords, byVector)
      .slice(0, LOOKED_THROUGH)
      .flatMap(({ id }): FoundMember[] => {
        const [document = '', ordinal = ''] = id.split('#');
        const member = this.members.get(document)?.[Number(ordinal)];
        return member === undefined ? [] : [{ digest: document, member }];
      });
  }

  /**
   * The members that print all of some labels and words, however far they are from the question: any of them may say of another
   * place what is asked for.
   *
   * @param digest of the one document to look in, or null
   */
  printing(texts: readonly string[], digest: string | null): FoundMember[] {
    const wanted = texts.map(folded);
    const found: FoundMember[] = [];
    for (const [document, members] of this.members) {
      if (digest !== null && document !== digest) continue;
      for (const member of members) {
        const own = this.foldedText(member);
        if (isCut(member) || wanted.every((text) => own.includes(text))) found.push({ digest: document, member });
      }
    }
    return found;
  }

  private foldedText(member: Member): string {
    const text = this.folded.get(member) ?? folded([member.description, ...member.context].join(' '));
    this.folded.set(member, text);
    return text;
  }

  private async byMeaning(question: string, digest: string | null) {
    if (this.vectors === null || this.embedder === null) return [];
    const [vector] = await this.embedder.embed([question], {});
    return this.vectors
      .search(vector as Float32Array, digest, CHANNEL_DEPTH)
      .map(({ document, ordinal, score }) => ({ id: `${document}#${ordinal}`, score }));
  }
}

/** Widths, cases and blanks are one: where a page breaks its lines is not what it says. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, '');

const OPEN = new WeakMap<Library, { readonly key: string; readonly index: Promise<AnswerIndex> }>();

/** The index of a published snapshot, kept for the next question. */
export async function answerIndex(
  library: Library,
  published: PublishedSnapshot,
  entries: readonly SnapshotEntry[],
): Promise<AnswerIndex> {
  const embedder = await embedderOf(library);
  const key = `${published.ref.digest} ${'id' in embedder ? embedder.id : ''}`;
  const open = OPEN.get(library);
  if (open?.key === key) return open.index;
  const index = build(library, published, entries, embedder);
  OPEN.set(library, { key, index });
  index.catch(() => OPEN.delete(library));
  return index;
}

async function build(
  library: Library,
  published: PublishedSnapshot,
  entries: readonly SnapshotEntry[],
  embedder: Embedder | { readonly warning: Warning },
): Promise<AnswerIndex> {
  const words = memoryDatabase([TEXT_INDEX_TABLES]);
  const members = new Map<string, readonly Member[]>();
  const blocks = [];
  for (const { digest } of published.snapshot.documents) {
    const own = await membersIn(library, published, digest);
    members.set(digest, own);
    const texts = own.map(textOf);
    transaction(words, 'write', () => indexPassages(words, digest, texts));
    const entry = entries.find((one) => one.digest === digest);
    if ('id' in embedder && entry !== undefined && own.length > 0)
      blocks.push({ document: digest, rows: await vectorsOf(library, entry, embedder, texts) });
  }
  if (!('id' in embedder)) return new AnswerIndex(words, members, null, null, [embedder.warning]);
  return new AnswerIndex(words, members, new VectorIndex(blocks, embedder.dimensions), embedder, []);
}

/** What is indexed: the description, and nothing of the IR or the SVG beside it. */
const textOf = ({ description }: Member): string => description;

/** Stage *member vectors*: made once for a document's descriptions and an embedder. */
function vectorsOf(
  library: Library,
  entry: SnapshotEntry,
  embedder: Embedder,
  texts: readonly string[],
): Promise<Int8Array> {
  return library.derive(
    entry,
    'member-vectors',
    VECTORS_VERSION,
    { embedder: embedder.id, texts: texts.join('\u0000') },
    async () => {
      const rows = packVectors(await embedder.embed(texts, {}), embedder.dimensions);
      return library.keep(entry, new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength));
    },
    async (ref: ObjectRef) => {
      const bytes = await library.objects.get(ref);
      return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    },
  );
}

/** Without an embedder words alone are searched, and a warning says so. */
async function embedderOf(library: Library): Promise<Embedder | { readonly warning: Warning }> {
  try {
    return await library.embedder();
  } catch (thrown) {
    const error = toGroundglassError(thrown);
    if (error.class !== 'upstream_refused' && error.class !== 'missing_dependency') throw error;
    const message = `Searched by words only: ${error.message} ${error.nextStep}`;
    return { warning: { code: 'vectors_unavailable', message, page_index: null } };
  }
}
