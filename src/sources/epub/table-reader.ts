import { TextRun } from './text-run.js';

/** Collects the cells of one table; a table inside a cell becomes part of that cell's text. */
export class TableReader {
  private readonly rows: string[][] = [];
  private cell: TextRun | null = null;
  private depth = 0;
  private inCaption = false;

  enter(name: string): void {
    if (name === 'table') this.depth++;
    if (this.depth > 1) return;
    if (name === 'caption') this.inCaption = true;
    if (name === 'tr') this.rows.push([]);
    if (name === 'td' || name === 'th') this.cell = new TextRun();
  }

  /** True when the table itself ends. */
  leave(name: string): boolean {
    if (this.depth === 1) {
      if (name === 'caption') this.inCaption = false;
      if (name === 'td' || name === 'th') this.endCell();
    }
    if (name === 'table') this.depth--;
    return this.depth === 0;
  }

  /** Where text goes now: a cell; null for nowhere (between cells); undefined for a block of its own (the caption). */
  sink(): TextRun | null | undefined {
    return this.inCaption ? undefined : this.cell;
  }

  /** Cells separated by tabs, rows by newlines; empty where no cell has text. */
  text(): string {
    const rows = this.rows.filter((row) => row.some((cell) => cell !== ''));
    return rows.map((row) => row.join('\t')).join('\n');
  }

  private endCell(): void {
    const text = this.cell?.take().replace(/[\t\n ]+/g, ' ') ?? '';
    // A cell outside a row is not well-formed, yet its text is there.
    if (this.rows.length === 0) this.rows.push([]);
    this.rows.at(-1)!.push(text);
    this.cell = null;
  }
}
