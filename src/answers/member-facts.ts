import type { Library } from '../library/library.js';
import { type ChartIr, chartFacts } from '../pipeline/facts/chart-facts.js';
import type { Fact } from '../pipeline/facts/fact.js';
import { tableFacts } from '../pipeline/facts/table-facts.js';
import type { TableIr } from '../pipeline/facts/table-ir.js';
import { type TextIr, textFacts } from '../pipeline/facts/text-ir.js';
import type { ObjectRef } from '../store/objects.js';
import type { Member } from './member.js';

export type MemberIr = ChartIr | TableIr | TextIr;

/** What a member's IR says, value by value. Nothing else is asked: a score or a description makes no evidence. */
export function factsOf(ir: MemberIr): readonly Fact[] {
  switch (ir.format) {
    case 'chart-ir-v1':
      return chartFacts(ir);
    case 'table-ir-v1':
      return tableFacts(ir);
    case 'text-ir-v1':
      return textFacts(ir);
  }
}

/** Fields of the IR that bear out a fact: its value's first, then those of the labels and the period that it is named by. */
export function fieldsOf(fact: Fact, ir: MemberIr): string[] {
  const named = [...fact.labels.filter(({ role }) => role !== 'title').map(({ path }) => path), fact.periodPath];
  const fields = [fact.path, ...named.flatMap((path) => (path === null ? [] : [fieldAt(path, ir)]))];
  return [...new Set(fields.filter((path) => path !== null))];
}

/** A heading of a table is a cell of its own; elsewhere a field is where its text stands. */
function fieldAt(path: string, ir: MemberIr): string | null {
  const heading = /^\/cells\/(\d+)\/(row_path|column_path)\/(\d+)\/text$/u.exec(path);
  if (heading === null || ir.format !== 'table-ir-v1') return path;
  const [, cell, side, place] = heading;
  const at = ir.cells[Number(cell)]?.[side as 'row_path' | 'column_path'][Number(place)]?.cell ?? null;
  return at === null ? null : `/cells/${at}/plain`;
}

const KNOWN = new WeakMap<Library, Map<string, Promise<{ ir: MemberIr; facts: readonly Fact[] }>>>();
/** IRs whose facts are kept ready; a large table's take a megabyte. */
const MAX_KNOWN = 512;

/** The facts of a member, made once for as long as others push them out. */
export function readMember(library: Library, { ir }: Member): Promise<{ ir: MemberIr; facts: readonly Fact[] }> {
  const known = KNOWN.get(library) ?? new Map();
  KNOWN.set(library, known);
  let reading = known.get(ir.digest);
  if (reading === undefined) {
    reading = parse(library, ir);
    if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value as string);
    known.set(ir.digest, reading);
    reading.catch(() => known.delete(ir.digest));
  }
  return reading;
}

async function parse(library: Library, ref: ObjectRef) {
  const ir = await library.objects.getJson<MemberIr>(ref);
  return { ir, facts: factsOf(ir) };
}
