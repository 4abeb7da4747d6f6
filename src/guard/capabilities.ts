import { z } from 'zod';
import type { Role } from './picture.js';
import { readState, writeState } from './state-file.js';

/** Whether a model takes pictures where they stand. `unknown` is learned from the first refusal. */
export type Takes = 'yes' | 'no' | 'unknown';

/** What a person says of models; `*` stands for any characters. It goes before what was learned. */
export interface ConfiguredModels {
  readonly textOnly: readonly string[];
  readonly vision: readonly string[];
}

/**
 * What models take, by endpoint, model and position: the same model may take a picture of a person and refuse one in the
 * result of a tool. Lists of models are wrong both ways, so nothing is known that was neither configured nor refused.
 */
export class Capabilities {
  private readonly learned: Set<string>;

  /** @param folder where refusals are remembered; null to forget them at the end */
  constructor(
    private readonly configured: ConfiguredModels,
    private readonly folder: string | null,
  ) {
    this.learned = new Set(folder === null ? [] : readState(folder, FILE, Learned)?.refused);
  }

  takes(endpoint: string, model: string, position: Role): Takes {
    if (this.configured.textOnly.some((pattern) => matches(pattern, model))) return 'no';
    if (this.learned.has(keyOf(endpoint, model, position))) return 'no';
    return this.configured.vision.some((pattern) => matches(pattern, model)) ? 'yes' : 'unknown';
  }

  /** Remembers that an upstream refused pictures there, over restarts too. */
  learnRefusal(endpoint: string, model: string, positions: Iterable<Role>): void {
    for (const position of positions) this.learned.add(keyOf(endpoint, model, position));
    if (this.folder !== null) writeState(this.folder, FILE, { format: 1, refused: [...this.learned].sort() });
  }
}

const keyOf = (endpoint: string, model: string, position: Role): string => JSON.stringify([endpoint, model, position]);

/** Whole name, case aside; `*` for any characters. */
function matches(pattern: string, model: string): boolean {
  const parts = pattern.toLowerCase().split('*');
  const name = model.toLowerCase();
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return name === first;
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > name.length - last.length) return false;
    at = found + part.length;
  }
  return true;
}

const FILE = 'learned.json';
const Learned = z.object({ format: z.literal(1), refused: z.array(z.string()) });
