import { type ErrorClass, GroundglassError } from '../../evidence/errors.js';
import type { ImageManifest } from '../../evidence/wire/images.js';
import type { MarkupElement } from '../../sources/epub/markup.js';
import { attribute, walk } from '../../sources/epub/markup-tree.js';
import type { Limits } from '../../sources/limits.js';
import type { RawPicture } from '../../sources/svg-raster.js';
import { type CheckedImage, duesOf, isCreditLike, judge, type SaidText, type UsedPicture } from './judge-credits.js';
import { type Seen, seenTexts } from './legibility.js';
import { movedTexts } from './moved-texts.js';
import { joinedTexts } from './neighbours.js';
import { AS_IT_IS, SlideDrawing, without } from './slide-drawing.js';
import { hrefName, itemFor, picturesFor } from './slide-pictures.js';
import { isInked, joined, textsIn } from './svg-texts.js';

/** px of the long side of the picture in which it is seen whether a picture shows at all. */
const GLANCE_PX = 800;
/** Difference of a channel that is more than rounding. */
const VISIBLE_STEP = 3;

/** The pictures of an SVG slide, each with whether the slide credits it where a credit is due. */
export async function checkSvg(
  root: MarkupElement,
  file: string,
  manifest: ImageManifest,
  folders: readonly string[],
  limits: Limits,
): Promise<CheckedImage[]> {
  const images = imagesIn(root);
  const used = [...new Set(images.map(({ href }) => href))].map(
    (href): UsedPicture => ({ href, item: itemFor(href, manifest) }),
  );
  const dues = duesOf(used);
  if (dues.length === 0) return judge(used, []).map(named);
  const hrefs = used.map(({ href }) => href);
  const slide = new SlideDrawing(root, await picturesFor(hrefs, file, folders), limits);
  try {
    return (await judgedByDrawing(slide, used, images, dues)).map(named);
  } catch (error) {
    // One slide that no renderer draws says nothing of the others.
    if (!(error instanceof GroundglassError) || !UNDRAWN.has(error.class)) throw error;
    const why = `the slide can't be drawn, so that nobody sees a credit: ${error.message}`;
    return judge(used, []).map((it) => named(it.credited === false ? { ...it, why } : it));
  }
}

const NOTHING: Seen['readable'] = new Set();
const MOVED = 'CSS or an animation may move or hide it: whether it is seen can not be told';

const UNDRAWN: ReadonlySet<ErrorClass> = new Set(['bad_input', 'too_large']);

async function judgedByDrawing(
  slide: SlideDrawing,
  used: readonly UsedPicture[],
  images: readonly SlideImage[],
  dues: ReturnType<typeof duesOf>,
): Promise<CheckedImage[]> {
  const { root } = slide;
  const texts = textsIn(root).filter(({ runs }) => isCreditLike(joined(runs), dues));
  const isMoved = movedTexts(root);
  const seen = (await seenTexts(slide, texts)).map((it) =>
    isMoved(it.text) ? { ...it, readable: NOTHING, why: MOVED } : it,
  );
  const checked = judge(used, joinedTexts(seen).map(saidBy));
  const open = checked.filter(({ credited }) => credited === false);
  const hidden = await hiddenAmong(
    open.map(({ href }) => href),
    images,
    slide,
  );
  return checked.map((it) => (hidden.has(it.href) ? { ...it, credited: null, why: 'the slide does not show it' } : it));
}

const named = (image: CheckedImage): CheckedImage => ({ ...image, href: hrefName(image.href) });

interface SlideImage {
  readonly href: string;
  readonly element: MarkupElement;
}

function imagesIn(root: MarkupElement): SlideImage[] {
  const images: SlideImage[] = [];
  walk(root, {
    enter(element) {
      const name = element.name.toLowerCase();
      const href =
        name === 'image' || name === 'feimage'
          ? attribute(element, 'href')
          : name === 'img'
            ? attribute(element, 'src')
            : null;
      if (href !== null && href !== '' && !href.startsWith('#')) images.push({ href, element });
      return true;
    },
  });
  return images;
}

/** Texts of neighbours are read as one, each with what of it can be read. */
const saidBy = (seen: readonly Seen[]): SaidText => ({
  all: seen.map(({ text }) => joined(text.runs)).join(' '),
  readable: seen
    .map(({ text, readable }) => joined(text.runs.filter((run) => readable.has(run) || !isInked(run))))
    .join(' '),
  why: seen.find(({ why }) => why !== null)?.why ?? null,
});

/** Pictures whose absence changes no pixel of the slide. One in HTML is taken to show: the renderer draws none. */
async function hiddenAmong(
  hrefs: readonly string[],
  images: readonly SlideImage[],
  slide: SlideDrawing,
): Promise<Set<string>> {
  if (hrefs.length === 0) return new Set();
  const window = [0, 0, slide.width, slide.height] as const;
  const zoom = GLANCE_PX / Math.max(slide.width, slide.height);
  const elementsOf = (href: string) => images.filter((it) => it.href === href).map(({ element }) => element);
  const rules = [AS_IT_IS, ...hrefs.map((href) => without(new Set(elementsOf(href))))];
  const [whole, ...others] = await slide.draw(rules.map((it) => ({ rules: it, window, zoom })));
  return new Set(
    hrefs.filter(
      (href, index) =>
        elementsOf(href).every(({ name }) => name === 'image') &&
        isSame(whole as RawPicture, others[index] as RawPicture),
    ),
  );
}

function isSame(a: RawPicture, b: RawPicture): boolean {
  for (let at = 0; at < a.pixels.length; at += 1) {
    if (Math.abs((a.pixels[at] as number) - (b.pixels[at] as number)) > VISIBLE_STEP) return false;
  }
  return true;
}
