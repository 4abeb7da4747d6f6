import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pageEvidence } from '../src/pipeline/page-evidence.js';
import { prove } from '../src/pipeline/prove.js';
import { limitsFrom } from '../src/sources/limits.js';
import { openPdf } from '../src/sources/pdf/open.js';
import { corpusPdfs, median, milliseconds, table } from './support.js';

const MAX_PAGES = 6;
const PROOFS = 21;

/** How often two parsers and the pixels agree on a glyph, what the rest is refused for, and what it takes. */
export async function benchWitness(): Promise<void> {
  const rows: string[][] = [
    ['file', 'pages', 'glyphs', 'proven', 'refused for', 'ms a page: painted', 'witness', 'joined', 'prove p50'],
  ];
  for (const path of corpusPdfs()) {
    const source = await openPdf(readFileSync(path), limitsFrom());
    const reasons = new Map<string, number>();
    const took = { painted: 0, witness: 0, joined: 0 };
    let [glyphs, proven, proveMs] = [0, 0, 0];
    const pages = Math.min(source.pages.length, MAX_PAGES);
    for (let index = 0; index < pages; index++) {
      let started = performance.now();
      const painted = await source.painted(index);
      took.painted += performance.now() - started;
      started = performance.now();
      const witness = JSON.parse(await source.witness(index));
      took.witness += performance.now() - started;
      let evidence = pageEvidence(painted, witness);
      took.joined += await milliseconds(() => {
        evidence = pageEvidence(painted, witness);
      });
      for (const glyph of evidence.glyphs) {
        if ((glyph.pdfjs ?? glyph.pdfium)?.trim() === '') continue;
        glyphs += 1;
        if (glyph.refused.length === 0) proven += 1;
        const reason = glyph.refused.join('+');
        if (reason !== '') reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
      const text = evidence.readings[Math.floor(evidence.readings.length / 2)]?.text.slice(0, 8) ?? 'nothing';
      proveMs = Math.max(proveMs, await median(PROOFS, () => prove(evidence, text)));
    }
    await source.close();
    const ms = (all: number) => (all / pages).toFixed(0);
    rows.push([
      basename(path),
      String(pages),
      String(glyphs),
      glyphs === 0 ? '' : `${((100 * proven) / glyphs).toFixed(2)} %`,
      [...reasons]
        .sort((a, b) => b[1] - a[1])
        .map(([reason, count]) => `${reason} ${count}`)
        .join(', '),
      ms(took.painted),
      ms(took.witness),
      ms(took.joined),
      `${proveMs.toFixed(2)} ms`,
    ]);
  }
  table('Two witnesses of every glyph', rows);
}
