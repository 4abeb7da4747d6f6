import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';

/** What the gateway keeps over restarts under one name; null where nothing is kept, or what is kept is damaged. */
export function readState<Schema extends z.ZodType>(
  folder: string,
  name: string,
  schema: Schema,
): z.output<Schema> | null {
  try {
    return schema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
  } catch {
    return null;
  }
}

/** Written aside and renamed: a process that is killed leaves the state before or after. */
export function writeState(folder: string, name: string, state: unknown): void {
  mkdirSync(folder, { recursive: true });
  const aside = join(folder, `${name}.${randomBytes(6).toString('hex')}`);
  writeFileSync(aside, `${JSON.stringify(state, null, 1)}\n`, { flag: 'wx', mode: 0o600 });
  renameSync(aside, join(folder, name));
}
