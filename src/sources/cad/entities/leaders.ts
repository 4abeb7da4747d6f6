import type { DxfFile } from '../dxf-file.js';
import { parseMText, readable } from '../mtext.js';
import { layOut } from '../mtext-layout.js';
import { mapPiece, type Piece } from '../pieces.js';
import {
  add,
  compose,
  cross,
  lengthOf,
  rotation,
  scale,
  scaling,
  subtract,
  translation,
  unit,
  type Vec3,
} from '../space.js';
import { throughPoints } from '../spline.js';
import type { Props } from '../tags/props.js';
import { drawn, type EntityReader, nothing } from './content.js';
import { arrowSize, dimHandle, dimTextHeight } from './dimension.js';
import { blockAt } from './insert.js';
import { outline } from './lines.js';
import { styleOf, textPiece, widthOf } from './text.js';

/** Breadth of an arrow head over its length. */
const ARROW_BREADTH = 1 / 3;

/** A filled arrow head whose tip lies at the first point; none where the first stretch is too short for one. */
function arrow(points: readonly Vec3[], size: number): Piece[] {
  const [tip, next] = points;
  if (!tip || !next || size <= 0 || lengthOf(subtract(next, tip)) < 2 * size) return [];
  const back = add(tip, scale(unit(subtract(next, tip)), size));
  const side = scale(cross([0, 0, 1], unit(subtract(next, tip))), (size * ARROW_BREADTH) / 2);
  return [{ kind: 'fill', loops: [[tip, add(back, side), subtract(back, side)]] }];
}

/** The dimension style's block for the heads of leaders. */
const DIMLDRBLK = 341;

export const readLeader: EntityReader = (props, _entity, file) => {
  const points = [...props.all(10)].map((i) => props.pointAt(i));
  const [tip, next] = points;
  if (!tip || !next) return null;
  const path = outline(props.int(72) === 1 ? throughPoints(points) : points, false);
  if (props.int(71, 1) === 0) return drawn([path]);
  const size = arrowSize(props, file);
  const block = file.tables.blockRecords.get(dimHandle(props, file, DIMLDRBLK) ?? '');
  const [dx, dy] = subtract(tip, next);
  const place = compose(translation(tip), compose(rotation(Math.atan2(dy, dx)), scaling(size, size, size)));
  const head = block === undefined ? null : blockAt(block, file, place);
  if (head && lengthOf(subtract(tip, next)) >= 2 * size) return { ...head, pieces: [path], block: null };
  return drawn([path, ...arrow(points, size)]);
};

/** The parts of a multileader's context data that are drawn (groups inside CONTEXT_DATA{, LEADER{ and LEADER_LINE{). */
export const readMultiLeader: EntityReader = (props, _entity, file) => {
  const { tags } = props;
  const pieces: Piece[] = [];
  let level: 'outside' | 'context' | 'leader' | 'line' = 'outside';
  let end: Vec3 | null = null;
  let dogleg: Vec3 = [0, 0, 0];
  let points: Vec3[] = [];
  const context = contextOf(props);
  const size = context?.number(140, 0) ?? 0;
  let doglegLength = 0;
  for (let i = props.first; i < props.stop; i++) {
    const code = tags.codes[i] as number;
    const opened = code >= 300 && code <= 305 ? tags.text(i).trim() : '';
    if (opened === 'CONTEXT_DATA{') level = 'context';
    else if (opened === 'LEADER{') {
      level = 'leader';
      end = null;
    } else if (opened === 'LEADER_LINE{') {
      level = 'line';
      points = [];
    } else if (opened === '}' && level === 'line') {
      level = 'leader';
      const path = end ? [...points, end] : points;
      if (path.length > 1) pieces.push(outline(path, false), ...arrow(path, size));
    } else if (opened === '}' && level === 'leader') {
      level = 'context';
      if (end && doglegLength > 0) pieces.push(outline([end, add(end, scale(unit(dogleg), doglegLength))], false));
    } else if (opened === '}' && level === 'context') level = 'outside';
    else if (level === 'line' && code === 10) points.push(props.pointAt(i));
    else if (level === 'leader' && code === 10) end = props.pointAt(i);
    else if (level === 'leader' && code === 11) dogleg = props.pointAt(i);
    else if (level === 'leader' && code === 40) doglegLength = props.numberAt(i);
  }
  if (!context) return pieces.length > 0 ? drawn(pieces) : null;
  const note = noteOf(context, file);
  const shown = shownBlock(context, file);
  if (pieces.length === 0 && !note && !shown) return null;
  return {
    ...(shown ?? nothing()),
    pieces: [...pieces, ...(note?.pieces ?? [])],
    text: note?.text ?? null,
  };
};

