import type { Point } from '../layout/subpaths.js';
import { signedTurn } from './arcs.js';
import { distance, type Sector, sectorsOf, squashOf } from './round-marks.js';
import type { Scene } from './scene.js';

/** Slices that make one whole. */
export interface Pie {
  readonly kind: 'pie' | 'donut';
  readonly sectors: readonly Sector[];
  /** Height of its circles as a share of their width: below 1 it is tilted, and angles are seen after stretching by it. */
  readonly squash: number;
}

/** Concentric arcs that begin at one angle, one colour a value. */
export interface RadialBars {
  readonly kind: 'radial_bar';
  readonly center: Point;
  readonly radius: number;
  readonly bars: readonly { readonly color: string; readonly sweepDeg: number; readonly sectors: readonly Sector[] }[];
}

const FULL_DEG = 360;
/** White lines between slices, and slices that are pulled out, leave this much of a circle open. */
const OPEN_DEG = 9;
const HALF_DEG = 180;
const MAX_SECTORS = 60;
/** A tilted circle is between these. */
const MIN_SQUASH = 0.25;
const MAX_SQUASH = 0.93;
const MAX_TILTED = 12;

/** The pies, rings and concentric arcs of a page. */
export function roundChartsOf(scene: Scene): (Pie | RadialBars)[] {
  const level = sectorsOf(scene);
  const pies = piesOf(level, 1);
  const used = new Set(pies.flatMap(({ sectors }) => sectors.map(({ shape }) => shape)));
  const radial = radialOf(level.filter(({ shape }) => !used.has(shape)));
  return [...pies, ...radial, ...tiltedPies(scene, used)];
}

function piesOf(all: readonly Sector[], squash: number): Pie[] {
  const slices = all.filter(({ sweepDeg }) => sweepDeg < FULL_DEG - 1);
  const strict = groupsOf(slices, ({ radius }) => 0.025 * radius + 0.4);
  const found = strict.flatMap((group) => wholeOf(group, squash));
  const used = new Set(found.flatMap(({ sectors }) => sectors));
  // Slices that are pulled out of the middle.
  const loose = groupsOf(
    slices.filter((slice) => !used.has(slice)),
    ({ radius }) => 0.5 * radius,
  );
  return [...found, ...loose.flatMap((group) => wholeOf(group, squash))];
}

function groupsOf(sectors: readonly Sector[], reach: (sector: Sector) => number): Sector[][] {
  const groups: Sector[][] = [];
  for (const sector of [...sectors].sort((a, b) => b.sweepDeg - a.sweepDeg)) {
    const group = groups.find(([first]) => {
      if (first === undefined || distance(first.center, sector.center) > reach(first)) return false;
      const slack = 0.035 * first.radius + 0.5;
      return (
        Math.abs(first.radius - sector.radius) <= slack && Math.abs(first.innerRadius - sector.innerRadius) <= 2 * slack
      );
    });
    if (group) group.push(sector);
    else groups.push([sector]);
  }
  return groups;
}

/** A group whose slices fill a circle, or half a ring, side by side; what is painted twice counts once, as seen on top. */
function wholeOf(group: readonly Sector[], squash: number): Pie[] {
  const sectors: Sector[] = [];
  for (const sector of group) {
    const at = sectors.findIndex(
      (other) =>
        Math.abs(signedTurn(other.startDeg - sector.startDeg)) < 0.5 &&
        Math.abs(other.sweepDeg - sector.sweepDeg) < 0.5,
    );
    if (at >= 0) sectors[at] = sector;
    else sectors.push(sector);
  }
  if (sectors.length < 2 || sectors.length > MAX_SECTORS) return [];
  const sum = sectors.reduce((total, { sweepDeg }) => total + sweepDeg, 0);
  const isRing = (sectors[0] as Sector).innerRadius > 0;
  const whole = Math.abs(sum - FULL_DEG) <= OPEN_DEG || (isRing && Math.abs(sum - HALF_DEG) <= OPEN_DEG / 2);
  if (!whole || new Set(sectors.map(({ color }) => color)).size < 2) return [];
  const sorted = [...sectors].sort((a, b) => a.startDeg - b.startDeg);
  const overlap = sorted.some((sector, i) => {
    const next = sorted[(i + 1) % sorted.length] as Sector;
    const ahead = (((next.startDeg - sector.startDeg) % 360) + 360) % 360;
    return sorted.length > 1 && ahead < sector.sweepDeg - 6;
  });
  return overlap ? [] : [{ kind: isRing ? 'donut' : 'pie', sectors: sorted, squash }];
}

