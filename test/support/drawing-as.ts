import { PDFDocument, rgb } from 'pdf-lib';
import sharp from 'sharp';
import { heightOf, widthOf } from '../../src/evidence/boxes.js';
import { cadSvg } from '../../src/sources/cad/draw/draw-cad.js';
import type { CadDrawing, CadLayout, CadSheet } from '../../src/sources/cad/drawing.js';
import { limitsFrom } from '../../src/sources/limits.js';
import { rasterSvg } from '../../src/sources/svg-raster.js';

const POINTS_PER_MM = 72 / 25.4;
/** Long edge of the paper, mm, of a sheet that has no scale: A1. */
const UNSCALED_MM = 841;
/** Pixels of the SVG to the point, so that its least line width (a pixel) is a hair line of the page. */
const FINE = 8;
/** 100 dpi, as large-format scanners give. */
const SCAN = 100 / 72;

/** A sheet of a CAD drawing plotted to a PDF page of vectors without text, as CAD programs plot SHX lettering. */
export async function asPdf(drawing: CadDrawing, sheet: CadSheet): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const points = pointsPerUnit(sheet);
  const [width, height] = [widthOf(sheet.box) * points, heightOf(sheet.box) * points];
  const page = pdf.addPage([width, height]);
  for (const [tag] of svgOf(drawing, sheet, FINE).matchAll(/<path [^>]*>/g)) {
    const {
      d = '',
      fill,
      stroke,
      ...more
    } = Object.fromEntries([...tag.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
    const [line, area] = [color(stroke), color(fill)];
    page.drawSvgPath(d, {
      ...{ x: 0, y: height, scale: 1 / FINE },
      ...(line && { borderColor: line, borderWidth: Number(more['stroke-width'] ?? 1) }),
      ...(area && { color: area }),
    });
  }
  return pdf.save();
}

/** The same as a scan. */
export async function asPng(drawing: CadDrawing, sheet: CadSheet): Promise<Uint8Array> {
  const { pixels, width, height } = await rasterSvg(svgOf(drawing, sheet, SCAN), limitsFrom({}));
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

const pointsPerUnit = ({ unitsPerMm, box }: CadSheet): number =>
  POINTS_PER_MM / (unitsPerMm ?? Math.max(widthOf(box), heightOf(box)) / UNSCALED_MM);

function svgOf(drawing: CadDrawing, sheet: CadSheet, pixelsPerPoint: number): string {
  const layout = drawing.layouts.find(({ name }) => name === sheet.layout) as CadLayout;
  const zoom = pointsPerUnit(sheet) * pixelsPerPoint;
  const [across, down] = [Math.round(widthOf(sheet.box) * zoom), Math.round(heightOf(sheet.box) * zoom)];
  return cadSvg(drawing, layout, sheet.box, across, down, sheet.unitsPerMm).svg;
}

function color(hex: string | undefined): ReturnType<typeof rgb> | undefined {
  if (hex === undefined || hex === 'none') return undefined;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return rgb(red, green, blue);
}
