import { extname } from 'node:path';
import { contains, intersectionOf, type PageBox, pageBox } from '../evidence/boxes.js';
import { GroundglassError } from '../evidence/errors.js';
import { UNSUPPORTED_NOTICE } from '../evidence/notices.js';
import type { Locator } from '../evidence/wire/locator.js';
import type { PictureReply } from '../evidence/wire/picture.js';
import type { ImageRequest, RenderRequestWire } from '../evidence/wire/requests.js';
import type { BookSource, PagedSource, PageInfo, Picture } from '../sources/source.js';
import type { Library } from './library.js';
import { chapterLocator, pageLocator } from './locators.js';
import { type OutputOptions, Outputs } from './outputs.js';
import { pageIndexOf } from './read.js';
import type { SnapshotEntry } from './snapshot.js';

/** Sharp enough for 8 pt print, small enough for a model's picture budget. */
const DEFAULT_DPI = 120;
/** An image's own pixels: more would only be invented. */
const IMAGE_DPI = 72;

export interface PictureOptions extends OutputOptions {
  /** Where to copy the picture besides the cache. */
  readonly output?: string;
}

/** Renders one page, or a crop of it, as a PNG in the picture cache. */
export function render(
  library: Library,
  request: RenderRequestWire,
  options: PictureOptions = {},
): Promise<PictureReply> {
  return library.withDocument(request.doc, (entry) => renderPage(library, entry, request, options));
}

async function renderPage(
  library: Library,
  entry: SnapshotEntry,
  request: RenderRequestWire,
  options: PictureOptions,
): Promise<PictureReply> {
  const outputs = new Outputs(library, [entry], options);
  outputs.check(options.output);
  if (entry.kind === 'epub') {
    throw new GroundglassError(
      'unsupported_operation',
      'An EPUB has no pages to render.',
      'Use image with an href from the figures of the document.',
      { kind: entry.kind },
    );
  }
  const pageIndex = pageIndexOf(entry, request.page);
  const record = await library.record(entry);
  const page = record.pages[pageIndex] as PageInfo;
  const { crop, limitations } = cropOnPage(request.crop, page);
  const dpi = request.dpi ?? (entry.kind === 'image' ? IMAGE_DPI : DEFAULT_DPI);
  const picture = await library.withSource(entry, (source) => (source as PagedSource).render(pageIndex, { crop, dpi }));
  const shown = crop ?? pageBox(0, 0, page.width, page.height);
  return deliver(library, picture, dpi, pageLocator(entry, record, pageIndex, shown), limitations, () =>
    writePicture(outputs, options.output, picture),
  );
}

/** One picture of an EPUB: its own bytes, or an SVG rasterised. */
export function image(library: Library, request: ImageRequest, options: PictureOptions = {}): Promise<PictureReply> {
  return library.withDocument(request.doc, (entry) => bookImage(library, entry, request, options));
}

async function bookImage(
  library: Library,
  entry: SnapshotEntry,
  request: ImageRequest,
  options: PictureOptions,
): Promise<PictureReply> {
  const outputs = new Outputs(library, [entry], options);
  outputs.check(options.output);
  if (entry.kind !== 'epub') {
    throw new GroundglassError(
      'unsupported_operation',
      'Only an EPUB has pictures with an href.',
      'Use render with a page and, where you know it, a crop.',
      { kind: entry.kind },
    );
  }
  const picture = await library.withSource(entry, (source) => (source as BookSource).image(request.href));
  const record = await library.record(entry);
  const figure = record.figures.find((candidate) => 'href' in candidate && candidate.href === request.href);
  const place = figure && 'href' in figure ? figure : null;
  return deliver(
    library,
    picture,
    null,
    chapterLocator(entry, place?.chapter ?? null, place?.element ?? null),
    [],
    () => writePicture(outputs, options.output, picture),
  );
}

/** Extensions that promise a type of picture. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
};

/** A file that is named for another type than it holds misleads whoever opens it. */
function checkExtension(output: string, mediaType: string): void {
  const promised = EXTENSIONS[extname(output).toLowerCase()];
  if (promised === undefined || promised === mediaType) return;
  throw new GroundglassError(
    'bad_argument',
    `${output} is named for ${promised}, but the picture is ${mediaType}.`,
    `Name it with ${Object.keys(EXTENSIONS).find((extension) => EXTENSIONS[extension] === mediaType)}.`,
  );
}

function writePicture(
  outputs: Outputs,
  output: string | undefined,
  { bytes, mediaType }: Picture,
): Promise<string | null> {
  if (output !== undefined) checkExtension(output, mediaType);
  return outputs.write(output, bytes);
}

async function deliver(
  library: Library,
  picture: Picture,
  dpi: number | null,
  locator: Locator,
  limitations: readonly string[],
  write: () => Promise<string | null>,
): Promise<PictureReply> {
  const cached = await library.pictures.put(picture.bytes, picture.mediaType);
  const output = await write();
  const support = library.options.hostSupport ?? 'unknown';
  return {
    file: output ?? cached.file,
    sha256: cached.sha256,
    width_px: picture.widthPx,
    height_px: picture.heightPx,
    dpi,
    bytes: picture.bytes.length,
    media_type: picture.mediaType,
    visual_required: true,
    image_generated: picture.generated,
    image_delivery_method: 'local_file',
    host_image_support: support,
    ocr_used: false,
    source_locator: locator,
    limitations: [
      ...picture.limitations,
      ...limitations,
      ...(support === 'unsupported' ? [UNSUPPORTED_NOTICE[library.options.language ?? 'en']] : []),
    ],
    model_visual_understanding_verified: false,
    next_step:
      'Look at the picture itself. If it can not be shown to you, say so: do not infer values, curves or relations that only the picture holds.',
  };
}

/** The crop clipped to the page. @throws GroundglassError `bad_argument` for an empty one, `crop_outside_page` */
export function cropOnPage(
  wanted: readonly [number, number, number, number] | undefined,
  page: PageInfo,
): { crop: PageBox | null; limitations: string[] } {
  if (wanted === undefined) return { crop: null, limitations: [] };
  const [x0, y0, x1, y1] = wanted;
  if (!(x1 > x0 && y1 > y0)) {
    throw new GroundglassError(
      'bad_argument',
      `The crop ${wanted.join(',')} is empty.`,
      'Give x0,y0,x1,y1 with x0 < x1 and y0 < y1; the origin is the top left of the page.',
    );
  }
  const asked = pageBox(x0, y0, x1, y1);
  const whole = pageBox(0, 0, page.width, page.height);
  const crop = intersectionOf(asked, whole);
  if (crop === null) {
    throw new GroundglassError(
      'crop_outside_page',
      `The crop ${wanted.join(',')} lies outside the page, which is ${page.width} × ${page.height}.`,
      'Coordinates run from the top left of the visible page, y down.',
      { page_width: page.width, page_height: page.height },
    );
  }
  return {
    crop,
    limitations: contains(whole, asked, 0.01) ? [] : ['The crop reached past the page and was cut at its edge.'],
  };
}
