import type { Fact } from './fact.js';

/** A fact as the one sentence that descriptions and answers have for it. */
export function sentenceOf({ labels, periodText, printed, unit }: Fact): string {
  const named = (role: string): string | undefined => labels.find((label) => label.role === role)?.text;
  const groups = labels.filter(({ role }) => role === 'group' && role !== undefined).map(({ text }) => text);
  const series = named('series') ?? named('title');
  const category = named('category');
  const outer = groups.filter((text) => text !== periodText);
  const what = [series, category === undefined ? undefined : `for ${category}`]
    .filter((part) => part !== undefined)
    .join(' ');
  const under = outer.length === 0 ? '' : ` (${outer.join(', ')})`;
  const shown =
    printed !== null && unit !== null && unit !== '' && !says(printed, unit) ? `${printed} ${unit}` : (printed ?? '');
  return `${periodText === null ? '' : `During ${periodText}, `}${what}${under}: ${shown}`.trim();
}

/** Whether the printed label has its unit in it already: `72%`, `€33k`. */
const says = (printed: string, unit: string): boolean =>
  printed.includes(unit) || /[%$€£¥]|[a-z]{2,}/iu.test(printed.normalize('NFKC'));