/** The tags of the context itself, in front of its first leader. */
function contextOf(props: Props): Props | null {
  const { tags } = props;
  let first = -1;
  for (let i = props.first; i < props.stop; i++) {
    const code = tags.codes[i] as number;
    if (code < 300 || code > 305) continue;
    const text = tags.text(i).trim();
    if (text === 'CONTEXT_DATA{') first = i + 1;
    else if (first >= 0 && text === 'LEADER{') return props.from(first, i);
  }
  return first < 0 ? null : props.from(first);
}

/** Groups of a context: 290 has text, 304 its content, 12 its place, 41 its height, 42 its angle, 43 its width, 171 its attachment. */
function noteOf(context: Props, file: DxfFile): { pieces: Piece[]; text: string } | null {
  const content = file.text(context, 304);
  if (context.int(290) === 0 || content === null || content.trim() === '') return null;
  const paragraphs = parseMText(content);
  const style = styleOf(context, file);
  const frame = {
    setting: { font: style.font, height: context.number(41, 1) || 1, widthFactor: style.widthFactor, oblique: 0 },
    width: context.number(43, 0),
    attachment: Math.min(3, Math.max(1, context.int(171, 1))),
    lineSpacing: context.number(45, 1) || 1,
    exactSpacing: context.int(170, 1) === 2,
    columns: 1,
    gutter: 0,
    columnHeight: 0,
    background: null,
  };
  const place = compose(translation(context.point(12)), rotation(context.number(42, 0)));
  return { pieces: layOut(paragraphs, frame).map((piece) => mapPiece(place, piece)), text: readable(paragraphs) };
}

/** Groups of a context: 296 has a block, 341 its record, 15 its place, 16 its scale, 46 its angle. */
function shownBlock(context: Props, file: DxfFile) {
  const name = file.tables.blockRecords.get(context.handle(341) ?? '');
  if (context.int(296) === 0 || name === undefined) return null;
  const [x, y, z] = context.point(16, [1, 1, 1]);
  const turned = compose(translation(context.point(15)), rotation(context.number(46, 0)));
  return blockAt(name, file, compose(turned, scaling(x, y, z)));
}

/** Frames of a geometric tolerance: cells parted by `%%v`, rows by `^J`, each as high as twice its text. */
export const readTolerance: EntityReader = (props, _entity, file) => {
  const content = file.text(props, 1) ?? '';
  const rows = content.split(/\^J|\n/).filter((row) => row !== '');
  const style = styleOf(props, file);
  const height = dimTextHeight(props, file);
  const setting = { font: style.font, height, widthFactor: style.widthFactor, oblique: 0 };
  const pieces: Piece[] = [];
  const texts: string[] = [];
  rows.forEach((row, index) => {
    const cells = row.split(/%%v/i).map((cell) => readable(parseMText(cell)));
    let x = 0;
    const bottom = -(index + 1) * 2 * height + height;
    for (const cell of cells) {
      if (cell === '') continue;
      const width = widthOf(cell, setting) + height;
      pieces.push(
        outline(
          [
            [x, bottom, 0],
            [x + width, bottom, 0],
            [x + width, bottom + 2 * height, 0],
            [x, bottom + 2 * height, 0],
          ],
          true,
        ),
      );
      pieces.push(mapPiece(translation([x + height / 2, bottom + height / 2, 0]), textPiece(cell, setting)));
      x += width;
    }
    texts.push(cells.filter((cell) => cell !== '').join(' '));
  });
  const [dx, dy] = props.point(11, [1, 0, 0]);
  const place = compose(translation(props.point(10)), rotation(Math.atan2(dy, dx)));
  return { ...nothing(), pieces: pieces.map((piece) => mapPiece(place, piece)), text: texts.join('\n') || null };
};
