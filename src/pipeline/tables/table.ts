import type { PageBox } from '../../evidence/boxes.js';
import type { Refusal } from '../../evidence/wire/prove.js';
import type { RunPart } from '../layout/words.js';

/**
 * Where the lines between rows and columns come from. `ruled`: all from lines that the page paints; `aligned`: from
 * the alignment of words (horizontal rules may help); `mixed`: painted lines in one direction or in a part only.
 */
export type TableMethod = 'ruled' | 'aligned' | 'mixed';

export interface TableCell {
  /** 0-based grid position of the top left corner; spans are at least 1. Cells cover the grid exactly once. */
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  /**
   * As printed, lines joined by a blank; '' for a blank cell. Raised footnote marks are left out (they are in `marks`);
   * marks that are set like the text, as `(1)` or `*`, are kept, because only a footnote tells them from text.
   */
  readonly text: string;
  /** `text` without the marks that a footnote of this table explains. */
  readonly plain: string;
  /** Footnote marks of this cell, in printed order, each as it is printed. */
  readonly marks: readonly string[];
  /** Names what stands below it: part of a column's heading. Labels of rows are `headerColumns` of the table. */
  readonly header: boolean;
  readonly box: PageBox;
  /** From the left edge of the cell to where its text begins, pt, in the direction of reading; 0 for a blank cell. */
  readonly indentPt: number;
  readonly spanIds: readonly string[];
  /** The glyphs of the text and of the marks. */
  readonly runs: readonly RunPart[];
  /** Why the page's evidence does not bear the text; empty where it does, or where nothing was asked. */
  readonly refused: readonly Refusal[];
}

export interface TableFootnote {
  readonly mark: string;
  /** '' where the page explains the mark nowhere. */
  readonly text: string;
  readonly box: PageBox | null;
  /** Cells that bear the mark, as positions in the grid. */
  readonly cells: readonly { readonly row: number; readonly column: number }[];
}

export interface Table {
  /** `t<page>-<n>`: page 1-based, n from 1 down the page. */
  readonly id: string;
  readonly pageIndex: number;
  readonly box: PageBox;
  /** Caption or heading line above (or a caption below), '' where there is none. */
  readonly title: string;
  readonly method: TableMethod;
  readonly rows: number;
  readonly columns: number;
  /** Number of leading columns that label the rows; 0 where every column holds values. */
  readonly headerColumns: number;
  readonly cells: readonly TableCell[];
  readonly footnotes: readonly TableFootnote[];
  /** Direction in which the table is read, degrees clockwise on the visible page: 0, 90, 180 or 270. */
  readonly rotationDeg: number;
  /** Id of the table on an earlier page whose rows go on here, else null. */
  readonly continues: string | null;
}

export interface TableWarning {
  readonly code: 'TABLES_TOO_MANY_RULINGS' | 'TABLES_TOO_MANY_WORDS';
  readonly message: string;
}
