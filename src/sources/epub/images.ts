import type { BookImage, SourceWarning } from '../source.js';
import type { ShownImage } from './chapter-blocks.js';
import { splitFragment } from './hrefs.js';
import { looksLikeImage, sniffMediaType } from './media-type.js';
import type { ManifestItem, PackageDocument } from './package-document.js';
import type { Publication } from './publication.js';

/** What a chapter shows, for the list of pictures. */
export interface ChapterImages {
  readonly path: string;
  readonly images: readonly ShownImage[];
  /** Whether the chapter shows nothing else, as a cover page does. */
  readonly onlyImages: boolean;
}

/** Pictures that are no files of the publication: inline <svg> and `data:` URLs, by href. */
export type InlineMediaTypes = ReadonlyMap<string, string>;

/**
 * Every picture once: first those that chapters show, in reading order, then those that are only in the manifest.
 * @param chapters in spine order
 */
export async function listImages(
  publication: Publication,
  book: PackageDocument,
  chapters: readonly ChapterImages[],
  inline: InlineMediaTypes,
): Promise<BookImage[]> {
  const cover = findCover(book, chapters);
  const images = new Map<string, BookImage>();
  for (const { path, images: shown } of chapters) {
    for (const { href, alt, element, caption } of shown) {
      const known = images.get(href);
      // A later chapter may caption what an earlier one only shows (a cover, a list of plates).
      if (known) images.set(href, { ...known, alt: known.alt || alt, caption: known.caption ?? caption });
      else images.set(href, { href, mediaType: '', alt, caption, chapter: path, element, cover: href === cover });
    }
  }
  for (const { path, mediaType } of book.manifest) {
    if (path === null || images.has(path) || !looksLikeImage(path, mediaType)) continue;
    const unseen = { href: path, mediaType: '', alt: null, caption: null, chapter: null, element: null };
    images.set(path, { ...unseen, cover: path === cover });
  }
  const typeOf = async (href: string): Promise<string> => inline.get(href) ?? fileType(href, publication, book);
  const typed: BookImage[] = [];
  for (const image of images.values()) typed.push({ ...image, mediaType: await typeOf(image.href) });
  return typed;
}

/** By the bytes; what is declared stands only where they can't tell, and a contradiction is worth a warning. */
async function fileType(path: string, publication: Publication, book: PackageDocument): Promise<string> {
  const declared = book.manifest.find((item) => item.path === path)?.mediaType;
  const sniffed = await sniffIfReadable(path, publication);
  if (sniffed && declared && sniffed !== declared && declared !== 'image/jpg') {
    publication.note('media_type_differs', `${path} is declared as ${declared}, but is ${sniffed}.`);
  }
  return sniffed ?? (declared || 'application/octet-stream');
}

async function sniffIfReadable(path: string, publication: Publication): Promise<string | null> {
  try {
    return await sniffMediaType(await publication.container.head(path));
  } catch (thrown) {
    const { code, message } = thrown as Partial<SourceWarning>;
    publication.note(code ?? 'file_damaged', `${path} can't be read: ${message}`);
    return null;
  }
}

/** In the order in which books are known to mark it; null for a book without a cover. */
function findCover(book: PackageDocument, chapters: readonly ChapterImages[]): string | null {
  const { manifest, coverMeta, coverPage } = book;
  const isImage = (item: ManifestItem): boolean => item.path !== null && looksLikeImage(item.path, item.mediaType);
  const images = manifest.filter(isImage);
  const imagesOf = (path: string | null | undefined): readonly ShownImage[] =>
    chapters.find((chapter) => chapter.path === path)?.images ?? [];

  const declared = images.find((item) => item.isCoverImage) ?? images.find(({ id }) => id === coverMeta);
  const byHref = coverMeta === null ? undefined : images.find(({ path }) => isSameFile(path!, coverMeta));
  const [first] = chapters;
  return (
    declared?.path ??
    byHref?.path ??
    imagesOf(coverPage)[0]?.href ??
    (coverPage !== null && images.some(({ path }) => path === coverPage) ? coverPage : null) ??
    (first?.onlyImages && first.images.length === 1 ? first.images[0]!.href : null) ??
    images.find(({ id, path }) => /cover/i.test(`${id} ${path}`))?.path ??
    null
  );
}

/** Some books give the href where the manifest id belongs, from the package document or from the root. */
function isSameFile(path: string, href: string): boolean {
  const [file] = splitFragment(href);
  return path === file || path.endsWith(`/${file.replace(/^(?:\.?\.\/)+/, '')}`);
}
