import { grown, intersectionOf, type PageBox, unionOf } from '../../evidence/boxes.js';
import { type GlyphPixels, NOTICEABLE_CHANGE } from '../witnessed.js';
import { BLACK, BYTES_PER_PIXEL, type Rendering, rendered, type View } from './ablation.js';
import { BoxGrid } from './box-grid.js';
import type { PageObject } from './page-objects.js';
import type { Pdfium } from './pdfium.js';
import type { Rgb } from './text-paint.js';

/** A pixel is seen where it changes noticeably, and by this share of what it would change with nothing over it: paler remains are not read. */
const MIN_SHARE_SEEN = 0.2;
/** Coverage under which a pixel of a glyph's edge says nothing: noise of rounding is up to 2 of 255. */
const MIN_COVERAGE = 0.06;
/** Batches of text objects that do not touch each other; what lies in more layers is rendered one by one. */
const MAX_BATCHES = 12;
/** Objects rendered one by one, in their own boxes, beyond the batches. */
const MAX_SINGLES = 400;

/** A paint whose every channel is above this hardly shows on white. */
const MAX_PALE = 215;
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
  readonly glyphs: readonly Measured[];
}

export interface Measured {
  readonly box: PageBox;
  pixels: GlyphPixels | null;
}

/**
 * Measures the ink of every glyph. A batch of units that do not touch is rendered four ways: the page as it is, the page
 * without the batch, and the batch alone on white and on black. The last two give its coverage and colour a pixel, the
 * first two what it changes on the page.
 * @returns how many units could not be measured
 */
