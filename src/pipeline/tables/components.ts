import { firstNot } from '../sorted.js';
import type { Ruling } from './rulings.js';

/** Lines that end this short of each other are meant to meet. */
const MEET_EM = 0.35;

/** Rulings in sets that hang together by crossings of a horizontal and a vertical one; lines without any are left out. */
export function crossingComponents(rulings: readonly Ruling[], emPt: number): Ruling[][] {
  const reach = MEET_EM * emPt;
  const horizontal = rulings.filter((r) => r.axis === 'h').sort((a, b) => a.at - b.at);
  const vertical = rulings.filter((r) => r.axis === 'v');
  const parent = new Int32Array(horizontal.length + vertical.length).map((_, i) => i);
  const root = (i: number): number => {
    let r = i;
    while (parent[r] !== r) r = parent[r] as number;
    while (parent[i] !== r) [parent[i], i] = [r, parent[i] as number];
    return r;
  };
  vertical.forEach((v, k) => {
    for (let i = firstNot(horizontal, ({ at }) => at < v.from - reach); i < horizontal.length; i++) {
      const h = horizontal[i] as Ruling;
      if (h.at > v.to + reach) break;
      if (v.at >= h.from - reach && v.at <= h.to + reach) parent[root(i)] = root(horizontal.length + k);
    }
  });
  const sets = new Map<number, Ruling[]>();
  [...horizontal, ...vertical].forEach((ruling, i) => {
    const r = root(i);
    const set = sets.get(r);
    if (set) set.push(ruling);
    else sets.set(r, [ruling]);
  });
  return [...sets.values()].filter((set) => set.some((r) => r.axis === 'h') && set.some((r) => r.axis === 'v'));
}

/**
 * Share of the line ends that meet no line across and are not on the outline either. Lines of a table end at its other
 * lines; wires and dimension lines end anywhere.
 */
export function danglingShare(component: readonly Ruling[], emPt: number): number {
  const reach = 2 * MEET_EM * emPt;
  const axes = (['h', 'v'] as const).map((axis) =>
    component.filter((r) => r.axis === axis).sort((a, b) => a.at - b.at),
  );
  let dangling = 0;
  axes.forEach((lines, i) => {
    const across = axes[1 - i] as readonly Ruling[];
    const [low, high] = [Math.min(...lines.map((r) => r.from)), Math.max(...lines.map((r) => r.to))];
    for (const line of lines) {
      for (const end of [line.from, line.to]) {
        if (end - low <= emPt || high - end <= emPt) continue;
        let met = false;
        for (let k = firstNot(across, ({ at }) => at < end - reach); k < across.length && !met; k++) {
          const other = across[k] as Ruling;
          if (other.at > end + reach) break;
          met = other.from - reach <= line.at && other.to + reach >= line.at;
        }
        if (!met) dangling++;
      }
    }
  });
  return dangling / (2 * component.length);
}
