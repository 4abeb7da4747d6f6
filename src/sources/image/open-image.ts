import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { type PageBox, pageBox } from '../../evidence/boxes.js';
import { GroundglassError } from '../../evidence/errors.js';
import type { Limits } from '../limits.js';
import { checkBytes, checkPixels, PNG_OPTIONS } from '../picture-budget.js';
import type {
  PageContent,
  PagedSource,
  PageInfo,
  Picture,
  RawPixels,
  RenderRequest,
  SourceWarning,
} from '../source.js';
import { checkDecodable } from './decode-budget.js';

/** Formats that are handed to a decoder; the type is read from the bytes, never from a file name. */
const MEDIA_TYPES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/tiff', 'image/gif']);
/** An image's own pixels are its page units: 72 of them to a `dpi` of 72. */
const OWN_DPI = 72;
/** A damaged strip or a cut-off end must be an error: libvips would fill the rest of the picture with grey. */
const STRICT = { failOn: 'error' } as const;

interface Frame extends PageInfo {
  readonly hasAlpha: boolean;
}

/**
 * Opens a raster image as a paged source: one page a TIFF frame, the first frame of an animation, sizes in px with the
 * EXIF orientation applied.
 * @param title what to call it, null for none
 * @throws GroundglassError `file_empty`, `unsupported_format`, `file_damaged`, `no_pages`, `too_many_pages`,
 *   and by the header `too_many_pixels` and `too_many_bytes` (`limits.maxDecodePixels`, `limits.maxDecodeBytes`)
 */
export async function openImage(bytes: Uint8Array, limits: Limits, title: string | null): Promise<PagedSource> {
  await checkFormat(bytes);
  const { frames, warnings } = await readFrames(bytes, limits);
  await decodeOnce(bytes);

  const frameAt = (pageIndex: number): Frame => {
    const frame = frames[pageIndex];
    if (frame) return frame;
    throw new GroundglassError(
      'page_out_of_range',
      `There is no page ${pageIndex + 1}: the image has ${frames.length}.`,
      `Ask for a page from 1 to ${frames.length}.`,
      { page_index: pageIndex, pages: frames.length },
    );
  };

  return {
    kind: 'image',
    title,
    pages: frames.map(({ width, height, label }) => ({ width, height, label })),
    outline: [],
    warnings,
    async page(pageIndex): Promise<PageContent> {
      const { width, height, label } = frameAt(pageIndex);
      const graphics = [{ kind: 'image', box: pageBox(0, 0, width, height) }] as const;
      return { info: { width, height, label }, spans: [], graphics, warnings: [] };
    },
    async render(pageIndex, request): Promise<Picture> {
      return renderFrame(bytes, pageIndex, frameAt(pageIndex), request, limits);
    },
    pixels: (pageIndex, dpi) => rawFrame(bytes, pageIndex, frameAt(pageIndex), dpi / OWN_DPI, limits),
    async close(): Promise<void> {},
  };
}

async function checkFormat(bytes: Uint8Array): Promise<void> {
  if (bytes.length === 0) {
    throw new GroundglassError('file_empty', 'The image file is empty.', 'Give a file with content.');
  }
  const type = await fileTypeFromBuffer(bytes);
  if (type && MEDIA_TYPES.has(type.mime)) return;
  throw new GroundglassError(
    'unsupported_format',
    `This is ${type ? `${type.mime}` : 'not an image of a known format'}; PNG, JPEG, WebP, TIFF and GIF are read.`,
    'Convert it to PNG with an image tool and give that file.',
    { media_type: type?.mime ?? null },
  );
}

async function readFrames(bytes: Uint8Array, limits: Limits): Promise<{ frames: Frame[]; warnings: SourceWarning[] }> {
  const first = await readHeader(bytes, 0);
  const isTiff = first.format === 'tiff';
  const count = isTiff ? (first.pages ?? 1) : 1;
  if (count === 0) {
    throw new GroundglassError('no_pages', 'The TIFF holds no page.', 'Give a file with at least one page.');
  }
  if (count > limits.maxPages) {
    throw new GroundglassError(
      'too_many_pages',
      `The TIFF has ${count} pages; ${limits.maxPages} are allowed.`,
      'Split it, or raise GROUNDGLASS_MAX_PAGES.',
      { pages: count, max_pages: limits.maxPages },
    );
  }
  const frames: Frame[] = [];
  for (let index = 0; index < count; index++) {
    const header = index === 0 ? first : await readHeader(bytes, index);
    checkDecodable(header, index, limits);
    const { width, height } = header.autoOrient;
    frames.push({ width, height, label: null, hasAlpha: header.hasAlpha });
  }
  const animated = !isTiff && (first.pages ?? 1) > 1;
  const warnings = animated
    ? [
        {
          code: 'animation_first_frame',
          message: `The image is an animation of ${first.pages} frames; only the first is shown.`,
          page_index: 0,
        },
      ]
    : [];
  return { frames, warnings };
}

