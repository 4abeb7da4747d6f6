import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { areaOf, box as boxOf, contains } from '../evidence/boxes.js';
import type { Language } from '../evidence/notices.js';
import { type WireBox, wireBox, worldWireBox } from '../evidence/wire/locator.js';
import { type Issue, type ReviewFrame, SEVERITIES } from '../evidence/wire/review.js';
import type { Finding, SourceBox } from './checks/finding.js';
import type { Shown, SourceFrame } from './look/shown.js';
import type { SheetDone } from './sheet-job.js';
import type { ModelFinding } from './sheet-review.js';
import type { ReviewState } from './state.js';
import type { Subject } from './subject.js';

type Draft = Omit<Issue, 'id'>;

/** The findings of the sheets, the gravest of each sheet first, each with an id that the next run gives it again. */
export function issuesOf(sheets: readonly SheetDone[], language: Language): readonly Issue[] {
  const ids = new Set<string>();
  return sheets.flatMap((done) =>
    draftsOf(done, language)
      .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
      .map((draft) => ({ id: idOf(draft, ids), ...draft })),
  );
}

function draftsOf({ plan: { sheet }, checked, reviewed }: SheetDone, language: Language): Draft[] {
  const at = (image: string, box: SourceBox | null, handle: string | null): Draft['evidence'] => ({
    image,
    box: box === null ? null : wired(box, sheet.frame),
    handle,
    frame: sheet.frame,
    sheet: sheet.number,
  });
  const byRule = ({ rule, category, severity, statement, box, handle }: Finding): Draft => ({
    rule,
    category,
    severity,
    statement: statement[language],
    evidence: at(pictureOf(box, reviewed.pictures), box, handle),
    source: 'rule',
    readings: 0,
    second_reading: null,
  });
  const byModel = ({
    category,
    severity,
    statement,
    image,
    box,
    handle,
    readings,
    secondReading,
  }: ModelFinding): Draft => ({
    rule: null,
    category,
    severity,
    statement,
    evidence: at(image, box, handle),
    source: 'model',
    readings,
    second_reading: secondReading,
  });
  return [...checked.findings.map(byRule), ...reviewed.findings.map(byModel)];
}

/** The closest picture that shows a place whole: the overview where no other does. */
function pictureOf(box: SourceBox | null, pictures: readonly Shown[]): string {
  const [overview, ...tiles] = pictures;
  const showing = tiles.filter(({ visible }) => box !== null && contains(visible as never, box as never));
  const closest = showing.sort((a, b) => areaOf(a.visible) - areaOf(b.visible))[0];
  return (closest ?? overview)?.label ?? '';
}

/** By the kind, the sheet and the entity or place; a second one with all of these gets a number. */
function idOf({ rule, category, statement, evidence, source }: Draft, taken: Set<string>): string {
  const { handle, box, sheet } = evidence;
  const place = handle ?? JSON.stringify(box);
  const parts = JSON.stringify([
    rule,
    category,
    sheet,
    place,
    source === 'model' && handle === null ? statement : null,
  ]);
  const digest = createHash('sha256').update(parts).digest('hex').slice(0, ID_CHARS);
  let id = `${source === 'rule' ? 'R' : 'M'}-${digest}`;
  for (let n = 2; taken.has(id); n += 1) id = `${source === 'rule' ? 'R' : 'M'}-${digest}-${n}`;
  taken.add(id);
  return id;
}

/** Ten thousand findings meet by chance once in a million reviews. */
const ID_CHARS = 12;

/** A sheet as replies have it. */
export function frameOf(
  { plan, checked, reviewed, resumed, failure }: SheetDone,
  subject: Subject,
  state: ReviewState,
  folder: string,
): ReviewFrame {
  const { sheet } = plan;
  const all = boxOf('sheet', 0, 0, sheet.width, sheet.height);
  const whole = wired(reviewed.pictures[0]?.visible ?? sheet.toSource(all), sheet.frame);
  return {
    frame: sheet.number,
    locator: subject.locatorOf(sheet),
    box: whole,
    box_frame: sheet.frame,
    sheet: sheet.size,
    scale: sheet.scale,
    tiles: reviewed.pictures.map(({ label, visible, widthPx, heightPx, level }) => ({
      label,
      file: join(folder, state.pictureFile(sheet.number, label)),
      box: wired(visible, sheet.frame),
      width_px: widthPx,
      height_px: heightPx,
      level,
    })),
    looked: reviewed.looked,
    resumed,
    model_calls: reviewed.calls,
    limitations: [...plan.limitations, ...checked.limitations],
    failure,
    skipped_entities: { ...sheet.skippedEntities },
  };
}

/** Both frames are rounded beyond what can be seen: hundredths of a point, millionths of a drawing unit. */
const wired = (box: SourceBox, frame: SourceFrame): WireBox =>
  frame === 'world' ? worldWireBox(box as never) : wireBox(box);
