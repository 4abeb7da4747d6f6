import { GroundglassError, toGroundglassError } from '../../evidence/errors.js';
import type { Language } from '../../evidence/notices.js';
import type { ChatService } from '../../models/chat-service.js';
import { converse, type Message } from '../../models/conversation.js';
import type { Checklist } from '../checklist.js';
import { conclusionIn, conclusionSchema, type ModelIssue } from './conclusion.js';
import { BUDGET_SPENT, CONCLUDE, reviewInstructions } from './prompts.js';
import type { Shown, SourceFrame } from './shown.js';
import { answerCall, type Sight, toolsFor } from './tools.js';

/** How far a model may go on one sheet. */
interface LookBudget {
  /** Pictures that it may ask for. */
  readonly pictures: number;
  /** Times that it may speak before it must conclude. */
  readonly rounds: number;
  readonly timeMs: number;
}

/** Twice the pictures it may ask for, for text and entities in between. */
export const LOOK_BUDGET = { rounds: 12, timeMs: 20 * 60_000 } as const;
/** Calls of tools in one message that are answered; further ones are refused. */
const MAX_CALLS_AT_ONCE = 8;
/** Providers scale pictures down, or refuse them, above this number in one request. */
export const MAX_PICTURES_IN_REQUEST = 20;

export interface LookRequest {
  readonly model: ChatService;
  readonly checklist: Checklist;
  readonly language: Language;
  readonly frame: SourceFrame;
  /** What is known of the sheet, in words. */
  readonly facts: string;
  /** Pictures that the model gets to begin with. */
  readonly pictures: readonly Shown[];
  readonly sight: Sight;
  readonly budget: LookBudget;
}

export interface Looked {
  readonly issues: readonly ModelIssue[];
  /** What the model said in place of issues that are ones. */
  readonly broken: readonly unknown[];
  /** Every picture that it was shown. */
  readonly pictures: readonly Shown[];
  readonly calls: number;
  /** False where the model came to no conclusion that can be read. */
  readonly concluded: boolean;
}

/**
 * Lets a model look at a sheet: it sees the pictures, asks for more and for what the file holds, within the budget, and
 * concludes. Everything that it says is a proposal.
 *
 * @throws GroundglassError `upstream_refused`, `cassette_missing` where the model can't be asked
 */
export async function lookAt(request: LookRequest, signal: AbortSignal | undefined): Promise<Looked> {
  const { model, sight, budget } = request;
  const pictures = [...request.pictures];
  const messages: Message[] = [{ by: 'us', text: request.facts, pictures: request.pictures }];
  const end = Date.now() + budget.timeMs;
  let [calls, asked, tools] = [0, 0, toolsFor(sight)];
  const left = (): number => Math.min(budget.pictures - asked, MAX_PICTURES_IN_REQUEST - pictures.length);
  const say = async (): Promise<Extract<Message, { by: 'model' }>> => {
    calls += 1;
    const exchange = {
      instructions: reviewInstructions({
        ...request,
        hasHandles: sight.cad !== null || sight.live !== null,
        hasTools: tools.length > 0,
      }),
      messages,
      tools,
      shape: { name: 'review', schema: conclusionSchema },
    };
    const turn = await converse(model, exchange, signal);
    messages.push(turn);
    return turn;
  };
  const done = (message: string | null): Looked | null => {
    const conclusion = conclusionIn(message);
    return conclusion === null ? null : { ...conclusion, pictures, calls, concluded: true };
  };

  for (let round = 0; round < budget.rounds && Date.now() < end && tools.length > 0; round += 1) {
    const turn = await say().catch((thrown: unknown) => {
      if (!refusesTools(thrown) || round > 0) throw thrown;
      return null;
    });
    if (turn === null) {
      // It is asked again without tools, and sees what it was given.
      tools = [];
      break;
    }
    const conclusion = turn.calls.length === 0 ? done(turn.text) : null;
    if (conclusion !== null) return conclusion;
    if (turn.calls.length === 0) break;
    const more: Shown[] = [];
    for (const [i, call] of turn.calls.entries()) {
      const { text, pictures: found } =
        i < MAX_CALLS_AT_ONCE ? await answerCall(call, sight) : { text: 'Too many calls at once.', pictures: [] };
      const fits = more.length + found.length <= left();
      if (fits) more.push(...found);
      messages.push({ by: 'tool', call: call.id, text: fits ? text : '{"error": "No more pictures: conclude."}' });
    }
    asked += more.length;
    pictures.push(...more);
    const isSpent = left() <= 0;
    if (more.length > 0) messages.push({ by: 'us', text: 'The pictures that you asked for.', pictures: more });
    if (isSpent) {
      messages.push({ by: 'us', text: BUDGET_SPENT, pictures: [] });
      tools = [];
    }
  }
  // Without tools, the endpoint holds the model to the shape.
  tools = [];
  for (let attempt = 0; attempt < CONCLUSION_ATTEMPTS; attempt += 1) {
    if (messages.at(-1)?.by !== 'us') messages.push({ by: 'us', text: CONCLUDE, pictures: [] });
    const conclusion = done((await say()).text);
    if (conclusion !== null) return conclusion;
  }
  return { issues: [], broken: [], pictures, calls, concluded: false };
}

/** A model that twice gives no JSON gives none the third time. */
const CONCLUSION_ATTEMPTS = 2;

/** Many vision models take no tools, which their servers tell as a bad request. */
function refusesTools(thrown: unknown): boolean {
  const error = thrown instanceof GroundglassError ? thrown : toGroundglassError(thrown);
  return error.code === 'upstream_refused' && [400, 404, 422, 501].includes(Number(error.details.status));
}
