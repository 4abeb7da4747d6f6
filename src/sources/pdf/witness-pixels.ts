import { grown, intersectionOf, type PageBox, pageBox, unionOf } from '../../evidence/boxes.js';
import type { GlyphPixels } from '../witnessed.js';
import { BLACK, type Rendering, rendered, type View } from './ablation.js';
import { BoxGrid } from './box-grid.js';
import { isWhite, paintOnWhite, pixelsOf, type Renderings } from './glyph-pixels.js';
import type { PageObject } from './page-objects.js';
import type { Pdfium } from './pdfium.js';
import type { Rgb } from './text-paint.js';

/** Batches of text objects that do not touch each other; what lies in more layers is rendered one by one. */
const MAX_BATCHES = 12;
/** Objects rendered one by one, in their own boxes, beyond the batches. */
const MAX_SINGLES = 400;

/** What lies this close to text may touch it: boxes of lines leave out what the engine draws at the least. */
const EDGE_PT = 1;
/** Merged ink of less than this share needs no cause. */
const MIN_MERGED = 0.1;
/** Units whose cause is looked for, one by one; a page of white text has a few. */
const MAX_CAUSES = 100;

/** Text that is taken away together: an object, or several copies of one at the same place (a bold by double print). */
export interface Unit {
  readonly pointers: readonly number[];
  /** The same characters in other colours at nearly its place: it must show on what lies under them all. */
  readonly siblings: readonly number[];
  /** Around all its glyphs. */
  readonly box: PageBox;
  /**
   * The colour it is painted in, where it has a transparency: then only a rendering on white is to be relied on. Blend
   * modes are computed over white whatever the paper.
   */
  readonly onlyOnWhite: Rgb | null;
  /** Painted in nothing but black: on a black ground it leaves no trace. */
  readonly black: boolean;
  readonly glyphs: readonly Measured[];
}

export interface Measured {
  readonly box: PageBox;
  pixels: GlyphPixels | null;
}

/** What text may lie under or over. */
export interface Surroundings {
  /** All objects of the page in painting order. */
  readonly objects: readonly PageObject[];
  /** What is painted after them; null where not everything on the page, or not its true place, is known. */
  readonly overlays: readonly PageBox[] | null;
}

/**
 * Measures the ink of every glyph by up to four renderings: the page as it is, the page without some units that do not touch,
 * and these units alone on white and on black. The last two give their coverage and colour a pixel, the first two what
 * they change on the page. Renderings that can be told in advance, or by others, are not made.
 * @returns how many units could not be measured
 */
export function measureUnits(view: View, surroundings: Surroundings, units: readonly Unit[]): number {
  const { pdfium, pageArea, scale } = view;
  const { objects } = surroundings;
  const onPage = units.flatMap((unit) => {
    const box = intersectionOf(grown(unit.box, 1 / scale), pageArea);
    return box === null ? [] : [{ unit, box }];
  });
  const frame = unionOf(onPage.map(({ box }) => box));
  if (frame === null) return 0;
  const scene = new Scene(pdfium, objects);
  const { alone, batches, singles } = batchesOf(onPage, pageArea);
  const page = rendered(view, frame) ?? undefined;
  if (alone.length > 0) measureAlone(view, scene, frame, { page, alone, units, surroundings });
  for (const batch of batches) measure(view, scene, batch, frame, { page });
  for (const single of singles.slice(0, MAX_SINGLES)) measure(view, scene, [single], single.box);
  const merged = onPage.filter(({ unit }) => unit.glyphs.some(({ pixels }) => pixels !== null && hasMerged(pixels)));
  for (const placed of merged.slice(0, MAX_CAUSES)) findCause(view, scene, placed, objects);
  scene.showAll();
  return Math.max(0, singles.length - MAX_SINGLES);
}

interface Alone {
  readonly page: Rendering | undefined;
  readonly alone: readonly Placed[];
  readonly units: readonly Unit[];
  readonly surroundings: Surroundings;
}

