import type { MarkupElement } from './markup.js';
import { attribute } from './markup-tree.js';

/** CSS pixels in a unit of length (CSS Values 4, 6.2); a percentage is relative to a page that isn't there. */
const PX_PER_UNIT: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
};

/** CSS pixels of a drawing that gives neither size nor viewBox (CSS Images 3, 5.3). */
const DEFAULT_SIZE = { width: 300, height: 150 };

export interface SvgSize {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Its own, or one of its size. */
  readonly viewBox: string;
  /** Whether only its proportions are its own: width and height are then those of its viewBox. */
  readonly isOnlyProportion: boolean;
}

/** How large a drawing says that it is. */
export function svgSize(svg: MarkupElement): SvgSize {
  const box = (attribute(svg, 'viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , boxWidth = 0, boxHeight = 0] = box;
  const hasBox = box.length === 4 && box.every(Number.isFinite) && boxWidth > 0 && boxHeight > 0;
  const proportion = hasBox ? boxWidth / boxHeight : DEFAULT_SIZE.width / DEFAULT_SIZE.height;
  const ownWidth = lengthPx(attribute(svg, 'width'));
  const ownHeight = lengthPx(attribute(svg, 'height'));
  const fallback = hasBox ? boxWidth : DEFAULT_SIZE.width;
  const width = ownWidth ?? (ownHeight === null ? fallback : ownHeight * proportion);
  const height = ownHeight ?? width / proportion;
  return {
    width,
    height,
    viewBox: hasBox ? box.join(' ') : `0 0 ${width} ${height}`,
    isOnlyProportion: hasBox && ownWidth === null && ownHeight === null,
  };
}

/** Null where there is no length, or none in absolute units. */
function lengthPx(value: string | null): number | null {
  const match = /^\s*([\d.]+(?:e[+-]?\d+)?)\s*([a-z]*)\s*$/i.exec(value ?? '');
  const length = match ? Number(match[1]) * (PX_PER_UNIT[match[2]!.toLowerCase()] ?? Number.NaN) : Number.NaN;
  return length > 0 && Number.isFinite(length) ? length : null;
}
