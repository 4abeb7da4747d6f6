/**
 * Whether JSON may hold a picture, by signs in its bytes: one pass over what is mostly text costs far less than parsing it.
 * It may say yes where there is none; it says no only where {@link findPictures} finds none.
 */
export function mayHoldPicture(json: Buffer): boolean {
  return SIGNS.some((sign) => json.includes(sign));
}

/** Every shape that is looked for has one of these in it; a backslash before u may spell any of them. */
const SIGNS = [
  'image',
  'Image',
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
  '.png',
  '.jp',
  '.PNG',
  '.JP',
  '\\u00',
  '\\/9j',
].map((sign) => Buffer.from(sign, 'latin1'));
