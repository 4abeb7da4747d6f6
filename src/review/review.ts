import { basename, join, resolve } from 'node:path';
import type { Language } from '../evidence/notices.js';
import type { ReviewReply } from '../evidence/wire/review.js';
import { visionServiceFrom } from '../models/vision-endpoint.js';
import { sightSettings } from '../sight/settings.js';
import { limitsFrom } from '../sources/limits.js';
import { checkOutput, writeOutput } from '../store/output-file.js';
import { ACCEPTED_FILE, acceptedText, isAccepted } from './accepted.js';
import { frameOf, issuesOf } from './issues.js';
import { type Numbered, reportHtml } from './report/report-html.js';
import { acceptedIn, checklistOf, REPORT } from './review-inputs.js';
import { type SheetDone, sheetDone } from './sheet-job.js';
import { PICTURES, ReviewState } from './state.js';
import { type Subject, withFile } from './subject.js';

/** The report for people. */
const REPORT_PAGE = 'report.html';

export interface ReviewRequest {
  /** A file, or the command of the MCP server of a CAD program that has the drawing open. */
  readonly drawing: { readonly file: string } | { readonly cadMcp: string };
  /** Folder for the report, the pictures and what a later run goes on from. */
  readonly output: string;
  /** Only the first sheets; all where absent. */
  readonly frames?: number | undefined;
  readonly planOnly: boolean;
  /** A user's rules file. */
  readonly rules?: string | undefined;
  readonly language: Language;
  /** Ids of findings of the last report in `output` that a person accepts from now on. */
  readonly accept: readonly string[];
}

export interface ReviewOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly password?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Reviews a drawing: rules on its structured data, and a model that looks at its pictures where one is named. Writes report.json,
 * report.html, the pictures and an annotated copy into the output folder, and goes on from what an earlier run left there.
 *
 * What a CAD program shows is marked in the program itself, on the layer of reviews, in place of a copy.
 *
 * @throws GroundglassError what opening the drawing finds; `bad_argument` for rules, settings or an output that can't be used
 */
export async function review(request: ReviewRequest, options: ReviewOptions): Promise<ReviewReply> {
  const { environment } = options;
  const settings = sightSettings(environment);
  const checklist = await checklistOf(request.rules, limitsFrom(environment));
  const model = request.planOnly ? null : visionServiceFrom(environment);
  const folder = resolve(request.output);
  const spared = { files: inputsOf(request), folders: [] };
  for (const output of outputsOf(request)) checkOutput(join(folder, output), spared);
  const accepted = await acceptedIn(folder, request.accept);
  const state = new ReviewState(folder);
  const { subject, sheets, issues, suppressed, marked } = await withSubject(request, options, async (subject) => {
    const job = { request, options, settings, checklist, model, subject, state };
    const sheets: SheetDone[] = [];
    const total = Math.min(request.frames ?? subject.sheets.length, subject.sheets.length);
    for (let index = 0; index < total; index += 1) {
      options.signal?.throwIfAborted();
      options.onProgress?.(index, total);
      sheets.push(await sheetDone(job, index));
    }
    const all = issuesOf(sheets, request.language);
    const suppressed = all.filter((issue) => isAccepted(issue, accepted));
    const issues = all
      .filter((issue) => !suppressed.includes(issue))
      .map((issue, i): Numbered => ({ number: i + 1, issue }));
    const marked = request.planOnly ? { copy: null, count: 0 } : await subject.mark(issues);
    return { subject, sheets, issues, suppressed, marked };
  });
  const reply: ReviewReply = {
    file: subject.name,
    source_kind: subject.sheets[0].sourceKind,
    digest: subject.digest,
    language: request.language,
    issues: issues.map(({ issue }) => issue),
    report: null,
    annotated: null,
    marked: marked.count,
    frames: sheets.map((sheet) => frameOf(sheet, subject, state, folder)),
    pictures: sheets.reduce((sum, { reviewed }) => sum + reviewed.pictures.length, 0),
    model: model?.model ?? null,
    model_calls: sheets.reduce((sum, { reviewed, resumed }) => sum + (resumed ? 0 : reviewed.calls), 0),
    dropped_issues: sheets.flatMap(({ reviewed }) => reviewed.dropped),
    suppressed,
    limitations: [...new Set([...sheets.flatMap(({ failure }) => failure ?? []), ...subject.limitations])],
  };
  if (request.planOnly) return reply;
  const { copy } = marked;
  const annotated = copy === null ? null : await writeOutput(join(folder, copy.name), copy.bytes, spared);
  const pictures = new Map(
    sheets.map(({ plan, reviewed }) => [plan.sheet.number, new Map(reviewed.pictures.map((one) => [one.label, one]))]),
  );
  const html = reportHtml({ reply, issues, checklist, pictures });
  const finished = { ...reply, annotated, report: await writeOutput(join(folder, REPORT_PAGE), html, spared) };
  await writeOutput(join(folder, REPORT), `${JSON.stringify(finished, null, 1)}\n`, spared);
  if (request.accept.length > 0) await writeOutput(join(folder, ACCEPTED_FILE), acceptedText(accepted), spared);
  return finished;
}

async function withSubject<T>(
  { drawing, planOnly }: ReviewRequest,
  options: ReviewOptions,
  use: (subject: Subject) => Promise<T>,
): Promise<T> {
  if ('file' in drawing) return withFile(drawing.file, options, use);
  const { withLiveDrawing } = await import('./live-subject.js');
  return withLiveDrawing(drawing.cadMcp, { environment: options.environment, toBeMarked: !planOnly }, use);
}

/** Files that a review may write which could be its input: an earlier report's picture is a drawing too. */
const outputsOf = ({ drawing }: ReviewRequest): string[] => [
  REPORT,
  REPORT_PAGE,
  ...('file' in drawing ? [join(PICTURES, basename(drawing.file))] : []),
];

const inputsOf = ({ drawing, rules }: ReviewRequest): string[] => [
  ...('file' in drawing ? [drawing.file] : []),
  ...(rules === undefined ? [] : [rules]),
];
