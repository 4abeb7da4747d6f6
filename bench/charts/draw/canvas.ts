/** A drawing of a page in pt from its top left, y down, in what every PDF writer can paint. */
export type Drawing = readonly Stroke[];

export type Step =
  | readonly ['M' | 'L', number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z'];

export type Stroke =
  | {
      readonly op: 'rect';
      readonly box: readonly [number, number, number, number];
      readonly fill: string;
      readonly edge: string | null;
    }
  | {
      readonly op: 'path';
      readonly steps: readonly Step[];
      readonly fill: string | null;
      readonly stroke: string | null;
      readonly widthPt: number;
      readonly dashPt: number;
      readonly roundCap: boolean;
    }
  | {
      readonly op: 'text';
      readonly x: number;
      /** Of the baseline. */
      readonly y: number;
      readonly text: string;
      readonly sizePt: number;
      readonly color: string;
      readonly anchor: 'start' | 'middle' | 'end';
      readonly bold: boolean;
      /** Counter-clockwise. */
      readonly turnDeg: number;
    };

export interface TextLook {
  readonly sizePt: number;
  readonly color?: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly bold?: boolean;
  readonly turnDeg?: number;
}

/** Collects what is painted, in order. */
export class Canvas {
  readonly strokes: Stroke[] = [];

  rect(x: number, y: number, width: number, height: number, fill: string, edge: string | null = null): void {
    this.strokes.push({ op: 'rect', box: [x, y, width, height], fill, edge });
  }

  text(x: number, y: number, text: string, look: TextLook): void {
    const { sizePt, color = '#222222', anchor = 'start', bold = false, turnDeg = 0 } = look;
    this.strokes.push({ op: 'text', x, y, text, sizePt, color, anchor, bold, turnDeg });
  }

  fill(steps: readonly Step[], fill: string, edge: string | null = null): void {
    this.strokes.push({ op: 'path', steps, fill, stroke: edge, widthPt: 0.8, dashPt: 0, roundCap: false });
  }

  stroke(
    steps: readonly Step[],
    stroke: string,
    widthPt: number,
    look: { dashPt?: number; roundCap?: boolean } = {},
  ): void {
    const { dashPt = 0, roundCap = false } = look;
    this.strokes.push({ op: 'path', steps, fill: null, stroke, widthPt, dashPt, roundCap });
  }

  line(x0: number, y0: number, x1: number, y1: number, stroke: string, widthPt = 0.6, dashPt = 0): void {
    this.stroke(
      [
        ['M', x0, y0],
        ['L', x1, y1],
      ],
      stroke,
      widthPt,
      { dashPt },
    );
  }

  rounded(
    x: number,
    y: number,
    width: number,
    height: number,
    radius: number,
    fill: string,
    edge: string | null = null,
  ): void {
    const r = Math.min(radius, width / 2, height / 2);
    const k = r * 0.4477;
    const [right, bottom] = [x + width, y + height];
    this.fill(
      [
        ['M', x + r, y],
        ['L', right - r, y],
        ['C', right - k, y, right, y + k, right, y + r],
        ['L', right, bottom - r],
        ['C', right, bottom - k, right - k, bottom, right - r, bottom],
        ['L', x + r, bottom],
        ['C', x + k, bottom, x, bottom - k, x, bottom - r],
        ['L', x, y + r],
        ['C', x, y + k, x + k, y, x + r, y],
        ['Z'],
      ],
      fill,
      edge,
    );
  }
}

/** An arc around (x, y), clockwise from 12 o'clock between two turns (1 is a full circle); it goes on from the last step. */
export function arc(x: number, y: number, radius: number, from: number, to: number, first: 'M' | 'L'): Step[] {
  const pieces = Math.max(1, Math.ceil(Math.abs(to - from) * 8));
  const step = ((to - from) / pieces) * 2 * Math.PI;
  const k = (4 / 3) * Math.tan(step / 4) * radius;
  const steps: Step[] = [];
  for (let i = 0; i <= pieces; i++) {
    const b = from * 2 * Math.PI + step * i;
    const at = [x + radius * Math.sin(b), y - radius * Math.cos(b)] as const;
    if (i === 0) {
      steps.push([first, ...at]);
      continue;
    }
    const a = b - step;
    steps.push([
      'C',
      x + radius * Math.sin(a) + k * Math.cos(a),
      y - radius * Math.cos(a) + k * Math.sin(a),
      at[0] - k * Math.cos(b),
      at[1] - k * Math.sin(b),
      ...at,
    ]);
  }
  return steps;
}

/** About how wide a text is in a sans serif, in pt. */
export const widthOf = (text: string, sizePt: number): number =>
  [...text].reduce((sum, character) => sum + emOf(character.codePointAt(0) as number), 0) * sizePt;

function emOf(code: number): number {
  if (code > 0x2e80) return 1;
  if (code === 32 || code === 44 || code === 46) return 0.28;
  if (code >= 65 && code <= 90) return 0.69;
  return 0.56;
}

/** A title in as many lines as it takes, balanced at blanks. */
export function inLines(text: string, sizePt: number, widthPt: number): string[] {
  if (widthOf(text, sizePt) <= widthPt) return [text];
  const words = text.includes(' ') ? text.split(' ') : [...text];
  const blank = text.includes(' ') ? ' ' : '';
  const rows: string[] = [];
  let row = '';
  for (const word of words) {
    const next = row === '' ? word : row + blank + word;
    if (row !== '' && widthOf(next, sizePt) > widthPt) {
      rows.push(row);
      row = word;
    } else row = next;
  }
  return [...rows, row];
}

/** White on dark colours, nearly black on light ones. */
export function readableOn(color: string): string {
  const part = (at: number): number => Number.parseInt(color.slice(at, at + 2), 16);
  return 0.299 * part(1) + 0.587 * part(3) + 0.114 * part(5) < 150 ? '#ffffff' : '#222222';
}
