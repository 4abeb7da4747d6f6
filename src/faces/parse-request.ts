import type { z } from 'zod';
import { GroundglassError } from '../evidence/errors.js';

/** A request checked against its schema, defaults filled in. @throws GroundglassError `bad_argument` naming each fault */
export function parseRequest<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'request'}: ${issue.message}`);
  throw new GroundglassError(
    'bad_argument',
    faults.slice(0, 5).join('; '),
    'Correct the named options; --help and the OpenAPI document list what each takes.',
    { faults: parsed.error.issues.slice(0, 20).map(({ path, message }) => ({ path: path.join('.'), message })) },
  );
}
