import { grown } from '../../evidence/boxes.js';
import { type NumberStyle, type PrintedNumber, printedNumber } from '../facts/printed-number.js';
import type { PageEvidence } from '../proof/evidence.js';
import { prove } from '../prove.js';
import type { ChartPoint, ChartRefusal } from './chart.js';
import { boxOfFound, type FoundText, findCited, isWhole } from './cited-text.js';
import type { Label } from './labels.js';
import type { Placed } from './mark-color.js';
import { isPeriod } from './periods.js';
import type { CitedText, ProposedPoint } from './proposal.js';
import { unitOnPage } from './proposed-unit.js';
import type { RegionScene } from './region-scene.js';
import { mayBeOfASeries } from './several-series.js';
import { tiesCategory, tiesSeries } from './ties.js';

/** Where a point's fields stand on the page; a refusal where they don't. */
export interface PointPlaces {
  readonly series: FoundText | ChartRefusal | null;
  readonly category: FoundText | ChartRefusal | null;
  readonly period: FoundText | ChartRefusal | null;
  readonly unit: FoundText | ChartRefusal | null;
  readonly value: FoundText | ChartRefusal;
}

export interface PointGround {
  readonly scene: RegionScene;
  readonly evidence: PageEvidence;
  /** How the numbers around are written. */
  readonly style: NumberStyle;
  readonly title: FoundText | ChartRefusal | null;
  /** Of the whole chart. */
  readonly period: FoundText | ChartRefusal | null;
}

export function placesOf(point: ProposedPoint, { labels }: RegionScene): PointPlaces {
  const find = (cited: CitedText | null) => (cited === null ? null : findCited(cited, labels));
  return {
    series: find(point.series),
    category: find(point.category),
    period: find(point.period),
    unit: find(point.unit_source),
    value: findCited(point.printed, labels),
  };
}

/** A point as the page has it, with all that speaks against it. */
export function pointFrom(proposed: ProposedPoint, places: PointPlaces, ground: PointGround): ChartPoint {
  const { scene, title } = ground;
  const [series, category, value] = [found(places.series), found(places.category), found(places.value)];
  const refused = Object.values(places).filter((one): one is ChartRefusal => typeof one === 'string');
  const ownPeriod = [category, series].find((text) => text !== null && isPeriod(text.text.text)) ?? null;
  const number = value === null ? null : printedNumber(value.text.text, ground.style);
  const unit = number === null ? null : unitOnPage(scene, number.unit, series, found(title)?.labels ?? []);
  if (value !== null && number === null) refused.push('NOT_A_NUMBER');
  if (number !== null && number.value !== proposed.value) refused.push('VALUE_DIFFERS');
  if (number !== null) refused.push(...unitFaults(proposed, unit, places.unit));
  if (value !== null && number !== null) refused.push(...valueFaults(value, number, places, ground));
  refused.push(...periodFaults(proposed, places, ownPeriod, ground));
  if (typeof title === 'string' && series === null) refused.push(title);
  if (value !== null) refused.push(...nameFaults(scene, value, category, series));
  return {
    series: series?.text ?? null,
    category: category?.text ?? null,
    period: ownPeriod?.text ?? null,
    label: number === null ? null : (value?.text ?? null),
    value: number?.value ?? null,
    unit: number === null ? null : (unit?.unit ?? null),
    unitFrom: found(places.unit)?.text ?? null,
    kind: number === null ? 'UNAVAILABLE' : 'EXPLICIT',
    refused,
  };
}

export const found = (place: FoundText | ChartRefusal | null): FoundText | null =>
  place === null || typeof place === 'string' ? null : place;

const placed = (text: FoundText): Placed => ({ box: boxOfFound(text), labels: text.labels });

/** The unit is what the page gives the number; where that stands apart from the label, it is cited. */
function unitFaults(
  { unit, unit_source }: ProposedPoint,
  onPage: ReturnType<typeof unitOnPage>,
  source: PointPlaces['unit'],
): ChartRefusal[] {
  if (onPage === null) return ['AMBIGUOUS_UNIT'];
  if (onPage.unit !== unit) return ['UNIT_DIFFERS'];
  if (onPage.statedBy.length === 0) return unit_source === null ? [] : ['UNIT_DIFFERS'];
  const cited = found(source);
  return cited?.labels.every((label) => onPage.statedBy.includes(label)) ? [] : ['UNIT_DIFFERS'];
}

