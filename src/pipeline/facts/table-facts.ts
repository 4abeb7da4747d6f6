import { isStandIn } from '../tables/values.js';
import type { Fact, FactLabel } from './fact.js';
import { isPeriodOnly, type NamedPeriod, onlyPeriod } from './only-period.js';
import { joinPeriods } from './period.js';
import { type NumberStyle, type PrintedNumber, printedNumber } from './printed-number.js';
import type { IrHeading, TableIr, TableIrCell } from './table-ir.js';
import { combined, unitStated } from './units.js';

/** The cells of a table that headings name, each with the words to ask for it. Blank ones are facts too: nothing is printed there. */
export function tableFacts(ir: TableIr): Fact[] {
  const style = pointsGroup(ir) ? 'comma' : 'point';
  const groupsByCommas = style === 'point' && ir.cells.some(({ plain }) => /^\D?\d{1,3}(?:,\d{3})+\D?$/u.test(plain));
  const fromTitle = tableUnit(ir);
  const periodInTitle = onlyPeriod(ir.title);
  const titlePeriod = periodInTitle === null ? null : { ...periodInTitle, path: null };
  const headsOnly = headingRows(ir);
  return ir.cells.flatMap((cell, i): Fact[] => {
    if (cell.row_path.length + cell.column_path.length === 0 || headsOnly.has(cell.row)) return [];
    const labels = labelsOf(ir, cell, i);
    const named = [...cell.row_path, ...cell.column_path];
    const period = periodOf(named, i, ir, cell) ?? titlePeriod;
    const number = numberIn(cell.plain, style, groupsByCommas);
    const blank = cell.plain === '' || isStandIn(cell.plain);
    const cited = [cell, ...named.flatMap(({ cell: at }) => (at === null ? [] : [ir.cells[at] as TableIrCell]))];
    const isDoubtful = number === null && MARKED_NUMBER.test(cell.plain);
    const refused = [...new Set([...cited.flatMap((one) => one.refused), ...(isDoubtful ? ['NOT_A_NUMBER'] : [])])];
    return [
      {
        path: `/cells/${i}/plain`,
        labels,
        period: period?.period ?? null,
        periodText: period?.text ?? null,
        periodPath: period?.path ?? null,
        printed: cell.plain === '' ? null : cell.plain,
        value: blank ? null : (number?.value ?? cell.plain),
        unit: number === null ? null : unitOf(number.unit, named, fromTitle),
        isNumber: number !== null,
        verified: !blank && !isDoubtful && [...cited, ...named].every((one) => one.verified),
        refused,
      },
    ];
  });
}

function labelsOf(ir: TableIr, cell: TableIrCell, at: number): FactLabel[] {
  const ranked = (path: readonly IrHeading[], inner: 'series' | 'category', side: string): FactLabel[] => {
    const named = path.map(({ text }, i) => ({ text, path: `/cells/${at}/${side}/${i}/text` })).reverse();
    const first = named.findIndex(({ text }) => !isPeriodOnly(text));
    return named
      .filter(({ text }) => text !== '')
      .map((label) => ({ ...label, role: label === named[first] ? inner : ('group' as const) }));
  };
  const title: FactLabel[] = ir.title === '' ? [] : [{ role: 'title', text: ir.title, path: '/title' }];
  return [
    ...ranked(cell.row_path, 'category', 'row_path'),
    ...ranked(cell.column_path, 'series', 'column_path'),
    ...title,
  ];
}

interface LabelledPeriod extends NamedPeriod {
  readonly path: string | null;
}

/** What the headings of a cell say together of its time; null where they say none, or contradict each other. */
function periodOf(named: readonly IrHeading[], at: number, ir: TableIr, cell: TableIrCell): LabelledPeriod | null {
  let joined: LabelledPeriod | null = null;
  for (const [i, { text }] of named.entries()) {
    const own = onlyPeriod(text);
    if (own === null) continue;
    const inRow = i < cell.row_path.length;
    const path = inRow
      ? `/cells/${at}/row_path/${i}/text`
      : `/cells/${at}/column_path/${i - cell.row_path.length}/text`;
    if (joined === null) joined = { ...own, path };
    else {
      const both = joinPeriods(joined.period, own.period);
      // The heading nearer to the value says it; an outer one that names another time heads something else.
      joined = both === null ? { ...own, path } : { period: both, text: `${joined.text} ${own.text}`, path };
    }
  }
  if (joined === null || joined.period.year !== null) return joined;
  const around = onlyPeriod(ir.title);
  const both = around === null ? null : joinPeriods(joined.period, around.period);
  return both === null ? joined : { ...joined, period: both };
}

