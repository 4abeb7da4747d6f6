import { type Locator, wireBox } from '../evidence/wire/locator.js';
import { partitionBy } from '../pipeline/layout/model-partition.js';
import type { PageEvidence } from '../pipeline/proof/evidence.js';
import { glyphsByElement, refusalsIn } from '../pipeline/proof/refusals-in.js';
import type { GlyphRun } from '../sources/painted.js';
import { type PartitionGiven, tableBoxes } from './page-reply.js';
import type { PageParts } from './page-work.js';
import { type ReviewSpan, reviewHtml } from './review-html.js';
import { isShownRun, wireRegion, wireSpan } from './wire-page.js';
import { wireTable } from './wire-table.js';

export interface ReviewGiven extends PartitionGiven {
  readonly title: string;
  readonly where: string;
  readonly locator: Locator;
  readonly inline: boolean;
}

/** The page for people, and what is counted on it. */
export interface ReviewParts {
  /** UTF-8. */
  readonly file: Uint8Array;
  /** The same, where it goes into the reply. */
  readonly html: string | null;
  readonly spans: number;
  readonly refused_spans: number;
  readonly regions: number;
  readonly tables: number;
}

export function reviewParts(
  parts: PageParts,
  { title, where, locator, inline, answer, ...options }: ReviewGiven,
): ReviewParts {
  const { painted } = parts;
  const evidence = parts.evidence as PageEvidence;
  const { tables = [], warnings = [] } = parts.tables ?? {};
  const { regions, lines } = partitionBy(painted, answer, { ...options, tables: tableBoxes(parts) });
  const spans = painted.elements
    .filter((element) => element.kind === 'text')
    .filter((run) => run.text.trim() !== '')
    .map((run) => reviewSpan(run, evidence, isShownRun(run, painted)));
  const html = reviewHtml({
    title,
    where,
    width: painted.width,
    height: painted.height,
    svg: painted.svg,
    spans,
    regions: regions.map((region) => wireRegion(region, lines[region.index] ?? [], painted)),
    tables: tables.map((table) => wireTable(table, { ...locator, box: wireBox(table.box) })),
    warnings: [...painted.warnings, ...warnings].map(({ message }) => message),
  });
  return {
    file: new TextEncoder().encode(html),
    html: inline ? html : null,
    spans: spans.length,
    refused_spans: spans.filter(({ proven }) => !proven).length,
    regions: regions.length,
    tables: tables.length,
  };
}

function reviewSpan(run: GlyphRun, evidence: PageEvidence, shown: boolean): ReviewSpan {
  const glyphs = glyphsByElement(evidence).get(run.id) ?? [];
  const refused = refusalsIn(evidence, [{ id: run.id, from: 0, to: run.glyphs.length }]);
  return {
    ...wireSpan(run),
    shown,
    proven: refused.length === 0,
    refused,
    embedded: evidence.runs[glyphs[0]?.run ?? -1]?.embedded ?? false,
    witness: glyphs.map(({ pdfium }) => pdfium ?? '').join(''),
  };
}
