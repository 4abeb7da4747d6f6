import type { DxfFile, RawEntity } from '../dxf-file.js';
import { BadNumber, type Props } from '../tags/props.js';
import type { Content, EntityReader } from './content.js';
import { nothing, written } from './content.js';
import { readDimension } from './dimension.js';
import { readHatch } from './hatch.js';
import { readInsert, readTable } from './insert.js';
import { readLeader, readMultiLeader, readTolerance } from './leaders.js';
import { readArc, readCircle, readEllipse, readFace, readLine, readPoint, readSolid, readSpline } from './lines.js';
import { mtextOf, readMText } from './mtext.js';
import { readImage, readOleFrame, readViewport, readWipeout } from './pictures.js';
import { readLwPolyline, readMesh, readMline, readPolyline } from './polylines.js';
import { readAttdef, readText, singleLine, spansIn, textOf } from './text.js';

const READERS: Readonly<Record<string, EntityReader>> = {
  POINT: readPoint,
  LINE: readLine,
  CIRCLE: readCircle,
  ARC: readArc,
  ELLIPSE: readEllipse,
  SPLINE: readSpline,
  HELIX: readSpline,
  LWPOLYLINE: readLwPolyline,
  POLYLINE: readPolyline,
  MLINE: readMline,
  MESH: readMesh,
  SOLID: readSolid,
  TRACE: readSolid,
  '3DFACE': readFace,
  TEXT: readText,
  MTEXT: readMText,
  ATTDEF: readAttdef,
  INSERT: readInsert,
  DIMENSION: readDimension,
  ARC_DIMENSION: readDimension,
  LARGE_RADIAL_DIMENSION: readDimension,
  LEADER: readLeader,
  MULTILEADER: readMultiLeader,
  MLEADER: readMultiLeader,
  TOLERANCE: readTolerance,
  HATCH: readHatch,
  MPOLYGON: readHatch,
  ACAD_TABLE: readTable,
  IMAGE: readImage,
  WIPEOUT: readWipeout,
  VIEWPORT: readViewport,
  OLE2FRAME: readOleFrame,
};

/** What an entity draws; null where its type or its numbers can't be read, which is to be counted. */
export function readEntity(entity: RawEntity, props: Props, file: DxfFile): Content | null {
  const reader = READERS[entity.type];
  return reader ? guarded(() => reader(props, entity, file)) : null;
}

/** Bits of an attribute's flags. */
const INVISIBLE = 1;
const CONSTANT = 2;

export interface AttributeContent {
  readonly tag: string;
  readonly invisible: boolean;
  /** Null where its numbers can't be read. */
  readonly content: Content | null;
}

/** An ATTRIB; from 2010 on it may hold an MTEXT in place of its line. */
export function readAttribute(props: Props, file: DxfFile): AttributeContent {
  const content = guarded(() => {
    const inner = props.stop < props.last && props.tags.codes[props.stop] === 101 ? embedded(props) : null;
    const set = inner ? mtextOf(inner, file) : null;
    if (set) return written(set.pieces, set.text);
    const text = textOf(props, file, 1);
    return text === '' ? { ...nothing(), text } : written(singleLine(props, file, spansIn(props, file, 1), 74), text);
  });
  return { tag: file.text(props, 2) ?? '', invisible: (props.int(70) & INVISIBLE) !== 0, content };
}

/** An ATTDEF inside a block draws only what can't be changed. */
export function readConstant(props: Props, file: DxfFile): Content | null {
  if ((props.int(70) & CONSTANT) === 0 || (props.int(70) & INVISIBLE) !== 0) return nothing();
  return readAttribute(props, file).content;
}

/** The object that stands inside of it, behind the marker. */
const embedded = (props: Props): Props => props.from(props.stop + 1, props.last);

function guarded(read: () => Content | null): Content | null {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof BadNumber) return null;
    throw thrown;
  }
}
