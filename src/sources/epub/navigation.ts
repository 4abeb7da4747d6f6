import type { MarkupElement } from './markup.js';
import { attribute, childElements, findAll, hasWord, textOf } from './markup-tree.js';
import type { PackageDocument } from './package-document.js';
import type { Publication } from './publication.js';

/** A place that the navigation names: a path in the container, and the fragment where there is one. */
interface Entry {
  readonly title: string;
  readonly href: string;
  readonly element: string | null;
}

export interface Navigation {
  /** The table of contents, in its order. */
  readonly contents: readonly Entry[];
  /** Printed page labels by the place where the page begins: `path#fragment`, or `path` for the start of a file. */
  readonly pageLabels: ReadonlyMap<string, string>;
}

interface Link {
  readonly title: string;
  readonly href: string | null;
}

/**
 * The table of contents and the page list: from the navigation document, and what it lacks from the NCX.
 * A navigation file that can't be read is a warning, since the chapters stand without it.
 */
export async function readNavigation(publication: Publication, book: PackageDocument): Promise<Navigation> {
  const nav = await readLinks(publication, book.nav?.path ?? null, navLinks);
  const ncx = await readLinks(publication, book.ncx?.path ?? null, ncxLinks);
  const toc = nav.toc.length > 0 ? nav.toc : ncx.toc;
  const pages = nav.pages.length > 0 ? nav.pages : ncx.pages;
  return { contents: toc, pageLabels: pageLabels(pages, publication) };
}

interface Lists<T> {
  toc: T[];
  pages: T[];
}

async function readLinks(
  publication: Publication,
  path: string | null,
  linksOf: (root: MarkupElement) => Lists<Link>,
): Promise<Lists<Entry>> {
  if (path === null) return { toc: [], pages: [] };
  try {
    const { toc, pages } = linksOf(await publication.readMarkup(path));
    const resolved = (links: Link[]): Entry[] => links.flatMap((link) => resolveLink(link, path, publication));
    return { toc: resolved(toc), pages: resolved(pages) };
  } catch (thrown) {
    publication.note('navigation_unreadable', `${path} can't be read: ${(thrown as Error).message}`);
    return { toc: [], pages: [] };
  }
}

function resolveLink({ title, href }: Link, from: string, publication: Publication): Entry[] {
  const resolved = href ? publication.resolve(href, from, 'chapter') : null;
  if (resolved?.kind !== 'file' || title === '') return [];
  return [{ title, href: resolved.path, element: resolved.fragment }];
}

function navLinks(root: MarkupElement): Lists<Link> {
  const navs = findAll(root, 'nav');
  const ofType = (type: string): Link[] => navs.filter((nav) => hasWord(nav, 'type', type)).flatMap(linksIn);
  const toc = ofType('toc');
  // A lone <nav> that forgot its type is still the table of contents.
  return { toc: toc.length === 0 && navs.length === 1 ? linksIn(navs[0]!) : toc, pages: ofType('page-list') };
}

function linksIn(nav: MarkupElement): Link[] {
  return findAll(nav, 'a').map((link) => ({ title: textOf(link), href: attribute(link, 'href') }));
}

function ncxLinks(root: MarkupElement): Lists<Link> {
  return { toc: findAll(root, 'navPoint').map(ncxLink), pages: findAll(root, 'pageTarget').map(ncxLink) };
}

function ncxLink(point: MarkupElement): Link {
  const [label] = childElements(point, 'navLabel');
  const [content] = childElements(point, 'content');
  const title = (label && textOf(label)) || (attribute(point, 'value') ?? '');
  return { title, href: (content && attribute(content, 'src')) ?? null };
}

function pageLabels(pages: readonly Entry[], publication: Publication): Map<string, string> {
  const labels = new Map<string, string>();
  const seen = new Set<string>();
  for (const { title, href, element } of pages) {
    const place = element === null ? href : `${href}#${element}`;
    if (seen.has(title)) publication.note('page_label_duplicate', `The page list names page ${title} more than once.`);
    seen.add(title);
    if (!labels.has(place)) labels.set(place, title);
  }
  return labels;
}
