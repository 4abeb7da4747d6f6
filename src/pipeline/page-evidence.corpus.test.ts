import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { limitsFrom } from '../sources/limits.js';
import { openPdf } from '../sources/pdf/open.js';
import { pageEvidence } from './page-evidence.js';
import { prove } from './prove.js';

const CORPUS = new URL('../../../shared/corpus/', import.meta.url);
const present = existsSync(CORPUS);
if (!present) process.stderr.write(`Skipped: real files are not at ${CORPUS.pathname}\n`);

interface TrueChart {
  readonly file: string;
  readonly page: number | null;
  readonly title: string | null;
  readonly source: string;
  readonly series?: readonly { readonly points: readonly { readonly printed: string }[] }[];
}

const charts = present
  ? (JSON.parse(readFileSync(new URL('GROUND_TRUTH.json', CORPUS), 'utf8')).charts as TrueChart[]).filter(
      ({ source, page }) => source.startsWith('vector') && page !== null,
    )
  : [];

describe.skipIf(!present)('values that a person read off real pages', () => {
  it.each(charts)('$file page $page, $title: each printed label is proven', async ({ file, page, series }) => {
    const source = await openPdf(readFileSync(new URL(file, CORPUS)), limitsFrom({}));
    const index = (page as number) - 1;
    const evidence = pageEvidence(await source.painted(index), JSON.parse(await source.witness(index)));
    await source.close();
    const labels = (series ?? []).flatMap(({ points }) => points.map(({ printed }) => printed));
    const refused = labels.flatMap((label) => {
      const proof = prove(evidence, label);
      return proof.proven ? [] : [`${label}: ${proof.refused.join(', ')}`];
    });
    expect(refused).toEqual([]);
  });
});
