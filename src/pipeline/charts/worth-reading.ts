import { gapOf, holdsPoint, middleOf, type PageBox } from '../../evidence/boxes.js';
import type { RegionScene } from './region-scene.js';
import type { ReaderChart } from './two-readers.js';

/** Whether a region prints numbers that no verified value and no axis stands on: only there can a model add anything. */
export function hasMoreToRead(scene: RegionScene, reader: readonly ReaderChart[]): boolean {
  const read = new Set(
    reader.flatMap(({ chart, qualification }) =>
      chart.points.flatMap(({ label }, i) =>
        qualification.points[i]?.verification === 'VERIFIED' ? (label?.runs.map(({ id }) => id) ?? []) : [],
      ),
    ),
  );
  const hasDigit = scene.labels.filter(({ text }) => /\d/u.test(text));
  return hasDigit.some(
    (label) => !scene.ticks.has(label) && !label.words.some(({ runs }) => runs.some(({ id }) => read.has(id))),
  );
}

/** A chart has at least this many values. */
const MIN_VALUES = 3;
const MARK_GAP_EM = 1.8;
/** Between the strongest and the weakest of red, green and blue, of 255: what is less is grey. */
const MIN_CHROMA = 24;

/** Whether numbers stand at coloured shapes, outside of tables: a page without a known chart may have one of another kind. */
export function hasNumbersAtMarks({ numerals, ticks, marks }: RegionScene, tables: readonly PageBox[]): boolean {
  const colored = marks.filter(({ fill }) => fill !== null && isColored(fill));
  const atMarks = numerals.filter(
    (label) =>
      !ticks.has(label) &&
      !tables.some((table) => holdsPoint(table, middleOf(label.box))) &&
      colored.some((mark) => gapOf(mark.box, label.box) <= MARK_GAP_EM * label.sizePt),
  );
  return atMarks.length >= MIN_VALUES;
}

function isColored(color: string): boolean {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return Math.max(...channels) - Math.min(...channels) >= MIN_CHROMA;
}
