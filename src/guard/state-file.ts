import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { writeWhole } from '../store/write-whole.js';

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

export const writeState = (folder: string, name: string, state: unknown): void =>
  writeWhole(join(folder, name), `${JSON.stringify(state, null, 1)}\n`);
