import { closeSync, openSync, readSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { mediaTypeOf } from './picture-bytes.js';

/** A word of a text that an agent takes for a picture to load. */
export interface PathInText {
  readonly start: number;
  readonly end: number;
  readonly path: string;
  readonly mediaType: string;
}

/**
 * Words that are absolute paths of pictures by their ending, as goose looks for them: blanks end a word, quotes do not. Endings
 * are looked for first, and words back from them: a text of megabytes without a blank, as base64 is, costs its length.
 */
export function pathsInText(text: string): PathInText[] {
  return [...text.matchAll(/\.(?:png|jpe?g)(?=\s|$)/giu)].flatMap(({ 0: ending, index }) => {
    const end = index + ending.length;
    const start = wordStart(text, index);
    const path = text.slice(start, end);
    const mediaType = ending.toLowerCase() === '.png' ? 'image/png' : 'image/jpeg';
    return isAbsolute(path) ? [{ start, end, path, mediaType }] : [];
  });
}

/** No system opens a longer path. */
const MAX_PATH_CHARS = 4_096;

function wordStart(text: string, from: number): number {
  const least = Math.max(0, from - MAX_PATH_CHARS);
  let at = from;
  while (at > least && !BLANK.test(text[at - 1] ?? '')) at -= 1;
  return at;
}

const BLANK = /\s/u;

/** Whether a file of this machine is there and begins as a PNG, JPEG or GIF does: then goose loads it. */
export function isLoadablePicture(path: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return false;
  }
  try {
    const head = Buffer.alloc(16);
    const read = readSync(file, head, 0, head.length, 0);
    return LOADED.has(mediaTypeOf(head.subarray(0, read)) ?? '');
  } catch {
    return false;
  } finally {
    closeSync(file);
  }
}

const LOADED = new Set(['image/png', 'image/jpeg', 'image/gif']);
