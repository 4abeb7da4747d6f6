/**
 * A stretch or a point of time as people name it. What a text leaves open is null: `Q3` in the head of a column has no
 * year, and gets it from the row.
 */
export interface Period {
  /** The year, or the first of several. Fiscal years are named like calendar years. */
  readonly year: number | null;
  /** The last year of a span over several, else null. */
  readonly yearTo: number | null;
  /** Part of the year: `H1`, `Q3`, `M09`, `9M` (the first nine months), `E` (an estimate for the whole year). */
  readonly part: string | null;
  /** A day, `MM-DD`; of a part of the year, its last. */
  readonly day: string | null;
}

/** A period and where the text names it: from `start` to `end`, excluded. */
export interface FoundPeriod {
  readonly period: Period;
  readonly start: number;
  readonly end: number;
}

/** Widths, cases and dashes are one; the length may change. */
export const foldPeriodText = (text: string): string => [...text].map(foldChar).join('');

const foldChar = (char: string): string =>
  char
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‐‑‒–—−〜~]/gu, '-')
    .replace(/[’‘´`]/gu, "'");

/** All periods that a text names, from left to right, the longest reading of each place. */
export function periodsIn(text: string): FoundPeriod[] {
  // No period is named without a figure, or a part of a year in words.
  if (!MAY_NAME.test(text)) return [];
  const chars = [...text].map((char) => ({ char, folded: foldChar(char) }));
  const folded = chars.map((one) => one.folded).join('');
  // Where each place of the folded text stands in the text itself.
  const places: number[] = [];
  let at = 0;
  for (const { char, folded: own } of chars) {
    for (let i = 0; i < own.length; i++) places.push(at);
    at += char.length;
  }
  places.push(at);
  const found: FoundPeriod[] = [];
  const taken: [number, number][] = [];
  for (const { pattern, read } of FORMS) {
    for (const match of folded.matchAll(pattern)) {
      const start = match.index + match[0].length - match[0].trimStart().length;
      const end = start + match[0].trim().length;
      if (taken.some(([from, to]) => start < to && from < end)) continue;
      const period = read(match.groups ?? {});
      if (period === null) continue;
      taken.push([start, end]);
      found.push({ period, start: places[start] as number, end: places[end] as number });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** One name for equal periods: `2024`, `2020/2021`, `2024-H1`, `2021-12-31`, `9M 2021-09-30`, `Q3` where no year is known. */
export function periodKey({ year, yearTo, part, day }: Period): string {
  const years = yearTo === null ? `${year ?? ''}` : `${year}/${yearTo}`;
  if (day !== null) return `${part === null ? '' : `${part} `}${years === '' ? '' : `${years}-`}${day}`;
  return [years, part ?? ''].filter((piece) => piece !== '').join('-');
}

export const samePeriod = (a: Period, b: Period): boolean => periodKey(a) === periodKey(b);

/** The period that two labels name together, a year and a quarter; null where they contradict each other. */
export function joinPeriods(a: Period, b: Period): Period | null {
  const pick = <T>(x: T | null, y: T | null): T | null | undefined =>
    x === null ? y : y === null || x === y ? x : undefined;
  const [year, yearTo, part, day] = [
    pick(a.year, b.year),
    pick(a.yearTo, b.yearTo),
    pick(a.part, b.part),
    pick(a.day, b.day),
  ];
  if (year === undefined || yearTo === undefined || part === undefined || day === undefined) return null;
  return { year, yearTo, part, day };
}

const NOTHING: Period = { year: null, yearTo: null, part: null, day: null };
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
/** A year in full, or two digits behind an apostrophe or right at a quarter. */
const FULL = '(?:19|20)\\d\\d';
const ANY = `(?:${FULL}|\\d\\d)`;
const FISCAL = "(?:(?:fy|(?:fiscal|financial|full|calendar)[- ]year|fiscal|cy|year(?: ended)?)\\s?)?'?";
const ESTIMATE = '(?:e|f|p|b|est\\.?|预测|預測|予想)';
const MAY_NAME = /[\p{Nd}]|quarter|half|季度|半年/iu;
/** Nothing of a longer number or word may stand around a period; Chinese and Japanese put no blank before it. */
const START = '(?<![\\p{Lu}\\p{Ll}\\d.,$€£¥每各第十])';
const END = '(?![\\d\\p{Script=Latin}%]|[.,]\\d)';
const ORDINALS: Readonly<Record<string, string>> = {
  first: '1', second: '2', third: '3', fourth: '4', '1st': '1', '2nd': '2', '3rd': '3', '4th': '4',
  一: '1', 二: '2', 三: '3', 四: '4', 上: '1', 下: '2', 前: '1', 后: '2', 後: '2',
}; // biome-ignore format: a table
const NUMBERS: Readonly<Record<string, string>> = { three: '3', six: '6', nine: '9', twelve: '12' };

type Groups = Readonly<Record<string, string | undefined>>;
interface Form {
  readonly pattern: RegExp;
  readonly read: (groups: Groups) => Period | null;
}

const form = (source: string, read: Form['read']): Form => ({
  pattern: new RegExp(`${START}(?:${source})${END}`, 'gu'),
  read,
});

const quarter = ({ year, n }: Groups): Period => ({ ...NOTHING, year: yearOf(year), part: `Q${ordinal(n)}` });
const half = ({ year, n }: Groups): Period => ({ ...NOTHING, year: yearOf(year), part: `H${ordinal(n)}` });
const date = ({ year, month, monthNumber, day }: Groups): Period | null => {
  const m = month === undefined ? Number(monthNumber) : monthOf(month);
  const d = Number(day);
  if (m < 1 || m > 12 || d < 1 || d > 31) return null;
  return { ...NOTHING, year: yearOf(year), day: `${two(m)}-${two(d)}` };
};
const month = ({ year, month: name, monthNumber }: Groups): Period | null => {
  const m = name === undefined ? Number(monthNumber) : monthOf(name);
  return m < 1 || m > 12 ? null : { ...NOTHING, year: yearOf(year), part: `M${two(m)}` };
};

/** The first months of a year together. */
const months = ({ year, count }: Groups): Period => ({ ...NOTHING, year: yearOf(year), part: `${count}M` });

/** The more specific forms first: what one takes, later ones leave alone. */
const FORMS: readonly Form[] = [
  form(
    `(?:the )?(?<count>three|six|nine|twelve|3|6|9|12)[- ]months?(?: period)? (?:ended|to|through) ${MONTH} ?(?<day>\\d{1,2})(?:,? ?(?<year>${FULL}))?`,
    (groups) => withPart(date(groups), `${NUMBERS[groups.count ?? ''] ?? groups.count}M`),
  ),
  form(`(?:the )?(?:fiscal )?year ended ${MONTH} ?(?<day>\\d{1,2}),? ?(?<year>${FULL})`, ({ year }) => ({
    ...NOTHING,
    year: yearOf(year),
  })),
  form(`(?<day>\\d{1,2})(?:st|nd|rd|th)? ${MONTH},? ?'?(?<year>${ANY})`, date),
  form(`${MONTH} ?(?<day>\\d{1,2})(?:st|nd|rd|th)?,? ?(?<year>${FULL})`, date),
  form('(?<year>\\d{4}) ?年 ?(?<monthNumber>\\d{1,2}) ?月 ?(?<day>\\d{1,2}) ?日?', date),
  form(`(?<year>${FULL})[-/.](?<monthNumber>\\d{1,2})[-/.](?<day>\\d{1,2})`, date),
  form(`(?<monthNumber>\\d{1,2})/(?<day>\\d{1,2})/(?<year>${ANY})`, date),
  form('(?<year>\\d{4}) ?年 ?(?:前|1 ?- ?)(?<count>[3-9]|1[0-2]) ?(?:个)?月', months),
  form(`(?<count>[3-9]|1[0-2]) ?m ?${FISCAL}(?<year>${ANY})`, months),
  form('(?:(?<year>\\d{4}) ?年?(?:度)?)?前三季度', ({ year }) => months({ year, count: '9' })),
  form(`ytd ?${FISCAL}(?<year>${ANY})`, ({ year }) => ({ ...NOTHING, year: yearOf(year), part: 'YTD' })),
  form(`q ?(?<n>[1-4]) ?(?:of )?${FISCAL}(?<year>${ANY})`, quarter),
  form(`(?<n>[1-4]) ?q ?${FISCAL}(?<year>${ANY})`, quarter),
  form(`${FISCAL}(?<year>${FULL})[-/ ]?(?:q(?<n>[1-4])|(?<m>[1-4])q)`, ({ year, n, m }) =>
    quarter({ year, n: n ?? m }),
  ),
  form(
    `(?:the )?(?<n>first|second|third|fourth|1st|2nd|3rd|4th)[- ]quarter,?(?: of| in)?(?: the)? ?${FISCAL} ?(?<year>${FULL})`,
    quarter,
  ),
  form('(?<year>\\d{4}) ?年?(?:度)? ?第?(?<n>[一二三四1-4]) ?季度?(?:报告期|報告期)?', quarter),
  form(`h ?(?<n>[12]) ?(?:of )?${FISCAL}(?<year>${ANY})`, half),
  form(`(?<n>[12]) ?h ?${FISCAL}(?<year>${ANY})`, half),
  form(`${FISCAL}(?<year>${FULL})[-/ ]?(?:h(?<n>[12])|(?<m>[12])h)`, ({ year, n, m }) => half({ year, n: n ?? m })),
  form(`(?:the )?(?<n>first|second|1st|2nd)[- ]half,?(?: of| in)?(?: the)? ?${FISCAL} ?(?<year>${FULL})`, half),
  form('(?<year>\\d{4}) ?年?(?:度)? ?(?<n>[上下]) ?半年(?:度)?', half),
  form('(?<year>\\d{4}) ?年中期', ({ year }) => half({ year, n: '1' })),
  form('(?<year>\\d{4}) ?年 ?(?<monthNumber>\\d{1,2}) ?月(?:份|末|期)?', month),
  form(`${MONTH}(?:,? ?| - )'?(?<year>${FULL})`, month),
  form(`${MONTH}[ -]?'(?<year>\\d\\d)`, month),
  form(
    `${FISCAL}(?<year>${FULL}) ?(?:年度?)? ?(?:-|/|to|through|至|到) ?${FISCAL}(?<to>${ANY})(?: ?年度?| fiscal year)?`,
    ({ year, to }) => {
      const first = yearOf(year) as number;
      const last = (to ?? '').length === 2 ? Math.trunc(first / 100) * 100 + Number(to) : Number(to);
      return last > first && last - first <= MAX_SPAN_YEARS ? { ...NOTHING, year: first, yearTo: last } : null;
    },
  ),
  form(`${FISCAL}(?<year>${FULL}) ?${ESTIMATE}|fy ?'?(?<short>\\d\\d)${ESTIMATE}`, ({ year, short }) => ({
    ...NOTHING,
    year: yearOf(year ?? short),
    part: 'E',
  })),
  form(`${FISCAL}(?<year>${FULL}) ?(?:a|年(?:度|末)?|财年|財年|年度末|会计年度)?`, ({ year }) => ({
    ...NOTHING,
    year: yearOf(year),
  })),
  form("fy ?'?(?<year>\\d\\d)", ({ year }) => ({ ...NOTHING, year: yearOf(year) })),
  form('q(?<n>[1-4])|(?<m>[1-4])q', ({ n, m }) => quarter({ n: n ?? m })),
  form('h(?<n>[12])|(?<m>[12])h', ({ n, m }) => half({ n: n ?? m })),
  form('(?:the )?(?<n>first|second|third|fourth|1st|2nd|3rd|4th)[- ]quarter', quarter),
  form('第?(?<n>[一二三四1-4]) ?季度', quarter),
  form('(?<n>[上下])半年(?:度)?', half),
];

/** Longer spans are no reporting periods but ranges of numbers that look like years. */
const MAX_SPAN_YEARS = 60;

const two = (n: number): string => String(n).padStart(2, '0');
const ordinal = (n: string | undefined): string => ORDINALS[n ?? ''] ?? (n as string);
const monthOf = (name: string): number => MONTHS.indexOf(name.slice(0, 3)) + 1;
const withPart = (period: Period | null, part: string): Period | null => (period === null ? null : { ...period, part });

/** Two digits are of this century up to the 60s, as reports have them. */
function yearOf(year: string | undefined): number | null {
  if (year === undefined) return null;
  const n = Number(year);
  if (year.length > 2) return n;
  return n < 70 ? 2000 + n : 1900 + n;
}
