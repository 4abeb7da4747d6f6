import { areaOf, contains, grown, heightOf, widthOf } from '../evidence/boxes.js';
import type { Language } from '../evidence/notices.js';
import { type DroppedIssue, SEVERITIES, type Severity } from '../evidence/wire/review.js';
import type { ChatService } from '../models/chat-service.js';
import type { SheetPlan } from '../sight/plan-sheet.js';
import type { SightSettings } from '../sight/settings.js';
import { type Checklist, categoryOf } from './checklist.js';
import type { SourceBox } from './checks/finding.js';
import type { SheetEntity } from './checks/sheet-entities.js';
import { Eye } from './look/eye.js';
import { sheetFacts } from './look/facts.js';
import { LOOK_BUDGET, lookAt } from './look/look.js';
import { resolve } from './look/resolve.js';
import { readAgain } from './look/second-reading.js';
import { sheetTools } from './look/sheet-tools.js';
import type { Shown } from './look/shown.js';
import type { LiveTools } from './look/tools.js';

/** What a model found on a sheet, and what stands by it. */
export interface ModelFinding {
  readonly category: string;
  readonly severity: Severity;
  readonly statement: string;
  readonly image: string;
  readonly box: SourceBox;
  readonly handle: string | null;
  readonly readings: number;
  readonly secondReading: string | null;
}

export interface SheetReview {
  readonly findings: readonly ModelFinding[];
  readonly dropped: readonly DroppedIssue[];
  readonly pictures: readonly Shown[];
  readonly calls: number;
  readonly looked: boolean;
}

export interface SheetRequest {
  readonly plan: SheetPlan;
  /** What a CAD sheet shows; null for a source without entities. */
  readonly entities: readonly SheetEntity[] | null;
  /** Reading tools of a CAD program; null for a file. */
  readonly liveTools: LiveTools | null;
  readonly checklist: Checklist;
  readonly language: Language;
  readonly settings: SightSettings;
  /** Null: nobody looks, and only the pictures of the plan are made. */
  readonly model: ChatService | null;
}

/** Pictures of a file that are drawn at once: two keep the renderers busy, and each holds its pixels meanwhile. */
const PICTURES_AT_ONCE = 2;
/** Findings of one sheet that are read a second time; a sheet with more needs no model to be sent back. */
const MAX_SECOND_READINGS = 20;
/** Of the picture in which a place is read again, the place takes about this much of the width. */
const PLACE_SHARE = 0.5;

/**
 * Makes the pictures of a sheet and lets a model look at it. What it finds counts where its evidence resolves, and where it is
 * tied to an entity of the file, or a second, independent reading of the place sees the same kind of fault.
 *
 * @throws GroundglassError `upstream_refused`, `cassette_missing` where the model can't be asked; what drawing the sheet throws
 */
export async function reviewSheet(request: SheetRequest, signal: AbortSignal | undefined): Promise<SheetReview> {
  const { plan, entities, liveTools, checklist, language, settings, model } = request;
  const { sheet } = plan;
  const boxes = new Map((entities ?? []).map((one) => [one.entity.handle.toUpperCase(), one.box]));
  const atOnce = liveTools === null ? PICTURES_AT_ONCE : 1;
  const eye = new Eye(plan, settings, (handle) => boxes.get(handle), atOnce);
  const shown = await eye.showPlan(signal);
  if (model === null) return { findings: [], dropped: [], pictures: shown, calls: 0, looked: false };
  const looked = await lookAt(
    {
      model,
      checklist,
      language,
      frame: sheet.frame,
      facts: sheetFacts(plan, shown),
      pictures: shown,
      sight: sheetTools(eye, sheet, entities, liveTools),
      budget: { ...LOOK_BUDGET, pictures: settings.reviewObservationImages },
    },
    signal,
  );
  const drop = (category: string, statement: string, reason: string): DroppedIssue => ({
    sheet: sheet.number,
    category,
    statement: statement.slice(0, MAX_STATEMENT),
    reason,
  });
  const dropped = looked.broken.map((one) => drop('other', JSON.stringify(one) ?? '', 'not_of_the_shape'));
  const findings: ModelFinding[] = [];
  let [calls, readAgainTimes] = [looked.calls, 0];
  const ground = {
    frame: sheet.frame,
    pictures: new Map(looked.pictures.map((picture) => [picture.label, picture])),
    boxOfHandle: (handle: string) => boxes.get(handle),
    hasHandles: entities !== null,
  };
  for (const issue of looked.issues) {
    const category = categoryOf(checklist, issue.category);
    const statement = plainText(issue.statement);
    const place = resolve(issue.evidence, ground);
    if (typeof place === 'string') {
      dropped.push(drop(category.id, statement, place));
      continue;
    }
    if (findings.some((one) => one.category === category.id && sameBox(one.box, place.box))) {
      dropped.push(drop(category.id, statement, 'said_twice'));
      continue;
    }
    const { image, box, handle } = place;
    const severity = SEVERITIES.find((one) => one === issue.severity?.toLowerCase()) ?? category.severity;
    const found = { category: category.id, severity, statement, image: image.label, box, handle };
    if (handle !== null) {
      findings.push({ ...found, readings: 1, secondReading: null });
      continue;
    }
    if (readAgainTimes >= MAX_SECOND_READINGS) {
      dropped.push(drop(category.id, statement, 'not_read_again'));
      continue;
    }
    readAgainTimes += 1;
    calls += 1;
    const picture = await pictureOfPlace(eye, box, image);
    const again = await readAgain({ model, checklist, language, frame: sheet.frame, picture, category, box }, signal);
    if (again === null) dropped.push(drop(category.id, statement, 'not_seen_again'));
    else findings.push({ ...found, readings: 2, secondReading: plainText(again) });
  }
  return { findings, dropped, pictures: [...eye.pictures.values()], calls, looked: looked.concluded };
}

/** Characters of a statement; more is no sentence. */
const MAX_STATEMENT = 500;

/** What a model wrote, on one line: it ends up in terminals, drawings and reports. */
const plainText = (text: string): string =>
  text.replace(/\s+/gu, ' ').replace(/\p{C}/gu, '').trim().slice(0, MAX_STATEMENT);

const sameBox = (a: SourceBox, b: SourceBox): boolean => a.every((value, i) => value === b[i]);

/** The place with as much around it; where that is too large to be legible in one picture, the picture it was seen in. */
async function pictureOfPlace(eye: Eye, box: SourceBox, image: Shown): Promise<Shown> {
  const least = Math.max(widthOf(image.visible), heightOf(image.visible)) / LEAST_PART;
  const room = Math.max(least, (Math.max(widthOf(box), heightOf(box)) * (1 / PLACE_SHARE - 1)) / 2);
  const window = grown(box as never, room) as unknown as SourceBox;
  if (contains(window as never, image.visible as never) || areaOf(window) === 0) return image;
  try {
    return (await eye.inspect({ window: [...window] }, 'text'))[0] ?? image;
  } catch {
    return image;
  }
}

/** A place smaller than this part of its picture is shown with what lies around it. */
const LEAST_PART = 8;
