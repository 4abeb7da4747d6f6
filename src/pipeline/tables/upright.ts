import { type PageBox, pageBox } from '../../evidence/boxes.js';

export type QuarterTurn = 0 | 90 | 180 | 270;

/** The nearest quarter turn, or null for text that runs at a slant. */
export function quarterTurnOf(rotationDeg: number): QuarterTurn | null {
  const turns = rotationDeg / 90;
  if (Math.abs(turns - Math.round(turns)) * 90 > SLANT_TOLERANCE_DEG) return null;
  return ((((Math.round(turns) % 4) + 4) % 4) * 90) as QuarterTurn;
}

/** Scans and hand-made files are out by a degree or two. */
const SLANT_TOLERANCE_DEG = 3;

/**
 * Turns page space so that text with baseline direction `turn` reads from left to right, and back. Both frames have
 * their origin at the top left, y down; the upright frame of a sideways table is as wide as the page is high.
 */
export class Upright {
  constructor(
    readonly turn: QuarterTurn,
    private readonly width: number,
    private readonly height: number,
  ) {}

  point(x: number, y: number): [x: number, y: number] {
    if (this.turn === 0) return [x, y];
    if (this.turn === 90) return [y, this.width - x];
    if (this.turn === 180) return [this.width - x, this.height - y];
    return [this.height - y, x];
  }

  box(b: PageBox): PageBox {
    return pageBox(...this.point(b[0], b[1]), ...this.point(b[2], b[3]));
  }

  pageBox(b: PageBox): PageBox {
    const back = (x: number, y: number): [number, number] => {
      if (this.turn === 0) return [x, y];
      if (this.turn === 90) return [this.width - y, x];
      if (this.turn === 180) return [this.width - x, this.height - y];
      return [y, this.height - x];
    };
    return pageBox(...back(b[0], b[1]), ...back(b[2], b[3]));
  }
}
