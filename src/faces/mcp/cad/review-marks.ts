import { box, heightOf, unionOf, widthOf } from '../../../evidence/boxes.js';
import type { CadDrawing, CadEntity, CadLayout, Point, Shape, Style, WorldBox } from '../../../sources/cad/drawing.js';
import { REVIEW_LAYER } from '../../../sources/cad/mark-dxf.js';
import type { Mark } from './requests.js';

const RED = '#ff0000';
const STYLE: Style = { color: RED, lineWeightMm: 0.5, dashes: [], layer: REVIEW_LAYER };
/** Height of what is written at a mark, as a part of the drawing's longer side: seen when all of it is. */
const TEXT_HEIGHT = 1 / 120;
/** Width of a character as a part of its height, roughly; nothing is laid out by it. */
const CHARACTER_WIDTH = 0.8;

/** Marks that a review wrote into a drawing. They are kept here; the drawing's file is never touched. */
export class ReviewMarks {
  private marks: CadEntity[] = [];
  private written: Mark[] = [];
  private count = 0;

  constructor(private readonly drawing: CadDrawing) {}

  /** All of them, as they were given. */
  get all(): readonly Mark[] {
    return this.written;
  }

  /** Height of the capitals of their texts, in drawing units. */
  get textHeight(): number {
    const all = unionOf(this.model.entities.flatMap((entity) => (entity.box === null ? [] : [entity.box])));
    return (all === null ? 0 : Math.max(widthOf(all), heightOf(all)) * TEXT_HEIGHT) || 1;
  }

  /** @returns handles of what was drawn */
  write(marks: readonly Mark[]): string[] {
    const drawn = marks.flatMap((mark) => this.drawn(mark));
    this.marks.push(...drawn);
    this.written.push(...marks);
    return drawn.map((entity) => entity.handle);
  }

  /** Takes away all of them and nothing else. @returns how many entities that were */
  clear(): number {
    const { length } = this.marks;
    this.marks = [];
    this.written = [];
    return length;
  }

  /** Model space, with the marks. */
  get model(): CadLayout {
    const [model] = this.drawing.layouts;
    return { ...(model as CadLayout), entities: [...(model as CadLayout).entities, ...this.marks] };
  }

  /** The drawing, with the marks. */
  get marked(): CadDrawing {
    const layer = { name: REVIEW_LAYER, color: RED, lineWeightMm: 0.5, off: false, frozen: false, plotted: true };
    const { layers, layouts } = this.drawing;
    return {
      ...this.drawing,
      layers: new Map([...layers, [REVIEW_LAYER, layer]]),
      layouts: [this.model, ...layouts.slice(1)],
    };
  }

  private drawn({ box: corners, text }: Mark): CadEntity[] {
    const [x0, y0, x1, y1] = box('world', ...corners);
    const ring: readonly Point[] = [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
      [x0, y0],
    ];
    const curves = ring.slice(1).map((to, i) => ({ kind: 'segment' as const, from: ring[i] as Point, to }));
    const frame = this.entity('LWPOLYLINE', null, box('world', x0, y0, x1, y1), {
      ...STYLE,
      kind: 'line',
      curves,
      width: 0,
    });
    if (text.trim() === '') return [frame];
    const height = this.textHeight;
    const [origin, width] = [[x0, y1 + height / 2] as const, [...text].length * height * CHARACTER_WIDTH];
    const note = this.entity('TEXT', text, box('world', ...origin, origin[0] + width, origin[1] + height), {
      ...STYLE,
      kind: 'text',
      text,
      origin,
      along: [width, 0],
      up: [0, height],
      font: { file: '', bigFont: null, family: null },
    });
    return [frame, note];
  }

  private entity(type: string, text: string | null, around: WorldBox, shape: Shape): CadEntity {
    return {
      // No handle of a file has letters beyond F.
      handle: `REVIEW-${++this.count}`,
      type,
      layer: REVIEW_LAYER,
      box: around,
      text,
      visible: true,
      block: null,
      attributes: [],
      shapes: () => [shape],
    };
  }
}
