import { gapOf, type PageBox, unionOf } from '../../evidence/boxes.js';
import { isNumeral } from '../facts/printed-number.js';
import type { DraftMark } from './draft.js';
import type { Label } from './labels.js';
import { isPeriod } from './periods.js';
import type { Scene, SceneShape } from './scene.js';

/** One entry: the sample of a colour, and the name beside it. */
export interface LegendEntry {
  readonly color: string;
  readonly swatch: DraftMark;
  readonly labels: readonly Label[];
}

/** A sample is at most this large and its name stands this close, both in sizes of the name. */
const SWATCH_EM = 2.6;
const LINE_SAMPLE_EM = 5;
const NAME_GAP_EM = 2.1;
const NAME_LEFT_GAP_EM = 1.2;
const LINE_GAP_EM = 0.7;
const MIN_SWATCH_PT = 1.5;
/** Entries of one legend stand this close to each other, em. */
const ENTRY_GAP_EM = 14;
/** A sign of a font of signs that stands for a sample. */
const SIGN = /^[nlu■□▪▫●○•◆◼◾⬛⬤▬▲▼\uf06e\uf06c\uf0a7\uf075]$/u;
const MAX_SAMPLES = 3_000;
const MAX_SAMPLE_PT = 80;
/** A legend of which fewer entries than this are in the chart's colours is another chart's. */
const MIN_OWN_SHARE = 0.5;

/**
 * The legend that names colours: samples in those colours with a name beside each. Of several legends on the page the one
 * that has most of the colours, then the nearest.
 *
 * @param isFree whether a label may be a name: values and names of an axis are not
 */
export function legendFor(
  scene: Scene,
  colors: ReadonlySet<string>,
  marks: ReadonlySet<string>,
  area: PageBox,
  isFree: (label: Label) => boolean,
): LegendEntry[] {
  const samples = samplesOf(scene, marks);
  if (samples.length === 0 || samples.length > MAX_SAMPLES) return [];
  const names = scene.labels.filter(
    (label) => label.rotationDeg === 0 && isFree(label) && (!isNumeral(label.text) || isPeriod(label.text)),
  );
  const own = (legend: readonly LegendEntry[]): LegendEntry[] => legend.filter(({ color }) => colors.has(color));
  const score = (legend: readonly LegendEntry[]): number => new Set(legend.map(({ color }) => color)).size;
  const distance = (legend: readonly LegendEntry[]): number =>
    gapOf(
      unionOf(legend.flatMap(({ swatch, labels }) => [swatch.box, ...labels.map(({ box }) => box)])) as PageBox,
      area,
    );
  const legendsIn = (side: 'left' | 'right', inRows: boolean): { legend: LegendEntry[]; side: 'left' | 'right' }[] => {
    const entries = samples.flatMap((swatch): Entry[] => {
      const first = nameBeside(swatch, names, samples, side);
      return first === null
        ? []
        : [{ color: swatch.color, swatch, first, labels: linesOf(first, swatch, names, samples) }];
    });
    return (
      clusters(entries, inRows)
        .filter((legend) => own(legend).length > MIN_OWN_SHARE * legend.length)
        .map(own)
        // Names left of their samples are rare: only a legend of all colours is read so.
        .filter((legend) => side === 'right' || score(legend) >= Math.max(2, colors.size))
        .map((legend) => ({ legend, side }))
    );
  };
  const found = [...legendsIn('right', true), ...legendsIn('left', true)];
  // A legend in one row with another chart's is told from it by its column.
  const legends =
    found.length > 0
      ? found
      : legendsIn('right', false).filter(({ legend }) => legend.length > 1 && score(legend) >= colors.size);
  const best = legends.sort(
    (a, b) =>
      score(b.legend) - score(a.legend) ||
      Number(b.side === 'right') - Number(a.side === 'right') ||
      distance(a.legend) - distance(b.legend),
  )[0]?.legend;
  return (best ?? []).flatMap((entry, _, all) => [
    entry,
    // Colours that no reader tells apart name the same marks twice.
    ...all.filter(({ color }) => isHardToTell(color, entry.color)).map(({ color }) => ({ ...entry, color })),
  ]);
}

