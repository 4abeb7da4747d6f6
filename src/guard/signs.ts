import { VALUE_SIGNS } from './picture-bytes.js';

/**
 * Whether JSON may hold a picture, by signs in its bytes: one pass over what is mostly text costs far less than parsing it.
 * It may say yes where there is none; it says no only where {@link findPictures} finds none.
 */
export function mayHoldPicture(json: Buffer): boolean {
  return SIGNS.some((sign) => json.includes(sign)) || IMAGE.test(json.toString('latin1'));
}

/** Media types are written in any case. */
const IMAGE = /image/i;

/** Every shape that is looked for has one of these in it, or the word image; a backslash before u may spell any of them. */
const SIGNS = [
  'image',
  'inline',
  'blob',
  'file',
  'screenshot',
  'iVBORw0KGgo',
  '/9j/',
  'R0lGOD',
  'UklGR',
  'SUkqA',
  'TU0AK',
  // As a whole value.
  ...VALUE_SIGNS.map(({ sign, at }) => (at === 0 ? `"${sign}` : sign)),
  '.png',
  '.jp',
  '.PNG',
  '.JP',
  // Text in UTF-16 or UTF-32, which some servers read.
  '\0',
  '\\u00',
  '\\/9j',
].map((sign) => Buffer.from(sign, 'latin1'));
