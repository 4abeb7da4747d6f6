import type { WireBox } from '../../evidence/wire/locator.js';
import type { PaintedPage } from '../../sources/painted.js';
import type { IrGlyphs } from './table-ir.js';

/** What was found of one field that an answer may cite. */
export interface FieldCheck {
  /** JSON Pointer into the IR. */
  readonly path: string;
  readonly printed: string;
  readonly box: WireBox;
  readonly glyphs: readonly IrGlyphs[];
  /** From an em of the first glyph to the page, as SVG's `matrix()`: y up in the em, y down on the page, pt. */
  readonly transform: Transform;
  readonly proven: boolean;
  readonly refused: readonly string[];
}

export type Transform = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** The record of a qualification: which objects were held against which source, and what of each field is proven. */
export interface Receipt {
  readonly format: 'receipt-v1';
  readonly source: string;
  readonly page_index: number;
  readonly region: WireBox;
  readonly ir: string;
  readonly svg: string;
  readonly producers: readonly string[];
  /** What looked: the two parsers, the pixels, and the versions of what judges them. */
  readonly proof: string;
  readonly fields: readonly FieldCheck[];
}

/** Where the first of some glyphs stands on the page, and how it is turned and stretched. */
export function transformsOf(page: PaintedPage): (glyphs: readonly IrGlyphs[]) => Transform {
  const runs = new Map(page.elements.flatMap((element) => (element.kind === 'text' ? [[element.id, element]] : [])));
  return (glyphs) => {
    const [id, from] = glyphs[0] ?? ['', 0];
    const run = runs.get(id);
    const origin = run?.glyphs[from]?.origin;
    if (run === undefined || origin === undefined) return [1, 0, 0, 1, 0, 0];
    return [...run.em, ...origin] as unknown as Transform;
  };
}
