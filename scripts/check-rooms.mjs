// What the import rules can't see: only faces, and the entries of processes of our own, print, read arguments or end.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FORBIDDEN = /\bprocess\.(?:exit|exitCode|argv|stdout|stderr|stdin)\b/;

const faults = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  .filter((path) => !path.startsWith(join('src', 'faces')) && !path.endsWith('-process.ts'))
  .flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, i) => (FORBIDDEN.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : [])),
  );

if (faults.length > 0) {
  console.error(`Only src/faces may print or end the process:\n${faults.join('\n')}`);
  process.exit(1);
}