/** The print of a value is a whole number of its own: no part of another, no tick, and in the unit of those around. */
function valueFaults(
  value: FoundText,
  number: PrintedNumber,
  places: PointPlaces,
  { scene, evidence, style }: PointGround,
): ChartRefusal[] {
  const faults: ChartRefusal[] = [];
  const ownWords = [places.value, places.category, places.series].flatMap((place) => found(place)?.words ?? []);
  const box = grown(boxOfFound(value), 1);
  const isWholeNumber =
    isWhole({ ...value, words: ownWords }, scene.labels) &&
    value.labels.length === 1 &&
    value.labels[0]?.rotationDeg === 0 &&
    !value.labels.some((label) => scene.incomplete.has(label)) &&
    !prove(evidence, value.text.text, box).refused.includes('NOT_FOUND');
  if (!isWholeNumber) faults.push('TEXT_DIFFERS');
  if (value.labels.some((label) => scene.ticks.has(label))) faults.push('AXIS_VALUE');
  const units = scene.numerals
    .filter((label) => !scene.ticks.has(label))
    .map(({ text }) => printedNumber(text, style)?.unit ?? null);
  const alike = units.filter((unit) => unit === number.unit).length;
  if (alike * 2 < units.length) faults.push('AMBIGUOUS_UNIT');
  return faults;
}

function periodFaults(
  proposed: ProposedPoint,
  places: PointPlaces,
  own: FoundText | null,
  { period }: PointGround,
): ChartRefusal[] {
  if (own !== null) return proposed.period === null || sameWords(found(places.period), own) ? [] : ['NOT_TIED'];
  if (proposed.period !== null && !sameWords(found(places.period), found(period))) return ['NOT_TIED'];
  return typeof period === 'string' ? [period] : [];
}

const sameWords = (a: FoundText | null, b: FoundText | null): boolean =>
  a !== null && b !== null && a.words.length === b.words.length && a.words.every((word) => b.words.includes(word));

/** Category and series are whole names, which the page ties to this value and to no other number. */
function nameFaults(
  scene: RegionScene,
  value: FoundText,
  category: FoundText | null,
  series: FoundText | null,
): ChartRefusal[] {
  const faults: ChartRefusal[] = [];
  const words = [value, category, series].flatMap((text) => text?.words ?? []);
  for (const name of [category, series])
    if (name !== null && !isWhole({ ...name, words }, scene.labels)) faults.push('TEXT_DIFFERS');
  if (category === null) return [...faults, 'NO_CATEGORY'];
  if (series?.labels.some((label) => category.labels.includes(label))) faults.push('AMBIGUOUS_SERIES');
  const isTied = (at: Placed): boolean =>
    tiesCategory(scene, at, placed(category)) && (series === null || tiesSeries(scene, at, placed(series)));
  if (!isTied(placed(value))) return [...faults, 'NOT_TIED'];
  const rivals = othersThan(value, scene).filter((label) => isTied({ box: label.box, labels: [label] }));
  if (rivals.length > 0) faults.push(series === null ? 'NO_SERIES' : 'AMBIGUOUS_MARK');
  if (series === null && mayBeOfASeries(scene, placed(value), placed(category))) faults.push('NO_SERIES');
  if (isPrintedAgain(category, scene)) faults.push('AMBIGUOUS_CATEGORY');
  if (series !== null && isPrintedAgain(series, scene)) faults.push('AMBIGUOUS_SERIES');
  return faults;
}

/** A name that stands at several places names several things: what tells them apart is not in it. */
const isPrintedAgain = ({ text, labels }: FoundText, scene: RegionScene): boolean =>
  [...scene.names, ...scene.legend.flatMap((entry) => entry.labels)].some(
    (label) => !labels.includes(label) && plain(label.text) === plain(text.text),
  );

const plain = (text: string): string => text.normalize('NFKC').replace(/\s/gu, '').toLowerCase();

const othersThan = (value: FoundText, { numerals, ticks }: RegionScene): Label[] =>
  numerals.filter((label) => !value.labels.includes(label) && !ticks.has(label));

/** Points that cite one label twice, or one pair of names twice. */
export function doubled(points: readonly ChartPoint[]): Set<number> {
  const seen = new Map<string, number>();
  const twice = new Set<number>();
  for (const [i, { label, series, category, period }] of points.entries()) {
    const names = [series, category, period].map((text) => text?.text ?? '').join('\n');
    for (const key of [...(label === null ? [] : [`value ${JSON.stringify(label.runs)}`]), `names ${names}`]) {
      const before = seen.get(key);
      if (before !== undefined) for (const one of [before, i]) twice.add(one);
      seen.set(key, i);
    }
  }
  return twice;
}
