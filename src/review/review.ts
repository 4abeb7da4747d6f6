import { join, resolve } from 'node:path';
import type { Language } from '../evidence/notices.js';
import type { ReviewReply } from '../evidence/wire/review.js';
import { visionServiceFrom } from '../models/vision-endpoint.js';
import { sightSettings } from '../sight/settings.js';
import { limitsFrom } from '../sources/limits.js';
import { checkOutput, writeOutput } from '../store/output-file.js';
import { ACCEPTED_FILE, acceptedText, isAccepted } from './accepted.js';
import { frameOf, issuesOf } from './issues.js';
import { openDrawing } from './open-drawing.js';
import { annotatedCopy } from './report/annotate.js';
import { type Numbered, reportHtml } from './report/report-html.js';
import { acceptedIn, checklistOf, REPORT } from './review-inputs.js';
import { type SheetDone, sheetDone } from './sheet-job.js';
import { ReviewState } from './state.js';

export interface ReviewRequest {
  readonly file: string;
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
 * @throws GroundglassError what reading the file finds; `bad_argument` for rules, settings or an output that can't be used
 */
export async function review(request: ReviewRequest, options: ReviewOptions): Promise<ReviewReply> {
  const { environment } = options;
  const limits = limitsFrom(environment);
  const settings = sightSettings(environment);
  const checklist = await checklistOf(request.rules, limits);
  const model = request.planOnly ? null : visionServiceFrom(environment);
  const drawing = await openDrawing(request.file, limits, settings, options.password);
  try {
    const spared = { files: [request.file, ...(request.rules === undefined ? [] : [request.rules])], folders: [] };
    const folder = resolve(request.output);
    checkOutput(join(folder, REPORT), spared);
    const accepted = await acceptedIn(folder, request.accept);
    const job = { request, options, settings, checklist, model, drawing, state: new ReviewState(folder) };
    const sheets: SheetDone[] = [];
    const total = Math.min(request.frames ?? drawing.sheets.length, drawing.sheets.length);
    for (let index = 0; index < total; index += 1) {
      options.signal?.throwIfAborted();
      options.onProgress?.(index, total);
      sheets.push(await sheetDone(job, index));
    }
    const all = issuesOf(sheets, request.language);
    const known = all.filter((issue) => isAccepted(issue, accepted));
    const issues = all.filter((issue) => !known.includes(issue));
    const numbered = issues.map((issue, i): Numbered => ({ number: i + 1, issue }));
    const reply: ReviewReply = {
      file: drawing.name,
      source_kind: drawing.kind,
      digest: drawing.digest,
      language: request.language,
      issues,
      report: null,
      annotated: null,
      frames: sheets.map((sheet) => frameOf(sheet, drawing, job.state, folder)),
      pictures: sheets.reduce((sum, { reviewed }) => sum + reviewed.pictures.length, 0),
      model: model?.model ?? null,
      model_calls: sheets.reduce((sum, { reviewed, resumed }) => sum + (resumed ? 0 : reviewed.calls), 0),
      dropped_issues: sheets.flatMap(({ reviewed }) => reviewed.dropped),
      suppressed: known,
      limitations: [...new Set(sheets.flatMap(({ failure }) => (failure === null ? [] : [failure])))],
    };
    if (request.planOnly) return reply;
    const copy = await annotatedCopy(drawing, numbered, options.password);
    const annotated = copy === null ? null : await writeOutput(join(folder, copy.name), copy.bytes, spared);
    const pictures = new Map(
      sheets.map(({ plan, reviewed }) => [
        plan.sheet.number,
        new Map(reviewed.pictures.map((one) => [one.label, one])),
      ]),
    );
    const html = reportHtml({ reply, issues: numbered, checklist, pictures });
    const finished = { ...reply, annotated, report: await writeOutput(join(folder, 'report.html'), html, spared) };
    await writeOutput(join(folder, REPORT), `${JSON.stringify(finished, null, 1)}\n`, spared);
    if (request.accept.length > 0) await writeOutput(join(folder, ACCEPTED_FILE), acceptedText(accepted), spared);
    return finished;
  } finally {
    await drawing.close();
  }
}
