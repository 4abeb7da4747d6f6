// Asks a PDF one question and prints the answer with what it stands on, or why there is none and what there is instead.
//
//     node examples/ask-a-report.mjs [FILE QUESTION]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { add, answerText, ask, Library } from '../dist/index.js';

const [
  file = fileURLToPath(new URL('data/tor-2020-2021-annual-report.pdf', import.meta.url)),
  question = 'What is the difference in percentage points between Program Services and Fundraising in the Expenses chart?',
] = process.argv.slice(2);

// A library that is kept answers the next question in milliseconds; this one is thrown away.
const folder = mkdtempSync(join(tmpdir(), 'groundglass-example-'));
const library = Library.open(folder, { create: true });
try {
  const { documents, failed } = await add(library, { paths: [file] });
  if (failed.length > 0) throw new Error(failed[0].error.message);
  const reply = await ask(library, { question, doc: documents[0].document });
  console.log(answerText(reply));
  // Programs take the fields: `value` is a decimal string, never a float.
  if (reply.status === 'answered') console.log(JSON.stringify({ value: reply.value, unit: reply.unit }));
} finally {
  await library.close();
  rmSync(folder, { recursive: true, force: true });
}
