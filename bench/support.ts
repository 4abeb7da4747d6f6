import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of real files beside the checkout. */
export const CORPUS = fileURLToPath(new URL('../../shared/corpus/', import.meta.url));

/** All sound PDFs of the corpus, sorted. @throws Error where the corpus is absent: there is nothing to measure then */
export function corpusPdfs(): string[] {
  if (!existsSync(CORPUS)) throw new Error(`the corpus is not at ${CORPUS}: nothing to measure`);
  return (readdirSync(CORPUS, { recursive: true }) as string[])
    .filter((path) => path.endsWith('.pdf') && !path.startsWith('broken'))
    .map((path) => join(CORPUS, path))
    .sort();
}

export async function milliseconds(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export async function median(times: number, work: () => unknown): Promise<number> {
  const all: number[] = [];
  for (let i = 0; i < times; i++) all.push(await milliseconds(work));
  return all.sort((a, b) => a - b)[Math.floor(times / 2)] ?? Number.NaN;
}

/** Prints a Markdown table. */
export function table(title: string, rows: readonly (readonly string[])[]): void {
  const [head = [], ...body] = rows;
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  console.log(`\n## ${title}\n\n${[line(head), line(head.map(() => '---')), ...body.map(line)].join('\n')}`);
}
