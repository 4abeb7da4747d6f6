import { grown, intersectionOf, type PageBox, pageBox, unionOf } from '../../evidence/boxes.js';
import type { GlyphPixels } from '../witnessed.js';
import type { Rendering, View } from './ablation.js';
import { isWhite, paintOnWhite, pixelsOf, type Renderings } from './glyph-pixels.js';
import { Overlays, type Surroundings } from './overlays.js';
import { Scene } from './scene.js';
import type { Rgb } from './text-paint.js';
import { bandsOf, layersOf, MAX_LAYERS } from './witness-groups.js';

/** Objects in too many layers are rendered one by one, in their own boxes, but no more than this. */
const MAX_SINGLES = 400;
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

/**
 * Measures the ink of every glyph by up to four renderings: the page as it is, the page without some units that do not
 * touch, and these units alone on white and on black. The last two give their coverage and colour a pixel, the first two
 * what they change on the page. Renderings that are known in advance, or equal another, are not made.
 * @returns how many units could not be measured
 */
export function measureUnits(view: View, surroundings: Surroundings, units: readonly Unit[]): number {
  const onPage = units.flatMap((unit) => {
    const box = intersectionOf(grown(unit.box, 1 / view.scale), view.pageArea);
    return box === null ? [] : [{ unit, box }];
  });
  const { objects } = surroundings;
  const scene = new Scene(view, objects);
  const overlays = new Overlays(view.pageArea, surroundings);
  const text = new Set(units.flatMap(({ pointers }) => pointers));
  const layers = layersOf(onPage, view.pageArea, ({ unit }) => unit.siblings.length > 0);
  for (const band of bandsOf(onPage, objects, view.scale)) measureBand(scene, overlays, band, layers, text);
  const singles = onPage.filter((placed) => layers.get(placed) === MAX_LAYERS);
  for (const single of singles.slice(0, MAX_SINGLES)) measure(scene, [single], single.box);
  const merged = onPage.filter(({ unit }) => unit.glyphs.some(({ pixels }) => pixels !== null && hasMerged(pixels)));
  for (const placed of merged.slice(0, MAX_CAUSES)) findCause(scene, placed);
  scene.show(() => true);
  return Math.max(0, singles.length - MAX_SINGLES);
}

interface Placed {
  readonly unit: Unit;
  readonly box: PageBox;
}

function measureBand(
  scene: Scene,
  overlays: Overlays,
  band: readonly Placed[],
  layers: ReadonlyMap<Placed, number>,
  text: ReadonlySet<number>,
): void {
  const frame = unionOf(band.map(({ box }) => box)) as PageBox;
  const page = scene.take('page', frame, () => true, true);
  const alone = band.filter((placed) => !layers.has(placed));
  if (alone.length > 0) {
    // What touches no other text has the same ground as a page without any.
    const without = overlays.isPaper(frame, text)
      ? scene.blank('noText', frame)
      : scene.take('noText', frame, (pointer) => !text.has(pointer), true);
    const isFree = ({ unit, box }: Placed): boolean =>
      without !== null &&
      unit.onlyOnWhite === null &&
      isWhite(without, box, scene.view.scale) &&
      !overlays.mayMeet(unit.pointers, box);
    const free = new Set(alone.filter(isFree));
    // On white paper with nothing over it, text on the page is text alone.
    measure(scene, [...free], frame, { page, without, onWhite: page });
    const rest = alone.filter((placed) => !free.has(placed));
    measure(scene, rest, frame, { page, without });
  }
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const own = band.filter((placed) => layers.get(placed) === layer);
    measure(scene, own, frame, { page });
  }
}

/** Renderings that are there already. */
type Known = { readonly [K in 'page' | 'without' | 'onWhite']?: Rendering | null };

