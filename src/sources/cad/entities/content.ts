import type { DanglingReference } from '../drawing.js';
import type { DxfFile, RawEntity } from '../dxf-file.js';
import type { Piece } from '../pieces.js';
import type { Matrix } from '../space.js';
import type { Props } from '../tags/props.js';

/** A block shown at a place: an INSERT, a dimension's drawn form, a table's. */
export interface Placement {
  /** Name in small letters. */
  readonly block: string;
  /** From the block's coordinates, its base point taken off, to those of the entity's owner. */
  readonly matrix: Matrix;
  /** Rows and columns of an array, and the steps between them in the owner's coordinates. */
  readonly columns: number;
  readonly rows: number;
  readonly columnStep: readonly [number, number, number];
  readonly rowStep: readonly [number, number, number];
}

/** What an entity draws and says. */
export interface Content {
  readonly pieces: readonly Piece[];
  readonly placements: readonly Placement[];
  /** As it reads; null for an entity without text. */
  readonly text: string | null;
  /** Name of the block that it shows. */
  readonly block: string | null;
  /** What it refers to and the file does not hold. */
  readonly missing?: Omit<DanglingReference, 'handle'>;
}

const NOTHING: Content = { pieces: [], placements: [], text: null, block: null };

export const drawn = (pieces: readonly Piece[]): Content => ({ ...NOTHING, pieces });
export const written = (pieces: readonly Piece[], text: string): Content => ({ ...NOTHING, pieces, text });
export const nothing = (): Content => NOTHING;

/** Reads an entity of one type; null where it has nothing that can be drawn, which is then counted. */
export type EntityReader = (props: Props, entity: RawEntity, file: DxfFile) => Content | null;
