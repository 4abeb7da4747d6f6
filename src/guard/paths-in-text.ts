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

/** Words that are absolute paths of pictures by their ending, as goose looks for them: blanks end a word, quotes do not. */
export function pathsInText(text: string): PathInText[] {
  return [...text.matchAll(/\S+\.(png|jpe?g)(?=\s|$)/giu)].flatMap(({ 0: path, 1: ending = '', index }) =>
    isAbsolute(path)
      ? [
          {
            start: index,
            end: index + path.length,
            path,
            mediaType: ending.toLowerCase() === 'png' ? 'image/png' : 'image/jpeg',
          },
        ]
      : [],
  );
}

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
