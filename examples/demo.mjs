// The main job on a bundled real report: add it, find a passage, hear whether text is enough, look at the right place.
// Everything runs on this machine: no key, no server, no network.
import { mkdirSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { add, Library, locate, render, search } from '../dist/index.js';

const report = fileURLToPath(new URL('data/tor-2020-2021-annual-report.pdf', import.meta.url));
const folder = fileURLToPath(new URL('../demo-out/', import.meta.url));
const question = 'In the Expenses chart, which share went to program services?';

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const library = Library.open(`${folder}library`, { create: true });

const started = Date.now();
const { documents } = await add(library, { paths: [report] });
const [document] = documents;
console.log(
  `added     ${document.title}: ${document.pages} pages, ${document.members} passages, ${Date.now() - started} ms`,
);

const { hits, advice } = await search(library, { query: question, limit: 3 });
console.log(`\nquestion  ${question}`);
for (const hit of hits) {
  const { bm25, vector } = hit.channels;
  const ranks = `words ${bm25 ? `#${bm25.rank}` : 'none'}, meaning ${vector ? `#${vector.rank}` : 'none'}`;
  console.log(`found     page ${hit.locator.page} (${ranks}): ${hit.text.replace(/\s+/g, ' ').slice(0, 100)}…`);
}
console.log(`advice    ${advice.visual_required ? 'look at the page' : 'the text may be enough'}`);
for (const { reason, evidence } of advice.reasons) console.log(`          ${reason}: ${evidence}`);

const { candidates } = await locate(library, { query: question, probe: ['Total Expenses'], doc: document.document });
const [place] = candidates;
console.log(`located   page ${place.locator.page}: ${place.why}`);

const picture = await render(
  library,
  { doc: document.document, page: place.locator.page, dpi: 60 },
  { output: `${folder}page-${place.locator.page}.png` },
);
console.log(`picture   ${relative(process.cwd(), picture.file)}`);
console.log(
  `          ${picture.width_px} × ${picture.height_px} px; host support: ${picture.host_image_support}; OCR: no`,
);
console.log(`next      ${picture.next_step}`);

await library.close();
