import { randomBytes } from 'node:crypto';
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { GroundglassError } from '../evidence/errors.js';
import { wireBoxSchema } from '../evidence/wire/locator.js';
import { makeFolders } from '../store/make-folders.js';
import { type Spared, writeOutput } from '../store/output-file.js';

/** What is known of a picture that was shown, kept beside it. */
const shownSchema = z.object({
  document: z.string(),
  sheet: z.int().positive(),
  frame: z.enum(['page', 'world']),
  visible_box: wireBoxSchema,
});
export type Shown = z.infer<typeof shownSchema>;

const NAME = /^inspect-(\d{1,9})\.json$/;
/** Labels tried while other processes take theirs. */
const ATTEMPTS = 1_000;

/**
 * A folder of pictures that were shown, each under a label: `inspect-1.png` with what it shows in `inspect-1.json`. That
 * file appears whole or not at all and never twice, so that processes that look at the same time get labels of their own.
 */
export class PictureFolder {
  readonly path: string;

  /**
   * @param spared what no picture may replace
   * @param elsewhere keeps the pictures themselves; by default they lie in the folder
   */
  constructor(
    path: string,
    private readonly spared: Spared,
    private readonly elsewhere: ((png: Uint8Array) => Promise<string>) | null = null,
  ) {
    this.path = resolve(path);
  }

  /** Keeps a picture under the next free label. @throws GroundglassError `bad_argument` where nothing can be written */
  async keep(png: Uint8Array, shown: Shown): Promise<{ label: string; file: string }> {
    const label = await this.register(shown);
    const file = this.elsewhere
      ? await this.elsewhere(png)
      : await writeOutput(join(this.path, `${label}.png`), png, this.spared);
    return { label, file };
  }

  /** What a label stands for; null for one that was not given here. */
  async find(label: string): Promise<Shown | null> {
    if (!NAME.test(`${label}.json`)) return null;
    try {
      const parsed = shownSchema.safeParse(JSON.parse(await readFile(join(this.path, `${label}.json`), 'utf8')));
      return parsed.success ? parsed.data : null;
    } catch {
      return null;
    }
  }

  private async register(shown: Shown): Promise<string> {
    const aside = join(this.path, `.${randomBytes(8).toString('hex')}`);
    try {
      makeFolders(this.path);
      await writeFile(aside, JSON.stringify(shown), { flag: 'wx' });
      try {
        const taken = (await readdir(this.path)).map((name) => Number(NAME.exec(name)?.[1] ?? 0));
        const first = Math.max(0, ...taken) + 1;
        for (let n = first; n < first + ATTEMPTS; n++) {
          if (await linked(aside, join(this.path, `inspect-${n}.json`))) return `inspect-${n}`;
        }
      } finally {
        await rm(aside, { force: true });
      }
    } catch (cause) {
      throw unwritable(this.path, cause);
    }
    throw unwritable(this.path, null);
  }
}

/** @returns false where there is a file of that name already */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const unwritable = (path: string, cause: unknown): GroundglassError =>
  new GroundglassError(
    'bad_argument',
    `No picture can be kept in ${path} (${cause instanceof Error && 'code' in cause ? cause.code : 'all labels are taken'}).`,
    'Name a folder that can be written with -o.',
    { path },
    { cause },
  );
