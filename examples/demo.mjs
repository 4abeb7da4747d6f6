// The main job on a bundled real report: ask for a number, see it on the page, ask for one that is not there, and have the
// answer proven again from the original file alone. Everything runs on this machine: no key, no server, no network.
import { mkdirSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { add, ask, Library, search, verify } from '../dist/index.js';

const report = fileURLToPath(new URL('data/tor-2020-2021-annual-report.pdf', import.meta.url));
const folder = fileURLToPath(new URL('../demo-out/', import.meta.url));
const here = (path) => relative(process.cwd(), path);
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const library = Library.open(`${folder}library`, { create: true });

let started = Date.now();
const { documents } = await add(library, { paths: [report] });
const [{ document, title, pages, members }] = documents;
console.log(`added     ${title}: ${pages} pages, ${members} passages, ${seconds(started)}`);

started = Date.now();
const question = 'In the Expenses chart, which share went to program services?';
const reply = await ask(library, { question, doc: document }, { output: `${folder}answer.html` });
console.log(`asked     the first question reads every page: ${seconds(started)}\n`);
console.log(`question  ${question}`);
console.log(`answer    ${reply.answer}`);
for (const { printed, locator, element_ids } of reply.citations)
  console.log(`cited     ${JSON.stringify(printed)} on page ${locator.page}, SVG element ${element_ids.join(' ')}`);
const { view } = await ask(library, { question, doc: document }, { output: `${folder}answer.png` });
console.log(`picture   ${here(view.file)}`);
console.log(`to click  ${here(reply.view.file)}\n`);

const missing = 'In the Expenses chart, which share went to program services in 2018?';
const { status, reason, available, look } = await ask(library, { question: missing, doc: document });
console.log(`question  ${missing}`);
console.log(`${status} ${reason}`);
console.log(`there is  ${[...available.periods, ...available.categories].join(', ')}`);
for (const { locator, why } of look.candidates.slice(0, 1)) console.log(`look at   page ${locator.page}: ${why}`);

started = Date.now();
const { view: _, ...answer } = reply;
const { verified, checks } = await verify(answer, report);
console.log(
  `\nverify    ${verified ? 'proven' : 'NOT proven'} again from the original file, ${checks.length} checks, ${seconds(started)}`,
);
const forged = await verify({ ...answer, value: '88.2' }, report);
console.log(`forged    with 88.2 as its value: ${forged.checks.find(({ ok }) => !ok)?.why}`);

const { hits } = await search(library, { query: question, limit: 1 });
console.log(`\nsearch    page ${hits[0].locator.page}: ${hits[0].text.replace(/\s+/g, ' ').slice(0, 80)}…`);

await library.close();
