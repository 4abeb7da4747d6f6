import { captionAt } from '../../evidence/labels.js';
import type { Draft } from './chapter-blocks.js';

/** A caption is a phrase or a few sentences; a longer block beside a picture is body text that mentions it. */
const MAX_CAPTION_CHARS = 600;
const CAPTION_CLASS =
  /(?:^|[\s_-])(?:fig(?:ure)?|img|image|pic(?:ture)?|table|tab|photo)?[_-]?(?:caption|legend)|figcap|图注|图题|圖注|圖題|表题|表題/i;

/** Whether a class attribute calls its element a caption, as EPUB 2 books do for want of figcaption. */
export function isCaptionClass(classes: string | null): boolean {
  return classes !== null && CAPTION_CLASS.test(classes);
}

/**
 * Turns text blocks beside pictures and tables into captions and gives them to the pictures that have none. The picture
 * above comes first, because captions stand below figures more often than above.
 */
export function attachCaptions(drafts: readonly Draft[]): void {
  drafts.forEach((draft, at) => {
    const isCandidate =
      draft.kind === 'text' &&
      draft.text.length <= MAX_CAPTION_CHARS &&
      (draft.captionClass || captionAt(draft.text) !== null);
    if (!isCandidate) return;
    const above = picturesFrom(drafts, at, -1);
    const below = picturesFrom(drafts, at, +1);
    const uncaptioned = [above, below].find((pictures) => pictures.some(({ caption }) => caption === null));
    for (const picture of uncaptioned ?? []) picture.caption ??= draft.text;
    // Beside a picture that is missing it's a caption still.
    const neighbours = [drafts[at - 1]?.kind, drafts[at + 1]?.kind];
    if (neighbours.includes('image') || neighbours.includes('table')) draft.kind = 'caption';
  });
}

/** The pictures of the unbroken run of image blocks that starts next to `at`. */
function picturesFrom(drafts: readonly Draft[], at: number, step: 1 | -1): Draft['pictures'] {
  const pictures: Draft['pictures'] = [];
  for (let i = at + step; drafts[i]?.kind === 'image'; i += step) pictures.push(...drafts[i]!.pictures);
  return pictures;
}
