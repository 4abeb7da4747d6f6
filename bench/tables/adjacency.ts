/** One cell of a table, whoever read it. Rows and columns are 0-based, ends included. */
export interface GridCell {
  readonly text: string;
  readonly row: number;
  readonly column: number;
  readonly lastRow: number;
  readonly lastColumn: number;
}

export interface Score {
  readonly correct: number;
  readonly found: number;
  readonly expected: number;
}

export const NOTHING: Score = { correct: 0, found: 0, expected: 0 };
export const plus = (a: Score, b: Score): Score => ({
  correct: a.correct + b.correct,
  found: a.found + b.found,
  expected: a.expected + b.expected,
});
export const precision = (s: Score): number => (s.found === 0 ? 0 : s.correct / s.found);
export const recall = (s: Score): number => (s.expected === 0 ? 0 : s.correct / s.expected);
export const f1 = (s: Score): number => (s.correct === 0 ? 0 : (2 * s.correct) / (s.found + s.expected));

/**
 * Neighbour relations of the cells with text (M. Göbel et al., "ICDAR 2013 Table Competition", 2013): for each the next
 * cell with text to its right in each of its rows and below in each of its columns, once each; blank cells are passed
 * over. Text is compared without white space and with dashes, quotes and compatibility characters unified.
 */
function relationsOf(cells: readonly GridCell[]): string[] {
  const grid = new Map<string, GridCell>();
  let [rows, columns] = [0, 0];
  for (const cell of cells) {
    if (normalised(cell.text) === '') continue;
    rows = Math.max(rows, cell.lastRow + 1);
    columns = Math.max(columns, cell.lastColumn + 1);
    for (let r = cell.row; r <= cell.lastRow; r++)
      for (let c = cell.column; c <= cell.lastColumn; c++) grid.set(`${r},${c}`, cell);
  }
  const relations: string[] = [];
  for (const cell of new Set(grid.values())) {
    const right = new Set<GridCell>();
    const below = new Set<GridCell>();
    for (let r = cell.row; r <= cell.lastRow; r++) {
      for (let c = cell.lastColumn + 1; c < columns; c++) {
        const other = grid.get(`${r},${c}`);
        if (!other) continue;
        right.add(other);
        break;
      }
    }
    for (let c = cell.column; c <= cell.lastColumn; c++) {
      for (let r = cell.lastRow + 1; r < rows; r++) {
        const other = grid.get(`${r},${c}`);
        if (!other) continue;
        below.add(other);
        break;
      }
    }
    for (const other of right) relations.push(`${normalised(cell.text)} → ${normalised(other.text)}`);
    for (const other of below) relations.push(`${normalised(cell.text)} ↓ ${normalised(other.text)}`);
  }
  return relations;
}

function normalised(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‐‑‒–—―−﹣－]/gu, '-')
    .replace(/[‘’‛′`]/gu, "'")
    .replace(/[“”‟″]/gu, '"')
    .replace(/\s+/gu, '');
}

/** How many relations two lists share, repeats counted. */
function shared(found: readonly string[], expected: readonly string[]): number {
  const left = new Map<string, number>();
  for (const relation of expected) left.set(relation, (left.get(relation) ?? 0) + 1);
  let count = 0;
  for (const relation of found) {
    const n = left.get(relation) ?? 0;
    if (n === 0) continue;
    left.set(relation, n - 1);
    count++;
  }
  return count;
}

/**
 * Scores the tables of one page: every expected table takes the found one that shares most relations with it; found
 * tables that no expected one takes count against precision in full.
 */
export function scorePage(
  found: readonly (readonly GridCell[])[],
  expected: readonly (readonly GridCell[])[],
): Score[] {
  const foundRelations = found.map(relationsOf);
  const free = new Set(foundRelations.keys());
  const scores = expected.map((cells): Score => {
    const want = relationsOf(cells);
    let [best, most] = [-1, 0];
    for (const i of free) {
      const count = shared(foundRelations[i] as string[], want);
      if (count > most) [best, most] = [i, count];
    }
    if (best < 0) return { ...NOTHING, expected: want.length };
    free.delete(best);
    return { correct: most, found: (foundRelations[best] as string[]).length, expected: want.length };
  });
  const surplus = [...free].reduce((sum, i) => sum + (foundRelations[i] as string[]).length, 0);
  return surplus === 0 ? scores : [...scores, { ...NOTHING, found: surplus }];
}
