import { GroundglassError, toGroundglassError } from '../../evidence/errors.js';
import type { ChapterInfo, SourceWarning } from '../source.js';
import { type ChapterContent, readBlocks } from './chapter-blocks.js';
import type { InlinePictures } from './inline-pictures.js';
import type { MarkupElement } from './markup.js';
import { findAll, isNamed } from './markup-tree.js';
import { looksLikeContent, looksLikeImage } from './media-type.js';
import type { Navigation } from './navigation.js';
import { type ManifestItem, type PackageDocument, withFallback } from './package-document.js';
import type { Publication } from './publication.js';

export interface Chapter {
  readonly info: ChapterInfo;
  /** What the chapter holds, or why it can't be read. */
  readonly content: ChapterContent | GroundglassError;
  readonly isMissing: boolean;
  readonly warnings: readonly SourceWarning[];
}

/** Everything that reading the spine needs. */
export interface SpineContext {
  readonly publication: Publication;
  readonly book: PackageDocument;
  readonly navigation: Navigation;
  readonly encrypted: ReadonlySet<string>;
  readonly inline: InlinePictures;
}

/**
 * Reads every chapter, in spine order. One that can't be read keeps its error, and the others stand; a chapter whose file
 * is missing is empty.
 */
export async function readChapters(context: SpineContext): Promise<Chapter[]> {
  const { publication, book } = context;
  const chapters = new Map<string, Chapter>();
  let pageLabel: string | null = null;
  for (const item of book.spine) {
    const { href, readable } = documentOf(item, book);
    if (chapters.has(href)) {
      publication.note('chapter_repeated', `The spine names ${href} more than once; it is read once.`);
      continue;
    }
    const notedBefore = publication.warnings.length;
    const content: Chapter['content'] = await readContent(href, readable, pageLabel, context).catch(toGroundglassError);
    if (content instanceof GroundglassError) publication.note(content.code, `Chapter ${href}: ${content.message}`);
    else ({ pageLabel } = content);
    const title = titleOf(href, content, context.navigation);
    const warnings = publication.warnings.slice(notedBefore);
    const info = { href, title };
    chapters.set(href, { info, content, isMissing: readable === 'missing', warnings });
  }
  return [...chapters.values()];
}

type Readable = 'markup' | 'image' | 'missing' | 'foreign';

/** The document to show for a spine item: itself, or the fallback that can be read. */
function documentOf(item: ManifestItem, book: PackageDocument): { href: string; readable: Readable } {
  const exists = withFallback(
    item,
    book.manifest,
    ({ path, mediaType }) => path !== null && looksLikeContent(path, mediaType),
  );
  if (exists) return { href: exists.path!, readable: 'markup' };
  if (item.path === null) return { href: item.declaredPath, readable: 'missing' };
  return { href: item.path, readable: looksLikeImage(item.path, item.mediaType) ? 'image' : 'foreign' };
}

async function readContent(
  path: string,
  readable: Readable,
  pageLabel: string | null,
  context: SpineContext,
): Promise<ChapterContent> {
  const { publication } = context;
  if (context.encrypted.has(path)) throw encryptedError(path);
  if (readable === 'foreign') {
    throw new GroundglassError(
      'unsupported_format',
      `${path} is neither XHTML nor SVG nor a picture.`,
      'Read the other chapters; this one needs another program.',
      { chapter: path },
    );
  }
  if (readable === 'missing') {
    publication.note('chapter_missing', `The spine names ${path}, which the publication lacks.`);
    return { blocks: [], images: [], pageLabel };
  }
  if (readable === 'image') return imageChapter(path, pageLabel, context.navigation);

  const root = await publication.readMarkup(path);
  const { inline, book, navigation } = context;
  return readBlocks(bodyOf(root), {
    path,
    pageLabels: navigation.pageLabels,
    pageLabel,
    resolveImage(reference) {
      const resolved = publication.resolve(reference, path, 'image');
      if (resolved?.kind === 'data') return inline.addData(path, resolved.url);
      // `<img src="#x">`: a document is no picture of itself.
      return resolved === null || resolved.path === path ? null : resolved.path;
    },
    namesImage(reference) {
      if (/^data:image\//i.test(reference)) return true;
      const resolved = publication.resolve(reference, path, 'image');
      if (resolved?.kind !== 'file') return false;
      return looksLikeImage(resolved.path, book.manifest.find((item) => item.path === resolved.path)?.mediaType);
    },
    svgHref: (svg) => (svg === root ? path : inline.addSvg(path, svg)),
  });
}

/** A picture that stands in the spine itself. */
function imageChapter(path: string, pageLabelBefore: string | null, navigation: Navigation): ChapterContent {
  const pageLabel = navigation.pageLabels.get(path) ?? pageLabelBefore;
  return {
    blocks: [{ kind: 'image', text: '', level: null, element: null, pageLabel, href: path }],
    images: [{ href: path, alt: null, element: null, caption: null }],
    pageLabel,
  };
}

function bodyOf(root: MarkupElement): MarkupElement {
  return isNamed(root, 'svg') ? root : (findAll(root, 'body')[0] ?? root);
}

function titleOf(href: string, content: Chapter['content'], navigation: Navigation): string | null {
  const entries = navigation.contents.filter((entry) => entry.href === href);
  const entry = entries.find(({ element }) => element === null) ?? entries[0];
  if (entry) return entry.title;
  if (content instanceof GroundglassError) return null;
  return content.blocks.find(({ kind }) => kind === 'heading')?.text ?? null;
}

/** DRM is reported, never worked around. */
export function encryptedError(path: string): GroundglassError {
  return new GroundglassError(
    'content_encrypted',
    `${path} is encrypted; the publication says so in META-INF/encryption.xml.`,
    'Get a copy of the publication without DRM from its publisher.',
    { href: path },
  );
}
