import { escapeMarkup } from '../../evidence/escape-markup.js';
import type { Table, TableCell } from './table.js';

/**
 * A table as an HTML fragment: caption, column headings in `thead` with `scope`, row labels as `th`, spans as they are,
 * footnotes below. All text is escaped; there is no style and no script.
 */
export function tableHtml(table: Table): string {
  const head = headRows(table);
  const rows = Array.from({ length: table.rows }, (_, row) => `<tr>${cellsOf(table, row).join('')}</tr>`);
  const caption = table.title === '' ? '' : `<caption>${escapeMarkup(table.title)}</caption>\n`;
  const thead = head === 0 ? '' : `<thead>\n${rows.slice(0, head).join('\n')}\n</thead>\n`;
  const notes = table.footnotes.filter(({ text }) => text !== '');
  const foot =
    notes.length === 0
      ? ''
      : `\n<ul>\n${notes.map(({ mark, text }) => `<li><sup>${escapeMarkup(mark)}</sup> ${escapeMarkup(text)}</li>`).join('\n')}\n</ul>`;
  return `<table>\n${caption}${thead}<tbody>\n${rows.slice(head).join('\n')}\n</tbody>\n</table>${foot}\n`;
}

/** Leading rows of headings, as far as no cell reaches from them into the body. */
function headRows(table: Table): number {
  let rows = 0;
  while (rows < table.rows && table.cells.some((cell) => cell.row === rows && cell.header)) rows++;
  while (rows > 0 && table.cells.some((cell) => cell.row < rows && cell.row + cell.rowSpan > rows)) rows--;
  return rows;
}

function cellsOf(table: Table, row: number): string[] {
  return table.cells
    .filter((cell) => cell.row === row)
    .sort((a, b) => a.column - b.column)
    .map((cell) => {
      const spans =
        (cell.columnSpan > 1 ? ` colspan="${cell.columnSpan}"` : '') +
        (cell.rowSpan > 1 ? ` rowspan="${cell.rowSpan}"` : '');
      const raised = cell.marks.filter((mark) => !cell.text.includes(mark));
      const body = escapeMarkup(cell.text) + raised.map((mark) => `<sup>${escapeMarkup(mark)}</sup>`).join('');
      const scope = scopeOf(table, cell);
      return scope === null ? `<td${spans}>${body}</td>` : `<th scope="${scope}"${spans}>${body}</th>`;
    });
}

function scopeOf(table: Table, cell: TableCell): string | null {
  if (cell.header) return cell.columnSpan > 1 ? 'colgroup' : 'col';
  if (cell.column >= table.headerColumns || cell.text === '') return null;
  return cell.rowSpan > 1 ? 'rowgroup' : 'row';
}
