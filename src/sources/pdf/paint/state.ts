import { IDENTITY, type Matrix } from '../page-space.js';
import type { Clip } from './clips.js';
import type { FontFace } from './fonts.js';
import type { Paint } from './paints.js';

/** The graphics state of ISO 32000-1, 8.4, as far as it shows, with its text state (9.3). Copied by `q`. */
export class GraphicsState {
  /** From user space to page space. */
  ctm: Matrix;
  /** From the space that patterns are laid out in (that of the page or of the form) to page space. */
  base: Matrix;
  clip: Clip;
  fill: Paint = '#000000';
  stroke: Paint = '#000000';
  fillAlpha = 1;
  strokeAlpha = 1;
  /** Alpha of the groups around. */
  groupAlpha = 1;
  /** Number of the outermost knockout group around, 0 for none. */
  knockoutGroup = 0;
  blend = 'normal';
  /** Id of the soft mask in force. */
  mask: string | null = null;
  /** Why what is painted now can't be written as vectors, null where it can. */
  unwritable: string | null = null;
  lineWidth = 1;
  cap = 0;
  join = 0;
  miter = 10;
  dash: readonly number[] = [];
  dashPhase = 0;

  font: FontFace | null = null;
  fontSize = 0;
  charSpacing = 0;
  wordSpacing = 0;
  /** Horizontal scaling as a factor. */
  hScale = 1;
  leading = 0;
  rise = 0;
  mode = 0;
  textMatrix: Matrix = IDENTITY;
  /** Where the next glyph goes, and where the line began, in text space. */
  x = 0;
  y = 0;
  lineX = 0;
  lineY = 0;

  constructor(ctm: Matrix, clip: Clip) {
    this.ctm = ctm;
    this.base = ctm;
    this.clip = clip;
  }

  /** Written out: a page saves its state 50,000 times, and a generic copy takes a quarter of the page's time. */
  copy(): GraphicsState {
    const copy = new GraphicsState(this.ctm, this.clip);
    copy.base = this.base;
    copy.fill = this.fill;
    copy.stroke = this.stroke;
    copy.fillAlpha = this.fillAlpha;
    copy.strokeAlpha = this.strokeAlpha;
    copy.groupAlpha = this.groupAlpha;
    copy.knockoutGroup = this.knockoutGroup;
    copy.blend = this.blend;
    copy.mask = this.mask;
    copy.unwritable = this.unwritable;
    copy.lineWidth = this.lineWidth;
    copy.cap = this.cap;
    copy.join = this.join;
    copy.miter = this.miter;
    copy.dash = this.dash;
    copy.dashPhase = this.dashPhase;
    copy.font = this.font;
    copy.fontSize = this.fontSize;
    copy.charSpacing = this.charSpacing;
    copy.wordSpacing = this.wordSpacing;
    copy.hScale = this.hScale;
    copy.leading = this.leading;
    copy.rise = this.rise;
    copy.mode = this.mode;
    copy.textMatrix = this.textMatrix;
    copy.x = this.x;
    copy.y = this.y;
    copy.lineX = this.lineX;
    copy.lineY = this.lineY;
    return copy;
  }
}

/** How much longer a length in user space is on the page where that is the same in every direction, else null. */
export function uniformScale([a, b, c, d]: Matrix): number | null {
  const [x, y] = [Math.hypot(a, b), Math.hypot(c, d)];
  const skew = Math.abs(a * c + b * d);
  return Math.abs(x - y) <= 0.001 * Math.max(x, y) && skew <= 0.001 * x * y ? Math.sqrt(x * y) : null;
}

/** How much longer a length is on the page, on average. */
export const meanScale = ([a, b, c, d]: Matrix): number => Math.sqrt(Math.abs(a * d - b * c));
