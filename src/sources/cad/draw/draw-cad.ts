import { heightOf, widthOf } from '../../../evidence/boxes.js';
import { GroundglassError } from '../../../evidence/errors.js';
import type { Limits } from '../../limits.js';
import { checkBytes, checkPixels, encodePng } from '../../picture-budget.js';
import type { Picture } from '../../source.js';
import { rasterSvg } from '../../svg-raster.js';
import type { CadDrawing, CadLayout, WorldBox } from '../drawing.js';
import { Canvas } from './canvas.js';
import { Painter } from './painter.js';
import { View } from './view.js';

export interface CadSvg {
  /** One SVG of paths: no <text>, no script, nothing from outside. */
  readonly svg: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** What the picture shows, in the layout's coordinates: the window, and what lies around it where the shapes differ. */
  readonly visible: WorldBox;
  /** Pixels of one unit of the layout. */
  readonly zoom: number;
  readonly limitations: readonly string[];
}

export interface CadPicture extends Picture {
  readonly svg: string;
  readonly visible: WorldBox;
}

/**
 * Draws a window of a layout on white paper as SVG, fitted into the picture and not stretched. What is off, frozen or not
 * plotted is not drawn. The same drawing gives the same bytes on every machine.
 * @param unitsPerMm layout units of one mm of paper, which turns line weights into pixels; null draws hair lines. What the
 *   model's own tab says of paper is seldom meant: there the caller's sheet has to say it
 * @throws GroundglassError `bad_argument` (a window without area), `too_many_bytes`
 */
export function cadSvg(
  drawing: CadDrawing,
  layout: CadLayout,
  window: WorldBox,
  widthPx: number,
  heightPx: number,
  unitsPerMm: number | null = paperUnits(layout),
): CadSvg {
  checkWindow(window);
  const view = View.of(window, widthPx, heightPx);
  const canvas = new Canvas(widthPx, heightPx);
  const painter = new Painter(drawing, canvas, unitsPerMm === null ? null : unitsPerMm * view.zoom);
  painter.layout(layout, view);
  const svg = canvas.toSvg();
  return { svg, widthPx, heightPx, visible: view.visible, zoom: view.zoom, limitations: limitationsOf(painter) };
}

/**
 * The same as PNG.
 * @throws GroundglassError those of {@link cadSvg}, and `too_many_pixels`, `too_slow`, `file_damaged`
 */
export async function drawCad(
  drawing: CadDrawing,
  layout: CadLayout,
  window: WorldBox,
  widthPx: number,
  heightPx: number,
  { limits, unitsPerMm }: { readonly limits: Limits; readonly unitsPerMm?: number | null },
): Promise<CadPicture> {
  checkPixels(widthPx, heightPx, null, limits);
  const { svg, visible, limitations } = cadSvg(drawing, layout, window, widthPx, heightPx, unitsPerMm);
  const { pixels, width, height } = await rasterSvg(svg, limits);
  const bytes = await encodePng(pixels, width, height, 4);
  checkBytes(bytes.length, null, limits);
  const picture = { bytes, mediaType: 'image/png', widthPx: width, heightPx: height, generated: true };
  return { ...picture, svg, visible, limitations };
}

const paperUnits = ({ kind, paper }: CadLayout): number | null =>
  kind === 'paper' ? (paper?.unitsPerMm ?? null) : null;

function checkWindow(window: WorldBox): void {
  if (widthOf(window) > 0 && heightOf(window) > 0 && Number.isFinite(widthOf(window) + heightOf(window))) return;
  throw new GroundglassError(
    'bad_argument',
    `The window ${window.join(',')} has no area.`,
    'Give its lower left and upper right corner, x0,y0,x1,y1 in drawing units, with x0 < x1 and y0 < y1.',
  );
}

/** How many of the characters that were not found are named. */
const MAX_NAMED = 20;

function limitationsOf({ missing }: Painter): string[] {
  if (missing.size === 0) return [];
  const named = [...missing].slice(0, MAX_NAMED).join(' ');
  const more = missing.size > MAX_NAMED ? ' …' : '';
  return [`${missing.size} characters are in none of the fonts here and are drawn as boxes: ${named}${more}`];
}
