import type { PaintedElement, PaintedPage } from '../../painted.js';
import type { PageInfo } from '../../source.js';
import { NO_CLIP } from './clips.js';
import type { PageOperators } from './engine.js';
import { pageMatrix } from './geometry.js';
import { interpret } from './interpret.js';
import { PATCH_MARK, PageContext, type Patch } from './page-context.js';
import { Painter } from './painter.js';

/** A page as vectors; the pictures of its patches are still to come. */
export interface UnpatchedPage {
  /** The SVG, cut where the sources of the patches' pictures go: one piece more than patches. */
  readonly pieces: readonly string[];
  readonly patches: readonly Patch[];
  readonly elements: readonly PaintedElement[];
  readonly outlines: PaintedPage['outlines'];
  readonly drawings: PaintedPage['drawings'];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/** Writes a page from its operators. @throws GroundglassError `too_many_bytes` */
export function writePage(operators: PageOperators, info: PageInfo): UnpatchedPage {
  const context = new PageContext(operators.objects, operators.isVisible, interpret);
  const painter = new Painter(context, pageMatrix(operators, info), NO_CLIP, [0, 0, info.width, info.height]);
  painter.run(operators.list);
  const painted = painter.layer.end();
  // The page is an isolated group on the paper (ISO 32000-1, 11.4.7): what is on it does not blend with the white.
  const page = painter.layer.blends ? `<g style="isolation:isolate">${painted}</g>` : painted;
  const content = page + context.covered(operators.list.fnArray.length);
  const { width, height } = info;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${context.definitions}${content}</svg>`;
  // Every second piece is the number of a patch.
  const cut = svg.split(PATCH_MARK);
  const order = cut.filter((_, i) => i % 2 === 1).map(Number);
  return {
    pieces: cut.filter((_, i) => i % 2 === 0),
    patches: order.map((i) => context.patches[i] as Patch),
    elements: context.elements,
    outlines: context.outlines,
    drawings: context.drawings,
    warnings: context.allWarnings,
  };
}
