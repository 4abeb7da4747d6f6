import type { Block, DxfFile } from '../dxf-file.js';
import {
  compose,
  type Matrix,
  mapVector,
  ocsMatrix,
  radians,
  rotation,
  scale,
  scaling,
  translation,
  type Vec3,
} from '../space.js';
import type { Props } from '../tags/props.js';
import { type Content, type EntityReader, nothing, type Placement } from './content.js';

export const readInsert: EntityReader = (props, _entity, file) => {
  const name = file.text(props, 2) ?? '';
  const block = file.blocks.get(name.toLowerCase());
  if (!block) return { ...nothing(), block: name, missing: { what: 'block', name } };
  const turned = compose(
    ocsMatrix(props.extrusion),
    compose(translation(props.point(10)), rotation(radians(props.number(50)))),
  );
  const matrix = compose(
    turned,
    compose(scaling(props.number(41, 1), props.number(42, 1), props.number(43, 1)), translation(scale(block.base, -1))),
  );
  const steps = (code: number) => Math.max(1, props.int(code, 1));
  const placement: Placement = {
    block: name.toLowerCase(),
    matrix,
    columns: steps(70),
    rows: steps(71),
    // Rows and columns run along the turned axes; the scale does not stretch their distance.
    columnStep: mapVector(turned, [props.number(44), 0, 0]),
    rowStep: mapVector(turned, [0, props.number(45), 0]),
  };
  return shown(block, placement);
};

/** An XREF's own content is in another file: what is here is drawn, and the rest is said to be missing. */
function shown(block: Block, placement: Placement): Content {
  return {
    ...nothing(),
    block: block.name,
    placements: [placement],
    ...(block.xref === null ? {} : { missing: { what: 'xref', name: block.xref || block.name } }),
  };
}

/** A block shown as it is, at a place: what dimensions and tables are drawn with. Null where the file does not hold it. */
export function blockAt(name: string, file: DxfFile, at: Matrix): Content | null {
  const block = file.blocks.get(name.toLowerCase());
  if (!block || block.entities.length === 0) return null;
  const matrix = compose(at, translation(scale(block.base, -1)));
  return shown(block, {
    block: name.toLowerCase(),
    matrix,
    columns: 1,
    rows: 1,
    columnStep: NO_STEP,
    rowStep: NO_STEP,
  });
}

const NO_STEP: Vec3 = [0, 0, 0];

/** A table is drawn by its block, put at its corner and turned to its direction. */
export const readTable: EntityReader = (props, _entity, file) => {
  const name = file.text(props, 2) ?? file.tables.blockRecords.get(props.handle(343) ?? '') ?? '';
  return blockAt(name, file, compose(translation(props.point(10)), rotation(turnOf(props))));
};

const turnOf = (props: Props): number => {
  const [x, y] = props.point(11, [1, 0, 0]);
  return Math.atan2(y, x);
};
