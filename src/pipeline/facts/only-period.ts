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
  const before = foldPeriodText(text.slice(0, last.start));
  const closes = /[:,]\s?$/u.test(before) && last.end === text.trimEnd().length;
  if (found.length > 1 && !closes) return null;
  if (POINTS_AT.test(before)) return null;
  return { period: last.period, text: text.slice(last.start, last.end).trim() };
}

/** What is compared with a time, or counts from one, is not of it: `change since 2022`. */
const POINTS_AT =
  /(?:\b(?:since|before|after|until|till|prior to|vs\.?|versus|compared (?:to|with)|against|than|published|issued)|较|比|自)\s?$/u;

/** A label that says when and nothing else. */
export function isPeriodOnly(text: string): boolean {
  const found = periodsIn(text);
  if (found.length === 0) return false;
  const ends = [0, ...found.map(({ end }) => end)];
  const rest = [...found.map(({ start }) => start), text.length].map((start, i) => text.slice(ends[i], start)).join('');
  return !/[\p{L}\d]/u.test(foldPeriodText(rest).replace(/\b(?:fiscal|year|ended|as of|at)\b/gu, ''));
}
