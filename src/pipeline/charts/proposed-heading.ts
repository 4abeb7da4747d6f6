import { middleOf, type PageBox } from '../../evidence/boxes.js';
import type { ChartRefusal, ChartText } from './chart.js';
import { type FoundText, findCited } from './cited-text.js';
import type { Label } from './labels.js';
import { isPeriod, periodTextsIn } from './periods.js';
import type { CitedText } from './proposal.js';
import type { RegionScene } from './region-scene.js';

/** Lines of a title are in one size, within this, and follow each other within this, em. */
const SAME_SIZE = 0.05;
const NEXT_LINE_EM = 1.7;
/** They begin or are centred alike, within this, em. */
const SAME_COLUMN_EM = 0.5;

/**
 * A title that a model proposes, where it is the page's: all lines over the values in the largest print, and nothing but them.
 *
 * @param used lines that name or are values
 * @param known what the vector reader takes for the title, null for nothing
 */
export function titleFound(
  cited: CitedText,
  scene: RegionScene,
  used: readonly Label[],
  known: ChartText | null,
): FoundText | ChartRefusal {
  const found = citedAlike(cited, scene, known);
  if (typeof found === 'string' || known !== null) return found;
  const over = linesOver(scene, used);
  const largest = Math.max(0, ...over.map(({ sizePt }) => sizePt));
  const title = over.filter(({ sizePt }) => sizePt >= (1 - SAME_SIZE) * largest).sort((a, b) => a.box[1] - b.box[1]);
  const isBlock = title.every((label, i) => {
    const before = title[i - 1];
    return before === undefined || label.box[1] - before.box[3] <= NEXT_LINE_EM * label.sizePt;
  });
  const words = title.flatMap((label) => label.words);
  return isBlock && words.length === found.words.length && words.every((word) => found.words.includes(word))
    ? found
    : 'NOT_TIED';
}

/**
 * A period that a model proposes for the whole chart, where the reader has it too, or it is the only one over the values and
 * stands in the title or right at it. A year in a corner of the page is that of the report.
 *
 * @param title as the page has it; null for none
 */
export function periodFound(
  cited: CitedText,
  scene: RegionScene,
  used: readonly Label[],
  known: ChartText | null,
  title: FoundText | null,
): FoundText | ChartRefusal {
  const found = citedAlike(cited, scene, known);
  if (typeof found === 'string' || known !== null) return found;
  const over = linesOver(scene, used);
  const named = new Set(over.flatMap(({ text }) => periodTextsIn(text).map((period) => period.text)));
  const isOver = found.labels.every(
    (label) => over.includes(label) && title?.labels.some((line) => line === label || isAt(line, label)),
  );
  return isOver && named.size === 1 && named.has(found.text.text) && isPeriod(found.text.text) ? found : 'NOT_TIED';
}

/** The line right over or under another, in one column with it. */
function isAt({ box, sizePt }: Label, other: Label): boolean {
  const gap = Math.max(other.box[1] - box[3], box[1] - other.box[3]);
  const isInColumn = [box[0] - other.box[0], middleOf(box)[0] - middleOf(other.box)[0]].some(
    (off) => Math.abs(off) <= SAME_COLUMN_EM * sizePt,
  );
  return isInColumn && gap > -0.5 * sizePt && gap <= NEXT_LINE_EM * sizePt;
}

/** The cited text, which must be what the reader has, where it has one. */
function citedAlike(cited: CitedText, scene: RegionScene, known: ChartText | null): FoundText | ChartRefusal {
  const found = findCited(cited, scene.labels);
  if (typeof found === 'string' || known === null) return found;
  return known.text === found.text.text ? found : 'PRODUCERS_DISAGREE';
}

/** Lettering over everything that names or is a value. */
function linesOver({ labels, legend }: RegionScene, used: readonly Label[]): Label[] {
  const top = Math.min(...used.map(({ box }: { box: PageBox }) => box[1]));
  const taken = new Set([...used, ...legend.flatMap((entry) => entry.labels)]);
  return labels.filter((label) => !taken.has(label) && label.rotationDeg === 0 && middleY(label.box) < top);
}

const middleY = (box: PageBox): number => (box[1] + box[3]) / 2;