export function measureUnits(view: View, objects: readonly PageObject[], units: readonly Unit[]): number {
  const { pdfium, pageArea } = view;
  const onPage = units.flatMap((unit) => {
    const box = intersectionOf(grown(unit.box, 1 / view.scale), pageArea);
    return box === null ? [] : [{ unit, box }];
  });
  const { batches, singles } = batchesOf(onPage, pageArea);
  const scene = new Scene(pdfium, objects);
  for (const batch of batches) measure(view, scene, batch);
  for (const single of singles.slice(0, MAX_SINGLES)) measure(view, scene, [single]);
  const merged = onPage.filter(({ unit }) => unit.glyphs.some(({ pixels }) => pixels !== null && hasMerged(pixels)));
  for (const placed of merged.slice(0, MAX_CAUSES)) findCause(view, scene, placed, objects);
  scene.showAll();
  return Math.max(0, singles.length - MAX_SINGLES);
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

function measure(view: View, scene: Scene, batch: readonly Placed[]): void {
  const part = unionOf(batch.map(({ box }) => box));
  const own = new Set(batch.flatMap(({ unit }) => unit.pointers));
  const siblings = new Set(batch.flatMap(({ unit }) => unit.siblings));
  const four = part === null ? null : render(view, scene, part, { own, siblings, wanted: () => true });
  if (four === null) return;
  for (const { unit } of batch) {
    for (const glyph of unit.glyphs) glyph.pixels = pixelsOf(four, glyph.box, view.scale, unit.onlyOnWhite);
  }
}

interface Cast {
  readonly own: ReadonlySet<number>;
  readonly siblings: ReadonlySet<number>;
  /** Of what is not its own, only this is painted. */
  readonly wanted: (pointer: number) => boolean;
}

/** Renders `part` four ways, and a fifth where there are siblings. */
function render(view: View, scene: Scene, part: PageBox, { own, siblings, wanted }: Cast): Four | null {
  const alone = { ...view, flags: 0, form: 0 };
  scene.show((pointer) => own.has(pointer) || wanted(pointer));
  const page = rendered(view, part);
  scene.show((pointer) => !own.has(pointer) && wanted(pointer));
  const without = rendered(view, part);
  let bare = without;
  if (siblings.size > 0) {
    scene.show((pointer) => !own.has(pointer) && !siblings.has(pointer) && wanted(pointer));
    bare = rendered(view, part);
  }
  scene.show((pointer) => own.has(pointer));
  const onWhite = rendered(alone, part);
  const onBlack = rendered(alone, part, BLACK);
  if (page === null || without === null || bare === null || onWhite === null || onBlack === null) return null;
  return {
    frame: page,
    page: page.pixels,
    without: without.pixels,
    bare: bare.pixels,
    onWhite: onWhite.pixels,
    onBlack: onBlack.pixels,
  };
}

const hasMerged = ({ merged, seen }: GlyphPixels): boolean => merged > MIN_MERGED && seen < 1 - MIN_MERGED;

/** Whether ink that merges would show without what is painted later: then that covers it, in whatever colour. */
function findCause(view: View, scene: Scene, { unit, box }: Placed, objects: readonly PageObject[]): void {
  const own = new Set(unit.pointers);
  const last = objects.findLastIndex(({ pointer }) => own.has(pointer));
  const before = new Set(objects.slice(0, last + 1).map(({ pointer }) => pointer));
  const bare = { ...view, flags: 0, form: 0 };
  const wanted = (pointer: number): boolean => before.has(pointer);
  const four = render(bare, scene, box, { own, siblings: new Set(unit.siblings), wanted });
  if (four === null) return;
  for (const glyph of unit.glyphs) {
    if (glyph.pixels === null || !hasMerged(glyph.pixels)) continue;
    const bared = pixelsOf(four, glyph.box, view.scale, unit.onlyOnWhite);
    const cause = bared.seen > glyph.pixels.seen + MIN_MERGED ? 'covered' : 'background';
    glyph.pixels = { ...glyph.pixels, cause };
  }
}

interface Four {
  /** Place and size of all four. */
  readonly frame: Rendering;
  readonly page: Uint8Array;
  readonly without: Uint8Array;
  /** Without the siblings too. */
  readonly bare: Uint8Array;
  readonly onWhite: Uint8Array;
  readonly onBlack: Uint8Array;
}

function pixelsOf(four: Four, box: PageBox, scale: number, onlyOnWhite: Rgb | null): GlyphPixels {
  const { left, top, widthPx, heightPx } = four.frame;
  // A pixel more on each side: the engine rounds the places of glyphs.
  const x0 = Math.max(0, Math.floor(box[0] * scale) - 1 - left);
  const x1 = Math.min(widthPx, Math.ceil(box[2] * scale) + 1 - left);
  const y0 = Math.max(0, Math.floor(box[1] * scale) - 1 - top);
  const y1 = Math.min(heightPx, Math.ceil(box[3] * scale) + 1 - top);
  const paint = onlyOnWhite && Math.min(...onlyOnWhite) <= MAX_PALE ? onlyOnWhite : null;
  let [ink, seen, merged, lost, change, visiblePixels] = [0, 0, 0, 0, 0, 0];
  for (let y = y0; y < y1; y++) {
    for (let x = x0, at = (y * widthPx + x0) * BYTES_PER_PIXEL; x < x1; x++, at += BYTES_PER_PIXEL) {
      let [coverage, changed, changedBare, expected] = [0, 0, 0, 0];
      const whole = paint && coverageOnWhite(four.onWhite, at, paint);
      for (let channel = at; channel < at + 3; channel++) {
        const black =
          whole === null ? (four.onBlack[channel] as number) : whole * ((paint as Rgb)[2 - channel + at] as number);
        const covered = whole === null ? 255 - ((four.onWhite[channel] as number) - black) : 255 * whole;
        const before = four.bare[channel] as number;
        const now = four.page[channel] as number;
        coverage = Math.max(coverage, covered);
        changed = Math.max(changed, Math.abs(now - (four.without[channel] as number)));
        changedBare = Math.max(changedBare, Math.abs(now - before));
        // Premultiplied colour over what is there without the glyph, less what is there.
        expected = Math.max(expected, Math.abs(black - (covered * before) / 255));
      }
      changed = Math.min(changed, changedBare);
      coverage = Math.min(1, coverage / 255);
      if (coverage < MIN_COVERAGE) continue;
      ink += coverage;
      if (changed >= coverage * NOTICEABLE_CHANGE && changed >= MIN_SHARE_SEEN * expected) {
        seen += coverage;
        change += changed;
        visiblePixels += 1;
      } else if (expected < coverage * NOTICEABLE_CHANGE) merged += coverage;
      else lost += coverage;
    }
  }
  const share = (part: number): number => (ink === 0 ? 0 : round3(part / ink));
  return {
    ink: round3(ink / scale ** 2),
    seen: share(seen),
    merged: share(merged),
    lost: share(lost),
    contrast: seen === 0 ? 0 : Math.round(change / seen),
    cause: null,
    visiblePixels,
  };
}

/** Share of a paint's strongest channel that is laid on white. Pixels are in the order blue, green, red. */
function coverageOnWhite(onWhite: Uint8Array, at: number, paint: Rgb): number {
  const strongest = paint.indexOf(Math.min(...paint));
  return Math.min(1, (255 - (onWhite[at + 2 - strongest] as number)) / (255 - (paint[strongest] as number)));
}

const round3 = (value: number): number => Math.round(value * 1000) / 1000;

/** Groups units so that no group touches itself. */
function batchesOf(all: readonly Placed[], pageArea: PageBox): { batches: Placed[][]; singles: Placed[] } {
  const grid = new BoxGrid(pageArea, all);
  const batchOf = new Map<Placed, number>();
  const batches: Placed[][] = [];
  const singles: Placed[] = [];
  for (const placed of all) {
    const taken = new Set<number | undefined>();
    for (const other of grid.near(placed.box)) {
      if (other !== placed && intersectionOf(placed.box, other.box) !== null) taken.add(batchOf.get(other));
    }
    let batch = 0;
    while (taken.has(batch)) batch += 1;
    if (batch >= MAX_BATCHES) {
      singles.push(placed);
      continue;
    }
    batchOf.set(placed, batch);
    (batches[batch] ??= []).push(placed);
  }
  return { batches, singles };
}
