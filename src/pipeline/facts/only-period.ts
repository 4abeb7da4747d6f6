import { foldPeriodText, type Period, periodsIn } from './period.js';

/** The one period that a text names, or the one it ends with after a colon or a comma; null for none or several. */
export function onlyPeriod(text: string): Period | null {
  const found = periodsIn(text);
  const last = found.at(-1);
  if (last === undefined) return null;
  const folded = foldPeriodText(text);
  const closes = /[:,：，]\s?$/u.test(folded.slice(0, last.start)) && last.end === folded.trimEnd().length;
  if (found.length > 1 && !closes) return null;
  return last.period;
}

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
