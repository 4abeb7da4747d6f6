import { escapeMarkup } from '../evidence/escape-markup.js';
import { type Glyph, glyphsOf } from './cad/fonts/glyphs.js';
import type { Contour } from './cad/fonts/true-type.js';

export interface TextStyle {
  /** Left end of the baseline, px. */
  readonly x: number;
  readonly y: number;
  /** Em, px. */
  readonly sizePx: number;
  readonly color: string;
  readonly heavy?: boolean;
}

/** The outline fonts that come with us. */
const FONT = { file: 'arial.ttf', bigFont: null, family: 'Arial' };
/** Height of a capital in ems of Liberation Sans (1409 / 2048). */
const CAPITAL = 1409 / 2048;
/** Advance, in ems, that is taken for a sign that only the system's fonts have. */
const FOREIGN_ADVANCE = 0.62;
/** Outline added all around to make a text heavier, in ems. */
const HEAVY = 0.03;

/**
 * One line of text as SVG: in outlines that are the same on every machine, and need no font there. A line with a sign that our fonts
 * lack, or in a script whose letters join, is left to the system's fonts as a whole.
 */
export function svgText(text: string, { x, y, sizePx, color, heavy = false }: TextStyle): string {
  const glyphs = glyphsIn(text);
  const scale = sizePx * CAPITAL;
  const stroke = heavy ? ` stroke="${color}" stroke-width="${HEAVY / CAPITAL}" stroke-linejoin="round"` : '';
  if (glyphs === null) {
    const weight = heavy ? ' font-weight="700"' : '';
    // An embedding, so that a line from right to left begins at the same place as the others.
    return `<text x="${x}" y="${y}" font-family="sans-serif" font-size="${sizePx}" fill="${color}"${weight} style="unicode-bidi:embed">${escapeMarkup(text)}</text>`;
  }
  let at = 0;
  const paths = glyphs.map((glyph) => {
    const path = glyph.contours.map((contour) => pathOf(contour, at)).join('');
    at += glyph.advance;
    return path;
  });
  return `<path transform="translate(${x} ${y}) scale(${scale} ${-scale})" fill="${color}"${stroke} d="${paths.join('')}"/>`;
}

/** Width of a line in px; an estimate where the system's fonts set it. */
export function textWidth(text: string, sizePx: number): number {
  const glyphs = glyphsIn(text);
  if (glyphs === null) return [...text].length * FOREIGN_ADVANCE * sizePx;
  return glyphs.reduce((sum, { advance }) => sum + advance, 0) * CAPITAL * sizePx;
}

/** Null for a line that is left to the system. */
function glyphsIn(text: string): readonly Glyph[] | null {
  if (JOINING.test(text)) return null;
  const glyphs = glyphsOf(text, FONT);
  return glyphs.some(({ missing }) => missing) ? null : glyphs;
}

/** Scripts that must be shaped, or are written from right to left. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Thai}\p{Script=Khmer}\p{Script=Myanmar}\p{Mn}]/u;

function pathOf({ start, steps }: Contour, right: number): string {
  const point = ([px, py]: readonly [number, number]): string => `${(px + right).toFixed(3)} ${py.toFixed(3)}`;
  const lines = steps.map(({ control, to }) => (control ? `Q${point(control)} ${point(to)}` : `L${point(to)}`));
  return `M${point(start)}${lines.join('')}Z`;
}