/** The marks of another chart of the page. */
export interface OtherMarks {
  readonly box: PageBox;
  readonly colors: ReadonlySet<string>;
}

/**
 * Whether a legend stands nearer to another chart, which has most of its colours too: it may be that one's alone.
 *
 * @param own marks of the chart that the legend was found for
 */
export const isOfAnother = (legend: readonly LegendEntry[], own: PageBox, others: readonly OtherMarks[]): boolean =>
  others.some(
    ({ box, colors }) =>
      legend.filter(({ color }) => colors.has(color)).length > MIN_OWN_SHARE * legend.length &&
      legend.some(({ swatch }) => gapOf(box, swatch.box) < gapOf(own, swatch.box)),
  );

/** Colours nearer than this, of 255 a channel, are one to a reader. */
const HARD_TO_TELL = 14;

function isHardToTell(a: string, b: string): boolean {
  if (a === b || !a.startsWith('#') || !b.startsWith('#')) return false;
  const channel = (color: string, i: number): number => Number.parseInt(color.slice(1 + 2 * i, 3 + 2 * i), 16);
  return Math.hypot(...[0, 1, 2].map((i) => channel(a, i) - channel(b, i))) < HARD_TO_TELL;
}

function samplesOf({ shapes, labels }: Scene, marks: ReadonlySet<string>): DraftMark[] {
  const key = (box: PageBox): string => box.map((value) => Math.round(value)).join(' ');
  const free = shapes.filter(
    ({ id, box }) => !marks.has(id) && box[2] - box[0] < MAX_SAMPLE_PT && box[3] - box[1] < MAX_SAMPLE_PT,
  );
  const filled = new Set(free.filter(({ fill }) => fill !== null).map(({ box }) => key(box)));
  const painted = free.flatMap((shape): DraftMark[] => {
    const color = colorOf(shape);
    if (color === null || (shape.fill === null && filled.has(key(shape.box)))) return [];
    return [{ kind: 'swatch', box: sampleBox(shape), color, ids: [shape.id] }];
  });
  const signs = labels.filter(({ text, color }) => SIGN.test(text) && color !== null);
  return [
    ...painted,
    ...signs.map(
      ({ box, color, words }): DraftMark => ({
        kind: 'swatch',
        box,
        color: color as string,
        ids: words.flatMap(({ runs }) => runs.map(({ id }) => id)),
      }),
    ),
  ];
}

function colorOf({ fill, stroke, points, isRect }: SceneShape): string | null {
  if (fill !== null) return fill;
  // A frame that nothing fills is white; a line is its own colour.
  if (points.length >= 4 && !isRect && isBoxOutline(points)) return '#ffffff';
  return stroke;
}

const isBoxOutline = (points: SceneShape['points']): boolean =>
  points.every(([x, y], i) => {
    const before = points[i - 1];
    return !before || Math.abs(x - before[0]) < 0.3 || Math.abs(y - before[1]) < 0.3;
  });

const sampleBox = ({ box, strokeWidthPt, fill }: SceneShape): PageBox =>
  fill === null && strokeWidthPt > 0
    ? ([box[0], box[1] - strokeWidthPt / 2, box[2], box[3] + strokeWidthPt / 2] as unknown as PageBox)
    : box;

