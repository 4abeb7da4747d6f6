import type { PaintedElement, PaintedPage, PaintedPath } from '../../sources/painted.js';
import { page, rect, run } from '../layout/painted-fixture.js';

/** Pages with one chart each, made by hand for tests: lettering as wide as in `painted-fixture`. */
export interface Drawn {
  readonly title?: string;
  readonly categories: readonly string[];
  readonly series: readonly { readonly name: string; readonly color: string; readonly values: readonly number[] }[];
  /** Labels as printed, series by series; null for a mark without one. */
  readonly labels: readonly (readonly (string | null)[])[];
  /** Lines across the plot, each with its number printed right above it at the place of a category. */
  readonly rules?: readonly { readonly value: number; readonly label: string; readonly category: number }[];
  /** Quarter turns of the whole page, clockwise. */
  readonly turn?: 0 | 90 | 180 | 270;
}

const [WIDTH, HEIGHT] = [600, 400];
const PLOT = { left: 80, right: 520, top: 100, base: 300 };
const SIZE = 8;

type Place = (x: number, y: number) => [number, number];

/** Where a point of the upright page lies on the turned one. */
const placed =
  (turn: number): Place =>
  (x, y) =>
    turn === 90 ? [HEIGHT - y, x] : turn === 180 ? [WIDTH - x, HEIGHT - y] : turn === 270 ? [y, WIDTH - x] : [x, y];

const textWidth = (text: string, size: number): number =>
  [...text].reduce(
    (sum, char) => sum + (char === ' ' ? 0.25 : /[\u3000-\u9fff\uff00-\uff60]/u.test(char) ? 1 : 0.5),
    0,
  ) * size;

class Canvas {
  readonly elements: PaintedElement[] = [];
  readonly #at: Place;

  constructor(readonly turn: 0 | 90 | 180 | 270) {
    this.#at = placed(turn);
  }

  /** Text whose middle stands at x, its baseline at y. */
  text(value: string, x: number, y: number, size = SIZE, font = 'Helvetica'): void {
    const [px, py] = this.#at(x - textWidth(value, size) / 2, y);
    this.elements.push(run(value, px, py, size, { rotationDeg: this.turn, font }));
  }

  path(points: readonly (readonly [number, number])[], options: Partial<PaintedPath>): void {
    const turned = points.map(([x, y]) => this.#at(x, y));
    const [xs, ys] = [turned.map(([x]) => x), turned.map(([, y]) => y)];
    const close = options.fill === null ? '' : 'Z';
    const shape = rect(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), options);
    this.elements.push({ ...shape, d: `M${turned.map((point) => point.join(' ')).join('L')}${close}` });
  }

  box(x0: number, y0: number, x1: number, y1: number, color: string): void {
    this.path(
      [
        [x0, y0],
        [x1, y0],
        [x1, y1],
        [x0, y1],
      ],
      { fill: color },
    );
  }

  page(): PaintedPage {
    const sideways = this.turn % 180 !== 0;
    return page(this.elements, sideways ? HEIGHT : WIDTH, sideways ? WIDTH : HEIGHT);
  }
}

/** Upright bars: one beside the other, or on each other with `stacked`. */
export function drawBars(drawn: Drawn, stacked = false): PaintedPage {
  const canvas = framed(drawn);
  const { step, scale } = measuresOf(drawn, stacked);
  const wide = (0.7 * step) / (stacked ? 1 : drawn.series.length);
  drawn.categories.forEach((_, c) => {
    let top = PLOT.base;
    drawn.series.forEach(({ color, values }, s) => {
      const left = PLOT.left + (c + 0.15) * step + (stacked ? 0 : s * wide);
      const foot = stacked ? top : PLOT.base;
      top = foot - scale * (values[c] as number);
      canvas.box(left, Math.min(foot, top), left + wide, Math.max(foot, top), color);
      const label = drawn.labels[s]?.[c] ?? null;
      const middle = left + wide / 2;
      if (label !== null)
        canvas.text(label, middle, stacked ? (foot + top) / 2 + 0.35 * SIZE : top > foot ? top + SIZE : top - 3);
    });
  });
  drawRules(canvas, drawn);
  return canvas.page();
}

/** Lines, whose points have their values above them. */
export function drawLines(drawn: Drawn): PaintedPage {
  const canvas = framed(drawn);
  const { step, scale } = measuresOf(drawn, false);
  drawn.series.forEach(({ color, values }, s) => {
    const points = values.map((value, c): [number, number] => [
      PLOT.left + (c + 0.5) * step,
      PLOT.base - scale * value,
    ]);
    canvas.path(points, { fill: null, stroke: color, strokeWidthPt: 1.5 });
    points.forEach(([x, y], c) => {
      const label = drawn.labels[s]?.[c] ?? null;
      if (label !== null) canvas.text(label, x, y - 4);
    });
  });
  drawRules(canvas, drawn);
  return canvas.page();
}

