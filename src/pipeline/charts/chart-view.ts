import { grown, heightOf, intersectionOf, type PageBox, pageBox, rounded, widthOf } from '../../evidence/boxes.js';
import { wireBox } from '../../evidence/wire/locator.js';
import type { PaintedPage } from '../../sources/painted.js';
import { digestOf } from '../../store/objects.js';
import { wordsOf } from '../layout/words.js';
import { regionSvg } from '../region-svg.js';
import { type Label, labelsOf } from './labels.js';

/** A line of lettering in a region, as a model is told of it. */
interface ViewedSpan {
  readonly text: string;
  readonly box: readonly number[];
  readonly element_ids: readonly string[];
}

/** A region of a page as a vision model is shown it. */
export interface ChartView {
  readonly svg: string;
  /** Pixels a pt of the picture that is drawn of the SVG. */
  readonly scale: number;
  readonly spans: readonly ViewedSpan[];
  /** SHA-256 over the SVG, the way it is drawn, and the spans. */
  readonly binding: string;
}

/** Beyond this long side vision models scale a picture down themselves; small regions are drawn larger, up to this. */
const LONG_SIDE_PX = 1_568;
const MAX_SCALE = 4;
/** More lettering than this is a page of text or a map. */
export const MAX_SPANS = 600;

/** A region with the lettering inside of it: deterministic, so that what a model was shown can be made again. */
export function chartView(page: PaintedPage, region: PageBox): ChartView {
  const svg = regionSvg(page, region);
  const side = Math.max(widthOf(region), heightOf(region));
  const scale = Math.round(100 * Math.min(MAX_SCALE, LONG_SIDE_PX / side)) / 100;
  const spans = labelsWithin(labelsOf(wordsOf(page)), region).map(
    ({ text, box, words }): ViewedSpan => ({
      text,
      box: wireBox(rounded(box)),
      element_ids: [...new Set(words.flatMap(({ runs }) => runs.map(({ id }) => id)))],
    }),
  );
  const digest = (text: string): string => digestOf(new TextEncoder().encode(text));
  return { svg, scale, spans, binding: digest(JSON.stringify({ svg: digest(svg), renderer: RENDERER, scale, spans })) };
}

const RENDERER = 'resvg';
/** What lies in a region by most of its area counts to it. */
const MIN_SHARE_INSIDE = 0.5;

/** The lettering that lies in a region. */
export function labelsWithin(labels: readonly Label[], region: PageBox): Label[] {
  return labels.filter(({ box }) => {
    const common = intersectionOf(box, region);
    return common !== null && widthOf(common) * heightOf(common) >= MIN_SHARE_INSIDE * widthOf(box) * heightOf(box);
  });
}

/** The region around a chart that a reader found, with room for what stands beside its marks. */
export function regionAround(page: PaintedPage, box: PageBox): PageBox {
  const margin = MARGIN_SHARE * Math.max(widthOf(box), heightOf(box));
  return rounded(intersectionOf(grown(box, margin), pageBox(0, 0, page.width, page.height)) ?? box);
}

const MARGIN_SHARE = 0.12;
