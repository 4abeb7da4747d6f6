import { readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { GroundglassError } from '../evidence/errors.js';
import { type ImagePackage, type ImageTakeReply, imagePackageSchema } from '../evidence/wire/take.js';
import { takeFor } from './destination.js';
import { gatesFor, manualItem, type UrlRequest } from './from-url.js';
import { keepPicture } from './keep-picture.js';
import { takePhoto } from './originals.js';

export interface Adoption extends Omit<UrlRequest, 'url'> {
  /** Folder of an adopted page. */
  readonly package: string;
  /** Its number in the package, or its file: `2`, `picture_02.jpg`. */
  readonly image: string;
}

/**
 * Takes exactly one picture of an adopted page, tier `manual`.
 * @throws GroundglassError `file_not_readable` for no package, `image_not_found` for no such picture; `bad_filename`, `manifest_damaged`
 */
export async function adopt(adoption: Adoption): Promise<ImageTakeReply> {
  const { folder, filename, manifestPath } = adoption;
  const adopted = packageAt(adoption.package);
  const image = adopted.images.find(
    (it, index) =>
      it.file === basename(adoption.image) || it.url === adoption.image || String(index + 1) === adoption.image,
  );
  if (image === undefined) throw noImage(adopted, adoption.image);
  const bytes = bytesIn(adoption.package, image.file);
  return takeFor(adoption, 'Failed', async () => {
    const original = await takePhoto(bytes, gatesFor(adoption));
    const item = manualItem(adoption, {
      license_name: 'unverified — adopted page',
      source_page_url: adopted.page_url,
      download_url: image.url,
      title: image.caption || image.alt,
    });
    return keepPicture({ folder, manifestPath, filename, original, item });
  });
}

function packageAt(folder: string): ImagePackage {
  const path = join(folder, 'image_manifest.json');
  try {
    return imagePackageSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new GroundglassError(
      'file_not_readable',
      `${folder} is no adopted page: ${path} can't be read.`,
      'Adopt a page first: groundglass images from-page URL.',
      { path },
      { cause: error },
    );
  }
}

/** A package may come from somebody else: none of its names leads out of it. */
function bytesIn(folder: string, file: string): Uint8Array {
  const path = join(folder, basename(file));
  try {
    if (basename(file) === file && realpathSync(path) === join(realpathSync(folder), file)) return readFileSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
  throw unreadable(path, null);
}

const unreadable = (path: string, cause: unknown): GroundglassError =>
  new GroundglassError(
    'file_not_readable',
    `The picture ${path} can't be read.`,
    'Adopt the page again.',
    { path },
    { cause },
  );

const noImage = ({ images }: ImagePackage, named: string): GroundglassError =>
  new GroundglassError(
    'image_not_found',
    `The package has no picture ${JSON.stringify(named.slice(0, 200))}: it has ${images.map(({ file }) => file).join(', ') || 'none'}.`,
    'Name one of them, by its number or its file.',
    { images: images.map(({ file }) => file) },
  );
