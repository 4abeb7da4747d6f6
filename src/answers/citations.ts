import { pageBox } from '../evidence/boxes.js';
import type { Citation } from '../evidence/wire/ask.js';
import type { Library } from '../library/library.js';
import { pageLocator } from '../library/locators.js';
import type { SnapshotEntry } from '../library/snapshot.js';
import type { Fact } from '../pipeline/facts/fact.js';
import type { Receipt } from '../pipeline/facts/receipt.js';
import { sentenceOf } from '../pipeline/facts/sentence.js';
import { digestOf } from '../store/objects.js';
import { fieldsOf, type MemberIr } from './member-facts.js';
import type { Member } from './members.js';

/**
 * What bears out a fact, field by field: its value first, then the labels that name it. Every object is read from disk and
 * checked against its digest, so that no answer stands on damaged evidence.
 *
 * @throws GroundglassError `object_damaged`, `object_missing`
 */
export async function citationsFor(
  library: Library,
  entry: SnapshotEntry,
  member: Member,
  fact: Fact,
): Promise<Citation[]> {
  const ir = await library.objects.getJson<MemberIr>(member.ir);
  const receipt = await library.objects.getJson<Receipt>(member.receipt);
  const svgDigest = digestOf(await library.objects.get(member.svg));
  const record = await library.record(entry);
  const checks = new Map(receipt.fields.map((field) => [field.path, field]));
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
