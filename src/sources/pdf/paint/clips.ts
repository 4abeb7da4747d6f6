import { rectPath } from './path-data.js';
import { inside, isEmpty, meet, type Rect } from './rect.js';

/** An outline that clips, inside those around it. */
interface ClipShape {
  readonly parent: ClipShape | null;
  /** Content of its <clipPath>. */
  readonly markup: string;
}

/** The clip in force. Rectangles along the axes are folded into one; other outlines form a chain. */
export interface Clip {
  readonly rect: Rect | null;
  readonly shape: ClipShape | null;
  /** Box of everything that clips, groups around included; null where only the page's edge does. */
  readonly box: Rect | null;
}

export const NO_CLIP: Clip = { rect: null, shape: null, box: null };

export function clipToRect(clip: Clip, rect: Rect): Clip {
  return { rect: meet(clip.rect, rect), shape: clip.shape, box: meet(clip.box, rect) };
}

export function clipToShape(clip: Clip, markup: string, box: Rect): Clip {
  return {
    rect: clip.rect,
    shape: { parent: clip.shape, markup },
    box: meet(clip.box, isEmpty(box) ? [0, 0, 0, 0] : box),
  };
}

/** The clip inside a group: its own begins anew, because the group as a whole is clipped by the one outside. */
export const insideGroup = (clip: Clip): Clip => ({ rect: null, shape: null, box: clip.box });

/** Nothing of a box shows through the clip. */
export const hides = (clip: Clip, box: Rect): boolean => {
  if (clip.box === null) return false;
  const [x0, y0, x1, y1] = meet(clip.box, box);
  return (
    clip.box[0] >= clip.box[2] || clip.box[1] >= clip.box[3] || (isApart(clip.box, box) && (x0 === x1 || y0 === y1))
  );
};

const isApart = (a: Rect, b: Rect): boolean => a[2] < b[0] || b[2] < a[0] || a[3] < b[1] || b[3] < a[1];

/** Writes clips into the definitions, each once, and names them. */
export class ClipDefinitions {
  private readonly shapes = new Map<ClipShape, string>();
  private readonly byMarkup = new Map<string, string>();

  constructor(private readonly define: (prefix: string, markup: (id: string) => string) => string) {}

  /** Id of what clips something with this box; null where nothing has to: the rectangle is dropped that lies around it. */
  idFor(clip: Clip, box: Rect): string | null {
    const shape = clip.shape === null ? null : this.shapeId(clip.shape);
    if (clip.rect === null || inside(clip.rect, box)) return shape;
    return this.once(`<path d="${rectPath(clip.rect)}"/>`, shape);
  }

  private shapeId(shape: ClipShape): string {
    let id = this.shapes.get(shape);
    if (id === undefined) {
      id = this.once(shape.markup, shape.parent === null ? null : this.shapeId(shape.parent));
      this.shapes.set(shape, id);
    }
    return id;
  }

  private once(markup: string, parent: string | null): string {
    const within = parent === null ? '' : ` clip-path="url(#${parent})"`;
    const key = within + markup;
    let id = this.byMarkup.get(key);
    if (id === undefined) {
      id = this.define('c', (name) => `<clipPath id="${name}"${within}>${markup}</clipPath>`);
      this.byMarkup.set(key, id);
    }
    return id;
  }
}
