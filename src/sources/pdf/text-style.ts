import { concat, directionDeg, type Matrix } from './page-space.js';
import type { Pdfium } from './pdfium.js';
import { type Rgb, textPaint } from './text-paint.js';

/** What all glyphs of a text object have in common. */
export interface TextStyle {
  readonly font: string;
  readonly sizePt: number;
  readonly rotationDeg: number;
  /** `#rrggbb` */
  readonly color: string;
  /** The font size in the units that glyph boxes are in, before the page's own rotation and UserUnit. */
  readonly sizeUnits: number;
  /** Whether the baseline runs along the y axis of those units. */
  readonly upright: boolean;
}

/** What the engine tells of a text object, and what it comes to. */
interface Look {
  readonly font: number;
  readonly fontSize: number;
  readonly rgb: Rgb;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly style: TextStyle;
}

/** The styles of one page's text objects. */
export class TextStyles {
  private readonly byObject = new Map<number, TextStyle>();
  private readonly fontNames = new Map<number, string>();
  private last: Look | null = null;

  constructor(
    private readonly pdfium: Pdfium,
    private readonly textPage: number,
    private readonly toPage: Matrix,
  ) {}

  /** @param char index of a character that the object paints */
  of(object: number, char: number): TextStyle {
    let style = this.byObject.get(object);
    if (!style) {
      style = this.read(object, char);
      this.byObject.set(object, style);
    }
    return style;
  }

  private read(object: number, char: number): TextStyle {
    const { fn, scratch } = this.pdfium;
    fn.FPDFText_GetMatrix(this.textPage, char, scratch);
    const [a = 1, b = 0, c = 0, d = 1] = this.pdfium.floats(4);
    const fontSize = Math.abs(fn.FPDFText_GetFontSize(this.textPage, char));
    const font = object === 0 ? 0 : fn.FPDFTextObj_GetFont(object);
    const { rgb } = textPaint(this.pdfium, object);
    const { last } = this;
    // Most objects look like the one before: numbers are compared in a tenth of the time that the arithmetic takes.
    if (
      last?.font === font &&
      last.fontSize === fontSize &&
      last.a === a &&
      last.b === b &&
      last.c === c &&
      last.d === d &&
      last.rgb.every((value, channel) => value === rgb[channel])
    ) {
      return last.style;
    }
    const { toPage } = this;
    const onPage = concat([a, b, c, d, 0, 0], [toPage[0], toPage[1], toPage[2], toPage[3], 0, 0]);
    const style = {
      font: this.nameOf(font),
      sizePt: finite(Math.round(fontSize * Math.hypot(onPage[2], onPage[3]) * 100) / 100),
      rotationDeg: finite(directionDeg(onPage)),
      color: hex(rgb),
      sizeUnits: fontSize * Math.hypot(c, d),
      upright: Math.abs(b) > Math.abs(a),
    };
    this.last = { font, fontSize, rgb, a, b, c, d, style };
    return style;
  }

  private nameOf(font: number): string {
    let name = this.fontNames.get(font);
    if (name === undefined) {
      const { fn } = this.pdfium;
      const read = (buffer: number, capacity: number) => fn.FPDFFont_GetBaseFontName(font, buffer, capacity);
      name = font === 0 ? '' : this.pdfium.utf8(read);
      this.fontNames.set(font, name);
    }
    return name;
  }
}

const hex = ([red, green, blue]: Rgb): string =>
  `#${((1 << 24) | (red << 16) | (green << 8) | blue).toString(16).slice(1)}`;

/** Matrices of hostile files overflow; what is not finite would be null in JSON. */
const finite = (value: number): number => (Number.isFinite(value) ? value : 0);
