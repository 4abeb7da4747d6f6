import {
  areaOf,
  box as boxOf,
  contains,
  grown,
  heightOf,
  intersectionOf,
  touches,
  widthOf,
} from '../../evidence/boxes.js';
import type { SourceBox } from '../checks/finding.js';
import type { ModelIssue } from './conclusion.js';
import { fromRegion, type Shown, type SourceFrame } from './shown.js';

/** Where a model's evidence leads. */
export interface Resolved {
  readonly image: Shown;
  readonly box: SourceBox;
  readonly handle: string | null;
}

/** Why evidence does not hold. Part of what is logged: never renamed. */
export type Unresolved =
  | 'unknown_picture'
  | 'no_place'
  | 'outside_picture'
  | 'unknown_handle'
  | 'handle_without_cad'
  | 'handle_elsewhere';

export interface Ground {
  readonly frame: SourceFrame;
  readonly pictures: ReadonlyMap<string, Shown>;
  /** Box of an entity of this sheet; undefined for a handle that is not on it, null for one without extent. */
  boxOfHandle(handle: string): SourceBox | null | undefined;
  /** Whether the source has handles at all. */
  readonly hasHandles: boolean;
}

/** Of a box that a model drew, this much must lie in the picture that it cites. */
const LEAST_INSIDE = 0.5;
/** Fractions of a picture are read off by eye. */
const FRACTION_SLACK = 0.02;
/** How far from its entity a place may lie, as a part of the picture's long side. */
const HANDLE_SLACK = 0.1;

/** Holds evidence against what was really shown and what is really in the drawing. */
export function resolve(
  { image: label, box, region, handle }: ModelIssue['evidence'],
  ground: Ground,
): Resolved | Unresolved {
  const { frame, pictures, hasHandles } = ground;
  const image = pictures.get(label) ?? pictures.get(label.trim().toLowerCase());
  if (image === undefined) return 'unknown_picture';
  const named = handle?.trim().toUpperCase() || null;
  if (named !== null && !hasHandles) return 'handle_without_cad';
  const ofEntity = named === null ? null : ground.boxOfHandle(named);
  if (ofEntity === undefined) return 'unknown_handle';
  let place: SourceBox | null = ofEntity;
  if (box) place = boxOf(frame, ...box);
  else if (region) {
    if (region.some((one) => one < -FRACTION_SLACK || one > 1 + FRACTION_SLACK)) return 'outside_picture';
    place = fromRegion(region, image, frame);
  }
  if (place === null) return 'no_place';
  const inside = insideOf(place, image);
  if (inside === null) return 'outside_picture';
  const reach = Math.max(widthOf(image.visible), heightOf(image.visible)) * HANDLE_SLACK;
  if (ofEntity !== null && !touches<'page'>(inside as never, ofEntity as never, reach)) return 'handle_elsewhere';
  return { image, box: inside, handle: named };
}

/** The part of a place that a picture shows; null where that is too little of it. Lines have no area, and points no length. */
function insideOf(place: SourceBox, { visible }: Shown): SourceBox | null {
  // Frames are the same by now: both are the source's own.
  const [a, b] = [place as never, visible as never];
  if (contains(b, a)) return place;
  const common = intersectionOf(a, b) as SourceBox | null;
  if (common !== null && areaOf(common) >= LEAST_INSIDE * areaOf(place)) return common;
  const isThin = areaOf(place) === 0;
  return isThin && contains(grown(b, Math.max(widthOf(place), heightOf(place)) * LEAST_INSIDE), a) ? place : null;
}
