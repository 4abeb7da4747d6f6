import { glyphsOf } from '../../sources/cad/fonts/glyphs.js';
import type { XY } from '../../sources/cad/fonts/true-type.js';
import type { Limits } from '../../sources/limits.js';
import { encodePng } from '../../sources/picture-budget.js';
import { rasterSvg } from '../../sources/svg-raster.js';

/** A synthetic picture: black on white, or the reverse. Contrast is another thing than size, so there are no colours. */
export interface TestPicture {
  readonly width: number;
  readonly height: number;
  /** Marks in the foreground colour. */
  readonly marks: string;
}

export type Lettering = 'filled' | 'stroked';

/** Room around what is to be read. */
const MARGIN = 24;
const FONTS = {
  filled: { file: 'arial.ttf', bigFont: null, family: 'Arial' },
  stroked: { file: 'txt.shx', bigFont: null, family: null },
} as const;

/** A text in one line. @param heightPx height of its capitals */
export function textPicture(text: string, lettering: Lettering, heightPx: number): TestPicture {
  let [x, marks] = [MARGIN, ''];
  const base = MARGIN + heightPx;
  const at = ([px, py]: XY): string => `${(x + px * heightPx).toFixed(2)} ${(base - py * heightPx).toFixed(2)}`;
  for (const glyph of glyphsOf(text, FONTS[lettering])) {
    for (const stroke of glyph.strokes)
      marks += `<path d="M${stroke.map(at).join('L')}" fill="none" stroke-width="1"/>`;
    const outline = glyph.contours.map(({ start, steps }) => {
      const curves = steps.map(({ control, to }) => (control === null ? `L${at(to)}` : `Q${at(control)} ${at(to)}`));
      return `M${at(start)}${curves.join('')}Z`;
    });
    if (outline.length > 0) marks += `<path d="${outline.join('')}" stroke="none"/>`;
    x += glyph.advance * heightPx;
  }
  return { width: Math.ceil(x + MARGIN), height: base + MARGIN, marks };
}

/** One line, or two with a gap between them. */
export function linePicture(lines: 1 | 2, gapPx: number): TestPicture {
  const [width, middle] = [240, 60];
  const ys = lines === 1 ? [middle] : [middle - gapPx / 2, middle + gapPx / 2];
  const marks = ys.map((y) => `<path d="M30 ${Math.round(y) + 0.5}H210" stroke-width="1"/>`).join('');
  return { width, height: 2 * middle, marks };
}

/** A cross at a place, and circles elsewhere. @param at fractions of the picture */
export function targetPicture([cx, cy]: readonly [number, number]): TestPicture {
  const [width, height] = [800, 600];
  const [x, y] = [cx * width, cy * height];
  const circles = [0.15, 0.5, 0.85]
    .map((f) => `<circle cx="${f * width}" cy="${(1 - f) * height * 0.9 + 30}" r="14" fill="none" stroke-width="2"/>`)
    .join('');
  const cross = `<path d="M${x - 12} ${y - 12}L${x + 12} ${y + 12}M${x - 12} ${y + 12}L${x + 12} ${y - 12}" stroke-width="3"/>`;
  return { width, height, marks: circles + cross };
}

export async function pngOf(
  { width, height, marks }: TestPicture,
  inverted: boolean,
  limits: Limits,
): Promise<Uint8Array> {
  const [ink, ground] = inverted ? ['#fff', '#000'] : ['#000', '#fff'];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${ground}"/><g fill="${ink}" stroke="${ink}">${marks}</g></svg>`;
  const raster = await rasterSvg(svg, limits);
  return encodePng(raster.pixels, raster.width, raster.height, 4);
}
