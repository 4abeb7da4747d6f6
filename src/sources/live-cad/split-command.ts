import { GroundglassError } from '../../evidence/errors.js';

/**
 * A command line as its words. Single and double quotes hold words together; nothing else has a meaning, and no shell sees it.
 * @throws GroundglassError `bad_argument` where nothing is left, or a quote is not closed
 */
export function splitCommand(command: string): readonly [program: string, ...args: string[]] {
  const words = [...command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map((match) => match[0].replace(QUOTED, '$1$2'));
  const rest = command.replace(/"[^"]*"|'[^']*'/g, '');
  const [program, ...args] = words;
  if (program === undefined || /["']/.test(rest)) {
    throw new GroundglassError(
      'bad_argument',
      program === undefined
        ? 'The command of the CAD server is empty.'
        : 'A quote in the command of the CAD server is not closed.',
      'Give the command that starts it, such as "groundglass cad-mcp plan.dxf".',
    );
  }
  return [program, ...args];
}

const QUOTED = /"([^"]*)"|'([^']*)'/g;
