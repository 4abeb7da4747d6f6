import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GroundglassError } from '../../evidence/errors.js';

/**
 * Where texts, keys and files go to is for the user to say, not for a library folder, which may come from a stranger.
 */
const ONLY_FROM_A_NAMED_FILE = /^GROUNDGLASS_(?:EMBEDDING|CHAT|VISION|CACHE)/;

/** Settings file of a library folder. */
const FILE_NAME = 'config.json';

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
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (!named) return environment;
    throw new GroundglassError(
      'bad_argument',
      `The config file ${path} can't be read.`,
      'Check $GROUNDGLASS_CONFIG.',
      {},
      { cause: error },
    );
  }
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
