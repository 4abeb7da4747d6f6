import type { NumberStyle } from '../facts/printed-number.js';
import type { Label } from './labels.js';
import { sliceLine } from './slice-label.js';

/** Lines of one block stand this close, em. */
const LINE_GAP_EM = 0.7;

/** Lines at one slice: its names, its number, or both. */
export interface Block {
  readonly names: readonly Label[];
  readonly number: { readonly label: Label; readonly printed: string; readonly name: string } | null;
  readonly labels: readonly Label[];
}

/** Name and number in lines below each other are one block: names above their number where most are, else below. */
export function blocksOf(labels: readonly Label[], style: NumberStyle): Block[] {
  const lines = labels.map((label) => ({ label, line: sliceLine(label.text, style) }));
  const isName = ({ line }: (typeof lines)[number]): boolean => line.number === null && /\p{L}/u.test(line.name);
  const above = (label: Label): (typeof lines)[number][] => stackFrom(label, lines, -1, isName);
  const below = (label: Label): (typeof lines)[number][] => stackFrom(label, lines, 1, isName);
  const numbers = lines.filter(({ line }) => line.number !== null);
  const bare = numbers.filter(({ line }) => line.name === '');
  const up = bare.filter(({ label }) => above(label).length > 0).length;
  const down = bare.filter(({ label }) => below(label).length > 0).length;
  const taken = new Set<Label>();
  const blocks = numbers.map(({ label, line }): Block => {
    const found = line.name !== '' ? [] : up >= down ? above(label) : below(label);
    const names = found.map((one) => one.label).filter((name) => !taken.has(name));
    for (const name of names) taken.add(name);
    return {
      names: names.sort((a, b) => a.box[1] - b.box[1]),
      number: { label, printed: line.number as string, name: line.name },
      labels: [label, ...names],
    };
  });
  const loose = lines.filter((one) => isName(one) && !taken.has(one.label));
  const joined: Label[][] = [];
  for (const { label } of [...loose].sort((a, b) => a.label.box[1] - b.label.box[1])) {
    const open = joined.find((lines) => isBelow(label, lines.at(-1) as Label));
    if (open) open.push(label);
    else joined.push([label]);
  }
  return [...blocks, ...joined.map((names): Block => ({ names, number: null, labels: names }))];
}

const MAX_NAME_LINES = 3;

function stackFrom<T extends { readonly label: Label }>(
  from: Label,
  lines: readonly T[],
  side: -1 | 1,
  wanted: (line: T) => boolean,
): T[] {
  const found: T[] = [];
  let last = from;
  while (found.length < MAX_NAME_LINES) {
    const next = lines.find(
      (one) => one.label !== last && (side < 0 ? isBelow(last, one.label) : isBelow(one.label, last)),
    );
    if (!next || !wanted(next)) break;
    found.push(next);
    last = next.label;
  }
  return found;
}

/** `a` is the next line below `b`. */
function isBelow(a: Label, b: Label): boolean {
  const em = Math.min(a.sizePt, b.sizePt);
  const gap = a.box[1] - b.box[3];
  if (gap < -0.3 * em || gap > LINE_GAP_EM * em || Math.abs(a.sizePt - b.sizePt) > 0.3 * em) return false;
  const offs = [a.box[0] - b.box[0], a.box[2] - b.box[2], (a.box[0] + a.box[2] - b.box[0] - b.box[2]) / 2];
  return Math.min(...offs.map(Math.abs)) <= 0.6 * em;
}
