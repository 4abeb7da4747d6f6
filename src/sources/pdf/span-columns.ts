import type { PageBox } from '../../evidence/boxes.js';
import type { Span } from '../source.js';

type Style = readonly [font: string, sizePt: number, rotationDeg: number, color: string];

/** Spans column by column: passed between threads in a sixth of the time that a tree of objects, or JSON, takes. */
export interface SpanColumns {
  /** One a line: text of a span has no line ends. */
  readonly texts: string;
  /** Four numbers a span. */
  readonly boxes: Float64Array;
  /** Each style once; a page has tens. */
  readonly styles: readonly Style[];
  readonly style: Uint32Array;
  readonly line: Uint32Array;
  readonly flags: Uint8Array;
}

const HIDDEN = 1;
const SPACE_BEFORE = 2;

export function spanColumns(spans: readonly Span[]): SpanColumns {
  const boxes = new Float64Array(4 * spans.length);
  const [style, line] = [new Uint32Array(spans.length), new Uint32Array(spans.length)];
  const flags = new Uint8Array(spans.length);
  const styles: Style[] = [];
  const known = new Map<string, number>();
  const indexOf = ({ font, sizePt, rotationDeg, color }: Span): number => {
    const key = `${sizePt} ${rotationDeg} ${color} ${font}`;
    const index = known.get(key) ?? styles.push([font, sizePt, rotationDeg, color]) - 1;
    known.set(key, index);
    return index;
  };
  spans.forEach((span, i) => {
    // One by one: `set` takes ten times as long for four numbers.
    boxes[4 * i] = span.box[0];
    boxes[4 * i + 1] = span.box[1];
    boxes[4 * i + 2] = span.box[2];
    boxes[4 * i + 3] = span.box[3];
    const before = spans[i - 1];
    // Most spans look like the one before.
    style[i] = before && isAlike(before, span) ? (style[i - 1] as number) : indexOf(span);
    line[i] = span.line;
    flags[i] = (span.hidden ? HIDDEN : 0) | (span.spaceBefore ? SPACE_BEFORE : 0);
  });
  return { texts: spans.map(({ text }) => text).join('\n'), boxes, styles, style, line, flags };
}

const isAlike = (a: Span, b: Span): boolean =>
  a.sizePt === b.sizePt && a.font === b.font && a.color === b.color && a.rotationDeg === b.rotationDeg;

/** The spans again; their ids are their places. */
export function spansFrom({ texts, boxes, styles, style, line, flags }: SpanColumns): Span[] {
  const textOf = texts.split('\n');
  return Array.from(style, (index, i) => {
    const [font, sizePt, rotationDeg, color] = styles[index] as Style;
    const flag = flags[i] as number;
    return {
      id: `s${i}`,
      text: textOf[i] as string,
      box: [boxes[4 * i], boxes[4 * i + 1], boxes[4 * i + 2], boxes[4 * i + 3]] as unknown as PageBox,
      font,
      sizePt,
      rotationDeg,
      color,
      hidden: (flag & HIDDEN) !== 0,
      spaceBefore: (flag & SPACE_BEFORE) !== 0,
      line: line[i] as number,
    };
  });
}
