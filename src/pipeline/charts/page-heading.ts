import { gapOf, type PageBox } from '../../evidence/boxes.js';
import { captionAt } from '../../evidence/labels.js';
import type { Label } from './labels.js';
import type { Scene } from './scene.js';

/** The heading of a page is this many times as large as the chart's lettering, and as anything else on the page. */
const OVER_CHART = 1.6;
const OVER_REST = 1.2;
/** Lines of running text have at least this many characters; one alone may be a note. */
const PROSE_CHARS = 32;
const MIN_PROSE_LINES = 2;

/**
 * Whether the lines over a chart are the heading of its page instead: by far the largest lettering, outside the chart's frame,
 * over another chart or running text too. A chart under nothing but it has no title of its own that could be told.
 *
 * @param title what stands over the chart, at least one line
 * @param labelPt size of the chart's lettering
 */
export function isPageHeading(
  { labels }: Scene,
  title: readonly Label[],
  area: PageBox,
  others: readonly PageBox[],
  labelPt: number,
  frame: PageBox | null,
): boolean {
  const sizePt = Math.max(...title.map((line) => line.sizePt));
  const bottom = Math.max(...title.map(({ box }) => box[3]));
  const rest = labels.filter((label) => !title.includes(label));
  if (captionAt(title.map(({ text }) => text).join(' ')) !== null || (frame !== null && bottom > frame[1]))
    return false;
  if (sizePt < OVER_CHART * labelPt || sizePt < OVER_REST * Math.max(0, ...rest.map((label) => label.sizePt)))
    return false;
  const prose = rest.filter(
    ({ text, box, rotationDeg }) =>
      rotationDeg === 0 && text.length >= PROSE_CHARS && box[1] > bottom && gapOf(area, box) > 0,
  );
  return prose.length >= MIN_PROSE_LINES || others.some((other) => other[1] > bottom);
}
