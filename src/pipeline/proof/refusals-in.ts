import type { Refusal } from '../../evidence/wire/prove.js';
import type { RunPart } from '../layout/words.js';
import type { EvidenceGlyph, PageEvidence } from './evidence.js';

/** Why some glyphs of a page are not proven, each reason once; empty where all are. */
export function refusalsIn(evidence: PageEvidence, parts: readonly RunPart[]): Refusal[] {
  const byElement = glyphsByElement(evidence);
  const reasons = new Set<Refusal>();
  for (const { id, from, to } of parts) {
    const glyphs = byElement.get(id)?.slice(from, to) ?? [];
    // A glyph that the evidence does not know is not proven.
    if (glyphs.length < to - from) reasons.add('WITNESSES_DISAGREE');
    for (const { refused } of glyphs) for (const reason of refused) reasons.add(reason);
  }
  return [...reasons];
}

/** Asked for every cell of a table: the glyphs of a page are sorted once. */
const SORTED = new WeakMap<PageEvidence, Map<string, EvidenceGlyph[]>>();

export function glyphsByElement(evidence: PageEvidence): Map<string, EvidenceGlyph[]> {
  const known = SORTED.get(evidence);
  if (known) return known;
  const sorted = new Map<string, EvidenceGlyph[]>();
  for (const glyph of evidence.glyphs) {
    const element = evidence.runs[glyph.run]?.element;
    if (element === null || element === undefined) continue;
    const glyphs = sorted.get(element);
    if (glyphs) glyphs.push(glyph);
    else sorted.set(element, [glyph]);
  }
  SORTED.set(evidence, sorted);
  return sorted;
}
