import type { RawPicture } from '../../sources/svg-raster.js';
import { AS_IT_IS, onlyInk, type SlideDrawing, type Window, withoutInk } from './slide-drawing.js';
import { isInked, type Run, type SlideText } from './svg-texts.js';

/** What is seen of one text. */
export interface Seen {
  readonly text: SlideText;
  /** Pieces that can be read. */
  readonly readable: ReadonlySet<Run>;
  /** Why the first that can't be read can't; null where all can. */
  readonly why: string | null;
  /** Where it stands; null where it is nowhere. */
  readonly box: Window | null;
}

/** Long side of the picture in which texts are found, px; a third of it each way is the slide. */
const FINDING_PX = 1440;
/** Long side of the slide from which the place of one text is cut, px: enough to tell the stems of small letters. */
const CLOSE_UP_PX = 2560;
/** Share of a text's ink that must lie on the slide. */
const ON_SLIDE = 0.95;
/** Share of a text's ink that must stand out from what is under it. */
const STANDS_OUT = 0.8;
/** Contrast (WCAG 2.2, 1.4.3) from which a line is readable; 3 is asked of large text, and a credit may be quieter. */
export const MIN_CONTRAST = 2;
/** Below it nothing is there that an eye could see. */
const NO_CONTRAST = 1.05;
/** Size of the letters that is still readable, of the slide's short side: 5 px of 720. */
const MIN_EM = 0.007;
/** Ink of one letter, of the square of its size: mean of Latin text in Liberation Sans. */
const INK_PER_LETTER = 0.115;

/**
 * Which pieces of texts a viewer can read, by drawing the slide with and without them. A piece is readable where most of the ink that it
 * would have lies on the slide, stands out from what is painted there without it, and is large enough.
 */
export async function seenTexts(slide: SlideDrawing, texts: readonly SlideText[]): Promise<Seen[]> {
  const { around } = slide;
  const coarse = FINDING_PX / Math.max(around[2] - around[0], around[3] - around[1]);
  const whole = await slide.draw(texts.map(({ runs }) => ({ rules: onlyInk(runs), window: around, zoom: coarse })));
  const places = texts.map((_, index) => placeOf(whole[index] as RawPicture, around, coarse, slide));
  const near = texts.flatMap((text, index) => {
    const place = places[index];
    return place && place.onSlide >= ON_SLIDE ? [{ text, box: place.box }] : [];
  });
  const closeUps = await lookClose(slide, near);
  return texts.map((text, index) => {
    const place = places[index] ?? null;
    const none = { text, readable: new Set<Run>(), box: place?.box ?? null };
    if (place === null) return { ...none, why: 'it is hidden, far off the slide, or too small to be seen' };
    return closeUps.find((it) => it.text === text) ?? { ...none, why: 'it runs off the slide' };
  });
}

async function lookClose(slide: SlideDrawing, texts: readonly Placed[]): Promise<Seen[]> {
  const zoom = CLOSE_UP_PX / Math.max(slide.width, slide.height);
  const window = unionOf(texts.map(({ box }) => padded(box, slide)));
  if (window === null) return [];
  const inked = texts.map(({ text, box }) => ({ text, box, runs: text.runs.filter(isInked) }));
  // The first pieces of all texts are taken out at once, then the second ones: texts stand apart.
  const rounds = Array.from(
    { length: Math.min(MOST_ROUNDS, Math.max(...inked.map(({ runs }) => runs.length))) },
    (_, round) => inked.flatMap(({ runs }) => runs.filter((_run, index) => Math.min(index, MOST_ROUNDS - 1) === round)),
  );
  const rules = [AS_IT_IS, ...rounds.flatMap((runs) => [withoutInk(runs), onlyInk(runs)])];
  const [there, ...pairs] = await slide.draw(rules.map((it) => ({ rules: it, window, zoom })));
  return inked.map(({ text, box, runs }) => {
    const part = padded(box, slide).map(
      (it, index) => (it - (window[index % 2] as number)) * zoom,
    ) as unknown as Window;
    const reasons = runs.map((run, index) => {
      const round = Math.min(index, MOST_ROUNDS - 1);
      const [gone, ink] = [pairs[2 * round], pairs[2 * round + 1]] as [RawPicture, RawPicture];
      return whyUnread(run, standingOut(there as RawPicture, gone, ink, part), zoom, slide);
    });
    return {
      text,
      readable: new Set(runs.filter((_, index) => reasons[index] === null)),
      why: reasons.find((it) => it !== null) ?? null,
      box,
    };
  });
}

