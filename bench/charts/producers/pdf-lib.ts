import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as pdf from 'pdf-lib';
import type { Step, Stroke } from '../draw/canvas.js';
import { drawPage } from '../draw/draw-page.js';
import type { PageSpec } from '../spec.js';
import { type EmbeddedFace, embedTrueType } from './true-type.js';

const FACES = {
  sans: ['LiberationSans-Regular', 'LiberationSans-Bold'],
  serif: ['LiberationSans-Italic', 'LiberationSans-BoldItalic'],
} as const;
const FOLDER = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'standard_fonts');

interface Font {
  readonly face: EmbeddedFace;
  readonly key: pdf.PDFName;
}

/** A page as pdf-lib writes it, its faces embedded. */
export async function pdfLibPage(page: PageSpec): Promise<Uint8Array> {
  const document = await pdf.PDFDocument.create({ updateMetadata: false });
  const sheet = document.addPage([page.widthPt, page.heightPt]);
  const [plain, bold] = FACES[page.charts[0]?.chart.style.font ?? 'sans'].map((name): Font => {
    const face = embedTrueType(document, readFileSync(join(FOLDER, `${name}.ttf`)), name);
    return { face, key: sheet.node.newFontDictionary(name, face.ref) };
  }) as [Font, Font];
  const up = (y: number): number => page.heightPt - y;
  sheet.pushOperators(
    ...drawPage(page).flatMap((one) =>
      one.op === 'text' ? textOf(one, one.bold ? bold : plain, up) : shapeOf(one, up),
    ),
  );
  for (const { face } of [plain, bold]) face.finish();
  return document.save();
}

function textOf(
  one: Extract<Stroke, { op: 'text' }>,
  { face, key }: Font,
  up: (y: number) => number,
): pdf.PDFOperator[] {
  const back = { start: 0, middle: 0.5, end: 1 }[one.anchor] * face.widthPt(one.text, one.sizePt);
  const [cos, sin] = [Math.cos((one.turnDeg * Math.PI) / 180), Math.sin((one.turnDeg * Math.PI) / 180)];
  return [
    pdf.beginText(),
    fillColor(one.color),
    pdf.setFontAndSize(key, one.sizePt),
    pdf.setTextMatrix(cos, sin, -sin, cos, one.x - back * cos, up(one.y) - back * sin),
    pdf.showText(face.encode(one.text)),
    pdf.endText(),
  ];
}

function shapeOf(one: Exclude<Stroke, { op: 'text' }>, up: (y: number) => number): pdf.PDFOperator[] {
  if (one.op === 'rect') {
    const [x, y, width, height] = one.box;
    const path = pdf.rectangle(x, up(y + height), width, height);
    if (one.edge === null) return [fillColor(one.fill), path, pdf.fill()];
    return [fillColor(one.fill), strokeColor(one.edge), pdf.setLineWidth(0.8), path, pdf.fillAndStroke()];
  }
  const path = one.steps.map((step) => stepOf(step, up));
  if (one.fill !== null && one.stroke === null) return [fillColor(one.fill), ...path, pdf.fill()];
  const pen = [
    strokeColor(one.stroke as string),
    pdf.setLineWidth(one.widthPt),
    pdf.setLineCap(one.roundCap ? pdf.LineCapStyle.Round : pdf.LineCapStyle.Butt),
    pdf.setDashPattern(one.dashPt === 0 ? [] : [one.dashPt], 0),
  ];
  return one.fill === null
    ? [...pen, ...path, pdf.stroke()]
    : [fillColor(one.fill), ...pen, ...path, pdf.fillAndStroke()];
}

function stepOf(step: Step, up: (y: number) => number): pdf.PDFOperator {
  if (step[0] === 'Z') return pdf.closePath();
  if (step[0] === 'C') return pdf.appendBezierCurve(step[1], up(step[2]), step[3], up(step[4]), step[5], up(step[6]));
  return step[0] === 'M' ? pdf.moveTo(step[1], up(step[2])) : pdf.lineTo(step[1], up(step[2]));
}

const channels = (color: string): [number, number, number] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255) as [number, number, number];
const fillColor = (color: string): pdf.PDFOperator => pdf.setFillingRgbColor(...channels(color));
const strokeColor = (color: string): pdf.PDFOperator => pdf.setStrokingRgbColor(...channels(color));
