import type { Seen } from './legibility.js';
import type { Window } from './slide-drawing.js';

/** Texts nearer to each other than this much of the height of the lower one are lines, or parts of a line, of one text. */
const NEAR = 0.7;

/** Every text by itself, and texts that stand together as one: converters cut a line into several. */
export function joinedTexts(seen: readonly Seen[]): Seen[][] {
  const groups: Seen[][] = [];
  for (const it of seen) {
    const near = groups.filter((group) => group.some((other) => areNear(it.box, other.box)));
    for (const group of near) groups.splice(groups.indexOf(group), 1);
    groups.push([...near.flat(), it]);
  }
  const inOrder = groups.filter((group) => group.length > 1).map((group) => seen.filter((it) => group.includes(it)));
  return [...seen.map((it) => [it]), ...inOrder];
}

function areNear(a: Window | null, b: Window | null): boolean {
  if (a === null || b === null) return false;
  const gap = NEAR * Math.min(a[3] - a[1], b[3] - b[1]);
  return a[0] - gap < b[2] && b[0] - gap < a[2] && a[1] - gap < b[3] && b[1] - gap < a[3];
}
