import type { PageBox } from '../../evidence/boxes.js';

/** Backgrounds that are remembered. More than this many are a picture made of rectangles, where nothing hides a line. */
const MAX_LAYERS = 2_000;
const PAPER = '#ffffff';

/** What lies below the paint of a page, in so far as it is filled rectangles: tells a white line on white from one on grey. */
export class Backdrop {
  private readonly layers: { box: PageBox; color: string }[] = [];
  private coloured = false;

  paint(box: PageBox, color: string): void {
    if (color !== PAPER) this.coloured = true;
    if (this.layers.length < MAX_LAYERS) this.layers.push({ box, color });
  }

  /** Paint of this colour in the middle of `box` can't be told from what is there. */
  hides(box: PageBox, color: string): boolean {
    if (color === PAPER && !this.coloured) return true;
    if (color !== PAPER && !this.layers.some((layer) => layer.color === color)) return false;
    const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    for (let i = this.layers.length - 1; i >= 0; i--) {
      const layer = this.layers[i] as { box: PageBox; color: string };
      // A line on the edge of a background lies between two colours and shows against one of them.
      if (
        x > layer.box[0] + EDGE_PT &&
        x < layer.box[2] - EDGE_PT &&
        y > layer.box[1] + EDGE_PT &&
        y < layer.box[3] - EDGE_PT
      )
        return layer.color === color;
    }
    return color === PAPER;
  }
}

const EDGE_PT = 0.6;
