import { gapOf, type PageBox, unionOf } from '../../evidence/boxes.js';
import { type NumberStyle, printedNumber } from '../facts/printed-number.js';
import type { Point } from '../layout/subpaths.js';
import { angleOf, signedTurn } from './arcs.js';
import type { ChartRefusal } from './chart.js';
import type { DraftChart, DraftMark, DraftPoint } from './draft.js';
import { agreesWithShare } from './geometry.js';
import { type Label, partOf } from './labels.js';
import { isOfAnother, type LegendEntry, legendFor, type OtherMarks } from './legend.js';
import { type LegendValue, legendValues } from './legend-values.js';
import type { Pie } from './pies.js';
import { distance, type Sector } from './round-marks.js';
import type { Scene } from './scene.js';
import { type Block, blocksOf } from './slice-blocks.js';
import { withoutBrackets } from './slice-label.js';
import { leadersOf, slicesAt } from './slice-places.js';

/** Lettering of a pie stands within this of its edge, em. */
const REACH_EM = 7;
/** Longer lettering is text beside the pie. */
const MAX_LABEL_CHARS = 44;

/**
 * Reads a pie or a ring: each number and each name to the slice that it stands in, beside, or at the end of a line from.
 *
 * @param others the other pies of the page, whose lettering is theirs
 * @param rivals the page's charts over an axis: a legend that stands nearer to one in its colours is no legend of the pie
 */
