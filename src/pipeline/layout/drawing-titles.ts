import { captionAt } from '../../evidence/labels.js';
import type { Cluster } from './drawing-clusters.js';
import type { TextBlock } from './text-blocks.js';
import type { TextLine } from './text-lines.js';

const TITLE_GAP_EM = 2.6;
const TITLE_MAX_CHARS = 140;

/** The closest title, unless one above it is set larger. */
export function largestOf(blocks: readonly TextBlock[]): string | null {
  const [closest, ...rest] = blocks;
  if (!closest) return null;
  return blockText(rest.reduce((best, block) => (block.sizePt >= 1.15 * best.sizePt ? block : best), closest));
}

export const blockText = (block: TextBlock): string => block.lines.map(({ text }) => text).join(' ');

/** What stands right above a chart, short and inside its width, line upon line. */
export function titlesOf({ box }: Cluster, blocks: readonly TextBlock[], taken: ReadonlySet<TextLine>): TextBlock[] {
  const titles: TextBlock[] = [];
  let top = box[1];
  const candidates = blocks
    .filter((block) => block.lines.every((line) => !taken.has(line)) && isTitleLike(block))
    .filter((block) => block.box[0] >= box[0] - block.sizePt && block.box[2] <= box[2] + block.sizePt)
    .sort((a, b) => b.box[3] - a.box[3]);
  for (const block of candidates) {
    const gap = top - block.box[3];
    if (
      titles.length === MAX_TITLES ||
      gap < -0.3 * block.sizePt ||
      gap > (titles.length === 0 ? TITLE_GAP_EM : 1.3) * block.sizePt
    )
      continue;
    titles.push(block);
    top = block.box[1];
  }
  return titles;
}

/** A caption, larger or bold letters, or a few words. */
function isTitleLike(block: TextBlock): boolean {
  const text = blockText(block);
  if (text.length > TITLE_MAX_CHARS || block.bullet) return false;
  if (captionAt(text) !== null) return true;
  if (!/\p{L}{2}|\d{4}/u.test(text) || /[.。,，;；]$/u.test(text)) return false;
  return block.bold || (text.length <= PLAIN_TITLE_MAX_CHARS && block.lines.length <= 2);
}

const PLAIN_TITLE_MAX_CHARS = 50;

/** A heading, and a total or a unit below it. */
const MAX_TITLES = 3;

/** The highest lettering inside a chart that is larger or bolder than the rest. */
export function innerTitle({ lines }: Cluster): string | null {
  const named = [...lines].filter(({ text }) => /\p{L}{2}/u.test(text)).sort((a, b) => a.box[1] - b.box[1]);
  const usual = [...lines].sort((a, b) => a.sizePt - b.sizePt)[lines.size >> 1];
  const bold = [...lines].filter((line) => line.bold).length * 2 > lines.size;
  const stands = (line: TextLine): boolean =>
    usual !== undefined && (line.sizePt >= 1.15 * usual.sizePt || (line.bold && !bold));
  const first = named.find(stands);
  if (!first) return null;
  return named
    .filter(
      (line) =>
        stands(line) &&
        line.sizePt === first.sizePt &&
        line.bold === first.bold &&
        line.box[1] - first.box[1] < 3 * first.sizePt,
    )
    .map(({ text }) => text)
    .join(' ');
}
