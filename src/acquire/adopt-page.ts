import { createHash, randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { GroundglassError, toGroundglassError } from '../evidence/errors.js';
import type { ImagePackage, ImagePackageReply } from '../evidence/wire/take.js';
import { readBlocks, type ShownImage } from '../sources/epub/chapter-blocks.js';
import { parseMarkup } from '../sources/epub/markup.js';
import { attribute, findAll, textOf } from '../sources/epub/markup-tree.js';
import { limitsFrom } from '../sources/limits.js';
import type { Block } from '../sources/source.js';
import { decodeHtml } from '../sources/web/decode-html.js';
import { fetchBytes } from '../sources/web/fetch-bytes.js';
import { makeFolders } from '../store/make-folders.js';
import { writeWhole } from '../store/write-whole.js';
import { fetchOriginal, type OriginalRequest } from './originals.js';
import type { AcquireSettings } from './settings.js';

/** Pages with more bytes are applications. */
const MAX_PAGE_BYTES = 8 * 2 ** 20;
const TIMEOUT_MS = 60_000;
/** Pictures of one page; beyond it a page is a catalogue. */
const MAX_PICTURES = 40;
const AT_ONCE = 3;
/** Below it a picture is an icon. */
const MIN_SIDE = 200;

/**
 * Adopts a web page as a package in a folder of its own: its text as Markdown, its pictures beside it, and `image_manifest.json`. The rights
 * to them are nobody's word yet; `adopt` takes one of them.
 * @throws GroundglassError `address_refused`, `upstream_refused`, `unsupported_format` where the address is no web page
 */
export async function adoptPage(
  url: string,
  folder: string,
  { settings, signal }: { readonly settings: AcquireSettings; readonly signal?: AbortSignal | undefined },
): Promise<ImagePackageReply> {
  const headers = { 'user-agent': settings.userAgent };
  const { trustedOrigins } = settings;
  const options = {
    maxBytes: MAX_PAGE_BYTES,
    timeoutMs: TIMEOUT_MS,
    headers,
    trustedOrigins,
    ...(signal ? { signal } : {}),
  };
  const page = await fetchBytes(url, options);
  if (!/^(?:text\/html|application\/xhtml\+xml)$/.test(page.mediaType ?? '')) throw noPage(url, page.mediaType);
  const { root } = parseMarkup(decodeHtml(page.bytes), 'the page', limitsFrom());
  const base = baseOf(attribute(findAll(root, 'base')[0] ?? root, 'href'), page.url);
  const { blocks, images } = readBlocks(root, {
    path: '',
    pageLabels: new Map(),
    pageLabel: null,
    resolveImage: (reference) => absolute(reference, base),
    namesImage: (reference) => absolute(reference, base) !== null,
    svgHref: () => '',
  });
  const name = createHash('sha256').update(page.url).digest('hex').slice(0, 12);
  const home = join(folder, 'pages', `${new URL(page.url).hostname.replace(/[^a-z0-9.-]/gi, '_')}-${name}`);
  // Until the package is whole it lies aside: no picture is there without the file that says where it is from.
  const aside = `${home}.${randomBytes(6).toString('hex')}.part`;
  makeFolders(aside);
  const shown = [...new Map(images.map((it) => [it.href, it])).values()].filter(({ href }) => href !== '');
  const limit = pLimit(AT_ONCE);
  const take = (image: ShownImage, index: number): Promise<Taken> =>
    limit(() => takeShown(image, index + 1, aside, { trustedOrigins, headers, signal }));
  const taken = await Promise.all(shown.slice(0, MAX_PICTURES).map(take));
  const title = textOf(findAll(root, 'title')[0] ?? root) || page.url;
  const adopted: ImagePackage = {
    page_url: page.url,
    title,
    adopted_at: new Date().toISOString(),
    markdown: 'page.md',
    images: taken.flatMap(({ image }) => image ?? []),
    failed: taken.flatMap(({ failure }) => failure ?? []),
  };
  writeWhole(join(aside, 'page.md'), markdownOf(adopted, blocks));
  writeWhole(join(aside, 'image_manifest.json'), `${JSON.stringify(adopted, null, 2)}\n`);
  rmSync(home, { recursive: true, force: true });
  renameSync(aside, home);
  return { ...adopted, package: home };
}

interface Taken {
  readonly image?: ImagePackage['images'][number];
  readonly failure?: ImagePackage['failed'][number];
}

async function takeShown(
  { href: url, alt, caption }: ShownImage,
  number: number,
  folder: string,
  options: Pick<OriginalRequest, 'trustedOrigins' | 'headers' | 'signal'>,
): Promise<Taken> {
  const file = `picture_${String(number).padStart(2, '0')}.jpg`;
  const gates = { minWidth: MIN_SIDE, minHeight: MIN_SIDE, floorPixels: 0, format: 'jpeg' } as const;
  try {
    const { bytes, width, height, sha256 } = await fetchOriginal({ url, ...gates, ...options });
    writeFileSync(join(folder, file), bytes);
    return { image: { file, url, alt: alt ?? '', caption: caption ?? '', width, height, sha256 } };
  } catch (error) {
    if (options.signal?.aborted) throw error;
    const { code, message } = toGroundglassError(error);
    return { failure: { url, code, message } };
  }
}

/** Null for what is no address on the web: pictures inside the page (`data:`) have no source to name. */
function absolute(reference: string, base: string): string | null {
  const url = URL.canParse(reference, base) ? new URL(reference, base) : null;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : null;
}

const baseOf = (declared: string | null, address: string): string =>
  declared !== null && URL.canParse(declared, address) ? new URL(declared, address).href : address;

function markdownOf({ title, page_url, images }: ImagePackage, blocks: readonly Block[]): string {
  const fileOf = new Map(images.map(({ url, file }) => [url, file]));
  const parts = blocks.map(({ kind, text, level, href }) => {
    if (kind === 'heading') return `${'#'.repeat(level ?? 2)} ${plain(text)}`;
    const file = fileOf.get(href ?? '');
    return kind === 'image' ? (file === undefined ? '' : `![${plain(text)}](${file})`) : plain(text);
  });
  return `<!-- ${page_url.replaceAll('--', '%2D%2D')} -->\n\n# ${plain(title)}\n\n${parts.filter((it) => it !== '').join('\n\n')}\n`;
}

/** A page's words are text: none of them becomes markup. */
const plain = (text: string): string => text.replace(/[\\`*_[\]<>#]/g, '\\$&');

const noPage = (url: string, mediaType: string | null): GroundglassError =>
  new GroundglassError(
    'unsupported_format',
    `What lies at this address is no web page (${mediaType ?? 'no type is given'}).`,
    'Give the address of a page; for a picture itself use from-url.',
    { url },
  );
