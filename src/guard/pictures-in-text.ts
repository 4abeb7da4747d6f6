import { mediaTypeOf } from './picture-bytes.js';
import { pictureValuesInText } from './picture-values.js';

/** A picture that stands in the middle of a text. */
export interface PictureInText {
  /** Place in the text, in UTF-16 units, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly mediaType: string;
  readonly base64: string;
}

/** Data URIs of pictures, bare base64 that begins as a picture does, and values of JSON that are called pictures, in reading order. */
export function picturesInText(text: string): PictureInText[] {
  if (text.length < MIN_TEXT_CHARS) return [];
  const values = pictureValuesInText(text);
  const found = picturesByBeginning(text);
  if (values.length === 0) return found;
  const isApart = (it: PictureInText): boolean => values.every(({ start, end }) => it.end <= start || end <= it.start);
  return [...values, ...found.filter(isApart)].sort((a, b) => a.start - b.start);
}

/** One pass: a text of many megabytes that looks like base64 costs its length. */
function picturesByBeginning(text: string): PictureInText[] {
  const found: PictureInText[] = [];
  BEGINNING.lastIndex = 0;
  for (let match = BEGINNING.exec(text); match !== null; match = BEGINNING.exec(text)) {
    const [beginning, named] = match;
    const from = named === undefined ? match.index : match.index + beginning.length;
    const end = endOfBase64(text, from);
    BEGINNING.lastIndex = Math.max(end, match.index + 1);
    const least = named === undefined ? MIN_BARE_CHARS : MIN_URI_CHARS;
    if (end - from < least) continue;
    const base64 = text.slice(from, end);
    const mediaType = named?.toLowerCase() ?? mediaTypeOf(Buffer.from(base64.slice(0, 64), 'base64'));
    if (mediaType !== null) found.push({ start: match.index, end, mediaType, base64 });
  }
  return found;
}

/**
 * A data URI with its media type, or the first characters of PNG, JPEG, GIF, WebP and TIFF in base64. Base64 that only
 * continues some other run is no beginning.
 */
const BEGINNING =
  /data:(image\/[\w.+-]{1,60})(?:;[\w.=+-]{1,60}){0,4};base64,\s?|(?<![A-Za-z0-9+/])(?:iVBORw0KGgo|\/9j\/|R0lGOD[dl]h|UklGR|SUkqA|TU0AK)/giu;

/** What people write to explain data URIs is shorter; the smallest GIF takes 36. */
const MIN_URI_CHARS = 16;
/** The shortest data URI of all; most strings of a conversation are shorter. */
const MIN_TEXT_CHARS = 'data:image/x;base64,'.length + MIN_URI_CHARS;
/** Bare base64 has nothing else to tell it from a word: the smallest pictures that anyone sends have 67 bytes (PNG) and more. */
const MIN_BARE_CHARS = 88;
/** Encoders that break lines do so at 64 or 76 characters: only after such a line does the picture go on in the next. */
const MIN_WRAPPED_LINE = 60;

function endOfBase64(text: string, from: number): number {
  for (let at = from; ; ) {
    const lineStart = at;
    at = endOfDigits(text, at);
    if (at === lineStart) return at > from ? trimmedEnd(text, at) : at;
    let end = at;
    while (text[end] === '=' && end - at < 2) end += 1;
    const next = end === at ? afterLineBreak(text, at) : at;
    if (end > at || next === at || at - lineStart < MIN_WRAPPED_LINE) return end;
    at = next;
  }
}

const afterLineBreak = (text: string, at: number): number =>
  text[at] === '\n' ? at + 1 : text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at;

/** Back over the line break that nothing followed. */
function trimmedEnd(text: string, at: number): number {
  let end = at;
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end -= 1;
  return end;
}

/** Digits of both alphabets of RFC 4648. A run of megabytes is taken in pieces: one match over all of it has no end of stack. */
const DIGITS = /[A-Za-z0-9+/_-]{1,4096}/y;

function endOfDigits(text: string, from: number): number {
  DIGITS.lastIndex = from;
  let at = from;
  while (DIGITS.test(text)) at = DIGITS.lastIndex;
  return at;
}
