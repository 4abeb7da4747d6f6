import sharp from 'sharp';
import { box, heightOf, widthOf } from '../../evidence/boxes.js';
import { GroundglassError } from '../../evidence/errors.js';
import type { WorldBox } from '../cad/drawing.js';
import type { LiveCad, Screenshot } from './live-cad.js';

/** Screenshots for one picture: enough for 5,000 pixels on a screen of 1,280. */
const MOST_SHOTS = 16;

/**
 * A window at any zoom, as PNG of exactly these pixels: as one screenshot, or, where the program's drawing area has fewer
 * pixels, of as many as it takes, put together.
 * @throws GroundglassError `too_many_pixels`, and those of {@link LiveCad.screenshot}
 */
export async function mosaic(live: LiveCad, window: WorldBox, widthPx: number, heightPx: number): Promise<Uint8Array> {
  const first = await live.screenshot(window);
  // Its own pixels of the window decide into how many pieces it is cut.
  const shown = {
    widthPx: (first.widthPx * widthOf(window)) / widthOf(first.visible),
    heightPx: (first.heightPx * heightOf(window)) / heightOf(first.visible),
  };
  if (shown.widthPx >= widthPx && shown.heightPx >= heightPx) return cutOut(first, window, widthPx, heightPx);
  const columns = Math.ceil(widthPx / first.widthPx);
  const rows = Math.ceil(heightPx / first.heightPx);
  if (columns * rows > MOST_SHOTS) {
    throw new GroundglassError(
      'too_many_pixels',
      `A picture of ${widthPx} × ${heightPx} pixels takes ${columns * rows} screenshots of the CAD program; ${MOST_SHOTS} are made at most.`,
      'Make the window of the CAD program larger, or ask for a smaller part of the drawing.',
      { screenshots: columns * rows, limit: MOST_SHOTS },
    );
  }
  const pieces: { input: Uint8Array; left: number; top: number }[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [left, right] = [column, column + 1].map((c) => Math.round((widthPx * c) / columns)) as [number, number];
      const [top, bottom] = [row, row + 1].map((r) => Math.round((heightPx * r) / rows)) as [number, number];
      const part = partOf(window, left / widthPx, top / heightPx, right / widthPx, bottom / heightPx);
      pieces.push({ input: await cutOut(await live.screenshot(part), part, right - left, bottom - top), left, top });
    }
  }
  const canvas = sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: '#ffffff' } });
  return canvas
    .composite(pieces.map((piece) => ({ ...piece, input: Buffer.from(piece.input) })))
    .png()
    .toBuffer();
}

/** By fractions of a window from its top left. */
function partOf([x0, y0, x1, y1]: WorldBox, left: number, top: number, right: number, bottom: number): WorldBox {
  const [w, h] = [x1 - x0, y1 - y0];
  return box('world', x0 + w * left, y1 - h * bottom, x0 + w * right, y1 - h * top);
}

/** The part of a screenshot that shows a window, resized. */
async function cutOut(
  { bytes, visible, ...size }: Screenshot,
  window: WorldBox,
  widthPx: number,
  heightPx: number,
): Promise<Uint8Array> {
  const pixelsPerUnit = size.widthPx / widthOf(visible);
  const left = Math.max(Math.round((window[0] - visible[0]) * pixelsPerUnit), 0);
  const top = Math.max(Math.round((visible[3] - window[3]) * pixelsPerUnit), 0);
  const width = Math.max(Math.min(Math.round(widthOf(window) * pixelsPerUnit), size.widthPx - left), 1);
  const height = Math.max(Math.min(Math.round(heightOf(window) * pixelsPerUnit), size.heightPx - top), 1);
  return sharp(bytes)
    .extract({ left, top, width, height })
    .flatten({ background: '#ffffff' })
    .resize(widthPx, heightPx, { fit: 'fill' })
    .png()
    .toBuffer();
}
