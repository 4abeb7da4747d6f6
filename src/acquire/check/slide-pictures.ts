import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import sharp from 'sharp';
import type { ImageManifest, StoredImageItem } from '../../evidence/wire/images.js';
import { decodeDataUrl, encodeDataUrl } from '../../sources/epub/data-url.js';
import { percentDecoded } from '../../sources/epub/hrefs.js';
import { nameKey } from '../filenames.js';

/** Larger files are not drawn; text is held against grey there. */
const MAX_BYTES = 64 * 2 ** 20;
const MAX_PIXELS = 120_000_000;
/** A ground for text, not a picture to look at. */
const SIDE_PX = 1024;

/** The manifest's entry for a picture as a slide refers to it: by its file's name, or by its bytes where it stands in the slide itself. */
export function itemFor(href: string, { items }: ImageManifest): StoredImageItem | undefined {
  if (/^data:/i.test(href)) {
    const bytes = decodeDataUrl(href);
    const sha256 = bytes === null ? '' : createHash('sha256').update(bytes).digest('hex');
    return items.find((item) => item.sha256 === sha256);
  }
  const name = nameKey(fileNameIn(href));
  return items.find(({ filename }) => nameKey(filename) === name);
}

/** How a picture is spoken of: bytes have no name. */
export const hrefName = (href: string): string => (/^data:/i.test(href) ? `${href.slice(0, 40)}…` : href);

/**
 * Pictures of a slide for drawing it, by their reference: those in the slide itself, and files beside it or below the folders that are named.
 */
export async function picturesFor(
  hrefs: Iterable<string>,
  slideFile: string,
  folders: readonly string[],
): Promise<Map<string, string>> {
  const allowed = [dirname(resolve(slideFile)), ...folders].map((folder) => realpathSync(folder));
  const pictures = new Map<string, string>();
  for (const href of new Set(hrefs)) {
    const bytes = /^data:/i.test(href)
      ? decodeDataUrl(href)
      : bytesOf(resolve(dirname(slideFile), pathIn(href)), allowed);
    const drawn = bytes === null ? null : await reduced(bytes);
    if (drawn !== null) pictures.set(href, drawn);
  }
  return pictures;
}

const pathIn = (href: string): string => percentDecoded(href.replace(/^file:\/\//i, '').replace(/[?#].*$/, ''));
const fileNameIn = (href: string): string => /[^/\\]*$/.exec(pathIn(href))?.[0] ?? '';

/** Null for what is no picture file, or lies elsewhere: a slide may come from a stranger. */
function bytesOf(path: string, allowed: readonly string[]): Uint8Array | null {
  try {
    const real = realpathSync(path);
    const facts = statSync(real);
    const isNear = allowed.some((folder) => real.startsWith(folder.endsWith(sep) ? folder : folder + sep));
    return isNear && facts.isFile() && facts.size <= MAX_BYTES ? readFileSync(real) : null;
  } catch {
    return null;
  }
}

async function reduced(bytes: Uint8Array): Promise<string | null> {
  // A drawing would be drawn with what it refers to.
  if (Buffer.from(bytes.subarray(0, 512)).toString('latin1').trimStart().startsWith('<')) return null;
  try {
    const png = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
      .resize(SIDE_PX, SIDE_PX, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 1 })
      .toBuffer();
    return encodeDataUrl('image/png', png);
  } catch {
    return null;
  }
}
