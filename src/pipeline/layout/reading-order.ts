import type { PageBox } from '../../evidence/boxes.js';
import { type Extent, extentOf } from './direction.js';

export interface OrderOptions {
  /** Direction of the page's writing, degrees clockwise: 90 for sideways pages and for upright Japanese. */
  readonly deg: number;
  /** Columns follow each other from the right. */
  readonly rightToLeft: boolean;
  /** Size of the running text, pt: what a gap is wide or narrow against. */
  readonly sizePt: number;
}

/** Boxes that overlap by no more than this many text sizes are still cut apart. */
const OVERLAP_EM = 0.35;
/** A gutter is at least this wide, in text sizes, where columns are cut. */
const MIN_GUTTER_EM = 0.6;
/** Strips farther apart than this many text sizes are parts of the page, each read to its end. */
const SECTION_GAP_EM = 3;

interface Unit {
  readonly index: number;
  readonly extent: Extent;
}

/**
 * The order in which a person reads boxes: recursive cuts along free room. Columns are read one after the other, as
 * long as nothing stands across their gutter; what does, parts what is above it from what is below.
 *
 * @returns indices into `boxes`
 */
export function readingOrder(boxes: readonly PageBox[], options: OrderOptions): number[] {
  const units = boxes.map((box, index): Unit => ({ index, extent: extentOf(box, options.deg) }));
  return orderOf(units, options, 0).map(({ index }) => index);
}

/** Cuts nest this deep at most; what is left then is read from the top. */
const MAX_DEPTH = 60;

function orderOf(units: readonly Unit[], options: OrderOptions, depth: number): Unit[] {
  if (units.length <= 1) return [...units];
  const slack = OVERLAP_EM * options.sizePt;
  const strips = groupsOf(units, 'across', -slack);
  if (depth < MAX_DEPTH) {
    const columns = groupsOf(units, 'along', MIN_GUTTER_EM * options.sizePt);
    if (columns.length > 1 && (strips.length === 1 || columnsComeFirst(columns, strips, options))) {
      const ordered = options.rightToLeft ? [...columns].reverse() : columns;
      return ordered.flatMap((column) => orderOf(column, options, depth + 1));
    }
    if (strips.length > 1) return mergeStrips(strips, options).flatMap((strip) => orderOf(strip, options, depth + 1));
    const narrow = groupsOf(units, 'along', -slack);
    if (narrow.length > 1) {
      const ordered = options.rightToLeft ? [...narrow].reverse() : narrow;
      return ordered.flatMap((column) => orderOf(column, options, depth + 1));
    }
  }
  const side = options.rightToLeft ? -1 : 1;
  return [...units].sort(
    (a, b) => a.extent.across[0] - b.extent.across[0] || side * (a.extent.along[0] - b.extent.along[0]),
  );
}

/** Units parted where nothing of them lies along an axis for more than `gap`, in their order along it. */
function groupsOf(units: readonly Unit[], axis: 'along' | 'across', gap: number): Unit[][] {
  const groups: Unit[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const unit of [...units].sort((a, b) => a.extent[axis][0] - b.extent[axis][0])) {
    const [from, to] = unit.extent[axis];
    // A box thinner than the overlap that is allowed would be cut off from what it lies in.
    const least = gap < 0 ? Math.max(gap, -0.5 * (to - from)) : gap;
    if (groups.length > 0 && from - end < least) groups.at(-1)?.push(unit);
    else groups.push([unit]);
    end = Math.max(end, to);
  }
  return groups;
}

/** Columns whose gutter is as wide as the widest gap across the page, or that hold running text side by side. */
function columnsComeFirst(columns: readonly Unit[][], strips: readonly Unit[][], options: OrderOptions): boolean {
  const gutter = Math.max(...gapsOf(columns, 'along'));
  const gap = Math.max(...gapsOf(strips, 'across'));
  return gap <= Math.max(gutter, SECTION_GAP_EM * options.sizePt);
}

function gapsOf(groups: readonly Unit[][], axis: 'along' | 'across'): number[] {
  return groups.slice(1).map((group, i) => {
    const before = Math.max(...(groups[i] as Unit[]).map(({ extent }) => extent[axis][1]));
    return Math.min(...group.map(({ extent }) => extent[axis][0])) - before;
  });
}

/** Neighbouring strips that have a gutter in common are columns, parted by chance at one height. */
function mergeStrips(strips: readonly Unit[][], options: OrderOptions): Unit[][] {
  const merged: Unit[][] = [];
  for (const strip of strips) {
    const last = merged.at(-1);
    if (last && shareGutter(last, strip, options)) last.push(...strip);
    else merged.push([...strip]);
  }
  return merged;
}

function shareGutter(above: readonly Unit[], below: readonly Unit[], options: OrderOptions): boolean {
  const gutter = MIN_GUTTER_EM * options.sizePt;
  const [a, b] = [groupsOf(above, 'along', gutter), groupsOf(below, 'along', gutter)];
  if (a.length < 2 && b.length < 2) return false;
  const both = groupsOf([...above, ...below], 'along', gutter);
  if (both.length < 2 || both.length < Math.max(a.length, b.length)) return false;
  const [gap = 0] = gapsOf([[...above], [...below]], 'across');
  return gap <= Math.max(SECTION_GAP_EM * options.sizePt, Math.max(...gapsOf(both, 'along')));
}
