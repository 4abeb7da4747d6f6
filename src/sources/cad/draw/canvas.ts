import { GroundglassError } from '../../../evidence/errors.js';
import type { Point } from '../drawing.js';
import type { PixelBox } from './view.js';

/** Characters of one picture's SVG. A full A0 sheet at 1280 px has two million; the renderer takes seconds for this many. */
const MAX_MARKUP_CHARS = 32_000_000;
/** Characters of one path, after which another is begun: the renderer outlines a path as a whole. */
const MAX_PATH_CHARS = 100_000;

export interface Pen {
  readonly color: string;
  readonly widthPx: number;
  /** Round ends and corners as a plotter's; or cut off and mitred, as dashes and wide polylines are. */
  readonly ends: 'round' | 'cut';
}

/** An SVG being written: on white, no text, nothing from outside. Paths of the same look that follow each other are one. */
export class Canvas {
  private readonly pieces: string[] = [];
  private chars = 0;
  private look = '';
  private path: string[] = [];
  private pathChars = 0;
  private clips = 0;
  private readonly dots = new Set<string>();

  constructor(
    readonly widthPx: number,
    readonly heightPx: number,
  ) {}

  /** Strokes lines through points, in pixels. */
  stroke({ color, widthPx, ends }: Pen, lines: readonly (readonly Point[])[]): void {
    const shape = ends === 'round' ? ' stroke-linecap="round" stroke-linejoin="round"' : '';
    const data = lines.map(lineData).join('');
    this.add(`fill="none" stroke="${color}" stroke-width="${shortened(widthPx)}"${shape}`, data);
  }

  /** Fills loops by the even-odd rule; loops of several calls are never mixed. */
  fillEvenOdd(color: string, loops: readonly (readonly Point[])[]): void {
    const data = loops.map((loop) => `M${loop.map(pointData).join(' ')}Z`).join('');
    this.endPath();
    this.add(`fill="${color}" fill-rule="evenodd"`, data);
    this.endPath();
  }

  /** Fills outlines by the non-zero rule. `data` is path data. */
  fill(color: string, data: string): void {
    this.add(`fill="${color}"`, data);
  }

  /** A mark of one pixel for what is too small to be drawn; of all in a quarter of a pixel one is drawn. */
  dot(color: string, [x, y]: Point): void {
    const place = [Math.round(x * 2) / 2, Math.round(y * 2) / 2] as const;
    const key = `${color} ${place.join()}`;
    if (this.dots.has(key)) return;
    this.dots.add(key);
    this.stroke({ color, widthPx: 1, ends: 'round' }, [[place, [place[0] + 0.01, place[1]]]]);
  }

  /** Everything that `paint` paints is cut to a box. */
  clipped([x0, y0, x1, y1]: PixelBox, paint: () => void): void {
    this.endPath();
    const id = `c${++this.clips}`;
    const rectangle = lineData([
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ]);
    this.put(`<clipPath id="${id}"><path d="${rectangle}Z"/></clipPath><g clip-path="url(#${id})">`);
    // What was marked outside may be covered by now.
    this.dots.clear();
    paint();
    this.dots.clear();
    this.endPath();
    this.put('</g>');
  }

  toSvg(): string {
    this.endPath();
    const size = `width="${this.widthPx}" height="${this.heightPx}" viewBox="0 0 ${this.widthPx} ${this.heightPx}"`;
    const paper = `<path fill="#ffffff" d="M0 0H${this.widthPx}V${this.heightPx}H0Z"/>`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${paper}${this.pieces.join('')}</svg>`;
  }

  private add(look: string, data: string): void {
    if (data === '') return;
    if (look !== this.look || this.pathChars > MAX_PATH_CHARS) this.endPath();
    this.look = look;
    this.path.push(data);
    this.pathChars += data.length;
    this.count(data.length);
  }

  private endPath(): void {
    if (this.path.length > 0) this.put(`<path ${this.look} d="${this.path.join('')}"/>`);
    this.path = [];
    this.pathChars = 0;
    this.look = '';
  }

  private put(markup: string): void {
    this.pieces.push(markup);
  }

  /** @throws GroundglassError `too_many_bytes` */
  private count(chars: number): void {
    this.chars += chars;
    if (this.chars <= MAX_MARKUP_CHARS) return;
    throw new GroundglassError(
      'too_many_bytes',
      `The picture of this part of the drawing has more than ${MAX_MARKUP_CHARS} characters as SVG.`,
      'Choose a smaller window: less of the drawing is in it.',
      { limit: MAX_MARKUP_CHARS },
    );
  }
}

/** A line that comes back to its start has a corner there, not two ends. */
function lineData(line: readonly Point[]): string {
  if (line.length === 0) return '';
  const points = line.map(pointData);
  const isClosed = points.length > 3 && points[0] === points.at(-1);
  return isClosed ? `M${points.slice(0, -1).join(' ')}Z` : `M${points.join(' ')}`;
}

export const pointData = ([x, y]: Point): string => `${shortened(x)} ${shortened(y)}`;

/** To a hundredth of a pixel: finer is noise, and differs between machines. */
const shortened = (value: number): string => String(Math.round(value * 100) / 100 + 0);
