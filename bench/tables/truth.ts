import { readFileSync } from 'node:fs';
import { SaxesParser } from 'saxes';
import type { GridCell } from './adjacency.js';

export interface TrueTable {
  readonly pageIndex: number;
  readonly cells: readonly GridCell[];
}

/** Tables of an ICDAR-2013 structure file (`-str.xml`), one per region. */
export function truthOf(path: string): TrueTable[] {
  const tables: { pageIndex: number; cells: GridCell[] }[] = [];
  let cell: { row: number; column: number; lastRow: number; lastColumn: number; text: string } | null = null;
  let inContent = false;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const number = (key: string): number | null => (key in attributes ? Number(attributes[key]) : null);
    if (name === 'region') tables.push({ pageIndex: (number('page') ?? 1) - 1, cells: [] });
    if (name === 'cell') {
      const [row, column] = [number('start-row') ?? 0, number('start-col') ?? 0];
      cell = { row, column, lastRow: number('end-row') ?? row, lastColumn: number('end-col') ?? column, text: '' };
    }
    if (name === 'content') inContent = true;
  });
  parser.on('text', (text) => {
    if (cell && inContent) cell.text += text;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'content') inContent = false;
    if (name === 'cell' && cell) {
      tables.at(-1)?.cells.push(cell);
      cell = null;
    }
  });
  parser.write(readFileSync(path, 'utf8')).close();
  return tables;
}
