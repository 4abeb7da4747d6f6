import type { ImageCandidate } from '../evidence/wire/images.js';
import { requiresCredit } from './licences.js';
import type { Judged } from './ranking/judge.js';

/** A judged work as a candidate of a reply. */
export function candidateOf(judged: Judged, number: number): ImageCandidate {
  const { work, score, why, evidence, missing, sent } = judged;
  return {
    number,
    provider: work.provider,
    title: work.title,
    author: work.author,
    source_page_url: work.sourcePageUrl,
    download_url: work.downloadUrl,
    license_name: work.licence.name,
    license_url: work.licence.url,
    license_tier: work.licence.tier,
    provider_requires_credit: requiresCredit(work.provider),
    preview_url: work.previewUrl,
    width: work.width,
    height: work.height,
    matched_query: sent,
    score,
    why: [...why],
    identity_evidence: evidence,
    missing_required_terms: [...missing],
  };
}
