import { foldPeriodText, periodsIn } from '../facts/period.js';

/** A time as a text prints it, a span from one to another as one, and where it stands. */
export interface PeriodText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Longer texts are running text. */
const MAX_CHARS = 400;
const MAX_LABEL_CHARS = 48;
const JOINS = /^ ?(?:-|to|thru|through|至|到) ?$/u;

/** The times that a text prints. A part of a year without the year, `Q3`, is none by itself. */
export function periodTextsIn(text: string): PeriodText[] {
  const spans: { start: number; end: number; hasYear: boolean }[] = [];
  for (const { period, start, end } of periodsIn(text.slice(0, MAX_CHARS))) {
    const hasYear = period.year !== null;
    const last = spans.at(-1);
    if (last !== undefined && JOINS.test(foldPeriodText(text.slice(last.end, start)))) {
      last.end = end;
      last.hasYear ||= hasYear;
    } else spans.push({ start, end, hasYear });
  }
  return spans.filter(({ hasYear }) => hasYear).map(({ start, end }) => ({ text: text.slice(start, end), start, end }));
}

/** Whether a label prints a time and nothing else: `1H24`, `FY2020`, `Q4'21`, `2020-2021`, `2018年一季度`. */
export function isPeriod(label: string): boolean {
  const text = label.trim();
  const [only, ...others] = text.length < MAX_LABEL_CHARS ? periodTextsIn(text) : [];
  return only?.text === text && others.length === 0;
}
