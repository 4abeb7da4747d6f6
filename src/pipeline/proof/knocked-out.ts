import { areaOf, intersectionOf } from '../../evidence/boxes.js';
import type { Glyph, PaintedElement } from '../../sources/painted.js';
import { BoxIndex } from '../tables/box-index.js';

/** Share of a glyph's box that may be knocked out: the same that a clip may take. */
const MAX_KNOCKED_OUT = 0.06;

/**
 * Glyphs in a knockout group on which something of the group is painted later: viewers that know such groups show that and
 * not the glyph, though it may be as good as transparent. PDFium does not, so that its pixels say nothing of it.
 */
export function knockedOut(elements: readonly PaintedElement[]): ReadonlySet<Glyph> {
  const found = new Set<Glyph>();
  const groups = new Map<number, PaintedElement[]>();
  for (const element of elements) {
    if (element.knockoutGroup === undefined) continue;
    const group = groups.get(element.knockoutGroup);
    if (group) group.push(element);
    else groups.set(element.knockoutGroup, [element]);
  }
  for (const group of groups.values()) {
    const later = group.flatMap((element, order) => (isArea(element) ? [{ box: element.box, order }] : []));
    const index = new BoxIndex(later, ({ box }) => box);
    group.forEach((run, order) => {
      if (run.kind !== 'text') return;
      for (const glyph of run.glyphs) {
        const { ink } = glyph;
        if (ink === null) continue;
        const isOver = (other: { box: typeof ink; order: number }): boolean => {
          const common = other.order > order ? intersectionOf(other.box, ink) : null;
          return common !== null && areaOf(common) > MAX_KNOCKED_OUT * areaOf(ink);
        };
        if (index.touching(ink).some(isOver)) found.add(glyph);
      }
    });
  }
  return found;
}

/** Print and lines knock out what is under their own ink alone. */
const isArea = (element: PaintedElement): boolean =>
  !element.layerHidden && element.kind !== 'text' && (element.kind !== 'path' || element.fill !== null);
