import { GroundglassError } from '../../evidence/errors.js';
import type { Limits } from '../limits.js';
import type { BookImage, BookSource } from '../source.js';
import { type Chapter, readChapters } from './chapters.js';
import { openContainer } from './container.js';
import { decodeDataUrl } from './data-url.js';
import { readEncrypted } from './encryption.js';
import { PathIndex, percentDecoded, splitFragment } from './hrefs.js';
import { listImages } from './images.js';
import { InlinePictures } from './inline-pictures.js';
import { SVG_TYPE, sniffMediaType } from './media-type.js';
import { readNavigation } from './navigation.js';
import { readPackage } from './package-document.js';
import { PictureReader } from './picture-reader.js';
import { Publication } from './publication.js';

const EPUB_MIMETYPE = 'application/epub+zip';
/** Hrefs that an error suggests. */
const MAX_SUGGESTIONS = 5;

/**
 * Opens an EPUB 2 or 3 publication. All chapters are read now, since pictures are listed in reading order with their
 * captions; pictures themselves are read when asked for. Nothing outside the publication is ever fetched.
 * @throws GroundglassError `file_empty`, `file_damaged`, `unsafe_path`, `zip_bomb`, `no_pages` (an empty spine), and the
 *   error of the first chapter where no chapter can be read (`content_encrypted`, `too_deep`, `file_too_large`…)
 */
export async function openEpub(bytes: Uint8Array, limits: Limits): Promise<BookSource> {
  const publication = new Publication(await openContainer(bytes, limits), limits);
  await checkMimetype(publication);
  const book = await readPackage(publication);
  const encrypted = await readEncrypted(publication);
  const navigation = await readNavigation(publication, book);
  const inline = new InlinePictures();
  const chapters = await readChapters({ publication, book, navigation, encrypted, inline });
  checkReadable(chapters);
  const shown = chapters.map(({ info, content }) => {
    const { blocks, images } = content instanceof GroundglassError ? { blocks: [], images: [] } : content;
    return { path: info.href, images, onlyImages: blocks.every(({ kind }) => kind === 'image') };
  });
  const images = await listImages(publication, book, shown, await inlineTypes(inline));
  const pictures = new PictureReader(publication, encrypted, inline);

  const byHref = new Map(chapters.map((chapter) => [chapter.info.href, chapter]));
  const chapterPaths = new PathIndex(byHref.keys());
  const imagePaths = new PathIndex(images.map(({ href }) => href));
  // Warnings that reading a picture later adds belong to that picture, not to the book as it was opened.
  const { warnings } = publication;

  return {
    kind: 'epub',
    title: book.title,
    chapters: chapters.map(({ info }) => info),
    images,
    fixedLayout: book.fixedLayout,
    warnings,
    async chapter(href) {
      const found = chapterPaths.find(splitFragment(href)[0]);
      if (!found) throw notFound('chapter_not_found', href, [...byHref.keys()]);
      const { info, content, warnings: own } = byHref.get(found.path)!;
      if (content instanceof GroundglassError) throw content;
      return { info, blocks: content.blocks, warnings: own };
    },
    async image(href) {
      const withoutFragment = splitFragment(href)[0];
      const listed = imagePaths.find(href) ?? imagePaths.find(withoutFragment);
      // A picture that only a style sheet names is in no list, yet it's there.
      const path = listed?.path ?? publication.findFile(withoutFragment);
      if (path === null)
        throw notFound(
          'image_not_found',
          href,
          images.map((image: BookImage) => image.href),
        );
      return pictures.read(path);
    },
    async close() {},
  };
}

async function checkMimetype(publication: Publication): Promise<void> {
  const { container } = publication;
  if (container.paths.find('mimetype')?.step !== 'exact') {
    publication.note('mimetype_missing', 'The container has no mimetype file; it is read as an EPUB all the same.');
    return;
  }
  const content = Buffer.from(await container.head('mimetype')).toString('utf8');
  if (content !== EPUB_MIMETYPE) {
    publication.note('mimetype_wrong', `The mimetype file holds ${JSON.stringify(content.slice(0, 80))}.`);
  }
}

/** A publication of which nothing can be read is refused, with the reason why its first chapter can't. */
function checkReadable(chapters: readonly Chapter[]): void {
  if (chapters.length === 0) {
    throw new GroundglassError(
      'no_pages',
      "The publication's spine names no chapter.",
      'Check the file with EPUBCheck.',
    );
  }
  const errors = chapters.map(({ content }) => content).filter((content) => content instanceof GroundglassError);
  const missing = chapters.filter(({ isMissing }) => isMissing);
  if (errors.length + missing.length < chapters.length) return;
  if (errors[0]) throw errors[0];
  throw new GroundglassError(
    'file_damaged',
    'None of the chapters that the spine names is in the publication.',
    'Get an undamaged copy of the file.',
    { chapters: missing.map(({ info }) => info.href).slice(0, MAX_SUGGESTIONS) },
  );
}

async function inlineTypes(inline: InlinePictures): Promise<Map<string, string>> {
  const types = new Map<string, string>();
  for (const [href, picture] of inline) {
    const data = picture.kind === 'data' ? decodeDataUrl(picture.url) : null;
    const sniffed = data && (await sniffMediaType(data));
    types.set(href, picture.kind === 'svg' ? SVG_TYPE : (sniffed ?? 'application/octet-stream'));
  }
  return types;
}

/** Names the hrefs that end like the one asked for, else the first ones. */
function notFound(
  code: 'chapter_not_found' | 'image_not_found',
  href: string,
  known: readonly string[],
): GroundglassError {
  const what = code === 'chapter_not_found' ? 'chapter' : 'image';
  const stem = stemOf(percentDecoded(href));
  const near = known.filter((candidate) => stem !== '' && stemOf(candidate).includes(stem));
  const suggestions = (near.length > 0 ? near : known).slice(0, MAX_SUGGESTIONS);
  const nextStep =
    suggestions.length > 0
      ? `Use one of its ${what} hrefs, such as ${suggestions.join(', ')}.`
      : `The publication has no ${what}s.`;
  return new GroundglassError(code, `The publication has no ${what} ${JSON.stringify(href)}.`, nextStep, {
    href,
    near_matches: near.slice(0, MAX_SUGGESTIONS),
  });
}

/** File name without folders, extension and case. */
function stemOf(href: string): string {
  const [path] = splitFragment(href.toLowerCase());
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
}
