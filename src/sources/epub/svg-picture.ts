import type { Limits } from '../limits.js';
import { checkBytes, checkPixels, encodePng } from '../picture-budget.js';
import type { Picture } from '../source.js';
import { rasterSvg } from '../svg-raster.js';
import type { MarkupElement } from './markup.js';
import { svgSize } from './svg-size.js';
import { embeddedReferences, svgSource } from './svg-source.js';

/** Long side of a drawing without a size of its own, and the most for one with: beyond it vision models scale down. */
const LONG_SIDE_PX = 1568;

const LEFT_OUT = {
  external: 'References of the SVG to other files, or to pictures of other formats, are not drawn.',
  foreign: 'HTML embedded in the SVG (foreignObject) is not drawn.',
} as const;

/**
 * Draws an SVG on white, with nothing read from outside it.
 * @param embed gives an embedded picture as a `data:` URL, or null where it must not be drawn
 * @throws GroundglassError `file_damaged`, `too_deep`, `too_slow`, `too_many_pixels`, `too_many_bytes`
 */
export async function drawSvg(
  svg: MarkupElement,
  limits: Limits,
  embed: (reference: string) => Promise<string | null>,
): Promise<Picture> {
  const embedded = new Map<string, string>();
  for (const reference of new Set(embeddedReferences(svg))) {
    const dataUrl = await embed(reference);
    if (dataUrl !== null) embedded.set(reference, dataUrl);
  }
  const { widthPx, heightPx, viewBox, intrinsicLongSide } = sizeOf(svg);
  checkPixels(widthPx, heightPx, null, limits);
  const size = { width: String(widthPx), height: String(heightPx), viewBox };
  const { markup, hasText, leftOut } = svgSource(svg, size, embedded);

  const drawn = await rasterSvg(markup, limits, { hasText });
  const bytes = await encodePng(drawn.pixels, drawn.width, drawn.height, 4);
  checkBytes(bytes.length, null, limits);

  const limitations = [...leftOut].map((what) => LEFT_OUT[what]) as string[];
  if (hasText)
    limitations.push("Text of the SVG is drawn with this computer's fonts, which may differ from the author's.");
  if (intrinsicLongSide > LONG_SIDE_PX) {
    limitations.push(
      `The SVG is ${Math.round(intrinsicLongSide)} px on its long side; it is drawn at ${LONG_SIDE_PX} px.`,
    );
  }
  return { bytes, mediaType: 'image/png', widthPx: drawn.width, heightPx: drawn.height, generated: true, limitations };
}

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly viewBox: string;
  readonly intrinsicLongSide: number;
}

/** Its own size in CSS pixels up to the long side's maximum, else its proportions at that maximum. */
function sizeOf(svg: MarkupElement): Size {
  const { width, height, viewBox, isOnlyProportion } = svgSize(svg);
  const longSide = Math.max(width, height);
  const scale = isOnlyProportion ? LONG_SIDE_PX / longSide : Math.min(1, LONG_SIDE_PX / longSide);
  return {
    widthPx: Math.max(1, Math.round(width * scale)),
    heightPx: Math.max(1, Math.round(height * scale)),
    viewBox,
    intrinsicLongSide: isOnlyProportion ? 0 : longSide,
  };
}
