import { straight } from '../curves.js';
import type { CadFont } from '../drawing.js';
import type { DxfFile } from '../dxf-file.js';
import { advanceOf } from '../fonts/glyphs.js';
import { mapPiece, type Piece } from '../pieces.js';
import { compose, ocsMatrix, radians, rotation, scaling, subtract, translation, type Vec3 } from '../space.js';
import type { TextStyle } from '../tables.js';
import type { Props } from '../tags/props.js';
import { plainText, type Span, spansOf } from '../text-codes.js';
import { extentOf } from '../text-metrics.js';
import { type EntityReader, nothing, written } from './content.js';

/** Of a text without a style, or whose style the file does not hold. */
const STANDARD: TextStyle = {
  name: 'Standard',
  font: { file: 'txt.shx', bigFont: null, family: null },
  height: 0,
  widthFactor: 1,
  obliqueDeg: 0,
};

/** How a line of text is set. */
export interface Setting {
  readonly font: CadFont;
  /** Height of a capital. */
  readonly height: number;
  readonly widthFactor: number;
  /** Radians from upright, positive to the right. */
  readonly oblique: number;
}

export const styleOf = (props: Props, file: DxfFile): TextStyle =>
  file.tables.styles.get((file.text(props, 7) ?? 'Standard').toLowerCase()) ??
  file.tables.styles.get('standard') ??
  STANDARD;

export const widthOf = (text: string, { font, height, widthFactor }: Setting): number =>
  advanceOf(text, font) * height * widthFactor;

/** A line of text whose baseline begins at the origin and runs along x. */
export function textPiece(text: string, setting: Setting, width = widthOf(text, setting), color?: string): Piece {
  return {
    kind: 'text',
    text,
    origin: [0, 0, 0],
    along: [width, 0, 0],
    up: [Math.tan(setting.oblique) * setting.height, setting.height, 0],
    font: setting.font,
    ...(color === undefined ? {} : { color }),
  };
}

/** Bits of group 71: how a text is mirrored. */
const BACKWARDS = 2;
const UPSIDE_DOWN = 4;

/** Values of group 72 (across) and 73 (up). */
const ALIGNED = 3;
const MIDDLE = 4;
const FIT = 5;
const RIGHT = 2;
const CENTRE = 1;
const BOTTOM = 1;
const HALFWAY = 2;
const TOP = 3;

export const readText: EntityReader = (props, _entity, file) => {
  const text = textOf(props, file, 1);
  return text === '' ? nothing() : written(singleLine(props, file, spansIn(props, file, 1), 73), text);
};

/** Tag of an attribute that a block will ask for; what is seen in the block itself. */
export const readAttdef: EntityReader = (props, _entity, file) => {
  const text = textOf(props, file, 2);
  return text === '' ? nothing() : written(singleLine(props, file, [{ text, rules: [] }], 74), text);
};

export const textOf = (props: Props, file: DxfFile, code: number): string =>
  plainText(file.text(props, code) ?? '', file.decode);

export const spansIn = (props: Props, file: DxfFile, code: number): Span[] =>
  spansOf(file.text(props, code) ?? '', file.decode);

/** A line of text as TEXT and ATTRIB have it, and the lines along it; they keep the vertical alignment under different codes. */
export function singleLine(props: Props, file: DxfFile, spans: readonly Span[], verticalCode: 73 | 74): Piece[] {
  const text = spans.map((span) => span.text).join('');
  const style = styleOf(props, file);
  const height = props.number(40, style.height || 1);
  const across = props.int(72);
  const vertical = props.int(verticalCode);
  const first = props.point(10);
  const second = props.point(11, first);
  const setting: Setting = {
    font: style.font,
    height,
    widthFactor: props.number(41, style.widthFactor) || 1,
    oblique: leaning(props.number(51, style.obliqueDeg)),
  };
  const span = subtract(second, first);
  const room = Math.hypot(span[0], span[1]);
  const between = (across === ALIGNED || across === FIT) && room > 0;
  const natural = widthOf(text, setting);
  const fitted = between && natural > 0 ? room / natural : 1;
  const piece = textPiece(
    text,
    across === ALIGNED ? { ...setting, height: height * fitted } : setting,
    natural * fitted,
  );
  const mirrored = props.int(71);
  const turn = between ? Math.atan2(span[1], span[0]) : radians(props.number(50));
  const anchor = between || (across === 0 && vertical === 0) ? first : second;
  const place = compose(
    compose(translation(anchor), rotation(turn)),
    scaling((mirrored & BACKWARDS) !== 0 ? -1 : 1, (mirrored & UPSIDE_DOWN) !== 0 ? -1 : 1, 1),
  );
  const shift = between ? [0, 0, 0] : alignment(across, vertical, natural, text, height);
  const whole = compose(ocsMatrix(props.extrusion), compose(place, translation(shift as unknown as Vec3)));
  const capital = across === ALIGNED ? height * fitted : height;
  let x = 0;
  const rules = spans.flatMap((span) => {
    const from = x;
    x += widthOf(span.text, setting) * fitted;
    return ruled(span.rules, from, x, 0, capital);
  });
  return [piece, ...rules].map((one) => mapPiece(whole, one));
}

/** Lines along a text that stands upright, by where they run over its baseline in heights of a capital. */
export const ruled = (rules: readonly number[], from: number, to: number, baseline: number, height: number): Piece[] =>
  rules.map((rule) => {
    const y = baseline + rule * height;
    return {
      kind: 'line',
      strokes: straight([
        [from, y, 0],
        [to, y, 0],
      ]),
      width: 0,
    };
  });

/** From the point of alignment to the left end of the baseline, without rotation. */
function alignment(across: number, vertical: number, width: number, text: string, height: number): Vec3 {
  const x = across === RIGHT ? -width : across === CENTRE || across === MIDDLE ? -width / 2 : 0;
  if (across === MIDDLE) {
    const { below, above } = extentOf(text);
    return [x, (-(above - below) / 2) * height, 0];
  }
  if (vertical === TOP) return [x, -height, 0];
  if (vertical === HALFWAY) return [x, -height / 2, 0];
  return [x, vertical === BOTTOM ? DESCENT * height : 0, 0];
}

/** Room below the baseline that bottom alignment leaves for descenders, in heights of a capital. */
const DESCENT = 0.3;
/** Past this a text would lie on its side: AutoCAD takes up to 85°. */
const MAX_OBLIQUE_DEG = 85;

const leaning = (degrees: number): number => {
  const signed = degrees > 180 ? degrees - 360 : degrees;
  return radians(Math.max(-MAX_OBLIQUE_DEG, Math.min(MAX_OBLIQUE_DEG, signed)));
};
