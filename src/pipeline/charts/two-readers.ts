import type { RunPart } from '../layout/words.js';
import type { Chart, ChartPoint, ChartText } from './chart.js';
import type { Qualification } from './qualify.js';

/** A chart as the vector reader has it, and what was proven of it. */
export interface ReaderChart {
  readonly chart: Chart;
  readonly qualification: Qualification;
}

/** What the vector reader says to a point of another producer: the same and proven, nothing against it, or something else. */
export type ReaderSays = 'verified' | 'nothing' | 'otherwise';

/**
 * Holds a point against what the vector reader made of the page. A label that the reader gave to other names, another value
 * for the same names, and a value where the reader found a mark without one, all speak against it.
 *
 * @param own the reader's chart of the same place, null for none: its names are those of the point
 */
export function readerSays(point: ChartPoint, charts: readonly ReaderChart[], own: Chart | null): ReaderSays {
  for (const { chart, qualification } of charts) {
    for (const [i, known] of chart.points.entries()) {
      const isVerified = qualification.points[i]?.verification === 'VERIFIED';
      if (known.label !== null && point.label !== null && overlap(known.label.runs, point.label.runs)) {
        if (chart !== own && isVerified) return 'otherwise';
        if (!agree(known, point)) return 'otherwise';
        return isVerified ? 'verified' : 'nothing';
      }
      const sameNames =
        chart === own &&
        known.category !== null &&
        same(known.category, point.category) &&
        same(known.series, point.series);
      if (sameNames && (isVerified || known.kind === 'UNAVAILABLE') && known.refused.length === 0) return 'otherwise';
    }
  }
  return 'nothing';
}

/** What both read is the same; what the reader left open says nothing. */
function agree(known: ChartPoint, point: ChartPoint): boolean {
  const texts = [
    [known.series, point.series],
    [known.category, point.category],
  ] as const;
  return (
    texts.every(([a, b]) => a === null || same(a, b)) &&
    (known.value === null || known.value === point.value) &&
    (known.unit === null || known.unit === point.unit)
  );
}

const same = (a: ChartText | null, b: ChartText | null): boolean => plain(a) === plain(b);
const plain = (text: ChartText | null): string => (text?.text ?? '').normalize('NFKC').replace(/\s/gu, '');

const overlap = (a: readonly RunPart[], b: readonly RunPart[]): boolean =>
  a.some((one) => b.some((other) => one.id === other.id && one.from < other.to && other.from < one.to));
