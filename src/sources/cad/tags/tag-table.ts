/**
 * All tags of a DXF file, by index. Values are read when they are asked for: a drawing of 100 MB has ten million tags, of
 * which most are asked for once.
 */
export interface TagTable {
  readonly count: number;
  /** Group codes, one a tag. */
  readonly codes: Int16Array;
  /** The value as its bytes, one character a byte (Latin-1): the code page is not known yet, and chunks must be joined first. */
  text(index: number): string;
  /** The value as a number; NaN where it is none. */
  number(index: number): number;
  /** Byte at which the tag begins, its group code included; the length of the file behind the last tag. */
  startOf(index: number): number;
  /** Bytes of the value, its line end or closing zero left out. */
  valueOf(index: number): readonly [from: number, to: number];
  /** What was wrong with the file as a row of tags. */
  readonly damage: { readonly truncated: boolean; readonly strayLines: number };
}

/** What a group code's value is made of (DXF reference, "Group Code Value Types"). */
export type ValueType = 'text' | 'double' | 'int16' | 'int32' | 'int64' | 'byte' | 'chunk';

const RANGES: readonly (readonly [last: number, type: ValueType])[] = [
  [9, 'text'],
  [59, 'double'],
  [79, 'int16'],
  [99, 'int32'],
  [109, 'text'],
  [149, 'double'],
  [159, 'text'],
  [169, 'int64'],
  [179, 'int16'],
  [209, 'text'],
  [239, 'double'],
  [269, 'text'],
  [289, 'int16'],
  [299, 'byte'],
  [309, 'text'],
  [319, 'chunk'],
  [369, 'text'],
  [389, 'int16'],
  [399, 'text'],
  [409, 'int16'],
  [419, 'text'],
  [429, 'int32'],
  [439, 'text'],
  [459, 'int32'],
  [469, 'double'],
  [1003, 'text'],
  [1004, 'chunk'],
  [1009, 'text'],
  [1059, 'double'],
  [1070, 'int16'],
  [1071, 'int32'],
];

/** The value type of a group code; codes that the reference does not list are text. */
export function valueTypeOf(code: number): ValueType {
  if (code < 0) return 'text';
  for (const [last, type] of RANGES) if (code <= last) return type;
  return 'text';
}
