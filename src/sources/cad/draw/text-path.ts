import { touches } from '../../../evidence/boxes.js';
import type { Point, Shape } from '../drawing.js';
import { type Glyph, glyphsOf } from '../fonts/glyphs.js';
import type { Contour, XY } from '../fonts/true-type.js';
import { type Canvas, type Pen, pointData } from './canvas.js';
import type { PixelBox, View } from './view.js';

type TextShape = Extract<Shape, { kind: 'text' }>;

/** A text whose capitals are lower than this is drawn as a bar: it can't be read, but shows that text is there. */
const MIN_CAPITAL_PX = 1.5;
/** Thickness of that bar, and where it lies, in heights of a capital: about the ink of small letters. */
const BAR = 0.6;
/**
 * A pen wider than a sixth of a capital closes the letters (GB/T 14691 has a tenth to a fourteenth); a letter of 4 px is best
 * read with a pen of under one.
 */
const MAX_PEN = 1 / 6;
const MIN_PEN_PX = 0.75;
/** How far glyphs reach over and under the line, in heights of a capital. */
const REACH = 0.6;

/**
 * Draws a line of text, stretched so that it fills exactly `along`.
 * @param penPx line weight, for the strokes of a stroke font
 * @returns characters that no font has, which are drawn as empty boxes
 */
export function drawText(shape: TextShape, view: View, color: string, penPx: number, canvas: Canvas): string[] {
  const origin = view.place(shape.origin);
  const [along, up] = [view.turn(shape.along), view.turn(shape.up)];
  if (!Number.isFinite(origin[0] + origin[1] + along[0] + along[1] + up[0] + up[1])) return [];
  const spot = new Spot(origin, along, up);
  if (!touches(spot.bounds(0, 1), view.clip)) return [];
  const capitalPx = Math.hypot(...up);
  if (capitalPx < MIN_CAPITAL_PX) {
    const [widthPx, y] = [Math.max(BAR * capitalPx, MIN_BAR_PX), BAR / 2];
    canvas.stroke({ color, widthPx, ends: 'cut' }, [[spot.at([0, y]), spot.at([1, y])]]);
    return [];
  }
  const widthPx = Math.min(penPx, Math.max(MIN_PEN_PX, MAX_PEN * capitalPx));
  return drawGlyphs(shape, spot, view.clip, { color, widthPx, ends: 'round' }, canvas);
}

const MIN_BAR_PX = 0.75;

function drawGlyphs({ text, font }: TextShape, spot: Spot, clip: PixelBox, pen: Pen, canvas: Canvas): string[] {
  const glyphs = glyphsOf(text, font);
  const width = glyphs.reduce((sum, { advance }) => sum + advance, 0);
  if (!(width > 0)) return [];
  const missing: string[] = [];
  let left = 0;
  for (const glyph of glyphs) {
    const bounds = spot.bounds(left / width, (left + glyph.advance) / width);
    if (touches(bounds, clip)) {
      const place = ([x, y]: XY): Point => spot.at([(left + x) / width, y]);
      drawGlyph(glyph, place, pen, canvas);
      if (glyph.missing) missing.push(glyph.character);
    }
    left += glyph.advance;
  }
  return missing;
}

function drawGlyph({ strokes, contours }: Glyph, place: (point: XY) => Point, pen: Pen, canvas: Canvas): void {
  if (strokes.length > 0)
    canvas.stroke(
      pen,
      strokes.map((stroke) => stroke.map(place)),
    );
  if (contours.length > 0) canvas.fill(pen.color, contours.map((contour) => contourData(contour, place)).join(''));
}

const contourData = ({ start, steps }: Contour, place: (point: XY) => Point): string =>
  `M${pointData(place(start))}${steps
    .map(({ control, to }) =>
      control ? `Q${pointData(place(control))} ${pointData(place(to))}` : `L${pointData(place(to))}`,
    )
    .join('')}Z`;

/** Where a line of text lies in the picture: 0 to 1 along it, heights of a capital up from it. */
class Spot {
  constructor(
    private readonly origin: Point,
    private readonly along: Point,
    private readonly up: Point,
  ) {}

  at([x, y]: XY): Point {
    return [this.origin[0] + x * this.along[0] + y * this.up[0], this.origin[1] + x * this.along[1] + y * this.up[1]];
  }

  /** Around what may be painted between two places along the line. */
  bounds(from: number, to: number): PixelBox {
    const corners = [from, to].flatMap((x) => [this.at([x, -REACH]), this.at([x, 1 + REACH])]);
    const margin = REACH * Math.hypot(...this.up);
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    return [
      Math.min(...xs) - margin,
      Math.min(...ys) - margin,
      Math.max(...xs) + margin,
      Math.max(...ys) + margin,
    ] as unknown as PixelBox;
  }
}
