import { box, heightOf, touches, unionOf, widthOf } from '../../evidence/boxes.js';
import { GroundglassError } from '../../evidence/errors.js';
import type { CadEntity, WorldBox } from '../../sources/cad/drawing.js';
import { BestPairs } from './best-pairs.js';
import { BoxTree } from './box-tree.js';
import { Outline } from './outline.js';
import { overlapRatio, toleranceAt } from './overlap-ratio.js';

export interface CollisionOptions {
  /** Only overlaps that touch this window. */
  readonly window: WorldBox | null;
  /** Only entities on these layers, whatever the case of their names; none given: all. */
  readonly layers: readonly string[];
  /** Only pairs with at least this ratio, 0 to 1. */
  readonly minOverlap: number;
  /** Whether drawn geometry meets is worked out for the pairs that are returned. */
  readonly narrow: boolean;
  /** Pairs on one layer count as well. */
  readonly includeSameLayer: boolean;
  /** Leaves out entities whose box covers at least this part of the box around all, above 0 up to 1; null for none. */
  readonly excludeOversized: number | null;
  /** Leaves out entities that overlap at least this many others, and … */
  readonly excludeContainerDegree: number;
  /** … this part of them. */
  readonly excludeContainerFraction: number;
  readonly limit: number;
  readonly offset: number;
}

export interface Collisions {
  readonly total: number;
  /** Entities that were held against each other: visible, with a box, in the window and on the layers; containers too. */
  readonly entityCount: number;
  /** The page asked for, by ratio, the highest first, then in the order of the drawing. */
  readonly items: readonly Collision[];
  readonly excluded: readonly Excluded[];
}

interface Collision {
  /** Comes first in the drawing. */
  readonly a: CadEntity;
  readonly b: CadEntity;
  readonly ratio: number;
  /** Common part of both boxes; without area where they only touch. */
  readonly overlap: WorldBox;
  /** Whether what they draw meets; null where it was not asked for. */
  readonly exact: boolean | null;
}

interface Excluded {
  readonly entity: CadEntity;
  readonly reason: 'overlap_degree' | 'oversized';
  /** How many others its box meets, in the whole drawing, on the layers asked for. */
  readonly degree: number;
}

/**
 * Pairs of entities that lie on each other, by their boxes; the pairs of one page also by what they draw.
 *
 * Sheet frames and the like overlap everything. They are recognised by their *degree*, the number of others that their box
 * meets: a large tank is no container as long as little lies in it, and a small frame is one.
 *
 * @throws GroundglassError `too_slow` where too many boxes lie on each other to be listed
 */
export function findCollisions(drawn: readonly CadEntity[], options: CollisionOptions): Collisions {
  const onLayers = candidatesIn(drawn, options);
  const { window } = options;
  const isWithin = (own: WorldBox): boolean => window === null || touches(window, own);
  const candidates = onLayers.filter((candidate) => isWithin(candidate.box));
  // A frame is one in a small window too, where there is little for it to overlap.
  const excluded = containersAmong(onLayers, options).filter(
    ({ entity }) => entity.box !== null && isWithin(entity.box),
  );
  const apart = new Set(excluded.map(({ entity }) => entity));
  const kept = candidates.filter(({ entity }) => !apart.has(entity));
  const best = new BestPairs(options.offset + options.limit);
  let total = 0;
  forEachMeeting(kept, (i, j) => {
    const [a, b] = [kept[i] as Candidate, kept[j] as Candidate];
    if (a.layer === b.layer && !options.includeSameLayer) return;
    if (!isWithin(commonBox(a.box, b.box))) return;
    const ratio = overlapRatio(a.box, b.box);
    if (ratio < options.minOverlap) return;
    total++;
    best.add({ a: Math.min(i, j), b: Math.max(i, j), ratio });
  });
  const outlines = new Outlines();
  const items = best
    .all()
    .slice(options.offset, options.offset + options.limit)
    .map(({ a, b, ratio }) => {
      const [one, other] = [kept[a] as Candidate, kept[b] as Candidate];
      return {
        a: one.entity,
        b: other.entity,
        ratio,
        overlap: commonBox(one.box, other.box),
        exact: options.narrow
          ? outlines.of(one.entity).meets(outlines.of(other.entity), toleranceAt(one.box, other.box))
          : null,
      };
    });
  return { total, entityCount: candidates.length, items, excluded };
}

interface Candidate {
  readonly entity: CadEntity;
  readonly box: WorldBox;
  readonly layer: string;
}

function candidatesIn(drawn: readonly CadEntity[], { layers }: CollisionOptions): Candidate[] {
  const wanted = new Set(layers.map(folded));
  return drawn.flatMap((entity) => {
    const layer = folded(entity.layer);
    const { box: own, visible } = entity;
    return visible && own !== null && (wanted.size === 0 || wanted.has(layer)) ? [{ entity, box: own, layer }] : [];
  });
}

/** Names of layers are the same in capitals and in small letters. */
const folded = (layer: string): string => layer.toLowerCase();

function containersAmong(candidates: readonly Candidate[], options: CollisionOptions): Excluded[] {
  const degrees = new Uint32Array(candidates.length);
  forEachMeeting(candidates, (a, b) => {
    degrees[a] = (degrees[a] as number) + 1;
    degrees[b] = (degrees[b] as number) + 1;
  });
  const others = candidates.length - 1;
  const tooMany = Math.max(options.excludeContainerDegree, options.excludeContainerFraction * others);
  const around = unionOf(candidates.map((candidate) => candidate.box));
  return candidates.flatMap(({ entity, box: own }, i): Excluded[] => {
    const degree = degrees[i] as number;
    if (degree >= tooMany) return [{ entity, reason: 'overlap_degree', degree }];
    const { excludeOversized } = options;
    return excludeOversized !== null && around !== null && partOf(around, own) >= excludeOversized
      ? [{ entity, reason: 'oversized', degree }]
      : [];
  });
}

/** Part of `whole` that `own` covers; along an axis without length it covers all. */
const partOf = (whole: WorldBox, own: WorldBox): number =>
  (widthOf(whole) === 0 ? 1 : widthOf(own) / widthOf(whole)) *
  (heightOf(whole) === 0 ? 1 : heightOf(own) / heightOf(whole));

/** Real drawings have a few for each entity. 10,000 boxes in one heap have this many, which takes about two seconds. */
const MAX_MEETINGS = 50_000_000;

function forEachMeeting(candidates: readonly Candidate[], visit: (a: number, b: number) => void): void {
  let meetings = 0;
  new BoxTree(candidates.map((candidate) => candidate.box)).forEachPair((a, b) => {
    if (++meetings > MAX_MEETINGS) {
      throw new GroundglassError(
        'too_slow',
        `More than ${MAX_MEETINGS} pairs of boxes overlap among ${candidates.length} entities.`,
        'Give a smaller window, name layers, or leave out large entities (exclude_oversized).',
        { entities: candidates.length, limit: MAX_MEETINGS },
      );
    }
    visit(a, b);
  });
}

/** Of boxes that meet. */
const commonBox = (a: WorldBox, b: WorldBox): WorldBox =>
  box('world', Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3]));

/** Outlines of the entities of one page, each made once. */
class Outlines {
  private readonly made = new Map<CadEntity, Outline>();

  of(entity: CadEntity): Outline {
    const outline = this.made.get(entity) ?? new Outline(entity.shapes());
    this.made.set(entity, outline);
    return outline;
  }
}
