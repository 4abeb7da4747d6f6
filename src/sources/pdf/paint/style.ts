import { factor, matrixAttribute, num } from './numbers.js';
import type { Rect } from './rect.js';
import { type GraphicsState, meanScale, uniformScale } from './state.js';

const CAPS = ['', ' stroke-linecap="round"', ' stroke-linecap="square"'];
const JOINS = ['', ' stroke-linejoin="round"', ' stroke-linejoin="bevel"'];
/** What SVG takes where nothing is said; PDF's own default is 10. */
const SVG_MITER = 4;
/** A line of width 0 is as thin as the device can draw (ISO 32000-1, 8.4.3.2): a pixel at 144 DPI. */
const HAIRLINE_PT = 0.5;

export interface Pen {
  readonly width: number;
  readonly dash: string;
  readonly style: string;
  /** How far the line reaches beyond its outline, page space; mitres not counted. */
  readonly reach: number;
  /** From user space, where the line is not as wide in every direction. */
  readonly matrix: string | null;
}

export interface Served {
  /** Value of the fill or stroke attribute. */
  readonly attribute: string;
  readonly listed: string | null;
  readonly unwritable: string | null;
  readonly clip: Rect | null;
}

export const NO_PAINT: Served = { attribute: 'none', listed: null, unwritable: null, clip: null };

/** The pen in force: page space where it is round there, else user space with its matrix. */
export function penOf(state: GraphicsState): Pen {
  const uniform = uniformScale(state.ctm);
  const scale = uniform ?? 1;
  const mean = meanScale(state.ctm);
  const width = state.lineWidth * mean > 0 ? state.lineWidth * scale : (HAIRLINE_PT / (mean || 1)) * scale;
  const dashes = state.dash.map((length) => Math.max(0, length) * scale);
  const dash =
    dashes.some((length) => length > 0) && dashes.every(Number.isFinite)
      ? ` stroke-dasharray="${dashes.map(num).join(' ')}"${state.dashPhase ? ` stroke-dashoffset="${num(state.dashPhase * scale)}"` : ''}`
      : '';
  const miter =
    state.join === 0 && state.miter !== SVG_MITER ? ` stroke-miterlimit="${factor(Math.max(1, state.miter))}"` : '';
  const [a, b, c, d] = state.ctm;
  return {
    width,
    dash,
    style: `${CAPS[state.cap] ?? ''}${JOINS[state.join] ?? ''}${miter}`,
    reach: (Math.max(Math.hypot(a, b), Math.hypot(c, d)) * Math.max(state.lineWidth, 0)) / 2 || HAIRLINE_PT / 2,
    matrix: uniform === null && mean > 0 ? matrixAttribute(state.ctm) : null,
  };
}

export function fillAttributes({ attribute }: Served, opacity: number): string {
  // Black is what SVG fills with where nothing is said.
  const fill = attribute === '#000000' ? '' : ` fill="${attribute}"`;
  return opacity === 1 || attribute === 'none' ? fill : `${fill} fill-opacity="${factor(opacity)}"`;
}

export function strokeAttributes({ attribute }: Served, pen: Pen, opacity: number): string {
  if (attribute === 'none') return '';
  return ` stroke="${attribute}" stroke-width="${pen.width < 0.1 ? factor(pen.width) : num(pen.width)}"${pen.dash}${pen.style}${
    opacity === 1 ? '' : ` stroke-opacity="${factor(opacity)}"`
  }`;
}
