import { combined, unitsStated } from '../facts/units.js';
import type { FoundText } from './cited-text.js';
import type { Label } from './labels.js';
import type { RegionScene } from './region-scene.js';

/** The unit of a value, and the lines that state it where its label does not. */
export interface SourceUnit {
  readonly unit: string | null;
  readonly statedBy: readonly Label[];
}

/** A unit by itself is a short line. */
const MAX_UNIT_CHARS = 28;

/**
 * The unit that the page gives to a value: that of its label, completed by what the series' name says, else by what the title,
 * the titles of axes and lines that are a unit and nothing else say. Null where they say different ones.
 *
 * @param own that the label itself has
 */
export function unitOnPage(
  scene: RegionScene,
  own: string | null,
  series: FoundText | null,
  title: readonly Label[],
): SourceUnit | null {
  const around = scene.labels.filter((label) => title.includes(label) || isUnitAlone(label) || isAxisTitle(label));
  for (const level of [series?.labels ?? [], around]) {
    const stated = level.flatMap((label) =>
      unitsStated(label.text).flatMap((unit) => {
        const whole = combined(own, unit);
        return whole === null ? [] : [{ whole, label }];
      }),
    );
    const wholes = [...new Set(stated.map(({ whole }) => whole))];
    if (wholes.length > 1) return own === null ? null : { unit: own, statedBy: [] };
    const [unit] = wholes;
    if (unit !== undefined) return { unit, statedBy: unit === own ? [] : stated.map(({ label }) => label) };
  }
  return { unit: own, statedBy: [] };
}

const isUnitAlone = ({ text }: Label): boolean =>
  text.length <= MAX_UNIT_CHARS &&
  !/\d/u.test(text) &&
  unitsStated(text.replace(/^[([（【]|[)\]）】]$/gu, '')).length > 0;

const isAxisTitle = ({ rotationDeg }: Label): boolean => rotationDeg % 180 === 90;
