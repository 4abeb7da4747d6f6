import { foldPeriodText, type Period, periodsIn } from './period.js';

/** A period and the words that name it. */
export interface NamedPeriod {
  readonly period: Period;
  readonly text: string;
}

/** The one period that a text names, or the one it ends with after a colon or a comma; null for none or several. */
export function onlyPeriod(text: string): NamedPeriod | null {
  const found = periodsIn(text);
  const last = found.at(-1);
  if (last === undefined) return null;
  const folded = foldPeriodText(text);
  const closes = /[:,：，]\s?$/u.test(folded.slice(0, last.start)) && last.end === folded.trimEnd().length;
  if (found.length > 1 && !closes) return null;
  if (POINTS_AT.test(folded.slice(0, last.start))) return null;
  // Folding keeps the length of nearly every text; where it does not, the folded words stand for the printed ones.
  const source = folded.length === text.length ? text : folded;
  return { period: last.period, text: source.slice(last.start, last.end).trim() };
}

/** What is compared with a time, or counts from one, is not of it: `change since 2022`. */
const POINTS_AT =
  /(?:\b(?:since|before|after|until|till|prior to|vs\.?|versus|compared (?:to|with)|against|than|published|issued)|较|比|自)\s?$/u;

/** A label that says when and nothing else. */
export function isPeriodOnly(text: string): boolean {
  const found = periodsIn(text);
  if (found.length === 0) return false;
  const folded = foldPeriodText(text);
  let rest = '';
  let from = 0;
  for (const { start, end } of found) {
    rest += folded.slice(from, start);
    from = end;
  }
  return !/[\p{L}\d]/u.test((rest + folded.slice(from)).replace(/\b(?:fiscal|year|ended|as of|at)\b/gu, ''));
}