export function pieChart(
  scene: Scene,
  pie: Pie,
  others: readonly Pie[],
  rivals: readonly OtherMarks[],
  style: NumberStyle,
): DraftChart {
  const { sectors, squash } = pie;
  const marks = sectors.map(markOf);
  const area = unionOf(marks.map(({ box }) => box)) as PageBox;
  const ids = new Set(marks.flatMap((mark) => mark.ids));
  const found = legendFor(scene, new Set(sectors.map(({ color }) => color)), ids, area, () => true);
  const legend = isOfAnother(found, area, rivals) ? [] : found;
  const named = legendNames(legend, sectors);
  const allNamed = sectors.every(({ color }) => named.has(color));
  const inLegend = new Set(legend.flatMap(({ labels }) => labels));
  // A number in the row of an entry is that entry's, however near to a slice it stands.
  const inRows = legendValues(scene, legend, style);
  const ofRows = new Set([...inRows.values()].flatMap(({ values }) => values.map(({ label }) => label)));
  const near = scene.labels.filter(
    (label) =>
      !inLegend.has(label) &&
      !ofRows.has(label) &&
      gapOf(label.box, area) <= REACH_EM * label.sizePt &&
      label.rotationDeg % 90 === 0 &&
      label.text.length <= MAX_LABEL_CHARS &&
      !others.some((other) => isOn(other, label)),
  );
  const leaders = leadersOf(scene, sectors, squash);
  const whole = sectors.reduce((sum, { sweepDeg }) => sum + sweepDeg, 0);
  const share = (sector: number): number => (100 * (sectors[sector] as Sector).sweepDeg) / whole;
  // Where the legend names all slices, lettering without a number is no name.
  const blocks = blocksOf(near, style).filter(({ number }) => number !== null || !allNamed);
  const places = blocks.map((block) => {
    const box = unionOf(block.labels.map((label) => label.box)) as PageBox;
    const em = (block.labels[0] as Label).sizePt;
    const at = slicesAt(box, em, sectors, leaders, squash);
    // A number that may belong to several belongs to the one whose angle it gives, where only one has it.
    const inside = at.filter((one) => one.inside);
    const best = inside.length > 0 ? inside : at;
    const printed = block.number?.printed ?? null;
    const value = printed === null ? null : printedNumber(withoutBrackets(printed), style);
    if (best.length > 1 && value?.unit === '%') {
      const fits = best.filter(({ sector }) => agreesWithShare(value.value, share(sector)));
      if (fits.length === 1) return fits;
    }
    return best;
  });
  const own = sectors.map((): { numbers: Block[]; names: Block[]; doubt: boolean } => ({
    numbers: [],
    names: [],
    doubt: false,
  }));
  const settled = settle(blocks, places);
  const around = inTurn(blocks, sectors, share, squash, style);
  for (const [i, sector] of around ?? []) settled[i] = sector;
  blocks.forEach((block, i) => {
    const sector = settled[i];
    if (sector === undefined) return;
    if (sector === null) {
      if (block.number !== null)
        for (const place of places[i] ?? []) (own[place.sector] as (typeof own)[number]).doubt = true;
      return;
    }
    (block.number === null ? own[sector]?.names : own[sector]?.numbers)?.push(block);
  });
  const fromLegend = own.every(({ numbers }) => numbers.length === 0) ? inRows : new Map<LegendEntry, LegendValue>();
  const used = new Set<Label>(inLegend);
  const points = sectors.flatMap((sector, mark): DraftPoint[] => {
    const { numbers, names, doubt } = own[mark] as (typeof own)[number];
    const entry = named.get(sector.color) ?? null;
    const inBlock = numbers.find((block) => block.names.length > 0 || block.number?.name !== '');
    const nameLabels = inBlock ? namesOf(inBlock) : (names[0]?.names ?? null);
    const byLegend = entry === 'ambiguous' || entry === null ? null : entry;
    const value = byLegend === null ? undefined : fromLegend.get(byLegend);
    const category = nameLabels ?? value?.category ?? byLegend?.labels ?? null;
    const refused: ChartRefusal[] = [];
    if (category === null) refused.push(entry === 'ambiguous' ? 'AMBIGUOUS_CATEGORY' : 'NO_CATEGORY');
    if (names.length > 1 && !inBlock) refused.push('AMBIGUOUS_CATEGORY');
    // A name that stands at a slice may be the entry of another colour.
    if (nameLabels !== null && byLegend !== null && !isSameName(nameLabels, value?.category ?? byLegend.labels))
      refused.push('AMBIGUOUS_CATEGORY');
    const inRow = byLegend === null ? [] : (inRows.get(byLegend)?.values ?? []);
    if (numbers.some(({ number }) => number !== null && inRow.some((other) => contradicts(number, other, style))))
      refused.push('AMBIGUOUS_MARK');
    for (const label of [...(category ?? []), ...numbers.flatMap((block) => block.labels)]) used.add(label);
    const base = { mark, series: null, category, measure: sector.sweepDeg };
    const labels = value?.values ?? numbers.map((block) => block.number as NonNullable<Block['number']>);
    if (labels.length === 0)
      return [{ ...base, label: null, printed: null, refused: doubt ? [...refused, 'AMBIGUOUS_MARK'] : refused }];
    const kinds = labels.map(({ printed }) => printedNumber(withoutBrackets(printed), style)?.unit ?? null);
    const clash = new Set(kinds).size < kinds.length;
    for (const { label } of labels) used.add(label);
    return labels.map(({ label, printed }) => ({
      ...base,
      label: [label],
      printed: withoutBrackets(printed),
      refused: clash ? [...refused, 'AMBIGUOUS_MARK'] : refused,
    }));
  });
  return { grammar: pie.kind, area, marks, points, legend: legend.map(({ swatch }) => swatch), used, axes: [] };
}

const isSameName = (a: readonly Label[], b: readonly Label[]): boolean => nameOf(a) === nameOf(b);
const nameOf = (labels: readonly Label[]): string => labels.map(({ text }) => text.replace(/\s/gu, '')).join('');

/** Two numbers in one unit that are not equal; an amount and its share are no contradiction. */
function contradicts(a: { readonly printed: string }, b: { readonly printed: string }, style: NumberStyle): boolean {
  const [one, other] = [a, b].map(({ printed }) => printedNumber(withoutBrackets(printed), style));
  return one?.unit === other?.unit && one?.value !== other?.value;
}

/** A label on another pie is that one's. */
function isOn({ sectors, squash }: Pie, { box }: Label): boolean {
  const middle: Point = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2 / squash];
  return sectors.some(({ center, radius }) => distance(center, middle) < radius);
}

