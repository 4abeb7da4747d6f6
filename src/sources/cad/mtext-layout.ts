import { straight } from './curves.js';
import type { Setting } from './entities/text.js';
import { ruled, textPiece, widthOf } from './entities/text.js';
import type { Paragraph, Run, RunStyle } from './mtext.js';
import { mapPiece, type Piece } from './pieces.js';
import { radians, translation, type Vec3 } from './space.js';

export interface TextFrame {
  readonly setting: Setting;
  /** Lines are broken at this width; 0 for no limit. */
  readonly width: number;
  /** 1 to 9: top left, top centre, top right, middle left… */
  readonly attachment: number;
  /** Over the normal distance of lines. */
  readonly lineSpacing: number;
  readonly exactSpacing: boolean;
  /** Columns side by side; one where the text has none. */
  readonly columns: number;
  readonly gutter: number;
  /** Height of a column; 0 where only breaks end it. */
  readonly columnHeight: number;
  readonly background: Background | null;
}

/** The area behind a text. */
export interface Background {
  /** `#rrggbb`; null for none. */
  readonly fill: string | null;
  readonly hasOutline: boolean;
  /** How far it reaches beyond the text on every side, in heights of its letters. */
  readonly margin: number;
}

/** From baseline to baseline, in heights of a capital: three on five, AutoCAD's single spacing. */
const LINE_PITCH = 5 / 3;
/** Gap between the two parts of a stack, in heights of a capital. */
const STACK_GAP = 0.25;
/** Lines of one text: what is more is a dump, not a note. */
const MAX_LINES = 20_000;

interface Part {
  readonly text: string;
  readonly setting: Setting;
  readonly width: number;
  readonly color: string | null;
  /** Second line of a stack, below the first. */
  readonly lower: string | null;
  readonly isBlank: boolean;
  readonly rules: readonly number[];
}

interface Line {
  readonly parts: Part[];
  width: number;
  height: number;
  readonly align: Paragraph['align'];
  readonly column: boolean;
}

/** Lines of text around the origin, unturned: the attachment point lies at the origin. */
export function layOut(paragraphs: readonly Paragraph[], frame: TextFrame): Piece[] {
  const lines = paragraphs.flatMap((paragraph) => broken(paragraph, frame)).slice(0, MAX_LINES);
  const columns = intoColumns(lines, frame);
  const columnWidth = frame.width > 0 ? frame.width : Math.max(0, ...lines.map((line) => line.width));
  const whole = columnWidth * columns.length + frame.gutter * (columns.length - 1);
  const height = Math.max(0, ...columns.map((column) => heightOf(column, frame)));
  const across = (frame.attachment - 1) % 3;
  const left = [0, -whole / 2, -whole][across] as number;
  const top = [0, height / 2, height][Math.floor((frame.attachment - 1) / 3)] as number;
  const pieces = behind(frame, [left, top - height, left + whole, top]);
  columns.forEach((column, index) => {
    let baseline = top;
    column.forEach((line, i) => {
      baseline -= i === 0 ? line.height : pitch(line, frame);
      const align = line.align ?? (['left', 'centre', 'right'] as const)[across];
      const spare = columnWidth - line.width;
      const start = left + index * (columnWidth + frame.gutter);
      pieces.push(...set(line, start + (align === 'centre' ? spare / 2 : align === 'right' ? spare : 0), baseline));
    });
  });
  return pieces;
}

function behind(
  { background, setting }: TextFrame,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
): Piece[] {
  if (background === null) return [];
  const m = background.margin * setting.height;
  const corners: Vec3[] = [
    [x0 - m, y0 - m, 0],
    [x1 + m, y0 - m, 0],
    [x1 + m, y1 + m, 0],
    [x0 - m, y1 + m, 0],
  ];
  const fill: Piece[] = background.fill === null ? [] : [{ kind: 'fill', loops: [corners], color: background.fill }];
  return background.hasOutline ? [...fill, { kind: 'line', strokes: straight(corners, true), width: 0 }] : fill;
}

const pitch = (line: Line, { setting, lineSpacing, exactSpacing }: TextFrame): number =>
  (exactSpacing ? setting.height : line.height) * LINE_PITCH * lineSpacing;

const heightOf = (lines: readonly Line[], frame: TextFrame): number =>
  lines.reduce((sum, line, i) => sum + (i === 0 ? line.height : pitch(line, frame)), 0);

