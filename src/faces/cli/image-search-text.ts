import { join } from 'node:path';
import type { ImageBatchReply, ImageSearchReply } from '../../evidence/wire/candidates.js';
import type { ImageCandidate } from '../../evidence/wire/images.js';

/** A search as a person reads it. */
export function searchText(reply: ImageSearchReply, explain: boolean, folder: string): string {
  const { status, filename, selected, candidates, rejected, errors, last_error, review_sheet, candidate_total } = reply;
  const outcome = {
    Sourced: () => `${join(folder, filename)}  ${selected?.width} × ${selected?.height}\n${selected?.attribution_text}`,
    'Needs-Selection': () =>
      `${candidates.length} of ${candidate_total} candidates to choose from: ${join(folder, review_sheet ?? '')}\n` +
      `Take one with: groundglass images promote NUMBER --filename ${filename} -o ${folder}`,
    Failed: () => `Failed: ${last_error}`,
    'Needs-Manual': () => `Needs-Manual: ${last_error}`,
  }[status]();
  const { decision } = reply;
  const reviewed =
    decision === null
      ? []
      : [
          `${decision.model}: ${decision.decision}${decision.candidate === null ? '' : ` ${decision.candidate}`}, next ${decision.next}. ${decision.reason}`,
        ];
  const next = reply.next_candidate_page === null ? [] : [`More: --candidate-page ${reply.next_candidate_page}`];
  const reasons = Object.entries(rejected).map(([reason, count]) => `${count} ${reason}`);
  return [
    outcome,
    ...reviewed,
    ...(explain || status === 'Needs-Selection' ? candidates.map((it) => candidateText(it, explain)) : []),
    ...(status === 'Needs-Selection' ? next : []),
    ...(explain && reasons.length > 0 ? [`Rejected: ${reasons.join(', ')}`] : []),
    ...(status === 'Sourced' || status === 'Needs-Selection' ? errors.map(({ message }) => `Not had: ${message}`) : []),
  ].join('\n');
}

export const batchText = ({ rows }: ImageBatchReply): string =>
  rows
    .map(({ filename, status, last_error }) => [status.padEnd(15), filename, last_error ?? ''].join('  ').trim())
    .join('\n');

export const rowText = ({ filename, status, last_error, limitations }: ImageSearchReply): string =>
  [`${status} ${filename}`, ...(last_error === null ? [] : [last_error]), ...limitations].join(': ');

function candidateText(candidate: ImageCandidate, explain: boolean): string {
  const { number, provider, title, author, license_name, width, height, identity_evidence, score, why } = candidate;
  const eyes = identity_evidence === 'metadata-verified' ? '' : '  (look closely)';
  const line = `${String(number).padStart(2)}  ${title} — ${author || '?'}, ${license_name}, ${provider}, ${width} × ${height}${eyes}`;
  return explain ? [`${line}  ${score}`, ...why.map((it) => `      ${it}`)].join('\n') : line;
}