const markOf = ({ shape, color }: Sector): DraftMark => ({ kind: 'sector', box: shape.box, color, ids: [shape.id] });

function legendNames(
  legend: readonly LegendEntry[],
  sectors: readonly Sector[],
): Map<string, LegendEntry | 'ambiguous'> {
  const names = new Map<string, LegendEntry | 'ambiguous'>();
  for (const entry of legend) names.set(entry.color, names.has(entry.color) ? 'ambiguous' : entry);
  // Slices of one colour have one name between them.
  for (const { color } of sectors)
    if (sectors.filter((other) => other.color === color).length > 1 && names.has(color)) names.set(color, 'ambiguous');
  return names;
}

/** The name inside a label that has its number on the same line is cut out of it. */
function namesOf({ names, number }: Block): Label[] {
  if (names.length > 0 || number === null || number.name === '') return [...names];
  return [partOf(number.label, number.name)];
}

/**
 * Blocks that have name and number both, one a slice, in the order of the slices and with the share of each: where they
 * stand says which slice is theirs even if each for itself may be another's.
 */
function inTurn(
  blocks: readonly Block[],
  sectors: readonly Sector[],
  share: (sector: number) => number,
  squash: number,
  style: NumberStyle,
): Map<number, number> | null {
  const center: Point = [
    mean(sectors.map((sector) => sector.center[0])),
    mean(sectors.map((sector) => sector.center[1])),
  ];
  const full = blocks.flatMap((block, i) => {
    const value = block.number === null ? null : printedNumber(withoutBrackets(block.number.printed), style);
    if (block.number === null || value?.unit !== '%' || (block.names.length === 0 && block.number.name === ''))
      return [];
    const box = unionOf(block.labels.map((label) => label.box)) as PageBox;
    return [{ i, value: value.value, deg: angleOf(center, [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2 / squash]) }];
  });
  if (full.length !== sectors.length) return null;
  const sorted = full.sort((a, b) => a.deg - b.deg);
  const order = sectors
    .map(({ startDeg, sweepDeg }, sector) => ({ sector, deg: (startDeg + sweepDeg / 2) % 360 }))
    .sort((a, b) => a.deg - b.deg);
  const ways = order.flatMap((_, shift) => {
    const ties = sorted.map((one, n) => ({ ...one, to: order[(n + shift) % order.length] as (typeof order)[number] }));
    if (!ties.every(({ value, to }) => agreesWithShare(value, share(to.sector)))) return [];
    const off = ties.map(({ deg, to }) => Math.abs(signedTurn(deg - to.deg)));
    return Math.max(...off) <= MAX_TURN_DEG ? [{ ties, off: Math.max(...off) }] : [];
  });
  const best = ways.sort((a, b) => a.off - b.off)[0];
  return best === undefined ? null : new Map(best.ties.map(({ i, to }) => [i, to.sector]));
}

/** Labels are moved apart where slices are thin, but not to the other side. */
const MAX_TURN_DEG = 60;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Blocks to slices: those with one place first, and what is left where others have taken all other places. */
function settle(
  blocks: readonly Block[],
  places: readonly (readonly { readonly sector: number }[])[],
): (number | null | undefined)[] {
  const result: (number | null | undefined)[] = blocks.map((_, i) => (places[i]?.length === 0 ? undefined : null));
  for (const kind of [true, false]) {
    const taken = new Set<number>();
    for (let changed = true; changed; ) {
      changed = false;
      blocks.forEach((block, i) => {
        if (result[i] !== null || (block.number !== null) !== kind) return;
        const open = (places[i] ?? []).filter(({ sector }) => !taken.has(sector));
        const all = places[i] ?? [];
        const one = all.length === 1 ? all[0] : open.length === 1 ? open[0] : undefined;
        if (!one) return;
        result[i] = one.sector;
        taken.add(one.sector);
        changed = true;
      });
    }
  }
  return result;
}
