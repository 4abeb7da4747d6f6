import { areaOf, holdsPoint, middleOf, type PageBox, pageBox } from '../../evidence/boxes.js';
import { toGroundglassError } from '../../evidence/errors.js';
import { REGION_KINDS } from '../../evidence/wire/page.js';
import type { LayoutModel, ProposedRegion } from '../../models/layout-model.js';
import type { PaintedPage } from '../../sources/painted.js';
import { type PartitionedPage, type PartitionOptions, type Proposal, partitionPage } from './partition.js';
import type { RegionKind } from './region-kinds.js';
import { wordsOf } from './words.js';

/** Cuts pages without a model. */
const PARTITION_PRODUCER = 'vector-layout-v1';

export interface ModelPartition extends PartitionedPage {
  /** {@link PARTITION_PRODUCER} where the page was cut without a model, else the model's id. */
  readonly producer: string;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

/** A proposal has to hold this share of the page's words, or it is about another page. */
const MIN_WORDS_COVERED = 0.6;
/** A part thinner than this share of the page is a slip. */
const MIN_SIDE = 0.004;

/** What a layout model said of a page, or why it said nothing. */
export type LayoutAnswer =
  | { readonly model: string; readonly regions: readonly ProposedRegion[] }
  | { readonly failure: string };

/**
 * @param png rendering of the page for the model
 * @throws the signal's reason where waiting is stopped; whatever else goes wrong is an answer
 */
export async function askLayout(model: LayoutModel, png: Uint8Array, signal?: AbortSignal): Promise<LayoutAnswer> {
  try {
    return { model: model.id, regions: await model.regions(png, signal ? { signal } : {}) };
  } catch (thrown) {
    signal?.throwIfAborted();
    return { failure: toGroundglassError(thrown).message };
  }
}

/**
 * Cuts a page as a layout model proposes, made to cover it without overlap. Where the model could not be asked, or what it
 * says does not fit the page, the page is cut without it, and a warning says why.
 *
 * @param answer null where no model was asked
 */
export function partitionBy(
  page: PaintedPage,
  answer: LayoutAnswer | null,
  options: Omit<PartitionOptions, 'proposals'> = {},
): ModelPartition {
  const plain = (warnings: ModelPartition['warnings']): ModelPartition => ({
    ...partitionPage(page, options),
    producer: PARTITION_PRODUCER,
    warnings,
  });
  if (answer === null) return plain([]);
  if ('failure' in answer) return plain([{ code: 'layout_model_failed', message: answer.failure }]);
  const proposals = answer.regions.flatMap((region) => proposalOf(region, page));
  const fault = faultOf(proposals, answer.regions.length, page);
  if (fault !== null)
    return plain([{ code: 'layout_model_refused', message: `The layout model's answer was not used: ${fault}.` }]);
  return { ...partitionPage(page, { ...options, proposals }), producer: answer.model, warnings: [] };
}

function proposalOf({ kind, box }: ProposedRegion, { width, height }: PaintedPage): Proposal[] {
  const clampTo = (value: number): number => Math.min(1, Math.max(0, value));
  const [x0, y0, x1, y1] = box.map(clampTo) as [number, number, number, number];
  if (!isKind(kind) || !(x1 - x0 >= MIN_SIDE) || !(y1 - y0 >= MIN_SIDE)) return [];
  return [{ kind, box: pageBox(x0 * width, y0 * height, x1 * width, y1 * height) }];
}

const isKind = (kind: string): kind is RegionKind => (REGION_KINDS as readonly string[]).includes(kind);

/** Why proposals can't be about this page, null where they can. */
function faultOf(proposals: readonly Proposal[], count: number, page: PaintedPage): string | null {
  if (proposals.length * 2 <= count) return 'most of its regions have no known kind or no extent';
  const inside = (word: PageBox): boolean => proposals.some(({ box }) => holdsPoint(box, middleOf(word)));
  const words = wordsOf(page);
  if (words.filter(({ box }) => inside(box)).length < MIN_WORDS_COVERED * words.length)
    return 'most of the text stands outside of its regions';
  const total = proposals.reduce((sum, { box }) => sum + areaOf(box), 0);
  return total > MAX_OVERLAP * page.width * page.height ? 'its regions lie over each other' : null;
}

/** Regions that take more than this many pages together overlap everywhere. */
const MAX_OVERLAP = 1.5;
