import type { PageBox } from '../../evidence/boxes.js';
import { colorOf, type Placed } from './mark-color.js';
import type { RegionScene } from './region-scene.js';
import type { SceneShape } from './scene.js';

/** Lines of a grid and ticks are this thin, pt. */
const RULE_PT = 1.6;
/** A stroke of fewer corners is a pointer, not the course of a series. */
const MIN_CORNERS = 3;

/**
 * Whether a value that is given no series may be one's of several: the legend names its colour otherwise than its category does,
 * several colours each paint several marks, or there are lines in several colours.
 */
export function mayBeOfASeries(scene: RegionScene, value: Placed, category: Placed): boolean {
  const color = colorOf(scene, value);
  const named = scene.legend.filter((entry) => entry.color === color);
  const namesCategory = named.some(({ labels }) => labels.some((label) => category.labels.includes(label)));
  // A slice is alone in its colour; marks in the colour of a series stand at several categories.
  if (namesCategory) return placesIn(scene, (mark) => mark.fill === color).size > 1;
  if (named.length > 0 || new Set(scene.legend.map((entry) => entry.color)).size > 1) return true;
  const solid = new Map<string, Set<string>>();
  for (const { fill } of scene.marks.filter((mark) => !isRule(mark)))
    if (fill !== null && !solid.has(fill))
      solid.set(
        fill,
        placesIn(scene, (mark) => mark.fill === fill),
      );
  const courses = scene.marks.filter(
    (mark) => mark.fill === null && !isRule(mark) && mark.corners.length >= MIN_CORNERS,
  );
  return (
    [...solid.values()].filter(({ size }) => size > 1).length > 1 ||
    new Set(courses.map(({ stroke }) => stroke)).size > 1
  );
}

/** Where marks lie; what is painted twice at one place is one. */
const placesIn = ({ marks }: RegionScene, wanted: (mark: SceneShape) => boolean): Set<string> =>
  new Set(marks.filter((mark) => !isRule(mark) && wanted(mark)).map(({ box }) => box.map(Math.round).join(' ')));

const isRule = ({ box }: { readonly box: PageBox }): boolean => Math.min(box[2] - box[0], box[3] - box[1]) <= RULE_PT;
