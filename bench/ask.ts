import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask } from '../src/answers/ask.js';
import { add } from '../src/library/add.js';
import { Library } from '../src/library/library.js';
import { distributionMix, expenseRatio, incomeTable, report } from '../test/support/report.js';

const PAGES = 1_000;
const QUESTIONS = 200;

/** Questions in a running process over 1,000 made pages, each with a table or a chart of its own. */
export async function benchAsk(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'groundglass-bench-'));
  const library = Library.open(join(folder, 'library'), { create: true });
  try {
    const file = join(folder, 'report.pdf');
    writeFileSync(file, report(...Array.from({ length: PAGES }, (_, i) => pageOf(i))));
    await add(library, { paths: [file] });
    const started = performance.now();
    await ask(library, { question: 'What was gross profit of unit 1 in 2024?' });
    console.log(`first question, all ${PAGES} pages read: ${Math.round((performance.now() - started) / 1_000)} s`);
    const times: number[] = [];
    let exact = 0;
    for (let i = 0; i < QUESTIONS; i++) {
      const unit = 3 * ((i * 37) % 333) + 1;
      const at = performance.now();
      const reply = await ask(library, { question: `What was gross profit of unit ${unit} in 2024?` });
      times.push(performance.now() - at);
      if (reply.value === grossProfit(unit)) exact += 1;
    }
    times.sort((a, b) => a - b);
    const at = (share: number): string => `${(times[Math.floor(share * times.length)] as number).toFixed(0)} ms`;
    console.log(`${QUESTIONS} questions: p50 ${at(0.5)}, p90 ${at(0.9)}; exact ${exact}`);
  } finally {
    await library.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const grossProfit = (unit: number): string => `${1_000 + unit}.5`;

/** Every third page has a table that is asked for, the others a chart. */
function pageOf(i: number): string {
  if (i % 3 === 0) return expenseRatio([`${(i % 50) + 10}.4%`, null, `${(i % 40) + 10}.1%`]);
  if (i % 3 === 2) return distributionMix([`${(i % 40) + 50}%`, `${50 - (i % 40)}%`]);
  return incomeTable(
    [
      ['In millions', '2023', '2024'],
      ['Revenue', `${2_000 + i}.5`, `${2_100 + i}.5`],
      ['Gross profit', `${900 + i}.5`, grossProfit(i)],
      ['Tax', '-', '12.0'],
    ],
    `Income statement of unit ${i}`,
  );
}
