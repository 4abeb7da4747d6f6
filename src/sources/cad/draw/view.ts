import { type Box, box, heightOf, intersectionOf, middleOf, widthOf } from '../../../evidence/boxes.js';
import type { CadViewport, Point, WorldBox } from '../drawing.js';

export type PixelBox = Box<'picture'>;

/**
 * How coordinates of a layout become pixels of a picture: y up becomes y down. Coordinates are taken relative to the
 * middle of what is shown before anything else, so that a drawing 10,000 km from the origin is drawn as well as one at it.
 */
export class View {
  private readonly cos: number;
  private readonly sin: number;

  private constructor(
    /** Pixels of one unit of the layout. */
    readonly zoom: number,
    /** The part of the picture that it may paint. */
    readonly clip: PixelBox,
    private readonly centre: Point,
    private readonly centrePx: Point,
    /** How far the picture is turned counter-clockwise, radians. */
    twist: number,
  ) {
    this.cos = zoom * Math.cos(twist);
    this.sin = zoom * Math.sin(twist);
  }

  /** All of `window` in a picture of this size: fitted, not stretched, in its middle. */
  static of(window: WorldBox, widthPx: number, heightPx: number): View {
    const zoom = Math.min(widthPx / widthOf(window), heightPx / heightOf(window));
    return new View(zoom, box('picture', 0, 0, widthPx, heightPx), middleOf(window), [widthPx / 2, heightPx / 2], 0);
  }

  /** What a viewport of this view's layout shows of model space; null where nothing of it can be seen. */
  through({ box: frame, viewCentre, viewHeight, twist }: CadViewport): View | null {
    const zoom = this.zoom * (heightOf(frame) / viewHeight);
    const clip = intersectionOf(this.clip, this.placeBox(frame));
    if (clip === null || !(zoom > 0 && Number.isFinite(zoom + twist))) return null;
    return new View(zoom, clip, viewCentre, this.place(middleOf(frame)), twist);
  }

  place([x, y]: Point): Point {
    const [dx, dy] = [x - this.centre[0], y - this.centre[1]];
    return [this.centrePx[0] + dx * this.cos - dy * this.sin, this.centrePx[1] - dx * this.sin - dy * this.cos];
  }

  /** A direction with a length. */
  turn([dx, dy]: Point): Point {
    return [dx * this.cos - dy * this.sin, -dx * this.sin - dy * this.cos];
  }

  /** The pixels around a box of the layout. */
  placeBox([x0, y0, x1, y1]: WorldBox): PixelBox {
    const corners = [this.place([x0, y0]), this.place([x1, y0]), this.place([x1, y1]), this.place([x0, y1])];
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as unknown as PixelBox;
  }

  /** The part of the layout that the picture shows, margins around the window included. */
  get visible(): WorldBox {
    const [x0, y0, x1, y1] = this.clip;
    const corners = [this.back([x0, y0]), this.back([x1, y0]), this.back([x1, y1]), this.back([x0, y1])];
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    return box('world', Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
  }

  private back([x, y]: Point): Point {
    const [px, py] = [x - this.centrePx[0], this.centrePx[1] - y];
    const square = this.zoom * this.zoom;
    return [
      this.centre[0] + (px * this.cos + py * this.sin) / square,
      this.centre[1] + (py * this.cos - px * this.sin) / square,
    ];
  }
}
