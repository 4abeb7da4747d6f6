import { intersectionOf, type PageBox } from '../../evidence/boxes.js';
import { BoxGrid } from './box-grid.js';
import type { PageObject } from './page-objects.js';

/** Rows of pixels that are rendered at once: what is small stays in the processor's cache. */
const BAND_PX = 320;
/** Layers of text that are told apart. What lies over so many is put into one more, whose texts may touch. */
export const MAX_LAYERS = 12;

interface Boxed {
  readonly box: PageBox;
}

/**
 * Groups texts by their height on the page. Images are not parted: each rendering decodes all that it shows anew.
 * @param scale pixels per pt
 */
export function bandsOf<T extends Boxed>(all: readonly T[], objects: readonly PageObject[], scale: number): T[][] {
  const images = objects.filter(({ kind }) => kind === 'image' || kind === 'shading');
  const bands: T[][] = [];
  let [start, end] = [0, 0];
  for (const one of [...all].sort((a, b) => a.box[1] - b.box[1])) {
    const [, top, , bottom] = one.box;
    const isParted = (image: PageObject): boolean => image.box[1] < end && image.box[3] > top;
    if (bands.length === 0 || ((bottom - start) * scale > BAND_PX && !images.some(isParted))) {
      bands.push([]);
      [start, end] = [top, bottom];
    }
    bands.at(-1)?.push(one);
    end = Math.max(end, bottom);
  }
  return bands;
}

/** The layer of every text that touches another: none touches one of its own layer. */
export function layersOf<T extends Boxed>(
  all: readonly T[],
  pageArea: PageBox,
  isEntangled: (one: T) => boolean,
): Map<T, number> {
  const grid = new BoxGrid(pageArea, all);
  const layers = new Map<T, number>();
  for (const one of all) {
    const taken = new Set<number | undefined>();
    let touches = isEntangled(one);
    for (const other of grid.near(one.box)) {
      if (other === one || intersectionOf(one.box, other.box) === null) continue;
      touches = true;
      taken.add(layers.get(other));
    }
    if (!touches) continue;
    let layer = 0;
    while (taken.has(layer) && layer < MAX_LAYERS) layer += 1;
    layers.set(one, layer);
  }
  return layers;
}
