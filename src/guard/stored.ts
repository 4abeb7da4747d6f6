import { GroundglassError } from '../evidence/errors.js';
import type { GuardScanReply } from '../evidence/wire/guard.js';
import { findPictures } from './find-pictures.js';
import { parseJsonTree } from './json-tree.js';
import { isLoadablePicture } from './paths-in-text.js';
import type { FoundPicture } from './picture.js';
import { scrub } from './scrub.js';
import { NOT_DESCRIBED, pictureWords } from './words.js';

/** A piece of a stored conversation that is JSON by itself, and its pictures. */
interface StoredPiece {
  readonly text: string;
  /** How often that text was written as a JSON string again. */
  readonly quoted: number;
  readonly pictures: readonly FoundPicture[];
}

/**
 * Reads a stored conversation: one JSON document, a JSON string that holds one (goose exports those), or one message a line.
 * @throws GroundglassError `file_empty`, `bad_argument`, `too_deep`
 */
export function readStored(text: string): readonly StoredPiece[] {
  if (text.trim() === '') throw new GroundglassError('file_empty', 'The file is empty.', 'Name a stored conversation.');
  try {
    return [pieceOf(text, '')];
  } catch (error) {
    const lines = text.split('\n');
    if (lines.length < 2) throw error;
    try {
      return lines.map((line, i) =>
        line.trim() === '' ? { text: line, quoted: 0, pictures: [] } : pieceOf(line, `/${i}`),
      );
    } catch {
      throw error;
    }
  }
}

/** What goose exports is a JSON string once, and twice where that was stored as JSON again. */
const MAX_QUOTED = 2;

function pieceOf(text: string, pointer: string, quoted = 0): StoredPiece {
  const root = parseJsonTree(text);
  if (typeof root.value === 'string' && quoted < MAX_QUOTED) return pieceOf(root.value, pointer, quoted + 1);
  if (root.type !== 'object' && root.type !== 'array') {
    throw new GroundglassError('bad_argument', 'This is JSON, but no conversation.', 'Name a stored conversation.');
  }
  const pictures = findPictures(root, { loads: isLoadablePicture });
  return { text, quoted, pictures: pictures.map((picture) => ({ ...picture, path: `${pointer}${picture.path}` })) };
}

/** A copy without pictures: each is named in its place, and said not to be at hand. */
export function healed(pieces: readonly StoredPiece[]): string {
  let before = 0;
  return pieces
    .map(({ text, quoted, pictures }) => {
      const from = before;
      before += pictures.length;
      let copy = scrub(text, pictures, (picture, number) =>
        pictureWords(picture, from + number, { kind: 'unseen', why: NOT_DESCRIBED }),
      );
      for (let i = 0; i < quoted; i += 1) copy = JSON.stringify(copy);
      return copy;
    })
    .join('\n');
}

export const wireImages = (pictures: readonly FoundPicture[]): GuardScanReply['images'] =>
  pictures.map(({ path, dialect, position, bytes, mediaType }) => ({
    path,
    dialect,
    position,
    bytes,
    media_type: mediaType,
  }));
