import { pageBox } from '../evidence/boxes.js';
import type { Citation } from '../evidence/wire/ask.js';
import type { DocumentRecord, Library } from '../library/library.js';
import { pageLocator } from '../library/locators.js';
import type { SnapshotEntry } from '../library/snapshot.js';
import type { Fact } from '../pipeline/facts/fact.js';
import type { FieldCheck, Receipt } from '../pipeline/facts/receipt.js';
import { sentenceOf } from '../pipeline/facts/sentence.js';
import { digestOf } from '../store/objects.js';
import type { Member } from './member.js';
import { fieldsOf, type MemberIr } from './member-facts.js';

/** A member's objects, read from disk and checked against their digests. */
export interface MemberEvidence {
  readonly entry: SnapshotEntry;
  readonly record: DocumentRecord;
  readonly member: Member;
  readonly ir: MemberIr;
  readonly svgDigest: string;
  /** What its receipt says of each field, by the field's path. */
  readonly checks: ReadonlyMap<string, FieldCheck>;
}

/**
 * Reads all that answers from a member stand on, from disk each time, so that no answer stands on damaged evidence.
 *
 * @throws GroundglassError `object_damaged`, `object_missing`
 */
export async function evidenceOf(library: Library, entry: SnapshotEntry, member: Member): Promise<MemberEvidence> {
  const receipt = await library.objects.getJson<Receipt>(member.receipt);
  return {
    entry,
    record: await library.record(entry),
    member,
    ir: await library.objects.getJson<MemberIr>(member.ir),
    svgDigest: digestOf(await library.objects.get(member.svg)),
    checks: new Map(receipt.fields.map((field) => [field.path, field])),
  };
}

/** What bears out a fact, field by field: its value first, then the labels that name it. Nothing for what is not printed. */
export function citationsOf({ entry, record, member, ir, svgDigest, checks }: MemberEvidence, fact: Fact): Citation[] {
  if (!checks.has(fact.path)) return [];
  return fieldsOf(fact, ir).flatMap((path, i): Citation[] => {
    const field = checks.get(path);
    if (field === undefined) return [];
    return [
      {
        claim: i === 0 ? sentenceOf(fact) : field.printed,
        field_path: path,
        ir: member.ir.digest,
        svg: member.svg.digest,
        svg_digest: svgDigest,
        receipt: member.receipt.digest,
        source_version: entry.digest,
        element_ids: [...new Set(field.glyphs.map(([element]) => element))],
        occurrence: field.glyphs.map(([element_id, from, to]) => ({ element_id, from, to })),
        transform: [...field.transform] as Citation['transform'],
        locator: pageLocator(entry, record, member.pageIndex, pageBox(...field.box)),
        printed: field.printed,
      },
    ];
  });
}
