import { join } from 'node:path';
import { GroundglassError } from '../evidence/errors.js';
import { type Issue, issueSchema } from '../evidence/wire/review.js';
import { readInputFile } from '../sources/input-file.js';
import { type Limits, limitsFrom } from '../sources/limits.js';
import { ACCEPTED_FILE, type Accepted, acceptanceOf, readAccepted } from './accepted.js';
import { type Checklist, DEFAULT_CHECKLIST, withRules } from './checklist.js';

/** The machine-readable report in an output folder. */
export const REPORT = 'report.json';

/** The checklist with a user's rules file. @throws GroundglassError `bad_argument`, and what reading the file finds */
export async function checklistOf(path: string | undefined, limits: Limits): Promise<Checklist> {
  if (path === undefined) return DEFAULT_CHECKLIST;
  const text = Buffer.from(await readInputFile(path, limits)).toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const message = `${path} can't be read as JSON (${error instanceof Error ? error.message : error}).`;
    throw new GroundglassError(
      'bad_argument',
      message,
      'Correct it; docs/review.md shows what it holds.',
      {},
      { cause: error },
    );
  }
  return withRules(value, path);
}

/** What a person accepted before, and now. @throws GroundglassError `bad_argument` for an id that the last report doesn't have */
export async function acceptedIn(folder: string, accept: readonly string[]): Promise<readonly Accepted[]> {
  const accepted = await readAccepted(join(folder, ACCEPTED_FILE));
  if (accept.length === 0) return accepted;
  const report = await readInputFile(join(folder, REPORT), limitsFrom({})).catch(() => null);
  const last = report === null ? [] : lastIssues(Buffer.from(report).toString('utf8'));
  const added = accept.map((id) => {
    const issue = last.find((one) => one.id === id);
    if (issue !== undefined) return acceptanceOf(issue);
    throw new GroundglassError(
      'bad_argument',
      `The last report in ${folder} has no finding ${id}.`,
      'Name ids of that report, and the same -o folder.',
      { known: last.slice(0, 20).map((one) => one.id) },
    );
  });
  return [...accepted.filter(({ id }) => !accept.includes(id)), ...added];
}

function lastIssues(text: string): readonly Issue[] {
  try {
    const report = JSON.parse(text) as { issues?: unknown; suppressed?: unknown };
    return issueSchema.array().parse([...(report.issues as unknown[]), ...(report.suppressed as unknown[])]);
  } catch {
    return [];
  }
}
