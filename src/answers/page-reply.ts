import { intersectionOf, type PageBox } from '../evidence/boxes.js';
import type { PageReply } from '../evidence/wire/page.js';
import { type LayoutAnswer, partitionBy } from '../pipeline/layout/model-partition.js';
import type { PartitionOptions } from '../pipeline/layout/partition.js';
import { regionSvg } from '../pipeline/region-svg.js';
import type { ObjectRef } from '../store/objects.js';
import type { PageParts } from './page-work.js';
import { isShownRun, wireRegion, wireSpan } from './wire-page.js';

/** What the partition of a page goes by besides the page and its tables. */
export interface PartitionGiven extends Omit<PartitionOptions, 'tables' | 'proposals'> {
  readonly answer: LayoutAnswer | null;
}

export interface PageGiven extends PartitionGiven {
  /** Only what lies in it, page space; null for the whole page. */
  readonly crop: PageBox | null;
  readonly inline: boolean;
}

/** The parts of a `page` reply that grow with the page. */
export interface PageReplyParts {
  /** Where the SVG of the whole page is kept. */
  readonly stored: ObjectRef;
  /** The SVG of the part that was asked for, UTF-8; null for the whole page. */
  readonly svg: Uint8Array | null;
  readonly svg_text: string | null;
  readonly spans: PageReply['spans'];
  readonly regions: PageReply['regions'];
  readonly layout: string;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

export function pageReplyParts(parts: PageParts, { crop, inline, answer, ...options }: PageGiven): PageReplyParts {
  const { painted, svg } = parts;
  const { regions, lines, producer, warnings } = partitionBy(painted, answer, {
    ...options,
    tables: tableBoxes(parts),
  });
  const text = crop !== null ? regionSvg(painted, crop) : painted.svg;
  return {
    stored: svg as ObjectRef,
    svg: crop === null ? null : new TextEncoder().encode(text),
    svg_text: inline ? text : null,
    spans: painted.elements.filter((element) => isShownRun(element, painted, crop)).map(wireSpan),
    regions: regions
      .filter(({ box }) => crop === null || intersectionOf(box, crop) !== null)
      .map((region) => wireRegion(region, lines[region.index] ?? [], painted)),
    layout: producer,
    warnings: [...painted.warnings, ...warnings],
  };
}

export const tableBoxes = ({ tables }: PageParts): PageBox[] => tables?.tables.map(({ box }) => box) ?? [];