interface Placed {
  readonly text: SlideText;
  readonly box: Window;
}

/** Pieces of one text that are looked at one by one; a line cut into more is looked at as a whole from there on. */
const MOST_ROUNDS = 8;

/** The coarse picture may have missed the edges of a text. */
const padded = ([x0, y0, x1, y1]: Window, { width, height }: SlideDrawing): Window => {
  const margin = MARGIN * Math.max(width, height);
  return [
    Math.max(0, x0 - margin),
    Math.max(0, y0 - margin),
    Math.min(width, x1 + margin),
    Math.min(height, y1 + margin),
  ];
};

const unionOf = ([first, ...others]: readonly Window[]): Window | null =>
  first === undefined
    ? null
    : others.reduce(
        (a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])] as const,
        first,
      );

/** Why a piece can't be read; null where it can. */
function whyUnread(
  { text }: Run,
  { pixels, full, standing, strongest }: Standing,
  zoom: number,
  slide: SlideDrawing,
): string | null {
  const letters = Array.from(text.replace(/\s/g, '')).length;
  const em = Math.sqrt(pixels / (zoom * zoom) / (INK_PER_LETTER * letters));
  if (full === 0) return 'it is hidden or takes up no room';
  if (em < MIN_EM * Math.min(slide.width, slide.height)) return `its letters are about ${em.toFixed(1)} px high`;
  if (standing >= STANDS_OUT * full) return null;
  if (strongest < NO_CONTRAST) return 'it is transparent, covered, cut off, or has the colour of its ground';
  return `only ${Math.round((100 * standing) / full)} % of it stands out from its ground (contrast ${MIN_CONTRAST} is asked for)`;
}

/** Where a text's ink lies, with a margin, and how much of it lies on the slide; null for no ink. */
function placeOf(
  { pixels, width, height }: RawPicture,
  [left, top]: Window,
  zoom: number,
  slide: SlideDrawing,
): { box: Window; onSlide: number } | null {
  let [x0, y0, x1, y1] = [width, height, -1, -1];
  let [all, inside] = [0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const ink = 255 - (pixels[4 * (y * width + x)] as number);
      if (ink < FAINT) continue;
      [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
      const [px, py] = [left + (x + 0.5) / zoom, top + (y + 0.5) / zoom];
      all += ink;
      if (px > 0 && py > 0 && px < slide.width && py < slide.height) inside += ink;
    }
  }
  if (all === 0) return null;
  const box: Window = [left + x0 / zoom, top + y0 / zoom, left + (x1 + 1) / zoom, top + (y1 + 1) / zoom];
  return { box, onSlide: inside / all };
}

/** Room around a text, of the slide's long side: 5 px of 1280. */
const MARGIN = 0.004;
/** Ink that is no more than the rounding of a colour. */
const FAINT = 4;
/** Paper that shines through a pixel of which half, and nearly all, is ink. */
const [HALF, FULL] = [128, 64];

interface Standing {
  /** At least half of ink: how much there is. */
  readonly pixels: number;
  /** Nearly all of ink: they have the text's own colour. */
  readonly full: number;
  /** Those of them that stand out from their ground. */
  readonly standing: number;
  readonly strongest: number;
}

/** @param part where the text stands in the pictures, px */
function standingOut(there: RawPicture, gone: RawPicture, ink: RawPicture, part: Window): Standing {
  let [pixels, full, standing, strongest] = [0, 0, 0, 1];
  const [x0, y0, x1, y1] = part.map(Math.round) as unknown as Window;
  for (let y = Math.max(0, y0); y < Math.min(y1, ink.height); y += 1) {
    for (let x = Math.max(0, x0); x < Math.min(x1, ink.width); x += 1) {
      const at = 4 * (y * ink.width + x);
      const paper = ink.pixels[at] as number;
      if (paper <= HALF) pixels += 1;
      if (paper > FULL) continue;
      full += 1;
      const contrast = contrastOf(luminanceAt(there.pixels, at), luminanceAt(gone.pixels, at));
      if (contrast >= MIN_CONTRAST) standing += 1;
      strongest = Math.max(strongest, contrast);
    }
  }
  return { pixels, full, standing, strongest };
}

const contrastOf = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** Relative luminance (WCAG 2.2). */
const luminanceAt = (pixels: Uint8Array, at: number): number =>
  0.2126 * LINEAR[pixels[at] as number]! +
  0.7152 * LINEAR[pixels[at + 1] as number]! +
  0.0722 * LINEAR[pixels[at + 2] as number]!;

const LINEAR = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});
