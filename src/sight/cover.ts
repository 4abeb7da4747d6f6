import { type Box, box } from '../evidence/boxes.js';
import type { ContentGrid } from './content-grid.js';
import type { Legibility, Lettering, WantedLevel } from './legibility.js';
import type { SheetBox } from './sheet.js';

/** Cells of the grid: columns and rows, the last ones excluded. */
export interface Region {
  readonly c0: number;
  readonly r0: number;
  readonly c1: number;
  readonly r1: number;
}

/** A part of a sheet to be looked at in one picture. */
export interface Patch {
  readonly region: Region;
  /** Around its ink. */
  readonly content: SheetBox;
  readonly lettering: Lettering;
  readonly ink: number;
  /** Pixels to the sheet unit at which it is at the wanted level, or what was left of that. */
  readonly zoom: number;
}

/** What a cut through ink costs, in pixels, for each cell of its length. */
const CUT_COST = 4_000;

/** Cuts a sheet's content into patches that fit into one picture each at the level that is wanted of them. */
export class Cover {
  constructor(
    private readonly grid: ContentGrid,
    private readonly legibility: Legibility,
    /** Whether nothing tells text from lines, so that all may be text. */
    private readonly anyText: boolean,
    private readonly maxEdge: number,
    /** What one more picture costs, in pixels: the more, the fewer and the larger they are. */
    private readonly pictureCost: number,
  ) {}

  get everything(): Region {
    return { c0: 0, r0: 0, c1: this.grid.columns, r1: this.grid.rows };
  }

  /**
   * Patches that hold all content of a region. A part that fits is cut further where that saves more than a picture costs.
   * @param share of the zoom that the level needs, for where pictures are too few for all of it
   */
  patches(region: Region, wanted: WantedLevel, share: number): Patch[] {
    const extent = this.holds(region);
    if (extent === null) return [];
    const zoom = this.zoom(extent.lettering, wanted, share);
    const { content, lettering, ink } = extent;
    const patch = { region: extent.region, content, lettering, ink, zoom };
    const cut = this.bestCut(extent.region, wanted, share);
    const fits = Math.max(content[2] - content[0], content[3] - content[1]) * zoom <= this.maxEdge;
    if (cut === null || (fits && cut.cost >= this.cost(content, lettering, wanted, share))) return [patch];
    return cut.parts.flatMap((part) => this.patches(part, wanted, share));
  }

  private zoom(lettering: Lettering, wanted: WantedLevel, share: number): number {
    return Math.min(this.legibility.zoomFor(wanted, lettering), this.legibility.ceiling('tile')) * share;
  }

  /** What a region holds; null where it is blank. */
  holds(region: Region): Omit<Patch, 'zoom'> | null {
    const sum = new Extent();
    for (let row = region.r0; row < region.r1; row++) {
      for (let column = region.c0; column < region.c1; column++) sum.add(this.grid, column, row);
    }
    return sum.ink === 0 ? null : sum.closed(this.anyText);
  }

  /** The cheapest straight cut between two rows or columns of cells; null for a region that has only one. */
  private bestCut(
    region: Region,
    wanted: WantedLevel,
    share: number,
  ): { parts: [Region, Region]; cost: number } | null {
    let best: { parts: [Region, Region]; cost: number } | null = null;
    for (const lying of [false, true]) {
      const [from, to] = lying ? [region.r0, region.r1] : [region.c0, region.c1];
      const before = this.costsUpTo(region, lying, false, wanted, share);
      const after = this.costsUpTo(region, lying, true, wanted, share);
      for (let at = from + 1; at < to; at++) {
        const through = this.inkThrough(region, lying, at) * CUT_COST;
        const cost = (before[at - from] as number) + (after[to - at] as number) + through;
        if (best !== null && cost >= best.cost) continue;
        best = {
          cost,
          parts: lying
            ? [
                { ...region, r1: at },
                { ...region, r0: at },
              ]
            : [
                { ...region, c1: at },
                { ...region, c0: at },
              ],
        };
      }
    }
    return best;
  }

  /** What the first n columns or rows cost, for each n; the last n, counted from the far end. */
  private costsUpTo(region: Region, lying: boolean, fromEnd: boolean, wanted: WantedLevel, share: number): number[] {
    const { c0, r0, c1, r1 } = region;
    const sum = new Extent();
    const costs = [0];
    const [from, to] = lying ? [r0, r1] : [c0, c1];
    for (let n = 0; n < to - from; n++) {
      const at = fromEnd ? to - 1 - n : from + n;
      if (lying) for (let column = c0; column < c1; column++) sum.add(this.grid, column, at);
      else for (let row = r0; row < r1; row++) sum.add(this.grid, at, row);
      if (sum.ink === 0) costs.push(0);
      else {
        const { content, lettering } = sum.closed(this.anyText);
        costs.push(this.cost(content, lettering, wanted, share));
      }
    }
    return costs;
  }

  /** Pixels of the pictures that a part takes at least, and what the pictures themselves cost. */
  private cost(content: SheetBox, lettering: Lettering, wanted: WantedLevel, share: number): number {
    const zoom = this.zoom(lettering, wanted, share);
    const [width, height] = [(content[2] - content[0]) * zoom, (content[3] - content[1]) * zoom];
    const pictures = Math.ceil(width / this.maxEdge) * Math.ceil(height / this.maxEdge);
    return width * height + Math.max(1, pictures) * this.pictureCost;
  }

  private inkThrough({ c0, r0, c1, r1 }: Region, lying: boolean, at: number): number {
    const { ink, columns } = this.grid;
    let through = 0;
    for (let along = lying ? c0 : r0; along < (lying ? c1 : r1); along++) {
      const [here, before] = lying
        ? [at * columns + along, (at - 1) * columns + along]
        : [along * columns + at, along * columns + at - 1];
      if ((ink[here] as number) > 0 && (ink[before] as number) > 0) through++;
    }
    return through;
  }
}

/** What the cells that were added to it hold together. */
class Extent {
  ink = 0;
  private readonly cells = [Infinity, Infinity, -Infinity, -Infinity];
  private readonly around = [Infinity, Infinity, -Infinity, -Infinity];
  private height = Infinity;

  add({ ink, bounds, columns, textHeight }: ContentGrid, column: number, row: number): void {
    const at = row * columns + column;
    const here = ink[at] as number;
    if (here === 0) return;
    this.ink += here;
    this.height = Math.min(this.height, textHeight[at] as number);
    grow(this.cells, column, row, column + 1, row + 1);
    grow(this.around, ...(bounds.subarray(4 * at, 4 * at + 4) as unknown as [number, number, number, number]));
  }

  closed(anyText: boolean): Omit<Patch, 'zoom'> {
    const [c0, r0, c1, r1] = this.cells as [number, number, number, number];
    const [x0, y0, x1, y1] = this.around as [number, number, number, number];
    const known = this.height > 0 && this.height < Infinity;
    return {
      region: { c0, r0, c1, r1 },
      content: box('sheet', x0, y0, x1, y1) as Box<'sheet'>,
      lettering: { text: anyText || this.height < Infinity, height: known ? this.height : null },
      ink: this.ink,
    };
  }
}

function grow(around: number[], x0: number, y0: number, x1: number, y1: number): void {
  around[0] = Math.min(around[0] as number, x0);
  around[1] = Math.min(around[1] as number, y0);
  around[2] = Math.max(around[2] as number, x1);
  around[3] = Math.max(around[3] as number, y1);
}
