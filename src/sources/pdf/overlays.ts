import { grown, intersectionOf, type PageBox } from '../../evidence/boxes.js';
import { BoxGrid } from './box-grid.js';
import type { PageObject } from './page-objects.js';

/** What lies this close to text may touch it: boxes of lines leave out what the engine draws at the least. */
const EDGE_PT = 1;

/** What text may lie under or over. */
export interface Surroundings {
  /** All objects of the page in painting order. */
  readonly objects: readonly PageObject[];
  /** What is painted after them; null where not everything on the page, or not its true place, is known. */
  readonly overlays: readonly PageBox[] | null;
}

interface Thing {
  readonly box: PageBox;
  readonly order: number;
  readonly pointer: number;
  readonly isText: boolean;
}

/** Finds by their boxes what may be painted over and under texts. */
export class Overlays {
  private readonly grid: BoxGrid<Thing>;
  private readonly orders = new Map<number, number>();
  private readonly allKnown: boolean;

  constructor(pageArea: PageBox, { objects, overlays }: Surroundings) {
    this.allKnown = overlays !== null;
    this.grid = new BoxGrid<Thing>(pageArea);
    objects.forEach(({ box, pointer, kind }, order) => {
      this.orders.set(pointer, order);
      this.grid.add({ box: grown(box, EDGE_PT), order, pointer, isText: kind === 'text' });
    });
    for (const box of overlays ?? []) {
      this.grid.add({ box: grown(box, EDGE_PT), order: objects.length, pointer: 0, isText: false });
    }
  }

  /** Whether nothing can be in a box but objects of `text`: true is certain. */
  isPaper(box: PageBox, text: ReadonlySet<number>): boolean {
    if (!this.allKnown) return false;
    for (const thing of this.grid.near(box)) {
      if (!text.has(thing.pointer) && intersectionOf(thing.box, box) !== null) return false;
    }
    return true;
  }

  /**
   * Whether anything may be painted over a text, or other text under it: false is certain.
   * @param pointers the objects of the text itself
   */
  mayMeet(pointers: readonly number[], box: PageBox): boolean {
    if (!this.allKnown) return true;
    const last = Math.max(...pointers.map((pointer) => this.orders.get(pointer) ?? 0));
    for (const thing of this.grid.near(box)) {
      if (thing.order < last && !thing.isText) continue;
      if (intersectionOf(thing.box, box) !== null && !pointers.includes(thing.pointer)) return true;
    }
    return false;
  }
}
