import type { WireBox } from '../evidence/wire/locator.js';
import type { ObjectRef } from '../store/objects.js';

type MemberKind = 'chart' | 'table' | 'text';

/** One qualified member of a document: what it says in words, and the objects that bear it out. */
export interface Member {
  /** Names the member in its document: `t4-1`, `p4`. */
  readonly id: string;
  readonly kind: MemberKind;
  readonly grammar: string | null;
  readonly pageIndex: number;
  readonly box: WireBox;
  /** The only text that is indexed. */
  readonly description: string;
  /** Titles that the member stands under. */
  readonly context: readonly string[];
  readonly ir: ObjectRef;
  readonly svg: ObjectRef;
  readonly receipt: ObjectRef;
  /** Of a chart that a vision model read: what it said. */
  readonly proposal?: ObjectRef;
}

/** An object of JSON as it is stored. */
export const jsonBytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
