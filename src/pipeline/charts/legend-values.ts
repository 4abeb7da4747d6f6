import { type NumberStyle, printedNumber } from '../facts/printed-number.js';
import { type Label, partOf } from './labels.js';
import type { LegendEntry } from './legend.js';
import type { Scene } from './scene.js';
import { sliceLine, withoutBrackets } from './slice-label.js';

/** The values that a legend prints in the row of an entry. */
export interface LegendValue {
  /** The name without a number that stands on its line. */
  readonly category: readonly Label[] | null;
  readonly values: readonly { readonly label: Label; readonly printed: string; readonly name: string }[];
}

/** A number stands this close to the sample or the name of its row, em. */
const ROW_GAP_EM = 9;
const LEFT_GAP_EM = 1.5;
const LINE_GAP_EM = 0.7;

/** Numbers in, beside and below the names of a legend, each in the row of one entry only. */
export function legendValues(
  scene: Scene,
  legend: readonly LegendEntry[],
  style: NumberStyle,
): Map<LegendEntry, LegendValue> {
  const rows = new Map<LegendEntry, LegendValue>();
  const owners = new Map<Label, LegendEntry[]>();
  const numbers = scene.labels.filter(
    (label) => label.rotationDeg === 0 && printedNumber(withoutBrackets(label.text), style) !== null,
  );
  for (const entry of legend) {
    const inside = entry.labels.flatMap((label) => {
      const line = sliceLine(label.text, style);
      return line.number === null || line.name === '' ? [] : [{ label, printed: line.number, name: line.name }];
    });
    const beside = numbers.filter((label) => isInRow(label, entry, legend) && !isBehind(label, entry, scene.labels));
    for (const label of beside) owners.set(label, [...(owners.get(label) ?? []), entry]);
    const first = inside[0];
    rows.set(entry, {
      category: first ? [partOf(first.label, first.name)] : null,
      values: [...inside, ...beside.map((label) => ({ label, printed: label.text, name: '' }))],
    });
  }
  for (const [entry, row] of rows) {
    // A number in two rows belongs to neither.
    rows.set(entry, { ...row, values: row.values.filter(({ label }) => (owners.get(label)?.length ?? 1) === 1) });
  }
  return rows;
}

/** Something else stands between the name and the number. */
function isBehind(label: Label, { labels }: LegendEntry, all: readonly Label[]): boolean {
  const name = labels[0] as Label;
  const middle = (label.box[1] + label.box[3]) / 2;
  return all.some(
    (other) =>
      other !== label &&
      !labels.includes(other) &&
      other.box[0] > name.box[2] &&
      other.box[2] < label.box[0] &&
      other.box[1] < middle &&
      other.box[3] > middle,
  );
}

function isInRow(label: Label, { swatch, labels }: LegendEntry, legend: readonly LegendEntry[]): boolean {
  const name = labels[0] as Label;
  const last = labels.at(-1) as Label;
  if (labels.includes(label)) return false;
  const em = name.sizePt;
  const middle = (label.box[1] + label.box[3]) / 2;
  const top = Math.min(name.box[1], swatch.box[1]);
  const bottom = Math.max(last.box[3], swatch.box[3]);
  const level = middle >= top - 0.1 * em && middle <= bottom + 0.1 * em;
  const right = level && label.box[0] >= name.box[2] - 0.1 * em && label.box[0] - name.box[2] <= ROW_GAP_EM * em;
  const left = level && swatch.box[0] - label.box[2] >= -0.1 * em && swatch.box[0] - label.box[2] <= LEFT_GAP_EM * em;
  const below =
    Math.abs(label.box[0] - name.box[0]) <= 0.6 * em &&
    label.box[1] - last.box[3] >= -0.2 * em &&
    label.box[1] - last.box[3] <= LINE_GAP_EM * em;
  if (!right && !left && !below) return false;
  // What stands nearer to another sample is that one's.
  const mine = Math.abs((swatch.box[1] + swatch.box[3]) / 2 - middle);
  return legend.every(
    (other) =>
      other.swatch === swatch ||
      Math.abs(other.swatch.box[0] - swatch.box[0]) > 3 * em ||
      Math.abs((other.swatch.box[1] + other.swatch.box[3]) / 2 - middle) > mine + 0.3 * em,
  );
}