function drawRules(canvas: Canvas, drawn: Drawn): void {
  const { step, scale } = measuresOf(drawn, false);
  for (const { value, label, category } of drawn.rules ?? []) {
    const y = PLOT.base - scale * value;
    canvas.path(
      [
        [PLOT.left, y],
        [PLOT.right, y],
      ],
      { fill: null, stroke: '#c8102e', strokeWidthPt: 1 },
    );
    canvas.text(label, PLOT.left + (category + 0.5) * step, y - 2);
  }
}

/** A pie, or a ring with `inner` above 0, whose slices are named by the legend and bear their numbers. */
export function drawPie(drawn: Drawn, inner = 0): PaintedPage {
  const canvas = new Canvas(drawn.turn ?? 0);
  if (drawn.title) canvas.text(drawn.title, 200, 60, 12, 'Helvetica-Bold');
  const [cx, cy, radius] = [200, 220, 100];
  const total = drawn.series.reduce((sum, { values }) => sum + (values[0] as number), 0);
  let start = 0;
  drawn.series.forEach(({ color, name, values }, s) => {
    const sweep = (360 * (values[0] as number)) / total;
    const at = (deg: number, r: number): [number, number] => [
      cx + r * Math.sin((deg * Math.PI) / 180),
      cy - r * Math.cos((deg * Math.PI) / 180),
    ];
    const pieces = Math.max(6, Math.ceil(sweep / 4));
    const arc = Array.from({ length: pieces + 1 }, (_, i) => start + (sweep * i) / pieces);
    const back = inner > 0 ? [...arc].reverse().map((deg) => at(deg, inner)) : [[cx, cy] as [number, number]];
    canvas.path([...arc.map((deg) => at(deg, radius)), ...back], { fill: color });
    const label = drawn.labels[s]?.[0] ?? null;
    if (label !== null) canvas.text(label, ...at(start + sweep / 2, (radius + inner) / 2 + 15));
    canvas.box(400, 150 + 20 * s, 408, 158 + 20 * s, color);
    canvas.text(name, 415 + textWidth(name, SIZE) / 2, 157 + 20 * s);
    start += sweep;
  });
  return canvas.page();
}

/** Title, legend, the names along the axis and the axis itself. */
function framed(drawn: Drawn): Canvas {
  const canvas = new Canvas(drawn.turn ?? 0);
  const { step } = measuresOf(drawn, false);
  if (drawn.title) canvas.text(drawn.title, 300, 60, 12, 'Helvetica-Bold');
  drawn.categories.forEach((name, c) => {
    canvas.text(name, PLOT.left + (c + 0.5) * step, PLOT.base + 14);
  });
  canvas.path(
    [
      [PLOT.left, PLOT.base],
      [PLOT.right, PLOT.base],
    ],
    { fill: null, stroke: '#222222', strokeWidthPt: 0.8 },
  );
  if (drawn.series.length > 1)
    drawn.series.forEach(({ name, color }, s) => {
      canvas.box(100 + 120 * s, 352, 108 + 120 * s, 360, color);
      canvas.text(name, 114 + 120 * s + textWidth(name, SIZE) / 2, 359);
    });
  return canvas;
}

function measuresOf({ categories, series }: Drawn, stacked: boolean): { step: number; scale: number } {
  const sums = categories.map((_, c) => series.map(({ values }) => Math.abs(values[c] as number)));
  const largest = Math.max(1e-9, ...sums.map((own) => (stacked ? own.reduce((a, b) => a + b, 0) : Math.max(...own))));
  return { step: (PLOT.right - PLOT.left) / categories.length, scale: (PLOT.base - PLOT.top) / largest };
}

/** The element elsewhere on the page. */
export function moved<T extends PaintedElement>(element: T, dx: number, dy = 0): T {
  const shift = ([x0, y0, x1, y1]: readonly [number, number, number, number]) => [x0 + dx, y0 + dy, x1 + dx, y1 + dy];
  const along = (d: string): string =>
    d.replace(/([\d.-]+) ([\d.-]+)/gu, (_, x, y) => `${Number(x) + dx} ${Number(y) + dy}`);
  if (element.kind === 'path') return { ...element, box: shift(element.box), d: along(element.d) } as T;
  if (element.kind !== 'text') return element;
  const glyphs = element.glyphs.map((glyph) => ({
    ...glyph,
    origin: [glyph.origin[0] + dx, glyph.origin[1] + dy],
    ink: glyph.ink === null ? null : shift(glyph.ink),
  }));
  return { ...element, box: shift(element.box), glyphs } as unknown as T;
}
