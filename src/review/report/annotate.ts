import { parse } from 'node:path';
import { grown, heightOf, widthOf } from '../../evidence/boxes.js';
import type { Drawing } from '../../sight/drawing-file.js';
import type { WorldBox } from '../../sources/cad/drawing.js';
import type { Limits } from '../../sources/limits.js';
import type { Marked } from '../subject.js';
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

/** A file to be marked, opened. */
interface MarkedFile extends Pick<Drawing, 'name' | 'bytes' | 'sheets' | 'cad'> {
  readonly password: string | undefined;
  readonly limits: Limits;
}

/**
 * The drawing with a numbered mark at every finding: annotations in a PDF, a layer in a DXF (also of a DWG, as DXF), rectangles on a
 * picture. The file itself is not touched. There is no copy where no finding has a place, or the file allows no addition.
 */
export async function annotatedCopy(file: MarkedFile, issues: readonly Numbered[]): Promise<Marked> {
  const placed = issues.filter(({ issue }) => issue.evidence.box !== null);
  const copy = placed.length === 0 ? null : await copyOf(file, placed);
  return { copy, count: copy === null ? 0 : placed.length };
}

async function copyOf(
  { name: fileName, bytes, sheets, cad, password, limits }: MarkedFile,
  placed: readonly Numbered[],
): Promise<Annotated | null> {
  const { name } = parse(fileName);
  const line = ({ number, issue }: Numbered): string => `${number} · ${issue.statement} [${issue.id}]`;
  const boxOf = ({ issue }: Numbered) => issue.evidence.box as never;
  const kind = sheets[0].sourceKind;
  if (kind === 'pdf') {
    const { markPdf } = await import('../../sources/pdf/mark-pdf.js');
    const marks = placed.map((one) => ({
      pageIndex: one.issue.evidence.sheet - 1,
      box: boxOf(one),
      text: line(one),
    }));
    const marked = await markPdf(bytes, marks, password);
    return marked === null ? null : { name: `${name}-review.pdf`, bytes: marked };
  }
  if (kind === 'image') {
    const { markImage } = await import('../../sources/image/mark-image.js');
    const marked = await markImage(
      bytes,
      placed.map((one) => ({ box: boxOf(one), number: one.number })),
    );
    return { name: `${name}-review.png`, bytes: marked };
  }
  if (cad === null) return null;
  const { markDxf } = await import('../../sources/cad/mark-dxf.js');
  const marks = placed.map((one) => {
    const sheet = cad.sheets[one.issue.evidence.sheet - 1] as (typeof cad.sheets)[number];
    const long = Math.max(widthOf(sheet.box), heightOf(sheet.box));
    return {
      layout: sheet.layout,
      box: grown(boxOf(one) as WorldBox, long * LEAST_MARK),
      text: line(one),
      textHeight: long * TEXT_HEIGHT,
    };
  });
  const dxf = cad.drawing.format === 'dwg' ? await asDxf(bytes, limits) : bytes;
  return { name: `${name}-review.dxf`, bytes: markDxf(dxf, marks) };
}

async function asDxf(dwg: Uint8Array, limits: Limits): Promise<Uint8Array> {
  const { convertDwg } = await import('../../sources/cad/dwg.js');
  return (await convertDwg(dwg, limits)).dxf;
}