/** Units that touch no other: one rendering of the page without any text serves all of them. */
function measureAlone(view: View, scene: Scene, frame: PageBox, { page, alone, units, surroundings }: Alone): void {
  const text = new Set(units.flatMap(({ pointers }) => pointers));
  scene.show((pointer) => !text.has(pointer));
  const without = rendered(view, frame) ?? undefined;
  const mayBeOver = overlapsOf(view.pageArea, surroundings);
  const isFree = ({ unit, box }: Placed): boolean =>
    without !== undefined && unit.onlyOnWhite === null && isWhite(without, box, view.scale) && !mayBeOver(unit, box);
  const free = new Set(alone.filter(isFree));
  // On white paper with nothing over it, text on the page is text alone.
  measure(view, scene, [...free], frame, { page, without, onWhite: page });
  measure(
    view,
    scene,
    alone.filter((placed) => !free.has(placed)),
    frame,
    { page, without },
  );
}

/** Asks whether anything may be painted over a unit, or text under it. */
function overlapsOf(pageArea: PageBox, { objects, overlays }: Surroundings): (unit: Unit, box: PageBox) => boolean {
  if (overlays === null) return () => true;
  interface Thing {
    readonly box: PageBox;
    readonly order: number;
    readonly pointer: number;
    readonly isText: boolean;
  }
  const things = objects.map(
    ({ box, pointer, kind }, order): Thing => ({ box: grown(box, EDGE_PT), order, pointer, isText: kind === 'text' }),
  );
  const over = overlays.map((box): Thing => ({ box: grown(box, EDGE_PT), order: Infinity, pointer: 0, isText: false }));
  const grid = new BoxGrid<Thing>(pageArea, [...things, ...over]);
  const orderOf = new Map(things.map(({ pointer, order }) => [pointer, order]));
  return ({ pointers }, box) => {
    const last = Math.max(...pointers.map((pointer) => orderOf.get(pointer) ?? 0));
    for (const thing of grid.near(box)) {
      if (thing.order < last && !thing.isText) continue;
      if (intersectionOf(thing.box, box) !== null && !pointers.includes(thing.pointer)) return true;
    }
    return false;
  };
}

interface Placed {
  readonly unit: Unit;
  readonly box: PageBox;
}

/** Switches objects off and on, and asks the engine only for what changes. */
class Scene {
  private readonly off = new Set<number>();

  constructor(
    private readonly pdfium: Pdfium,
    private readonly objects: readonly PageObject[],
  ) {}

  showAll(): void {
    this.show(() => true);
  }

  show(wanted: (pointer: number) => boolean): void {
    for (const { pointer } of this.objects) {
      const on = wanted(pointer);
      if (on !== this.off.has(pointer)) continue;
      this.pdfium.fn.FPDFPageObj_SetIsActive(pointer, on ? 1 : 0);
      if (on) this.off.delete(pointer);
      else this.off.add(pointer);
    }
  }
}

/** Renderings that are there already. */
type Known = { readonly [K in keyof Renderings]?: Rendering | undefined };

/** Measures units that don't touch. All renderings start where `frame` does: the engine rounds by places in them. */
function measure(view: View, scene: Scene, batch: readonly Placed[], frame: PageBox, known: Known = {}): void {
  const cast = {
    own: new Set(batch.flatMap(({ unit }) => unit.pointers)),
    siblings: new Set(batch.flatMap(({ unit }) => unit.siblings)),
    wanted: () => true,
  };
  const part = partOf(frame, batch);
  const colourful = batch.filter(({ unit }) => needsBlack(unit));
  const of = part && render(view, scene, part, cast, { ...known, onBlack: undefined });
  const onBlack = of && blackOf(view, scene, frame, colourful);
  if (of === null || (colourful.length > 0 && onBlack === null)) return;
  for (const { unit } of batch) {
    const own = needsBlack(unit) ? { ...of, onBlack } : of;
    for (const glyph of unit.glyphs) glyph.pixels = pixelsOf(own, glyph.box, view.scale, unit.onlyOnWhite);
  }
}

/** From the frame's upper left corner to the last of some units. */
function partOf(frame: PageBox, batch: readonly Placed[]): PageBox | null {
  const around = unionOf(batch.map(({ box }) => box));
  return around && pageBox(frame[0], frame[1], around[2], around[3]);
}

