import { indexedColor, PAPER, trueColor } from '../colors.js';
import type { DxfFile } from '../dxf-file.js';
import { parseMText, readable } from '../mtext.js';
import { type Background, layOut } from '../mtext-layout.js';
import { mapPiece, type Piece } from '../pieces.js';
import { cross, type Matrix, radians, scale, subtract, unit, type Vec3 } from '../space.js';
import type { Props } from '../tags/props.js';
import { type EntityReader, nothing, written } from './content.js';
import { styleOf } from './text.js';

export const readMText: EntityReader = (props, _entity, file) => {
  const set = mtextOf(props, file);
  return set === null ? nothing() : written(set.pieces, set.text);
};

/** Longest content that is set; a longer text is data. */
const MAX_CONTENT = 200_000;

/** An MTEXT, also one that stands inside of an attribute; null for an empty one. */
export function mtextOf(props: Props, file: DxfFile): { pieces: Piece[]; text: string } | null {
  const content = file.decode(contentOf(props)).slice(0, MAX_CONTENT);
  if (content.trim() === '') return null;
  const paragraphs = parseMText(content);
  const style = styleOf(props, file);
  const columns = columnsOf(props);
  const pieces = layOut(paragraphs, {
    setting: {
      font: style.font,
      height: props.number(40, style.height || 1),
      widthFactor: style.widthFactor,
      oblique: radians(style.obliqueDeg),
    },
    width: columns.width ?? props.number(41, 0),
    attachment: Math.min(9, Math.max(1, props.int(71, 1))),
    lineSpacing: props.number(44, 1) || 1,
    exactSpacing: props.int(73, 1) === 2,
    columns: columns.count,
    gutter: columns.gutter,
    columnHeight: columns.height,
    background: backgroundOf(props),
  });
  const place = placeOf(props, props.point(10));
  return { pieces: pieces.map((piece) => mapPiece(place, piece)), text: readable(paragraphs) };
}

/** All chunks (3), then the last one (1): a chunk border may cut a character, so bytes are joined. */
function contentOf(props: Props): string {
  const chunks = [...props.all(3)].map((i) => props.tags.text(i));
  return `${chunks.join('')}${props.raw(1) ?? ''}`;
}

/**
 * Its place and direction are in the world, also where a plain angle gives the direction; the extrusion tells only which way
 * is up: with (0,0,-1) the lines go upwards, mirrored.
 */
function placeOf(props: Props, at: Vec3): Matrix {
  const z = unit(props.extrusion, [0, 0, 1]);
  const angle = radians(props.number(50));
  const direction = props.point(11, [Math.cos(angle), Math.sin(angle), 0]);
  const lift = direction[0] * z[0] + direction[1] * z[1] + direction[2] * z[2];
  const x = unit(subtract(direction, scale(z, lift)));
  const y = cross(z, x);
  return [x[0], y[0], z[0], at[0], x[1], y[1], z[1], at[1], x[2], y[2], z[2], at[2]];
}

/** Bits of group 90: filled with the colour of 63 or 420, filled with that of the window, outlined. */
const FILLED = 1;
const FILLED_AS_WINDOW = 2;
const OUTLINED = 16;
/** Group 45 where it is missing: the background reaches half a letter beyond the text. */
const BOX_SCALE = 1.5;

function backgroundOf(props: Props): Background | null {
  const flags = props.int(90);
  if ((flags & (FILLED | FILLED_AS_WINDOW | OUTLINED)) === 0) return null;
  const margin = Math.max(0, Math.min(5, props.number(45, BOX_SCALE)) - 1);
  return { fill: fillOf(props, flags), hasOutline: (flags & OUTLINED) !== 0, margin };
}

function fillOf(props: Props, flags: number): string | null {
  if ((flags & FILLED_AS_WINDOW) !== 0) return PAPER;
  if ((flags & FILLED) === 0) return null;
  // An entity's own true colour stands before.
  const own = props.find(420, props.find(90));
  return own >= 0 ? trueColor(props.tags.number(own)) : indexedColor(props.int(63, 7));
}

interface Columns {
  readonly count: number;
  readonly width: number | null;
  readonly gutter: number;
  readonly height: number;
}

const ONE_COLUMN: Columns = { count: 1, width: null, gutter: 0, height: 0 };
/** Columns of one text. */
const MAX_COLUMNS = 100;

/** From 2018 on columns stand in an embedded object (101) behind the text's own tags. */
function columnsOf(props: Props): Columns {
  const { tags } = props;
  if (props.stop >= props.last || tags.codes[props.stop] !== 101) return ONE_COLUMN;
  const value = (code: number): number => {
    for (let i = props.stop + 1; i < props.last && (tags.codes[i] as number) < 1000; i++) {
      if (tags.codes[i] === code) return tags.number(i);
    }
    return 0;
  };
  const [kind, count, width, gutter, height] = [value(71), value(72), value(44), value(45), value(41)];
  if (!(kind > 0) || !(count > 1) || !(width > 0) || !Number.isFinite(gutter + height)) return ONE_COLUMN;
  return { count: Math.min(MAX_COLUMNS, Math.trunc(count)), width, gutter, height };
}
