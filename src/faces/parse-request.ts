import type { z } from 'zod';
import { GroundglassError } from '../evidence/errors.js';

/** Faults named in the message; all are in the details. */
const MOST_NAMED = 5;
const MOST_LISTED = 20;

/** A request checked against its schema, defaults filled in. @throws GroundglassError `bad_argument` naming each fault */
export function parseRequest<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues
    .slice(0, MOST_LISTED)
    .map((issue) => ({ option: issue.path.join('.') || 'the request', fault: faultOf(issue) }));
  throw new GroundglassError(
    'bad_argument',
    `${faults
      .slice(0, MOST_NAMED)
      .map(({ option, fault }) => `${option} ${fault}`)
      .join('; ')}.`,
    'Give the named options as described; nothing was done.',
    { faults },
  );
}

/** What is wrong with an option, as the end of a sentence that begins with its name. */
function faultOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `has no option ${issue.keys.join(', ')}`;
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'is missing';
    const isNumber = issue.expected === 'number' || issue.expected === 'int';
    const hint = issue.path.at(-1) === 'page' ? ': pages are counted from 1, whatever is printed on them' : '';
    return `is no ${isNumber ? 'number' : issue.expected}${hint}`;
  }
  return `is not accepted (${issue.message})`;
}