async function readHeader(bytes: Uint8Array, pageIndex: number): Promise<Metadata> {
  try {
    // No pixel limit here: a header costs nothing, and the limit has its own error below.
    return await sharp(bytes, { ...STRICT, page: pageIndex, limitInputPixels: false }).metadata();
  } catch (cause) {
    throw damaged(cause);
  }
}

/**
 * Reads every row of the first page, so that a cut-off file fails when it is added and not when someone looks at it.
 * Only the first: a hundred pages of a fax would take seconds, and each is checked again when it is rendered.
 */
async function decodeOnce(bytes: Uint8Array): Promise<void> {
  try {
    await sharp(bytes, { ...STRICT, limitInputPixels: false, sequentialRead: true })
      .resize(8, 8, { fit: 'fill', fastShrinkOnLoad: false })
      .raw()
      .toBuffer();
  } catch (cause) {
    throw damaged(cause);
  }
}

async function renderFrame(
  bytes: Uint8Array,
  pageIndex: number,
  frame: Frame,
  request: RenderRequest,
  limits: Limits,
): Promise<Picture> {
  const scale = request.dpi / OWN_DPI;
  if (!(scale > 0 && Number.isFinite(scale))) {
    throw new GroundglassError('bad_argument', `A dpi of ${request.dpi} draws nothing.`, 'Give a dpi above 0.');
  }
  const region = pixelRegion(request.crop, frame);
  const widthPx = Math.max(1, Math.round(region.width * scale));
  const heightPx = Math.max(1, Math.round(region.height * scale));
  const budget = { ...request, pageWidth: frame.width, pageHeight: frame.height };
  checkPixels(widthPx, heightPx, budget, limits);

  const picture = sharp(bytes, { ...STRICT, page: pageIndex, limitInputPixels: limits.maxDecodePixels })
    .autoOrient()
    .extract(region);
  if (scale !== 1) picture.resize(widthPx, heightPx, { fit: 'fill' });
  const limitations: string[] = [];
  if (scale > 1) limitations.push("The picture is larger than the image's own pixels; enlarging adds no detail.");
  try {
    const { opaque, wasTransparent } = frame.hasAlpha
      ? await onWhite(picture)
      : { opaque: picture, wasTransparent: false };
    if (wasTransparent) limitations.push('The image has transparency; it was laid on white.');
    const encoded = await opaque.png(PNG_OPTIONS).toBuffer();
    checkBytes(encoded.length, budget, limits);
    return { bytes: encoded, mediaType: 'image/png', widthPx, heightPx, generated: true, limitations };
  } catch (cause) {
    throw cause instanceof GroundglassError ? cause : damaged(cause);
  }
}

/** A frame on white, as raw pixels. @param scale pixels of the result to one of the frame's own */
async function rawFrame(
  bytes: Uint8Array,
  page: number,
  { width, height }: Frame,
  scale: number,
  limits: Limits,
): Promise<RawPixels> {
  const picture = sharp(bytes, { ...STRICT, page, limitInputPixels: limits.maxDecodePixels }).autoOrient();
  if (scale !== 1) {
    const size = (length: number): number => Math.max(1, Math.round(length * scale));
    picture.resize(size(width), size(height), { fit: 'fill' });
  }
  try {
    const { data, info } = await picture
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { rgb: data, widthPx: info.width, heightPx: info.height };
  } catch (cause) {
    throw damaged(cause);
  }
}

/** Whether anything shines through is read from the pixels: a GIF has an alpha channel even where it is all opaque. */
async function onWhite(picture: Sharp): Promise<{ opaque: Sharp; wasTransparent: boolean }> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  let wasTransparent = false;
  for (let at = info.channels - 1; at < data.length && !wasTransparent; at += info.channels) {
    wasTransparent = data[at] !== 255;
  }
  const { width, height, channels } = info;
  const opaque = sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
  return { opaque: opaque.flatten({ background: '#ffffff' }), wasTransparent };
}

/** The crop in whole source pixels, grown outwards so that nothing asked for is cut. */
function pixelRegion(
  crop: PageBox | null,
  { width, height }: Frame,
): { left: number; top: number; width: number; height: number } {
  const [x0, y0, x1, y1] = crop ?? [0, 0, width, height];
  if (x0 < 0 || y0 < 0 || x1 > width || y1 > height || x0 >= x1 || y0 >= y1) {
    throw new GroundglassError(
      'crop_outside_page',
      `The crop ${x0},${y0},${x1},${y1} isn't a part of the page, which is ${width} × ${height} px.`,
      `Give a crop inside 0,0,${width},${height}.`,
      { crop: [x0, y0, x1, y1], page: [0, 0, width, height] },
    );
  }
  const [left, top] = [Math.floor(x0), Math.floor(y0)];
  return { left, top, width: Math.ceil(x1) - left, height: Math.ceil(y1) - top };
}

function damaged(cause: unknown): GroundglassError {
  return new GroundglassError(
    'file_damaged',
    `The image can't be decoded: ${(cause instanceof Error ? cause.message : String(cause)).replace(/\s+/g, ' ').trim()}`,
    'Get an undamaged copy of the file, or open and save it again with an image tool.',
    {},
    { cause },
  );
}
