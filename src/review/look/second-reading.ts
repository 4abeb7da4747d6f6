import { box as boxOf, contains, grown, heightOf, middleOf, touches, widthOf } from '../../evidence/boxes.js';
import type { Language } from '../../evidence/notices.js';
import type { ChatService } from '../../models/chat-service.js';
import { converse } from '../../models/conversation.js';
import { type Category, type Checklist, categoryOf } from '../checklist.js';
import type { SourceBox } from '../checks/finding.js';
import { conclusionIn, conclusionSchema, type ModelIssue } from './conclusion.js';
import { secondReadingInstructions } from './prompts.js';
import { fromRegion, type Shown, type SourceFrame } from './shown.js';

interface Reading {
  readonly model: ChatService;
  readonly checklist: Checklist;
  readonly language: Language;
  readonly frame: SourceFrame;
  /** The crop of the place; nothing else is shown. */
  readonly picture: Shown;
  readonly category: Category;
  /** Where the first reading saw it. */
  readonly box: SourceBox;
}

/** How far apart two readings of one place may put it, as a part of the picture that is shown. */
const PLACE_SLACK = 0.1;

/**
 * Reads a place again, in a conversation of its own that knows the kind of fault and nothing of what the first reading said.
 *
 * @returns what it says of it; null where it sees no fault of that kind there
 * @throws GroundglassError as {@link converse}
 */
export async function readAgain(reading: Reading, signal: AbortSignal | undefined): Promise<string | null> {
  const { model, checklist, picture, category, box, frame } = reading;
  const said = await converse(
    model,
    {
      instructions: secondReadingInstructions({ ...reading, hasHandles: false }, category),
      messages: [{ by: 'us', text: `It shows ${JSON.stringify(picture.visible)}.`, pictures: [picture] }],
      tools: [],
      shape: { name: 'second_reading', schema: conclusionSchema },
    },
    signal,
  );
  const agreeing = conclusionIn(said.text)?.issues.find(
    (issue) => categoryOf(checklist, issue.category).id === category.id && isThere(issue.evidence, picture, box, frame),
  );
  return agreeing?.statement ?? null;
}

/** Whether a second reading means the same place. One that names none means the picture, which is the place. */
function isThere(
  { box, region }: ModelIssue['evidence'],
  picture: Shown,
  first: SourceBox,
  frame: SourceFrame,
): boolean {
  const isRegion = region?.every((one) => one >= 0 && one <= 1) ?? false;
  const second = box ? boxOf(frame, ...box) : region && isRegion ? fromRegion(region, picture, frame) : null;
  if (second === null) return !box && !region;
  const slack = Math.max(widthOf(picture.visible), heightOf(picture.visible)) * PLACE_SLACK;
  // All three are in the source's own frame.
  return (
    contains(grown(picture.visible as never, slack), middlePoint(second)) &&
    touches(second as never, first as never, slack)
  );
}

const middlePoint = (place: SourceBox): never => {
  const [x, y] = middleOf(place);
  return [x, y, x, y] as never;
};
