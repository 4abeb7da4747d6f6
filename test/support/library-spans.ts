import { type PageBox, pageBox } from '../../src/evidence/boxes.js';
import type { Line } from '../../src/pipeline/lines.js';
import type { Span } from '../../src/sources/source.js';

interface SpanLook {
  readonly width?: number;
  readonly height?: number;
  readonly line?: number;
  readonly hidden?: boolean;
  readonly rotationDeg?: number;
}

/** A span of 10 pt whose top left corner is at x, y. */
export function spanOf(text: string, x: number, y: number, look: SpanLook = {}): Span {
  const { width = 5 * text.length, height = 10, line = 0, hidden = false, rotationDeg = 0 } = look;
  return {
    id: `${x},${y}`,
    text,
    box: pageBox(x, y, x + width, y + height),
    font: 'Helvetica',
    sizePt: 10,
    rotationDeg,
    color: '#000000',
    hidden,
    spaceBefore: false,
    line,
  };
}

interface LineLook {
  readonly sizePt?: number;
  readonly bold?: boolean;
  readonly x?: number;
  readonly width?: number;
}

/** A line whose top is at y; tabs in the text part its cells. */
export function lineAt(
  y: number,
  text: string,
  { sizePt = 10, bold = false, x = 40, width = 300 }: LineLook = {},
): Line {
  const box: PageBox = pageBox(x, y, x + width, y + sizePt);
  return { text, box, sizePt, bold, cells: text.split('\t').length, vertical: false };
}