/** The unit of all numbers: in the title, or in the corner over the labels of the rows. */
function tableUnit({ title, cells }: TableIr): string | null {
  const corner = cells.find(
    ({ header, column, plain, verified }) => header && column === 0 && plain !== '' && verified,
  );
  return unitStated(title) ?? (corner === undefined ? null : unitStated(corner.plain));
}

/** Rows of a label and blank cells: what heads the rows below has no values of its own. */
function headingRows({ cells }: TableIr): Set<number> {
  const valued = new Set(cells.filter((cell) => cell.plain !== '' && cell.column > 0).map(({ row }) => row));
  return new Set(cells.map(({ row }) => row).filter((row) => !valued.has(row)));
}

/** Ratios and counts: a scale of money that stands over all does not hold for them. */
const NO_SCALE =
  /\b(?:per|percent|percentage|ratios?|margins?|rates?|shares?|employees|headcount|customers?|accounts|users|subscribers|stores|branches|units|number of|count|eps)\b|%|每股|率|比例|比重|员工|人数|户数|股数|客户数/iu;

/**
 * The unit of a value whose own print says `own`, completed by what its nearest heading states, and by what stands over all: `$` in
 * a table in millions is `USD m`. What stands over all does not hold for ratios and counts.
 */
function unitOf(own: string | null, named: readonly IrHeading[], overAll: string | null): string | null {
  const heading = named.toReversed().flatMap(({ text }) => unitStated(text) ?? [])[0] ?? null;
  const stated = [heading, named.some(({ text }) => NO_SCALE.test(text)) ? null : overAll];
  return stated.reduce((unit, next) => (next === null ? unit : (combined(unit, next) ?? unit)), own);
}

/** A cell of a table that is written otherwise than the others may still be one number. */
function numberIn(text: string, style: NumberStyle, groupsByCommas: boolean): PrintedNumber | null {
  // Where commas group thousands, `1,8392` is `1,839` with a mark.
  if (groupsByCommas && /^[^.]*\d,\d[^.]*$/u.test(text)) return printedNumber(text, style);
  return printedNumber(text, style) ?? printedNumber(text, style === 'point' ? 'comma' : 'point');
}

/** A number with what may be the mark of a note, set like it or a blank away: `1,839 2`, `1,839(2)`, `2 1,839`, `1,839*`. */
const MARKED_NUMBER =
  /^(?:\(?(?:\d{1,2}|[a-z*†‡§¶])\)?\s)?[-−–(]?[$€£¥]?\d[\d.,]*\)?\s?[%％]?(?:\s?\(?(?:\d{1,2}|[a-z*†‡§¶⁰¹²³⁴-⁹]{1,2})\)?)?$/u;

/**
 * Whether `.` groups thousands in a table: every number with a point has three digits after it, and the whole numbers
 * beside them have at most three, which would be odd for decimals.
 */
function pointsGroup({ cells }: TableIr): boolean {
  const numbers = cells.filter(({ header }) => !header).map(({ plain }) => plain.trim());
  const pointed = numbers.filter((text) => /^[-(]?\d+(?:\.\d+)+\)?$/u.test(text));
  const grouped = pointed.filter((text) => /^[-(]?[1-9]\d{0,2}(?:\.\d{3})+\)?$/u.test(text));
  const whole = numbers.filter((text) => /^\d+$/u.test(text));
  // A table that groups by commas has its points for decimals.
  if (numbers.some((text) => /\d,\d{3}(?!\d)/u.test(text))) return false;
  return (
    pointed.length > 1 &&
    grouped.length === pointed.length &&
    whole.length > 0 &&
    whole.every((text) => text.length <= 3)
  );
}
