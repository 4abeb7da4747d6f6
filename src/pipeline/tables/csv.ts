import type { Table } from './table.js';

/**
 * A table as CSV (RFC 4180: comma, CRLF, quotes doubled; UTF-8 without a byte order mark). A merged cell has its text in
 * its first row and column, and blanks in the others.
 *
 * A spreadsheet would run a cell that begins with `=`, `+`, `-` or `@` as a formula. Numbers, signed ones too, are
 * written as they are; any other text that begins so gets an apostrophe before it, which a spreadsheet takes as "this is
 * text". To read values back, take one leading apostrophe away where one of these signs follows (or another apostrophe).
 */
export function tableCsv(table: Table): string {
  const rows = Array.from({ length: table.rows }, () => Array<string>(table.columns).fill(''));
  for (const cell of table.cells) (rows[cell.row] as string[])[cell.column] = cell.text;
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

function field(text: string): string {
  const guarded = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Full-width signs count too: spreadsheets take them for the ASCII ones. */
const FORMULA = /^[\s\u0000]*'*[=+\-@＝＋－＠]/u;
const NUMBER = /^[+-]?[$€£¥]?\d[\d.,\s]*%?$|^-+$/u;
