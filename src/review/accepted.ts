import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { GroundglassError } from '../evidence/errors.js';
import { type Issue, issueSchema } from '../evidence/wire/review.js';

/** Findings that a person looked at and accepted: found again, they are suppressed. People may edit the file. */
export const ACCEPTED_FILE = 'accepted.json';
const FORMAT = 'accepted-v1';

const acceptedSchema = issueSchema.pick({ id: true, rule: true, category: true, statement: true, evidence: true });
export type Accepted = z.infer<typeof acceptedSchema>;
const fileSchema = z.object({ format: z.literal(FORMAT), accepted: z.array(acceptedSchema) });

/** Two boxes are of the same finding where their common part is this much of both together: models draw them by eye. */
const SAME_PLACE = 0.4;

/** What a file of accepted findings holds; nothing where there is no file. @throws GroundglassError `bad_argument` */
export async function readAccepted(path: string): Promise<readonly Accepted[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw unusable(path, error.message, error);
  });
  if (text === null) return [];
  try {
    return fileSchema.parse(JSON.parse(text)).accepted;
  } catch (error) {
    const why = error instanceof z.ZodError ? (error.issues[0]?.message ?? 'wrong shape') : String(error);
    throw unusable(path, why, error);
  }
}

export const acceptedText = (accepted: readonly Accepted[]): string =>
  `${JSON.stringify({ format: FORMAT, accepted }, null, 1)}\n`;

/** What is kept of a finding: enough to know it again. */
export const acceptanceOf = ({ id, rule, category, statement, evidence }: Issue): Accepted => ({
  id,
  rule,
  category,
  statement,
  evidence,
});

/**
 * Whether a finding was accepted. A model words and places the same finding a little differently each time, and a drawing's next
 * version is another file: what counts besides the id is the kind, the sheet, and the entity or the place.
 */
export function isAccepted(issue: Issue, accepted: readonly Accepted[]): boolean {
  return accepted.some((one) => {
    if (one.id === issue.id) return true;
    if (one.rule !== issue.rule || one.category !== issue.category) return false;
    const [a, b] = [one.evidence, issue.evidence];
    if (a.sheet !== b.sheet || a.frame !== b.frame) return false;
    if (a.handle !== null || b.handle !== null) return a.handle === b.handle;
    return a.box !== null && b.box !== null && commonShare(a.box, b.box) >= SAME_PLACE;
  });
}

type Corners = readonly [number, number, number, number];

function commonShare(a: Corners, b: Corners): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  if (width <= 0 || height <= 0) return a.every((value, i) => value === b[i]) ? 1 : 0;
  const area = ([x0, y0, x1, y1]: Corners): number => (x1 - x0) * (y1 - y0);
  return (width * height) / (area(a) + area(b) - width * height);
}

const unusable = (path: string, why: string, cause: unknown): GroundglassError =>
  new GroundglassError(
    'bad_argument',
    `${path} holds no accepted findings that can be read (${why}).`,
    'Correct it, or delete it: findings are accepted again with --accept ID.',
    {},
    { cause },
  );