/** Black leaves no trace on black; and some paints are told by the rendering on white alone. */
const needsBlack = ({ black, onlyOnWhite }: Unit): boolean =>
  onlyOnWhite === null ? !black : paintOnWhite(onlyOnWhite) === null;

interface Cast {
  readonly own: ReadonlySet<number>;
  readonly siblings: ReadonlySet<number>;
  /** Of what is not its own, only this is painted. */
  readonly wanted: (pointer: number) => boolean;
}

/** Makes the renderings of `part` that are not known, but for that on black. */
function render(view: View, scene: Scene, part: PageBox, { own, siblings, wanted }: Cast, known: Known) {
  const take = (shown: (pointer: number) => boolean, of: View): Rendering | null => {
    scene.show(shown);
    return rendered(of, part);
  };
  const page = known.page ?? take((pointer) => own.has(pointer) || wanted(pointer), view);
  const without = known.without ?? take((pointer) => !own.has(pointer) && wanted(pointer), view);
  const isBare = (pointer: number): boolean => !own.has(pointer) && !siblings.has(pointer) && wanted(pointer);
  const bare = siblings.size > 0 ? take(isBare, view) : without;
  const onWhite = known.onWhite ?? take((pointer) => own.has(pointer), asIs(view));
  if (page === null || without === null || bare === null || onWhite === null) return null;
  return { page, without, bare, onWhite, onBlack: null };
}

/** Some units alone on black; null where there are none. */
function blackOf(view: View, scene: Scene, frame: PageBox, units: readonly Placed[]): Rendering | null {
  const part = partOf(frame, units);
  const own = new Set(units.flatMap(({ unit }) => unit.pointers));
  scene.show((pointer) => own.has(pointer));
  return part && rendered(asIs(view), part, BLACK);
}

/** Without annotations. */
const asIs = (view: View): View => ({ ...view, flags: 0, form: 0 });

const hasMerged = ({ merged, seen }: GlyphPixels): boolean => merged > MIN_MERGED && seen < 1 - MIN_MERGED;

/** Whether ink that merges would show without what is painted later: then that covers it, in whatever colour. */
function findCause(view: View, scene: Scene, placed: Placed, objects: readonly PageObject[]): void {
  const { unit, box } = placed;
  const own = new Set(unit.pointers);
  const last = objects.findLastIndex(({ pointer }) => own.has(pointer));
  const before = new Set(objects.slice(0, last + 1).map(({ pointer }) => pointer));
  const wanted = (pointer: number): boolean => before.has(pointer);
  const of = render(asIs(view), scene, box, { own, siblings: new Set(unit.siblings), wanted }, {});
  const onBlack = needsBlack(unit) ? blackOf(view, scene, box, [placed]) : null;
  if (of === null || (needsBlack(unit) && onBlack === null)) return;
  for (const glyph of unit.glyphs) {
    if (glyph.pixels === null || !hasMerged(glyph.pixels)) continue;
    const bared = pixelsOf({ ...of, onBlack }, glyph.box, view.scale, unit.onlyOnWhite);
    const cause = bared.seen > glyph.pixels.seen + MIN_MERGED ? 'covered' : 'background';
    glyph.pixels = { ...glyph.pixels, cause };
  }
}

/** Parts units that touch no other from those that do, and groups these so that no group touches itself. */
function batchesOf(all: readonly Placed[], pageArea: PageBox) {
  const grid = new BoxGrid(pageArea, all);
  const batchOf = new Map<Placed, number>();
  const alone: Placed[] = [];
  const batches: Placed[][] = [];
  const singles: Placed[] = [];
  for (const placed of all) {
    const taken = new Set<number | undefined>();
    let touches = placed.unit.siblings.length > 0;
    for (const other of grid.near(placed.box)) {
      if (other === placed || intersectionOf(placed.box, other.box) === null) continue;
      touches = true;
      taken.add(batchOf.get(other));
    }
    let batch = 0;
    while (taken.has(batch)) batch += 1;
    if (!touches) alone.push(placed);
    else if (batch >= MAX_BATCHES) singles.push(placed);
    else {
      batchOf.set(placed, batch);
      (batches[batch] ??= []).push(placed);
    }
  }
  return { alone, batches, singles };
}
