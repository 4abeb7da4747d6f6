import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { GroundglassError } from '../../evidence/errors.js';
import type { ImageManifest } from '../../evidence/wire/images.js';
import type { CreditCheckReply } from '../../evidence/wire/take.js';
import { decodeText } from '../../sources/epub/decode-text.js';
import { parseMarkup, parsePage } from '../../sources/epub/markup.js';
import { isNamed } from '../../sources/epub/markup-tree.js';
import { type Limits, limitsFrom } from '../../sources/limits.js';
import { decodeHtml } from '../../sources/web/decode-html.js';
import { readManifest } from '../manifest.js';
import { checkHtml } from './check-html.js';
import { checkSvg } from './check-svg.js';

/** Folders above a slide in which its manifest is looked for, and those in them that hold pictures by custom. */
const LEVELS_UP = 3;
const PLACES = ['', 'images', 'assets'];
const MANIFEST = 'image_sources.json';

/**
 * Holds SVG slides and HTML pages against the manifest of their pictures: each picture that must be credited, with whether it is.
 * @param manifestPath for all of them; null to look for it near each
 * @throws GroundglassError `file_not_found`, `file_not_readable`, `manifest_damaged`, `unsupported_format`, and what drawing a slide throws
 */
export async function checkCredits(files: readonly string[], manifestPath: string | null): Promise<CreditCheckReply> {
  const limits = limitsFrom();
  const slides: CreditCheckReply['slides'] = [];
  for (const file of files) {
    const path = manifestPath ?? manifestNear(file);
    if (!existsSync(path)) throw notThere(path);
    slides.push({ file, ...(await checkSlide(file, readManifest(path), dirname(resolve(path)), limits)) });
  }
  return { slides };
}

async function checkSlide(file: string, manifest: ImageManifest, folder: string, limits: Limits) {
  const bytes = bytesOf(file, limits);
  const ending = extname(file).toLowerCase();
  if (ending === '.html' || ending === '.htm')
    return checkHtml(parsePage(decodeHtml(bytes), file, limits), file, manifest, [folder], limits);
  const { root } = parseMarkup(decodeText(bytes), file, limits);
  if (isNamed(root, 'svg')) return { images: await checkSvg(root, file, manifest, [folder], limits), limitations: [] };
  if (isNamed(root, 'html')) return checkHtml(root, file, manifest, [folder], limits);
  throw new GroundglassError(
    'unsupported_format',
    `${file} is neither an SVG drawing nor an HTML page.`,
    'Give slides as SVG or HTML.',
    {
      path: file,
    },
  );
}

function bytesOf(file: string, limits: Limits): Uint8Array {
  try {
    const facts = statSync(file);
    if (!facts.isFile() || facts.size > limits.maxMarkupBytes)
      throw new Error(`it is no file of at most ${limits.maxMarkupBytes} bytes`);
    return readFileSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new GroundglassError(
      code === 'ENOENT' ? 'file_not_found' : 'file_not_readable',
      code === 'ENOENT' ? `There is no file ${file}.` : `${file} can't be read: ${message}.`,
      'Check the path.',
      { path: file },
      { cause: error },
    );
  }
}

function manifestNear(file: string): string {
  let folder = dirname(resolve(file));
  for (let level = 0; level <= LEVELS_UP; level += 1, folder = dirname(folder)) {
    const found = PLACES.map((place) => join(folder, place, MANIFEST)).find((path) => existsSync(path));
    if (found !== undefined) return found;
  }
  throw notThere(join(dirname(file), MANIFEST));
}

const notThere = (path: string): GroundglassError =>
  new GroundglassError(
    'file_not_found',
    `There is no image manifest ${path}.`,
    'Name it with --manifest image_sources.json.',
    { path },
  );
