import type { PictureReply } from '../../evidence/wire/picture.js';

/** Bytes follow the area only roughly; a suggestion keeps this much in hand. */
const MARGIN = 0.85;

/** The DPI or the crop with which a picture that is too large to attach should fit into `inlineBytes`. */
export function wayToFit({ bytes, dpi, source_locator: { box } }: PictureReply, inlineBytes: number): string {
  if (dpi === null || box === null) return 'It comes in one size only: read the link, or open the file.';
  const side = Math.sqrt((inlineBytes / bytes) * MARGIN);
  const [x0, y0, x1, y1] = box;
  const crop = [x0, y0, x0 + (x1 - x0) * side, y0 + (y1 - y0) * side].map((edge) => Math.floor(edge * 100) / 100);
  const lower = Math.max(Math.floor(dpi * side), 1);
  return `To have it attached, render at ${lower} dpi or less, or keep ${dpi} dpi and crop to ${crop.join(',')} or as small a part.`;
}
