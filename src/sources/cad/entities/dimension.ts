import type { DxfFile } from '../dxf-file.js';
import { parseMText, readable } from '../mtext.js';
import { layOut } from '../mtext-layout.js';
import { mapPiece, type Piece } from '../pieces.js';
import { add, compose, IDENTITY, rotation, scale, subtract, translation, unit, type Vec3 } from '../space.js';
import type { Props } from '../tags/props.js';
import { type EntityReader, nothing } from './content.js';
import { blockAt } from './insert.js';
import { line, outline } from './lines.js';
import { styleOf } from './text.js';

/** Low bits of a DIMENSION's type (group 70). */
const KIND = 7;
const ROTATED = 0;
const ALIGNED = 1;
const DIAMETER = 3;
const RADIUS = 4;

/** Drawn by its block `*D…`, which the program that wrote the file has made; without it by lines and text of our own. */
export const readDimension: EntityReader = (props, _entity, file) => {
  const text = dimensionText(props, file);
  const name = file.text(props, 2) ?? '';
  const content = name === '' ? null : blockAt(name, file, IDENTITY);
  if (content) return { ...content, text };
  return { ...nothing(), pieces: sketch(props, file, text), text };
};

/** A variable of a dimension style; the default where the style does not say. */
function dimVariable(props: Props, file: DxfFile, code: number, otherwise: number): number {
  const style = dimStyleOf(props, file);
  const value = style?.has(code) ? style.tags.number(style.find(code)) : Number.NaN;
  return Number.isFinite(value) ? value : otherwise;
}

/** A handle in a dimension style, such as that of an arrow head's block. */
export const dimHandle = (props: Props, file: DxfFile, code: number): string | null =>
  dimStyleOf(props, file)?.handle(code) ?? null;

const dimStyleOf = (props: Props, file: DxfFile): Props | undefined =>
  file.tables.dimStyles.get((file.text(props, 3) ?? 'Standard').toLowerCase());

const DIMSCALE = 40;
const DIMASZ = 41;
const DIMTXT = 140;
const DIMDEC = 271;
const DIMLFAC = 144;

/** Length of an arrow head and height of a dimension's text, in drawing units. */
export const arrowSize = (props: Props, file: DxfFile): number =>
  dimVariable(props, file, DIMASZ, 0.18) * (dimVariable(props, file, DIMSCALE, 1) || 1);
export const dimTextHeight = (props: Props, file: DxfFile): number =>
  dimVariable(props, file, DIMTXT, 0.18) * (dimVariable(props, file, DIMSCALE, 1) || 1);

/** What was typed over the measurement, `<>` standing for it; a blank suppresses the text. */
function dimensionText(props: Props, file: DxfFile): string {
  const typed = file.text(props, 1) ?? '';
  const measured = props.number(42, Number.NaN);
  const decimals = Math.min(8, Math.max(0, Math.trunc(dimVariable(props, file, DIMDEC, 2))));
  const factor = Math.abs(dimVariable(props, file, DIMLFAC, 1)) || 1;
  const angular = [2, 5].includes(props.int(70) & KIND);
  const value = Number.isNaN(measured)
    ? ''
    : angular
      ? `${rounded((measured * 180) / Math.PI, decimals)}°`
      : `${{ [DIAMETER]: '⌀', [RADIUS]: 'R' }[props.int(70) & KIND] ?? ''}${rounded(measured * factor, decimals)}`;
  const text = typed === '' ? value : typed.replaceAll('<>', value);
  return readable(parseMText(text)).trim();
}

const rounded = (value: number, decimals: number): string => String(Number(value.toFixed(decimals)));

/** Extension lines, dimension line and text of a linear dimension; a line between both points of any other. */
function sketch(props: Props, file: DxfFile, text: string): Piece[] {
  const kind = props.int(70) & KIND;
  const at = props.point(10);
  const pieces: Piece[] = [];
  if (kind === ROTATED || kind === ALIGNED) {
    const [first, second] = [props.point(13), props.point(14)];
    const angle = (props.number(50) * Math.PI) / 180;
    const direction: Vec3 = kind === ALIGNED ? unit(subtract(second, first)) : [Math.cos(angle), Math.sin(angle), 0];
    const onLine = (point: Vec3): Vec3 => {
      const [dx, dy] = subtract(point, at);
      return add(at, scale(direction, dx * direction[0] + dy * direction[1]));
    };
    pieces.push(
      line([{ kind: 'segment', from: first, to: onLine(first) }]),
      line([{ kind: 'segment', from: second, to: onLine(second) }]),
      line([{ kind: 'segment', from: onLine(first), to: onLine(second) }]),
    );
  } else if (props.has(15)) pieces.push(line([{ kind: 'segment', from: at, to: props.point(15) }]));
  else if (props.has(13) && props.has(14)) pieces.push(outline([props.point(13), props.point(14)], false));
  if (text === '' || !props.has(11)) return pieces;
  const style = styleOf(props, file);
  const setting = { font: style.font, height: dimTextHeight(props, file), widthFactor: style.widthFactor, oblique: 0 };
  const place = compose(translation(props.point(11)), rotation((props.number(53) * Math.PI) / 180));
  const frame = {
    setting,
    width: 0,
    attachment: 5,
    lineSpacing: 1,
    exactSpacing: false,
    columns: 1,
    gutter: 0,
    columnHeight: 0,
    background: null,
  };
  return [...pieces, ...layOut(parseMText(text), frame).map((piece) => mapPiece(place, piece))];
}
