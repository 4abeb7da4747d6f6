import { GroundglassError } from '../../evidence/errors.js';
import { percentDecoded, resolveHref } from './hrefs.js';
import type { MarkupElement } from './markup.js';
import { attribute, childElements, findAll, hasWord, textOf } from './markup-tree.js';
import type { Publication } from './publication.js';

export interface ManifestItem {
  readonly id: string;
  /** Path in the container; null where the file is missing or outside. */
  readonly path: string | null;
  /** What `path` would be if the file were there. */
  readonly declaredPath: string;
  /** As declared. What the bytes are decides wherever it matters. */
  readonly mediaType: string;
  readonly fallback: string | null;
  readonly isNav: boolean;
  readonly isCoverImage: boolean;
}

export interface PackageDocument {
  readonly path: string;
  readonly title: string | null;
  readonly fixedLayout: boolean;
  readonly manifest: readonly ManifestItem[];
  /** In reading order, linear or not. */
  readonly spine: readonly ManifestItem[];
  readonly nav: ManifestItem | null;
  readonly ncx: ManifestItem | null;
  /** `<meta name="cover">`: meant to be a manifest id, in some books an href. */
  readonly coverMeta: string | null;
  /** `<reference type="cover">` of the EPUB 2 guide, as a path in the container. */
  readonly coverPage: string | null;
}

const CONTAINER_XML = 'META-INF/container.xml';
const PACKAGE_TYPE = 'application/oebps-package+xml';
const NCX_TYPE = 'application/x-dtbncx+xml';
const NEXT_STEP = 'Check the file with EPUBCheck, or get another copy; a repaired EPUB opens.';

/**
 * Reads the package document (OPF) of the default rendition.
 * @throws GroundglassError `file_damaged` where container.xml or the package document is missing or empty, and what
 *   `Publication.readMarkup` throws
 */
export async function readPackage(publication: Publication): Promise<PackageDocument> {
  const path = await packagePath(publication);
  const root = await publication.readMarkup(path);
  const manifest = findAll(root, 'item').map((item) => manifestItem(item, path, publication));
  const byId = new Map(manifest.map((item) => [item.id, item]));
  const [spineElement] = findAll(root, 'spine');
  if (!spineElement) throw damaged(`The package document ${path} has no spine.`);

  const metas = findAll(root, 'meta');
  const guideCover = findAll(root, 'reference').find((reference) => hasWord(reference, 'type', 'cover'));
  const coverHref = guideCover && attribute(guideCover, 'href');
  const coverPage = coverHref ? publication.resolve(coverHref, path, 'resource') : null;
  return {
    path,
    title:
      findAll(root, 'title')
        .map((title) => textOf(title))
        .find((title) => title !== '') ?? null,
    fixedLayout: metas.some(saysFixedLayout),
    manifest,
    spine: readSpine(spineElement, byId, publication),
    nav: manifest.find((item) => item.isNav) ?? null,
    ncx: byId.get(attribute(spineElement, 'toc') ?? '') ?? manifest.find((i) => i.mediaType === NCX_TYPE) ?? null,
    coverMeta: contentOf(metas, 'cover'),
    coverPage: coverPage?.kind === 'file' ? coverPage.path : null,
  };
}

/** The item itself, or the first of its fallbacks, for which `accepts` holds; null where none does. */
export function withFallback(
  item: ManifestItem,
  manifest: readonly ManifestItem[],
  accepts: (item: ManifestItem) => boolean,
): ManifestItem | null {
  const tried = new Set<ManifestItem>();
  let candidate: ManifestItem | undefined = item;
  while (candidate && !tried.has(candidate)) {
    if (accepts(candidate)) return candidate;
    tried.add(candidate);
    const { fallback }: ManifestItem = candidate;
    candidate = fallback === null ? undefined : manifest.find(({ id }) => id === fallback);
  }
  return null;
}

async function packagePath(publication: Publication): Promise<string> {
  const containerXml = publication.findFile(CONTAINER_XML);
  if (containerXml === null) throw damaged(`This zip file isn't an EPUB: ${CONTAINER_XML} is missing.`);
  const rootfiles = findAll(await publication.readMarkup(containerXml), 'rootfile');
  const packages = rootfiles.filter((rootfile) => attribute(rootfile, 'media-type') === PACKAGE_TYPE);
  if (packages.length > 1) {
    publication.note('more_renditions', `The publication has ${packages.length} renditions; the first is read.`);
  }
  const fullPath = attribute(packages[0] ?? rootfiles[0] ?? EMPTY, 'full-path');
  if (!fullPath) throw damaged(`${CONTAINER_XML} names no package document.`);
  // Relative to the container root, unlike everything else.
  const resolved = publication.resolve(fullPath, '', 'resource');
  if (resolved?.kind !== 'file') throw damaged(`The package document ${fullPath} is missing.`);
  return resolved.path;
}

function manifestItem(item: MarkupElement, from: string, publication: Publication): ManifestItem {
  const href = attribute(item, 'href');
  const resolved = href ? publication.resolve(href, from, 'resource') : null;
  const target = resolveHref(href ?? '', from);
  return {
    id: attribute(item, 'id') ?? '',
    declaredPath: target.kind === 'file' ? percentDecoded(target.path) : target.url,
    path: resolved?.kind === 'file' ? resolved.path : null,
    mediaType: (attribute(item, 'media-type') ?? '').trim().toLowerCase(),
    fallback: attribute(item, 'fallback'),
    isNav: hasWord(item, 'properties', 'nav'),
    isCoverImage: hasWord(item, 'properties', 'cover-image'),
  };
}

function readSpine(
  spine: MarkupElement,
  manifest: ReadonlyMap<string, ManifestItem>,
  publication: Publication,
): ManifestItem[] {
  const items: ManifestItem[] = [];
  for (const itemref of childElements(spine, 'itemref')) {
    const idref = attribute(itemref, 'idref') ?? '';
    const item = manifest.get(idref);
    if (item) items.push(item);
    else publication.note('chapter_missing', `The spine names ${JSON.stringify(idref)}, which the manifest lacks.`);
  }
  return items;
}

function saysFixedLayout(meta: MarkupElement): boolean {
  if (attribute(meta, 'property') === 'rendition:layout') return textOf(meta) === 'pre-paginated';
  return attribute(meta, 'name') === 'fixed-layout' && attribute(meta, 'content') === 'true';
}

function contentOf(metas: readonly MarkupElement[], name: string): string | null {
  const meta = metas.find((candidate) => attribute(candidate, 'name') === name);
  return (meta && attribute(meta, 'content')) || null;
}

function damaged(message: string): GroundglassError {
  return new GroundglassError('file_damaged', message, NEXT_STEP);
}

const EMPTY: MarkupElement = { name: '', attributes: new Map(), children: [] };
