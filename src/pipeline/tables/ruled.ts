import { areaOf, intersectionOf, type PageBox } from '../../evidence/boxes.js';
import { median } from '../median.js';
import type { BoxIndex } from './box-index.js';
import { completed } from './complete-lattice.js';
import { crossingComponents, danglingShare } from './components.js';
import { boxOfDraft, type Draft, fill } from './draft.js';
import { isRuledTable } from './is-ruled-table.js';
import { latticeOf } from './lattice.js';
import { bottomOf, middleOf, type Placed, topOf } from './placed.js';
import type { Ruling } from './rulings.js';
import { withoutSlivers } from './split-lattice.js';

/** Tables whose cells are enclosed by painted lines, completed by the alignment of words where lines are missing. */
export function ruledDrafts(rulings: readonly Ruling[], words: BoxIndex<Placed>, emPt: number): Draft[] {
  const drafts: Draft[] = [];
  for (const component of crossingComponents(rulings, emPt)) {
    const draft = draftOf(component, words, emPt);
    if (draft) drafts.push(draft);
  }
  // A frame around a table is a grid too, and holds less in each line: the grid with more filled cells stays.
  drafts.sort((a, b) => filled(b) - filled(a));
  const kept: Draft[] = [];
  for (const draft of drafts) {
    const box = boxOfDraft(draft);
    const clash = kept.some((other) => {
      const common = intersectionOf(box, boxOfDraft(other));
      return common !== null && areaOf(common) > 0.2 * Math.min(areaOf(box), areaOf(boxOfDraft(other)));
    });
    if (!clash) kept.push(draft);
  }
  return kept;
}

const filled = (draft: Draft): number => draft.cells.filter((cell) => cell.words.length > 0).length;

function draftOf(component: readonly Ruling[], index: BoxIndex<Placed>, emPt: number): Draft | null {
  const drawn = latticeOf(component, emPt);
  if (!drawn || danglingShare(component, emPt) > MAX_DANGLING) return null;
  const box = boxOfDraft(drawn);
  const words = index.touching(box).filter((word) => inside(box, word));
  if (words.length === 0) return null;
  const em = median(words.map((word) => word.sizePt));
  const clean = withoutSlivers(
    drawn,
    words.map((word) => [(word.x0 + word.x1) / 2, middleOf(word)] as const),
    SLIVER_EM * em,
  );
  const complete = completed(clean, words, em);
  const cells = fill(complete, words);
  const draft: Draft = {
    xs: complete.xs,
    ys: complete.ys,
    cells,
    method: complete === clean ? 'ruled' : 'mixed',
    headerRows: null,
  };
  return isRuledTable(draft) ? draft : null;
}

/** More line ends than this that meet nothing make it a drawing. */
const MAX_DANGLING = 0.2;
/** Rows and columns without text that are narrower than this are the room between two lines. */
const SLIVER_EM = 0.9;

function inside(box: PageBox, word: Placed): boolean {
  const x = (word.x0 + word.x1) / 2;
  const y = (topOf(word) + bottomOf(word)) / 2;
  return x > box[0] && x < box[2] && y > box[1] && y < box[3];
}