/** Measures units that don't touch. All renderings start where `frame` does: the engine rounds by places in them. */
function measure(scene: Scene, batch: readonly Placed[], frame: PageBox, known: Known = {}): void {
  const part = partOf(frame, batch);
  if (part === null) return;
  const own = new Set(batch.flatMap(({ unit }) => unit.pointers));
  const siblings = new Set(batch.flatMap(({ unit }) => unit.siblings));
  const of = render(scene, part, { own, siblings, wanted: () => true }, known);
  const onBlack = blackOf(scene, frame, batch);
  if (of === null || onBlack === null) return;
  for (const { unit } of batch) {
    const all = { ...of, onBlack: onBlack.of(unit) };
    for (const glyph of unit.glyphs) glyph.pixels = pixelsOf(all, glyph.box, scene.view.scale, unit.onlyOnWhite);
  }
}

/** From the frame's upper left corner to the last of some units. */
function partOf(frame: PageBox, batch: readonly Placed[]): PageBox | null {
  const around = unionOf(batch.map(({ box }) => box));
  return around && pageBox(frame[0], frame[1], around[2], around[3]);
}

interface Cast {
  readonly own: ReadonlySet<number>;
  readonly siblings: ReadonlySet<number>;
  /** Of what is not its own, only this is painted. */
  readonly wanted: (pointer: number) => boolean;
}

/** Makes the renderings of `part` that are not known; null where one can't be made. */
function render(
  scene: Scene,
  part: PageBox,
  { own, siblings, wanted }: Cast,
  known: Known,
  withAnnotations = true,
): Omit<Renderings, 'onBlack'> | null {
  const isOther = (pointer: number): boolean => !own.has(pointer) && wanted(pointer);
  const isBare = (pointer: number): boolean => isOther(pointer) && !siblings.has(pointer);
  const page =
    known.page ?? scene.take('page', part, (pointer) => own.has(pointer) || wanted(pointer), withAnnotations);
  const without = known.without ?? scene.take('without', part, isOther, withAnnotations);
  const bare = siblings.size > 0 ? scene.take('bare', part, isBare, withAnnotations) : without;
  const onWhite = known.onWhite ?? scene.take('onWhite', part, (pointer) => own.has(pointer), false);
  return page && without && bare && onWhite && { page, without, bare, onWhite };
}

/** The rendering on black for those of some units that need one; null where it can't be made. */
function blackOf(scene: Scene, frame: PageBox, batch: readonly Placed[]) {
  // Black leaves no trace on black; and some paints are told by the rendering on white alone.
  const isNeeded = ({ black, onlyOnWhite }: Unit): boolean =>
    onlyOnWhite === null ? !black : paintOnWhite(onlyOnWhite) === null;
  const needing = batch.filter(({ unit }) => isNeeded(unit));
  const part = partOf(frame, needing);
  const own = new Set(needing.flatMap(({ unit }) => unit.pointers));
  const rendering = part && scene.take('onBlack', part, (pointer) => own.has(pointer), false);
  if (part !== null && rendering === null) return null;
  return { of: (unit: Unit): Rendering | null => (isNeeded(unit) ? rendering : null) };
}

const hasMerged = ({ merged, seen }: GlyphPixels): boolean => merged > MIN_MERGED && seen < 1 - MIN_MERGED;

/** Whether ink that merges would show without what is painted later: then that covers it, in whatever colour. */
function findCause(scene: Scene, placed: Placed): void {
  const { unit, box } = placed;
  const { objects, view } = scene;
  const own = new Set(unit.pointers);
  const last = objects.findLastIndex(({ pointer }) => own.has(pointer));
  const before = new Set(objects.slice(0, last + 1).map(({ pointer }) => pointer));
  const cast = { own, siblings: new Set(unit.siblings), wanted: (pointer: number): boolean => before.has(pointer) };
  const of = render(scene, box, cast, {}, false);
  const onBlack = blackOf(scene, box, [placed]);
  if (of === null || onBlack === null) return;
  for (const glyph of unit.glyphs) {
    if (glyph.pixels === null || !hasMerged(glyph.pixels)) continue;
    const bared = pixelsOf({ ...of, onBlack: onBlack.of(unit) }, glyph.box, view.scale, unit.onlyOnWhite);
    const cause = bared.seen > glyph.pixels.seen + MIN_MERGED ? 'covered' : 'background';
    glyph.pixels = { ...glyph.pixels, cause };
  }
}