function nameBeside(
  { box }: DraftMark,
  names: readonly Label[],
  samples: readonly DraftMark[],
  side: 'left' | 'right',
): Label | null {
  const [w, h] = [box[2] - box[0], box[3] - box[1]];
  const middle = (box[1] + box[3]) / 2;
  let best: { label: Label; gap: number } | null = null;
  for (const label of names) {
    const em = label.sizePt;
    if (SIGN.test(label.text) || !/[\p{L}\d]/u.test(label.text)) continue;
    const isLine = h <= 0.75 * em && w >= 0.8 * em;
    if (w > (isLine ? LINE_SAMPLE_EM : SWATCH_EM) * em || h > 2 * em || Math.max(w, h) < MIN_SWATCH_PT) continue;
    if (middle < label.box[1] - 0.8 * em || middle > label.box[3] + 0.8 * em) continue;
    const gap = side === 'right' ? label.box[0] - box[2] : box[0] - label.box[2];
    if (gap < -0.2 * em || gap > (side === 'right' ? NAME_GAP_EM : NAME_LEFT_GAP_EM) * em) continue;
    const off = Math.abs((label.box[1] + label.box[3]) / 2 - middle);
    const cost = gap + 2 * off;
    if (best === null || cost < best.gap) best = { label, gap: cost };
  }
  if (best === null) return null;
  // Another sample in between is what the name belongs to.
  const { label } = best;
  const between = samples.some((other) => {
    const inRow = Math.abs((other.box[1] + other.box[3]) / 2 - middle) <= 0.5 * label.sizePt;
    return (
      inRow &&
      (side === 'right'
        ? other.box[0] > box[2] && other.box[2] <= label.box[0]
        : other.box[2] < box[0] && other.box[0] >= label.box[2])
    );
  });
  return between ? null : label;
}

/** The name's further lines: below it, or above and below where the sample stands at the middle of them. */
function linesOf(first: Label, swatch: DraftMark, names: readonly Label[], samples: readonly DraftMark[]): Label[] {
  // A unit in brackets may stand a wide blank away.
  const bracket = names.find(
    ({ box, text, sizePt }) =>
      /^[(（]/u.test(text) &&
      Math.abs(sizePt - first.sizePt) < 0.5 &&
      Math.abs(box[1] + box[3] - first.box[1] - first.box[3]) <= 0.6 * sizePt &&
      box[0] - first.box[2] >= 0 &&
      box[0] - first.box[2] <= sizePt,
  );
  const lines = bracket === undefined ? [first] : [first, bracket];
  const isOwn = (label: Label): boolean =>
    !samples.some(
      (other) =>
        other !== swatch &&
        Math.abs(other.box[0] - swatch.box[0]) < 40 &&
        (other.box[1] + other.box[3]) / 2 > label.box[1] - 0.3 * label.sizePt &&
        (other.box[1] + other.box[3]) / 2 < label.box[3] + 0.3 * label.sizePt,
    );
  for (let below = true; below; ) {
    const last = lines.at(-1) as Label;
    const next = names.find(
      (label) =>
        !lines.includes(label) &&
        Math.abs(label.box[0] - first.box[0]) <= 0.6 * first.sizePt &&
        Math.abs(label.sizePt - first.sizePt) < 0.5 &&
        label.bold === first.bold &&
        label.box[1] >= last.box[3] - 0.3 * first.sizePt &&
        label.box[1] - last.box[3] <= LINE_GAP_EM * first.sizePt &&
        !/^[^\p{L}]*\d[^\p{L}]*$/u.test(label.text) &&
        isOwn(label),
    );
    if (next && lines.length < MAX_LINES) lines.push(next);
    else below = false;
  }
  return lines;
}

const MAX_LINES = 4;

interface Entry extends LegendEntry {
  readonly first: Label;
}

function clusters(entries: readonly Entry[], inRows: boolean): Entry[][] {
  const legends: Entry[][] = [];
  for (const entry of [...entries].sort(
    (a, b) => a.swatch.box[1] - b.swatch.box[1] || a.swatch.box[0] - b.swatch.box[0],
  )) {
    const em = entry.first.sizePt;
    const legend = legends.find((other) =>
      other.some(({ swatch, first }) => {
        const column = Math.abs(swatch.box[0] - entry.swatch.box[0]) < 0.5 * em;
        const row = inRows && Math.abs(swatch.box[1] - entry.swatch.box[1]) < 0.5 * em;
        const size = Math.abs(first.sizePt - em) < 0.5;
        return (
          size &&
          ((column && gapOf(swatch.box, entry.swatch.box) < 6 * em) ||
            (row && gapOf(first.box, entry.swatch.box) < ENTRY_GAP_EM * em))
        );
      }),
    );
    if (legend) legend.push(entry);
    else legends.push([entry]);
  }
  return legends;
}
