import { heightOf, type PageBox, pageBox, widthOf } from '../../evidence/boxes.js';
import { Rules } from './rules.js';
import type { PageShapes } from './shapes.js';

/** What text does not run through, and the panels that it stands on. */
export interface Walls {
  readonly upright: Rules;
  readonly level: Rules;
  readonly panels: readonly PageBox[];
}

/** Rules, and the edges of rectangles, that text does not run through. */
export function wallsOf({ shapes }: PageShapes, em: number): Walls {
  const panels = shapes
    .filter(({ kind, box }) => kind === 'rect' && widthOf(box) > 2 * em && heightOf(box) > HIGHLIGHT_EM * em)
    .map(({ box }) => box)
    .slice(0, MAX_WALLS);
  const rules = shapes
    .filter(({ kind }) => kind === 'rule')
    .map(({ box }) => box)
    .slice(0, MAX_WALLS);
  const edges = panels.flatMap(([x0, y0, x1, y1]) => [
    pageBox(x0, y0, x0, y1),
    pageBox(x1, y0, x1, y1),
    pageBox(x0, y0, x1, y0),
    pageBox(x0, y1, x1, y1),
  ]);
  const all = [...rules, ...edges];
  return {
    // Both kinds serve either: text may stand on its side.
    upright: new Rules(
      all.filter((box) => heightOf(box) > 6 || widthOf(box) > 6),
      'along',
    ),
    level: new Rules(
      all.filter((box) => widthOf(box) > 12 || heightOf(box) > 12),
      'across',
    ),
    panels,
  };
}

/** What is no higher than this many text sizes is painted behind some words of a line. */
const HIGHLIGHT_EM = 2.2;
/** A drawing has more lines than this, and no columns. */
const MAX_WALLS = 1_500;
