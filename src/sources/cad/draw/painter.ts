import { grown, heightOf, holdsPoint, touches, widthOf } from '../../../evidence/boxes.js';
import type { CadDrawing, CadEntity, CadLayer, CadLayout, Point, Shape } from '../drawing.js';
import type { Canvas } from './canvas.js';
import { clipLine, clipLoop, type Station } from './clip.js';
import { dashed, patternOf } from './dash.js';
import { flatten } from './flatten.js';
import { inkOf } from './ink.js';
import { drawText } from './text-path.js';
import type { View } from './view.js';

/** A line is never thinner: a hair line of the plotter is one pixel of the picture. */
const MIN_LINE_PX = 1;
/** A wider polyline covers every picture. */
const MAX_WIDTH_PX = 30_000;
/** The thickest pen that CAD programs know; a file may say anything. */
const MAX_LINE_MM = 2.11;
/** Entities smaller than this in both directions are a dot; in an overview there may be 100,000 of them. */
const DOT_PX = 0.4;
/** Diameter of a POINT: it must be seen at any zoom. */
const POINT_PX = 2;
/** Fills thinner than this are outlined as well, or they fade away. */
const THIN_FILL_PX = 1;
/** Clear of the edge of what is painted: room for the width of a line, and for its corners. */
const MARGIN_PX = 2;

/** Paints entities of one drawing on a canvas. */
export class Painter {
  /** Characters that no font has, in the order of their first use. */
  readonly missing = new Set<string>();
  private readonly layers: ReadonlyMap<string, CadLayer>;

  /** @param pxPerMm pixels of one mm of paper; null draws every line weight as a hair line */
  constructor(
    private readonly drawing: CadDrawing,
    private readonly canvas: Canvas,
    private readonly pxPerMm: number | null,
  ) {
    this.layers = new Map([...drawing.layers.values()].map((layer) => [layer.name.toLowerCase(), layer]));
  }

  /** A layout: first what its viewports show of model space, then its own entities. */
  layout(layout: CadLayout, view: View): void {
    const model = this.drawing.layouts.find(({ kind }) => kind === 'model');
    for (const viewport of layout.viewports) {
      const inner = viewport.on ? view.through(viewport) : null;
      if (inner === null || model === undefined) continue;
      const frozen = new Set(viewport.frozenLayers.map((name) => name.toLowerCase()));
      this.canvas.clipped(inner.clip, () => this.entities(model.entities, inner, frozen));
    }
    this.entities(layout.entities, view, NONE);
  }

  private entities(entities: readonly CadEntity[], view: View, frozen: ReadonlySet<string>): void {
    const visible = grown(view.visible, MARGIN_PX / view.zoom);
    for (const entity of entities) {
      if (!entity.visible || frozen.has(entity.layer.toLowerCase())) continue;
      const { box } = entity;
      if (box !== null && !touches(grown(box, (MAX_LINE_MM * (this.pxPerMm ?? 0)) / view.zoom), visible)) continue;
      if (box !== null && Math.max(widthOf(box), heightOf(box)) * view.zoom < DOT_PX && entity.type !== 'POINT') {
        const layer = this.layers.get(entity.layer.toLowerCase());
        if (layer?.plotted !== false) this.canvas.dot(inkOf(layer?.color ?? '#000000'), view.place([box[0], box[1]]));
        continue;
      }
      for (const shape of entity.shapes()) if (!this.isHidden(shape.layer, frozen)) this.shape(shape, view);
    }
  }

  private isHidden(name: string, frozen: ReadonlySet<string>): boolean {
    const key = name.toLowerCase();
    const layer = this.layers.get(key);
    return frozen.has(key) || (layer !== undefined && (layer.off || layer.frozen || !layer.plotted));
  }

  private shape(shape: Shape, view: View): void {
    switch (shape.kind) {
      case 'line':
        this.line(shape, view);
        break;
      case 'fill':
        this.fill(shape, view);
        break;
      case 'text': {
        const missing = drawText(shape, view, inkOf(shape.color), this.penPx(shape), this.canvas);
        for (const character of missing) this.missing.add(character);
        break;
      }
      case 'point':
        this.spot(view.place(shape.at), inkOf(shape.color), Math.max(POINT_PX, this.penPx(shape)), view);
    }
  }

  private penPx({ lineWeightMm }: Shape): number {
    const weight = Math.min(MAX_LINE_MM, lineWeightMm) * (this.pxPerMm ?? 0);
    return Number.isFinite(weight) ? Math.max(MIN_LINE_PX, weight) : MIN_LINE_PX;
  }

  private line(shape: Extract<Shape, { kind: 'line' }>, view: View): void {
    const isWide = shape.width > 0;
    const color = inkOf(shape.color);
    const widthPx = isWide ? clamped(shape.width * view.zoom) : this.penPx(shape);
    const shown = grown(view.clip, widthPx + MARGIN_PX);
    const line = flatten(shape.curves, view, shown);
    if (line.length === 1) this.spot((line[0] as Station).at, color, widthPx, view);
    const runs = clipLine(line, shown);
    const pattern = patternOf(shape.dashes, view.zoom, widthPx);
    const lines = pattern ? runs.flatMap((run) => dashed(run, pattern)) : runs.map((run) => run.map(({ at }) => at));
    this.canvas.stroke({ color, widthPx, ends: pattern || isWide ? 'cut' : 'round' }, lines);
  }

  /** What has no length: a round mark. */
  private spot(at: Point, color: string, widthPx: number, { clip }: View): void {
    if (!holdsPoint(grown(clip, widthPx), at)) return;
    this.canvas.stroke({ color, widthPx, ends: 'round' }, [[at, [at[0] + 0.01, at[1]]]]);
  }

  private fill({ loops, color }: Extract<Shape, { kind: 'fill' }>, view: View): void {
    const shown = grown(view.clip, MARGIN_PX);
    const placed = loops
      .map((loop) =>
        clipLoop(
          loop.map((point) => view.place(point)),
          shown,
        ),
      )
      .filter((loop) => loop.length > 2 && loop.every(([x, y]) => Number.isFinite(x + y)));
    if (placed.length === 0) return;
    this.canvas.fillEvenOdd(color, placed);
    if (thinnest(placed) < THIN_FILL_PX) {
      const closed = placed.map((loop) => [...loop, loop[0] as Point]);
      this.canvas.stroke({ color, widthPx: THIN_FILL_PX / 2, ends: 'round' }, closed);
    }
  }
}

const NONE: ReadonlySet<string> = new Set();

/** The width of a wide polyline: seen, and no wider than any picture. */
const clamped = (widthPx: number): number => Math.min(MAX_WIDTH_PX, Math.max(MIN_LINE_PX, widthPx));

/** The shorter side of the box around loops. */
function thinnest(loops: readonly (readonly Point[])[]): number {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of loops.flat()) {
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
  }
  return Math.min(x1 - x0, y1 - y0);
}
