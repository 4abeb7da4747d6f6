import { box } from '../../../evidence/boxes.js';
import type { CadEntity, Curve, WorldBox } from '../drawing.js';

/** A straight line along x or y. */
export interface Rule {
  readonly axis: 'x' | 'y';
  /** The coordinate that stays: y of a line along x. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly handle: string;
}

/** Lines this much askew, as a part of their length, still count as along an axis. */
const SKEW = 1e-4;
/** Types whose lines can be rules; shapes of others are not asked for, which saves most of the time. */
const RULED = new Set(['LINE', 'LWPOLYLINE', 'POLYLINE', 'INSERT', 'SOLID', 'MLINE']);
/** Rules that are kept, the longest ones. */
const MAX_RULES = 20_000;

/** Lines of a layout along x and y that are at least `shortest` long, the longest first. */
export function rulesOf(entities: readonly CadEntity[], shortest: number, within: WorldBox | null = null): Rule[] {
  const rules: Rule[] = [];
  for (const entity of entities) {
    if (!entity.visible || entity.box === null || !RULED.has(entity.type)) continue;
    const [x0, y0, x1, y1] = entity.box;
    if (Math.max(x1 - x0, y1 - y0) < shortest) continue;
    if (within && (x0 > within[2] || x1 < within[0] || y0 > within[3] || y1 < within[1])) continue;
    for (const shape of entity.shapes()) {
      if (shape.kind !== 'line') continue;
      for (const curve of shape.curves) {
        const rule = ruleOf(curve, entity.handle);
        if (rule && rule.to - rule.from >= shortest) rules.push(rule);
      }
    }
  }
  return rules.sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, MAX_RULES);
}

function ruleOf(curve: Curve, handle: string): Rule | null {
  if (curve.kind !== 'segment') return null;
  const [[x0, y0], [x1, y1]] = [curve.from, curve.to];
  const [dx, dy] = [Math.abs(x1 - x0), Math.abs(y1 - y0)];
  if (dy <= dx * SKEW) return { axis: 'x', at: (y0 + y1) / 2, from: Math.min(x0, x1), to: Math.max(x0, x1), handle };
  if (dx <= dy * SKEW) return { axis: 'y', at: (x0 + x1) / 2, from: Math.min(y0, y1), to: Math.max(y0, y1), handle };
  return null;
}

export interface Rectangle {
  readonly box: WorldBox;
  /** Entities whose lines make it. */
  readonly handles: readonly string[];
}

/** Corners that lie this near to each other, as a part of the rectangle's side, meet. */
const CORNER = 2e-3;
/** Lines of the same two ends that are paired: a table of a thousand rows is no frame. */
const MAX_PARALLEL = 40;
/** Rectangles that are looked for; real drawings have some hundred this large. */
const MAX_RECTANGLES = 5_000;

/** Rectangles whose four sides are drawn, as one polyline, as four lines, or in a block. */
export function rectanglesOf(rules: readonly Rule[]): Rectangle[] {
  const rectangles: Rectangle[] = [];
  const uprights = rules.filter((rule) => rule.axis === 'y').sort((a, b) => a.at - b.at);
  for (const parallel of parallels(rules.filter((rule) => rule.axis === 'x'))) {
    for (let i = 0; i < parallel.length; i++) {
      for (let j = i + 1; j < parallel.length && rectangles.length < MAX_RECTANGLES; j++) {
        const [low, high] = [parallel[i] as Rule, parallel[j] as Rule];
        const tolerance = CORNER * Math.min(low.to - low.from, high.at - low.at);
        if (!(high.at - low.at > 0) || tolerance === 0) continue;
        const left = spanning(uprights, low.from, low.at, high.at, tolerance);
        const right = left && spanning(uprights, low.to, low.at, high.at, tolerance);
        if (!left || !right) continue;
        const handles = [...new Set([low.handle, high.handle, left.handle, right.handle])];
        rectangles.push({ box: box('world', low.from, low.at, low.to, high.at), handles });
      }
    }
  }
  return rectangles;
}

/** Groups of lines along x with the same two ends, each from the bottom up. */
function parallels(rules: readonly Rule[]): Rule[][] {
  const sorted = [...rules].sort((a, b) => a.from - b.from || a.to - b.to);
  const groups: Rule[][] = [];
  const open: Rule[][] = [];
  for (const rule of sorted) {
    const tolerance = CORNER * (rule.to - rule.from);
    // Groups that begin too far to the left are closed: nothing that follows fits them.
    while (open[0] && (open[0][0] as Rule).from < rule.from - tolerance * 100) open.shift();
    const group = open.find(
      ([first]) => first && Math.abs(first.from - rule.from) <= tolerance && Math.abs(first.to - rule.to) <= tolerance,
    );
    if (group) group.push(rule);
    else {
      const fresh = [rule];
      groups.push(fresh);
      open.push(fresh);
    }
  }
  return groups
    .filter((group) => group.length > 1)
    .map((group) => distinct(group.sort((a, b) => a.at - b.at)))
    .map((group) =>
      group.length > MAX_PARALLEL ? [...group.slice(0, MAX_PARALLEL / 2), ...group.slice(-MAX_PARALLEL / 2)] : group,
    );
}

/** Lines drawn twice are one. */
const distinct = (sorted: readonly Rule[]): Rule[] =>
  sorted.filter((rule, i) => i === 0 || rule.at - (sorted[i - 1] as Rule).at > CORNER * CORNER * (rule.to - rule.from));

/** @param uprights by where they stand */
function spanning(uprights: readonly Rule[], at: number, low: number, high: number, tolerance: number): Rule | null {
  let [from, to] = [0, uprights.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((uprights[middle] as Rule).at < at - tolerance) from = middle + 1;
    else to = middle;
  }
  for (let i = from; i < uprights.length; i++) {
    const rule = uprights[i] as Rule;
    if (rule.at > at + tolerance) return null;
    if (Math.abs(rule.from - low) <= tolerance && Math.abs(rule.to - high) <= tolerance) return rule;
  }
  return null;
}
