import { pageBox, unionOf } from '../../evidence/boxes.js';
import type {
  Glyph,
  GlyphRun,
  PaintedElement,
  PaintedPage,
  PaintedPath,
  PaintedPicture,
} from '../../sources/painted.js';

/** Painted pages made by hand, for tests: letters are half as wide as high, blanks a quarter, Chinese square. */

let next = 0;
const id = (): string => `op-${next++}`;

const base = () => ({ id: id(), clip: null, layerHidden: false, fillAlpha: 1, strokeAlpha: 1 });

const widthEm = (char: string): number => (char === ' ' ? 0.25 : /[\u3000-\u9fff\uff00-\uff60]/u.test(char) ? 1 : 0.5);

export interface RunOptions extends Partial<Omit<GlyphRun, 'kind' | 'glyphs' | 'text' | 'box'>> {
  /** Room after the glyph with this index, pt: what the numbers of a TJ operator do. */
  readonly kern?: Readonly<Record<number, number>>;
  /** Room after every glyph, pt: the Tc operator. */
  readonly charSpacing?: number;
}

/** A run whose baseline begins at x, y. Each string of an array is one glyph. */
export function run(
  text: string | readonly string[],
  x: number,
  y: number,
  sizePt = 10,
  options: RunOptions = {},
): GlyphRun {
  const { kern = {}, charSpacing = 0, rotationDeg = options.vertical ? 90 : 0, ...rest } = options;
  const angle = (rotationDeg * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [px, py] = [x, y];
  const glyphs = [...text].map((unicode, index): Glyph => {
    const width = (options.vertical ? 1 : widthEm([...unicode][0] ?? 'x')) * sizePt;
    const advance = width + charSpacing;
    const [rise, side] = options.vertical ? [0.5 * sizePt, -0.5 * sizePt] : [0.7 * sizePt, 0];
    const ink =
      unicode === ' '
        ? null
        : pageBox(
            px + 0.05 * width * cos + rise * sin,
            py + 0.05 * width * sin - rise * cos,
            px + 0.95 * width * cos + side * sin,
            py + 0.95 * width * sin - side * cos,
          );
    const glyph: Glyph = {
      unicode,
      charCode: unicode.codePointAt(0) ?? 0,
      outline: unicode === ' ' ? '' : unicode,
      origin: [px, py],
      advance,
      width,
      ink,
    };
    const step = advance + (kern[index] ?? 0);
    [px, py] = [px + step * cos, py + step * sin];
    return glyph;
  });
  return {
    ...base(),
    kind: 'text',
    text: [...text].join(''),
    glyphs,
    box: unionOf(glyphs.flatMap(({ ink }) => (ink ? [ink] : []))) ?? pageBox(x, y, x, y),
    font: 'Helvetica',
    substituted: false,
    type3: false,
    sizePt,
    em: options.vertical ? [sizePt, 0, 0, -sizePt] : [sizePt * cos, sizePt * sin, sizePt * sin, -sizePt * cos],
    rotationDeg,
    vertical: false,
    mode: 0,
    fill: '#000000',
    stroke: null,
    ...rest,
  };
}

/** A filled rectangle; `options` may stroke it instead. */
export function rect(x0: number, y0: number, x1: number, y1: number, options: Partial<PaintedPath> = {}): PaintedPath {
  return {
    ...base(),
    kind: 'path',
    box: pageBox(x0, y0, x1, y1),
    d: `M${x0} ${y0}L${x1} ${y0}L${x1} ${y1}L${x0} ${y1}Z`,
    fill: '#336699',
    fillRule: 'nonzero',
    stroke: null,
    strokeWidthPt: 0,
    dashed: false,
    ...options,
  };
}

export function picture(x0: number, y0: number, x1: number, y1: number): PaintedPicture {
  return { ...base(), kind: 'image', box: pageBox(x0, y0, x1, y1) };
}

export function page(elements: readonly PaintedElement[], width = 600, height = 800): PaintedPage {
  return { width, height, svg: '', elements, outlines: {}, drawings: {}, warnings: [] };
}
