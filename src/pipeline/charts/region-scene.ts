import { contains, middleOf, type PageBox } from '../../evidence/boxes.js';
import type { PaintedPage } from '../../sources/painted.js';
import { isNumeral, printedNumber } from '../facts/printed-number.js';
import type { Point } from '../layout/subpaths.js';
import { labelsWithin } from './chart-view.js';
import type { Label } from './labels.js';
import { type LegendEntry, legendFor } from './legend.js';
import { incompleteLabels } from './outlined.js';
import { isPeriod } from './periods.js';
import { type Scene, type SceneShape, sceneOf } from './scene.js';

/** What a page paints in a region, as far as a value may be tied by it. Page space, pt. */
export interface RegionScene {
  readonly region: PageBox;
  readonly labels: readonly Label[];
  /** Lettering that may name something: no numbers but periods, and nothing of the legend. */
  readonly names: readonly Label[];
  /** Numbers that may be values. */
  readonly numerals: readonly Label[];
  /** Numbers of an axis. */
  readonly ticks: ReadonlySet<Label>;
  /** Numbers beside which a sign is painted that is no text: what they say is not all in their text. */
  readonly incomplete: ReadonlySet<Label>;
  /** Filled shapes and lines, without what frames the region and the legend's samples. */
  readonly marks: readonly SceneShape[];
  readonly legend: readonly LegendEntry[];
}

/** A shape that fills more of the region than this is a ground, not a mark. */
const MAX_MARK_SHARE = 0.6;
/** What stands in a shape up to this share of the region is no tick: an axis has none of its numbers in bars. */
const MAX_BAR_SHARE = 0.25;
/** Samples of a legend are at most this large: larger shapes are what it names. */
const MAX_SAMPLE_PT = 20;

export function regionScene(page: PaintedPage, region: PageBox): RegionScene {
  const scene: Scene = sceneOf(page, 0);
  const labels = labelsWithin(scene.labels, region);
  const own = new Set(labels);
  const area = (box: PageBox): number => (box[2] - box[0]) * (box[3] - box[1]);
  const shapes = scene.shapes.filter(
    ({ box }) => contains(region, box, 2) && area(box) <= MAX_MARK_SHARE * area(region),
  );
  const colors = new Set([
    ...shapes.filter(({ box }) => !isSampleSized(box)).flatMap(({ fill, stroke }) => fill ?? stroke ?? []),
    ...labels.flatMap(({ color }) => color ?? []),
  ]);
  const legend = legendFor(scene, colors, new Set(), region, (label) => own.has(label));
  const inLegend = new Set(legend.flatMap((entry) => entry.labels));
  const samples = new Set(legend.flatMap(({ swatch }) => swatch.ids));
  const numerals = labels.filter((label) => isNumeral(label.text) && !isPeriod(label.text));
  const solid = shapes.filter(({ fill, box }) => fill !== null && area(box) <= MAX_BAR_SHARE * area(region));
  const isInMark = ({ box }: Label): boolean => solid.some(({ points }) => isInside(points, middleOf(box)));
  return {
    region,
    labels,
    names: labels.filter((label) => !inLegend.has(label) && isName(label)),
    numerals,
    ticks: ticksAmong(numerals.filter((label) => !isInMark(label))),
    incomplete: new Set(numerals.filter((label) => hasPaintedSign(scene, label))),
    marks: shapes.filter(({ id }) => !samples.has(id)),
    legend,
  };
}

/** A sign has the colour of its number; a marker beside it rarely has. */
const hasPaintedSign = (scene: Scene, label: Label): boolean =>
  incompleteLabels(
    { ...scene, shapes: scene.shapes.filter(({ fill }) => fill === label.color) },
    [label],
    new Set(),
  ).has(label);

const isSampleSized = (box: PageBox): boolean => Math.max(box[2] - box[0], box[3] - box[1]) <= MAX_SAMPLE_PT;
const isName = ({ text }: Label): boolean => isPeriod(text) || (!isNumeral(text) && /[\p{L}\d]/u.test(text));

const ALIGNED_PT = 1.5;
const MIN_TICKS = 3;
/** Of the numbers in one line this share must lie on the scale, for a label or two may happen to stand in it. */
const MIN_TICK_SHARE = 0.7;
/** Off a scale by no more than this share of its step. */
const OFF_STEP = 0.12;

interface Numeral {
  readonly label: Label;
  readonly at: number;
  readonly value: number;
}

/** Numbers in one line, level or upright, that grow evenly with their place: those of an axis. */
function ticksAmong(numerals: readonly Label[]): Set<Label> {
  const ticks = new Set<Label>();
  const views: { edge: (box: PageBox) => number; at: (box: PageBox) => number }[] = [
    ...[(b: PageBox) => b[0], (b: PageBox) => b[2], (b: PageBox) => middleOf(b)[0]].map((edge) => ({
      edge,
      at: (b: PageBox) => middleOf(b)[1],
    })),
    { edge: (b) => middleOf(b)[1], at: (b) => middleOf(b)[0] },
  ];
  for (const { edge, at } of views) {
    for (const line of linesBy(numerals, edge)) {
      const places = line.flatMap((label): Numeral[] => {
        const value = Number((printedNumber(label.text) ?? printedNumber(label.text, 'comma'))?.value ?? Number.NaN);
        return Number.isFinite(value) ? [{ label, at: at(label.box), value }] : [];
      });
      for (const label of onOneScale(places)) ticks.add(label);
    }
  }
  return ticks;
}

function linesBy(labels: readonly Label[], edge: (box: PageBox) => number): Label[][] {
  const sorted = [...labels].sort((a, b) => edge(a.box) - edge(b.box));
  const lines: Label[][] = [];
  for (const label of sorted) {
    const line = lines.at(-1);
    if (line && edge(label.box) - edge((line.at(-1) as Label).box) <= ALIGNED_PT) line.push(label);
    else lines.push([label]);
  }
  return lines.filter((line) => line.length >= MIN_TICKS);
}

/** The most numbers of a line that are evenly spread on one scale, where they are most of the line. */
function onOneScale(line: readonly Numeral[]): Label[] {
  const sorted = [...line].sort((a, b) => a.at - b.at);
  for (let skip = 0; skip < Math.min(MIN_TICKS, sorted.length); skip++) {
    const first = sorted[skip] as Numeral;
    for (let last = sorted.length - 1; last > skip + 1; last--) {
      const end = sorted[last] as Numeral;
      const perPt = (end.value - first.value) / (end.at - first.at);
      if (!Number.isFinite(perPt) || perPt === 0) continue;
      const fits = sorted.filter(({ at, value }) => {
        const step = Math.abs(end.value - first.value) / (last - skip);
        return Math.abs(value - first.value - perPt * (at - first.at)) <= OFF_STEP * step;
      });
      if (fits.length >= Math.max(MIN_TICKS, MIN_TICK_SHARE * sorted.length)) return fits.map(({ label }) => label);
    }
  }
  return [];
}

/** Whether a point lies inside an outline (even-odd rule). */
export function isInside(outline: readonly Point[], [x, y]: readonly [number, number]): boolean {
  let inside = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [xi, yi] = outline[i] as Point;
    const [xj, yj] = outline[j] as Point;
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}
