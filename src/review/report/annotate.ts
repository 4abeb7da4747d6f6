import { parse } from 'node:path';
import { grown, heightOf, widthOf } from '../../evidence/boxes.js';
import type { WorldBox } from '../../sources/cad/drawing.js';
import type { Drawing } from '../open-drawing.js';
import type { Numbered } from './report-html.js';

/** A copy of the drawing with the findings marked on it. */
export interface Annotated {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Height of a mark's text, as a part of its sheet's long side: 4 mm on A1. */
const TEXT_HEIGHT = 1 / 200;
/** Marks without extent are drawn this large, in the same measure. */
const LEAST_MARK = 1 / 400;

/**
 * The drawing with a numbered mark at every finding: annotations in a PDF, a layer in a DXF (also of a DWG, as DXF), rectangles on a
 * picture. The file itself is not touched.
 *
 * @returns null where no finding has a place, or the file allows no addition
 */
export async function annotatedCopy(
  drawing: Drawing,
  issues: readonly Numbered[],
  password: string | undefined,
): Promise<Annotated | null> {
  const placed = issues.filter(({ issue }) => issue.evidence.box !== null);
  if (placed.length === 0) return null;
  const { name } = parse(drawing.name);
  const line = ({ number, issue }: Numbered): string => `${number} · ${issue.statement} [${issue.id}]`;
  const boxOf = ({ issue }: Numbered) => issue.evidence.box as never;
  if (drawing.kind === 'pdf') {
    const { markPdf } = await import('../../sources/pdf/mark-pdf.js');
    const marks = placed.map((one) => ({
      pageIndex: one.issue.evidence.sheet - 1,
      box: boxOf(one),
      text: line(one),
    }));
    const bytes = await markPdf(drawing.bytes, marks, password);
    return bytes === null ? null : { name: `${name}-review.pdf`, bytes };
  }
  if (drawing.kind === 'image') {
    const { markImage } = await import('../../sources/image/mark-image.js');
    const bytes = await markImage(
      drawing.bytes,
      placed.map((one) => ({ box: boxOf(one), number: one.number })),
    );
    return { name: `${name}-review.png`, bytes };
  }
  if (drawing.cad === null) return null;
  const { markDxf } = await import('../../sources/cad/mark-dxf.js');
  const { sheets } = drawing.cad;
  const marks = placed.map((one) => {
    const sheet = sheets[one.issue.evidence.sheet - 1] as (typeof sheets)[number];
    const long = Math.max(widthOf(sheet.box), heightOf(sheet.box));
    return {
      layout: sheet.layout,
      box: grown(boxOf(one) as WorldBox, long * LEAST_MARK),
      text: line(one),
      textHeight: long * TEXT_HEIGHT,
    };
  });
  const dxf = await drawing.dxf();
  return dxf === null ? null : { name: `${name}-review.dxf`, bytes: markDxf(dxf, marks) };
}