function radialOf(sectors: readonly Sector[]): RadialBars[] {
  const arcs = sectors.filter(({ innerRadius, sweepDeg }) => innerRadius > 0 && sweepDeg < FULL_DEG - 1);
  const groups: Sector[][] = [];
  for (const arc of [...arcs].sort((a, b) => b.radius - a.radius)) {
    const group = groups.find(
      ([first]) => first !== undefined && distance(first.center, arc.center) <= 0.03 * first.radius + 0.4,
    );
    if (group) group.push(arc);
    else groups.push([arc]);
  }
  return groups.flatMap((group): RadialBars[] => {
    const first = group[0] as Sector;
    const start = group.every(({ startDeg }) => Math.abs(signedTurn(startDeg - first.startDeg)) <= 2);
    const byColor = new Map<string, Sector[]>();
    for (const arc of group) byColor.set(arc.color, [...(byColor.get(arc.color) ?? []), arc]);
    const bars = [...byColor]
      .filter(([, own]) => !isTrack(own, group))
      .map(([color, own]) => ({
        color,
        sectors: own,
        sweepDeg: Math.max(...own.map(({ sweepDeg }) => sweepDeg)),
      }));
    const bands = bars.map(({ sectors: own }) => [
      Math.min(...own.map(({ innerRadius }) => innerRadius)),
      Math.max(...own.map(({ radius }) => radius)),
    ]) as [number, number][];
    const apart = bands.every(([inner, outer], i) =>
      bands.every(([otherInner, otherOuter], j) => i === j || otherInner >= outer - 1 || otherOuter <= inner + 1),
    );
    if (!start || !apart || bars.length < 2) return [];
    return [{ kind: 'radial_bar', center: first.center, radius: first.radius, bars }];
  });
}

/** The ground that arcs run on: as long in several rings, and as long as the longest arc there is. */
function isTrack(own: readonly Sector[], all: readonly Sector[]): boolean {
  const longest = Math.max(...all.map(({ sweepDeg }) => sweepDeg));
  const rings = new Set(own.map(({ radius }) => Math.round(radius)));
  const shared = own.filter(({ radius }) =>
    all.some((other) => !own.includes(other) && Math.abs(other.radius - radius) < 2),
  );
  return (
    rings.size > 1 && own.every(({ sweepDeg }) => Math.abs(sweepDeg - longest) < 1) && shared.length * 2 > own.length
  );
}

/** Pies that are drawn in perspective: slices of ellipses that become circles when they are stretched. */
function tiltedPies(scene: Scene, used: ReadonlySet<Sector['shape']>): Pie[] {
  const squashes = scene.shapes
    .filter((shape) => !used.has(shape))
    .flatMap((shape) => squashOf(shape) ?? [])
    .filter((squash) => squash >= MIN_SQUASH && squash <= MAX_SQUASH)
    .slice(0, MAX_TILTED);
  const pies: Pie[] = [];
  for (const squash of squashes) {
    const taken = new Set(pies.flatMap(({ sectors }) => sectors.map(({ shape }) => shape)));
    const sectors = sectorsOf(scene, squash).filter(({ shape }) => !used.has(shape) && !taken.has(shape));
    pies.push(...piesOf(sectors, squash));
  }
  return pies;
}
