import { intersectionOf, type PageBox } from '../../evidence/boxes.js';
import type { PaintedPage } from '../../sources/painted.js';
import { numberStyleOf } from '../facts/printed-number.js';
import type { PageEvidence } from '../proof/evidence.js';
import type { Chart, ChartPoint, ChartRefusal } from './chart.js';
import type { FoundText } from './cited-text.js';
import { isDescribedAlike } from './described-alike.js';
import type { ReadProposal } from './proposal.js';
import { periodFound, titleFound } from './proposed-heading.js';
import { doubled, found, placesOf, pointFrom } from './proposed-point.js';
import { type Qualification, qualifyChart } from './qualify.js';
import { regionScene } from './region-scene.js';
import { type ReaderChart, readerSays } from './two-readers.js';

/** What a proposal is held against. */
export interface ProposalGround {
  readonly page: PaintedPage;
  readonly evidence: PageEvidence;
  readonly pageIndex: number;
  /** What the model was shown. */
  readonly region: PageBox;
  /** Names the chart in its page. */
  readonly id: string;
  /** Charts of the page as its vectors give them. */
  readonly reader: readonly ReaderChart[];
}

/**
 * What of a proposal the page bears out. Every text is looked up where the model says it stands, and taken from there; value and
 * unit are read off it anew; label, category and series must be tied by where they stand and by colour. What the vector reader
 * or the description says otherwise is refused, and what the reader has verified is left out: a model only adds.
 */
export function qualifyProposal(
  { chart: proposed, sentences }: ReadProposal,
  { page, evidence, pageIndex, region, id, reader }: ProposalGround,
): { readonly chart: Chart; readonly qualification: Qualification } {
  const scene = regionScene(page, region);
  const places = proposed.points.map((point) => placesOf(point, scene));
  const used = places.flatMap(({ value, category, series }) =>
    [value, category, series].flatMap((place) => found(place)?.labels ?? []),
  );
  const own = reader.find(({ chart }) => isSamePlace(chart.box, region))?.chart ?? null;
  const { title: ofChart, period: when } = proposed;
  const title = ofChart === null ? null : titleFound(ofChart, scene, used, own?.title ?? null);
  const ground = {
    scene,
    evidence,
    style: numberStyleOf(scene.numerals.map(({ text }) => text)) ?? 'point',
    title,
    period: when === null ? null : periodFound(when, scene, used, own?.period ?? null, found(title)),
  };
  const read = proposed.points.map((point, i) => pointFrom(point, places[i] as ReturnType<typeof placesOf>, ground));
  const twice = doubled(read);
  const points = read.flatMap((point, i): ChartPoint[] => {
    const says = readerSays(point, reader, own);
    if (says === 'verified') return [];
    const told = isDescribedAlike(proposed.points[i] as (typeof proposed.points)[number], proposed, sentences);
    const refused: ChartRefusal[] = [
      ...point.refused,
      ...(twice.has(i) ? (['AMBIGUOUS_MARK'] as const) : []),
      ...(told && says === 'nothing' ? [] : (['PRODUCERS_DISAGREE'] as const)),
    ];
    return [{ ...point, refused: [...new Set(refused)] }];
  });
  const chart: Chart = {
    id,
    pageIndex,
    box: region,
    grammar: proposed.grammar,
    title: textOf(ground.title),
    period: textOf(ground.period),
    axes: [],
    marks: [],
    points,
  };
  return { chart, qualification: qualifyChart(chart, evidence) };
}

const textOf = (place: FoundText | ChartRefusal | null) => found(place)?.text ?? null;

/** A region was made of a chart where it holds most of it, and not much else. */
const MIN_SHARE = 0.5;

function isSamePlace(chart: PageBox, region: PageBox): boolean {
  const common = intersectionOf(chart, region);
  return common !== null && areaOf(common) >= MIN_SHARE * areaOf(chart) && areaOf(chart) >= MIN_SHARE * areaOf(region);
}

const areaOf = (b: PageBox): number => (b[2] - b[0]) * (b[3] - b[1]);
