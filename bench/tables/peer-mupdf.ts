import type * as mupdf from 'mupdf';
import type { GridCell } from './adjacency.js';

interface Node {
  readonly type?: string;
  readonly raw?: string;
  readonly text?: string;
  readonly contents?: readonly Node[];
  readonly blocks?: readonly Node[];
  readonly lines?: readonly Node[];
}

/** Ways to ask mupdf for tables; which one finds more differs from file to file. */
export const MUPDF_WAYS = ['table-hunt,vectors', 'vectors,segment,table-hunt'] as const;

/** Tables of a page as mupdf's own finder sees them. */
export function mupdfTables(page: mupdf.Page, way: (typeof MUPDF_WAYS)[number]): GridCell[][] {
  const root = JSON.parse(page.toStructuredText(way).asJSON()) as Node;
  return tablesIn(root).map((table) =>
    (table.contents ?? [])
      .filter((node) => node.raw === 'TR')
      .flatMap((tr, row) =>
        (tr.contents ?? [])
          .filter((node) => node.raw === 'TD')
          .map((td, column) => ({ text: textOf(td), row, column, lastRow: row, lastColumn: column })),
      ),
  );
}

const childrenOf = (node: Node): readonly Node[] => [
  ...(node.blocks ?? []),
  ...(node.contents ?? []),
  ...(node.lines ?? []),
];

function tablesIn(node: Node): Node[] {
  return node.raw === 'Table' ? [node] : childrenOf(node).flatMap(tablesIn);
}

const textOf = (node: Node): string => (node.text ?? '') + childrenOf(node).map(textOf).join(' ');
