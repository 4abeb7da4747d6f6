import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { GroundglassError } from '../../evidence/errors.js';

/**
 * Where texts, keys and files go to is for the user to say, not for a library folder, which may come from a stranger.
 */
const ONLY_FROM_A_NAMED_FILE = /^GROUNDGLASS_(?:EMBEDDING|CHAT|VISION|CACHE|CASSETTES|EXECUTION)/;

/** Settings file of a library folder. */
const FILE_NAME = 'config.json';
/** All settings there are take a few hundred bytes. */
const MAX_BYTES = 64 * 2 ** 10;

/**
 * The settings in force: the environment, over those of a JSON file that holds the same names (`$GROUNDGLASS_CONFIG`, else
 * `config.json` in the library folder).
 *
 * @throws GroundglassError `bad_argument` for a file that is no flat JSON object of GROUNDGLASS_ settings, or, where it was
 *   named, is not there
 */
export function settings(libraryFolder: string, environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const named = environment.GROUNDGLASS_CONFIG;
  const path = named || join(libraryFolder, FILE_NAME);
  const text = fileText(path);
  if (text === null && !named) return environment;
  if (text === null) throw unreadable(path);
  const configured: Record<string, string> = {};
  for (const [name, value] of Object.entries(parsed(path, text))) {
    if (!named && ONLY_FROM_A_NAMED_FILE.test(name)) {
      throw wrong(path, `${name} is taken from the environment or from $GROUNDGLASS_CONFIG only`);
    }
    if (!name.startsWith('GROUNDGLASS_') || !['string', 'number'].includes(typeof value)) {
      throw wrong(path, `${JSON.stringify(name)} is no setting`);
    }
    configured[name] = String(value);
  }
  return { ...configured, ...environment };
}

/** What a settings file holds; null where there is none. @throws GroundglassError `bad_argument` for one that can't be it */
function fileText(path: string): string | null {
  try {
    const facts = statSync(path);
    // A pipe would be waited for, and a device read without end.
    if (!facts.isFile()) throw wrong(path, 'it is no regular file');
    if (facts.size > MAX_BYTES) throw wrong(path, `it has ${facts.size} bytes, and ${MAX_BYTES} are allowed`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof GroundglassError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw unreadable(path, error);
  }
}

const unreadable = (path: string, cause?: unknown): GroundglassError =>
  new GroundglassError(
    'bad_argument',
    `The config file ${path} can't be read.`,
    'Check its path and permissions; another one is named by $GROUNDGLASS_CONFIG.',
    {},
    { cause },
  );

function parsed(path: string, text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw wrong(path, error instanceof Error ? error.message : String(error));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(path, 'it is no object');
  return value;
}

const wrong = (path: string, why: string): GroundglassError =>
  new GroundglassError(
    'bad_argument',
    `The config file ${path} is wrong: ${why}.`,
    'It holds one JSON object with the names of the environment variables, such as {"GROUNDGLASS_EMBEDDING_URL": "…"}.',
  );