function intoColumns(lines: readonly Line[], frame: TextFrame): Line[][] {
  const columns: Line[][] = [[]];
  for (const line of lines) {
    const current = columns.at(-1) as Line[];
    const isFull =
      frame.columnHeight > 0 && current.length > 0 && heightOf([...current.slice(-1), line], frame) > 0
        ? heightOf(current, frame) + pitch(line, frame) > frame.columnHeight
        : false;
    if ((line.column || isFull) && columns.length < frame.columns) columns.push([line]);
    else current.push(line);
  }
  return columns;
}

/** A paragraph as lines that are no wider than the frame; words are kept whole, ideographs part anywhere. */
function broken(paragraph: Paragraph, frame: TextFrame): Line[] {
  const fresh = (column: boolean): Line => ({
    parts: [],
    width: 0,
    height: frame.setting.height,
    align: paragraph.align,
    column,
  });
  let line = fresh(paragraph.column);
  const lines = [line];
  let isEstimate = false;
  for (const part of paragraph.runs.flatMap((run) => partsOf(run, frame.setting))) {
    isEstimate ||= IDEOGRAPH.test(part.text);
    const room = frame.width * (1 + (isEstimate ? ESTIMATE_OVERHANG : OVERHANG));
    const isOver = frame.width > 0 && line.width + part.width > room;
    if (isOver && !part.isBlank && line.parts.length > 0 && lines.length < MAX_LINES) {
      line = fresh(false);
      isEstimate = IDEOGRAPH.test(part.text);
      lines.push(line);
    }
    line.height = line.parts.length === 0 ? part.setting.height : Math.max(line.height, part.setting.height);
    line.parts.push(part);
    line.width += part.width;
  }
  return lines;
}

/** Widths are rounded in files: a line that is this much too wide still fits. */
const OVERHANG = 0.01;
/** The same for lines with ideographs, whose size differs between fonts. */
const ESTIMATE_OVERHANG = 0.05;
const IDEOGRAPH = /[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/;
/** Words, blanks between them, and ideographs one by one. */
const WORDS =
  /[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]|\s+|[^\s\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]+/g;

function partsOf(run: Run, base: Setting): Part[] {
  const setting = settingOf(run.style, base);
  const { color, tracking, rules } = run.style;
  if (run.kind === 'stack') {
    const width = Math.max(widthOf(run.upper, setting), widthOf(run.lower, setting));
    return [{ text: run.upper, lower: run.lower, setting, width, color, isBlank: false, rules }];
  }
  return (run.text.replace(/\t/g, '    ').match(WORDS) ?? []).map((text) => ({
    text,
    lower: null,
    setting,
    width: widthOf(text, setting) * tracking,
    color,
    isBlank: text.trim() === '',
    rules,
  }));
}

function settingOf(style: RunStyle, base: Setting): Setting {
  return {
    font: style.font ?? base.font,
    height: (style.height ?? base.height) * style.heightFactor,
    widthFactor: style.widthFactor ?? base.widthFactor,
    oblique: style.obliqueDeg === null ? base.oblique : radians(Math.max(-85, Math.min(85, style.obliqueDeg))),
  };
}

/** Neighbours that are set alike become one piece: fewer, and text that reads as written. */
function set(line: Line, left: number, baseline: number): Piece[] {
  const pieces: Piece[] = [];
  let x = left;
  let run: { text: string; from: number; part: Part } | null = null;
  const flush = () => {
    if (run) pieces.push(...ruled(run.part.rules, run.from, x, baseline, run.part.setting.height));
    if (run && run.text.trim() !== '') {
      const { text, from, part } = run;
      const place = translation([from, baseline, 0]);
      pieces.push(mapPiece(place, textPiece(text, part.setting, x - from, part.color ?? undefined)));
    }
    run = null;
  };
  for (const part of line.parts) {
    if (part.lower !== null) {
      flush();
      pieces.push(
        ...stackedAt(part, x, baseline),
        ...ruled(part.rules, x, x + part.width, baseline, part.setting.height),
      );
      x += part.width;
      continue;
    }
    if (run && (run as { part: Part }).part.setting !== part.setting) flush();
    if (run) (run as { text: string }).text += part.text;
    else run = { text: part.text, from: x, part };
    x += part.width;
  }
  flush();
  return pieces;
}

function stackedAt(part: Part, x: number, baseline: number): Piece[] {
  const { setting, color } = part;
  const at = (text: string, y: number): Piece[] =>
    text === '' ? [] : [mapPiece(translation([x, y, 0]), textPiece(text, setting, undefined, color ?? undefined))];
  // The gap between both lies at half the height of a capital.
  const middle = baseline + setting.height / 2;
  const gap = (STACK_GAP / 2) * setting.height;
  return [...at(part.text, middle + gap), ...at(part.lower ?? '', middle - gap - setting.height)];
}
