import { GroundglassError } from '../../evidence/errors.js';
import { checkBytes } from '../picture-budget.js';
import type { Picture } from '../source.js';
import { encryptedError } from './chapters.js';
import { decodeDataUrl, encodeDataUrl } from './data-url.js';
import { decodeText } from './decode-text.js';
import type { InlinePictures } from './inline-pictures.js';
import { type MarkupElement, parseMarkup } from './markup.js';
import { findAll } from './markup-tree.js';
import { SVG_TYPE, sniffMediaType } from './media-type.js';
import { rasterPicture } from './picture.js';
import type { Publication } from './publication.js';
import { drawSvg } from './svg-picture.js';

/** Raster formats that the SVG renderer draws. */
const EMBEDDABLE = new Set(['image/png', 'image/jpeg', 'image/gif']);

/** Hands out the pictures of one publication. */
export class PictureReader {
  constructor(
    private readonly publication: Publication,
    private readonly encrypted: ReadonlySet<string>,
    private readonly inline: InlinePictures,
  ) {}

  /** @param href of a file of the container, or as {@link InlinePictures} gave it */
  async read(href: string): Promise<Picture> {
    const picture = this.inline.get(href);
    if (picture?.kind === 'svg') return this.draw(picture.svg, picture.chapter);
    if (picture?.kind === 'data') return this.readData(picture.url, href, picture.chapter);

    if (this.encrypted.has(href)) throw encryptedError(href);
    const mediaType = await sniffMediaType(await this.publication.container.head(href));
    if (mediaType === SVG_TYPE) return this.draw(svgIn(await this.publication.readMarkup(href), href), href);
    return this.readRaster(href, mediaType);
  }

  private async readRaster(path: string, mediaType: string | null): Promise<Picture> {
    const { container, limits } = this.publication;
    // Before inflating: a size that the directory understates is stopped while inflating.
    checkBytes(container.size(path), null, limits);
    return rasterPicture(await container.read(path), mediaType, path, limits);
  }

  private async readData(url: string, href: string, chapter: string): Promise<Picture> {
    const bytes = decodeDataUrl(url) ?? new Uint8Array();
    const mediaType = await sniffMediaType(bytes);
    if (mediaType !== SVG_TYPE) return rasterPicture(bytes, mediaType, href, this.publication.limits);
    const { root } = parseMarkup(decodeText(bytes), href, this.publication.limits);
    return this.draw(svgIn(root, href), chapter);
  }

  private draw(svg: MarkupElement, from: string): Promise<Picture> {
    // Together they may take what one picture may.
    let pixelsLeft = this.publication.limits.maxPixels;
    return drawSvg(svg, this.publication.limits, async (reference) => {
      const picture = await this.embedded(reference, from);
      const pixels = picture ? picture.widthPx * picture.heightPx : 0;
      if (!picture || pixels > pixelsLeft) return null;
      pixelsLeft -= pixels;
      return encodeDataUrl(picture.mediaType, picture.bytes);
    });
  }

  /** A raster image inside an SVG, under the same checks as one outside; null where it can't be drawn. */
  private async embedded(reference: string, from: string): Promise<Picture | null> {
    const resolved = this.publication.resolve(reference, from, 'image');
    if (resolved === null) return null;
    try {
      if (resolved.kind === 'data') {
        const bytes = decodeDataUrl(resolved.url) ?? new Uint8Array();
        const mediaType = await sniffMediaType(bytes);
        return mediaType && EMBEDDABLE.has(mediaType)
          ? await rasterPicture(bytes, mediaType, from, this.publication.limits)
          : null;
      }
      if (this.encrypted.has(resolved.path)) return null;
      const mediaType = await sniffMediaType(await this.publication.container.head(resolved.path));
      return mediaType && EMBEDDABLE.has(mediaType) ? await this.readRaster(resolved.path, mediaType) : null;
    } catch (thrown) {
      // What is wrong with a part is a limitation of the drawing, which says that parts are missing.
      if (thrown instanceof GroundglassError) return null;
      throw thrown;
    }
  }
}

function svgIn(root: MarkupElement, href: string): MarkupElement {
  const [svg] = findAll(root, 'svg');
  if (svg) return svg;
  throw new GroundglassError('file_damaged', `${href} holds no <svg>.`, 'Use another picture of the publication.', {
    href,
  });
}
