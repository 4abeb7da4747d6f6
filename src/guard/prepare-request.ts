import type { Takes } from './capabilities.js';
import { type Edit, edited, removals, textAs } from './edits.js';
import { findPictures } from './find-pictures.js';
import { type HistoryItem, histories } from './histories.js';
import { type JsonNode, memberOf, parseJsonTree, stringOf } from './json-tree.js';
import { isLoadablePicture } from './paths-in-text.js';
import type { Dialect, FoundPicture, Role } from './picture.js';
import { scrubbing } from './scrub.js';
import { turnStart, wordsOf } from './turn.js';
import { pictureWords, turnPolicy, type Understanding } from './words.js';

export interface Guarding {
  readonly dialect: Dialect;
  /** Whether the model of this request takes pictures of that position. */
  readonly takes: (model: string, position: Role) => Takes;
  readonly understand: (
    pictures: readonly { readonly picture: FoundPicture; readonly question: string }[],
  ) => Promise<Understanding[]>;
  /** Why each of them can't be handed on even to a model that sees; null where it can. */
  readonly unfit: (pictures: readonly FoundPicture[]) => Promise<(string | null)[]>;
}

export interface PreparedRequest {
  /** The request as it goes on: the very text that was given where nothing had to change. */
  readonly text: string;
  readonly model: string;
  /** Pictures that go on as they are, for a model that takes them or may. */
  readonly kept: readonly FoundPicture[];
  /** Pictures that went into words. */
  readonly replaced: readonly FoundPicture[];
  /** Tools that the turn is not offered. */
  readonly withheld: readonly string[];
  /** Whether the present turn carries pictures that its model does not get. */
  readonly isPictureTurn: boolean;
}

/**
 * A request of a stateless API made fit for its model: pictures that it takes go on as they are, all others are put into
 * words; a turn that carries such pictures is not offered tools that load more. What no picture concerns stays byte for byte.
 *
 * @param root of the source, where it was read already
 * @throws GroundglassError `bad_argument`, `too_deep` for a body that is no JSON
 */
export async function prepareRequest(
  source: string,
  guarding: Guarding,
  root = parseJsonTree(source),
): Promise<PreparedRequest> {
  const model = stringOf(root, 'model') ?? '';
  const { dialect } = guarding;
  const pictures = findPictures(root, { dialect, loads: isLoadablePicture });
  const isBlind = ({ role }: FoundPicture): boolean => guarding.takes(model, role) === 'no';
  const shown = pictures.filter((picture) => !isBlind(picture));
  const unfit = await guarding.unfit(shown);
  const kept = shown.filter((_, i) => unfit[i] === null);
  const replaced = pictures.filter((picture) => !kept.includes(picture));
  if (replaced.length === 0) return { text: source, model, kept, replaced, withheld: [], isPictureTurn: false };

  const items = histories(root);
  const itemOf = ({ path }: FoundPicture): number =>
    items.findIndex(({ pointer }) => path === pointer || path.startsWith(`${pointer}/`));
  const known = await guarding.understand(
    replaced.map((picture) => ({ picture, question: questionOf(picture, items[itemOf(picture)]) })),
  );
  const numberOf = new Map(pictures.map((picture, i) => [picture, i + 1]));
  const inWords = replaced.map((picture, i) => ({
    picture,
    words: pictureWords(
      picture,
      numberOf.get(picture) ?? 0,
      known[i] ?? { kind: 'unseen', why: 'it was not looked at' },
    ),
  }));

  const start = turnStart(items);
  const ofTurn = replaced.map((picture) => isBlind(picture) && start >= 0 && itemOf(picture) >= start);
  const speaker = items[start];
  if (speaker === undefined || !ofTurn.includes(true)) {
    return { text: edited(source, scrubbing(inWords)), model, kept, replaced, withheld: [], isPictureTurn: false };
  }
  const policy = turnPolicy(known.some(({ kind }, i) => kind === 'described' && ofTurn[i]));
  const { names, edits } = withoutPictureTools(root, source);
  const content = memberOf(speaker.node, 'content') ?? speaker.node;
  const appended =
    typeof content.value === 'string'
      ? [{ start: content.start, end: content.end, string: content.value, text: `\n\n${policy}` }]
      : [];
  const added = content.type === 'array' ? [appendedPart(content, speaker, policy)] : [];
  const text = edited(source, [...scrubbing(inWords, appended), ...added, ...edits]);
  return { text, model, kept, replaced, withheld: names, isPictureTurn: true };
}

/** The words that a person sent the picture with steer its description; results of tools have none. */
const questionOf = ({ role }: FoundPicture, item: HistoryItem | undefined): string =>
  role === 'user' && item !== undefined ? wordsOf(item.node) : '';

function appendedPart(content: JsonNode, { context }: HistoryItem, text: string): Edit {
  const part = textAs(context.responses ? 'input_text' : 'text', 'user', text);
  const at = content.members.at(-1)?.[1].end ?? content.start + 1;
  return { from: at, to: at, text: content.members.length === 0 ? part : `,${part}` };
}

/** Tools that load pictures into the conversation, under the names that agents give them, without what hosts put before. */
const PICTURE_TOOLS = new Set(['read_image', 'image_processor', 'view_image', 'load_image', 'screen_capture']);

export const isPictureTool = (name: string): boolean => PICTURE_TOOLS.has(name.split(/__|[./]/).at(-1) ?? '');

/** Takes tools that load pictures out of what the turn is offered; an empty list of tools no API takes. */
function withoutPictureTools(root: JsonNode, source: string): { names: string[]; edits: Edit[] } {
  const tools = memberOf(root, 'tools');
  if (tools?.type !== 'array') return { names: [], edits: [] };
  const nameOf = (tool: JsonNode): string =>
    stringOf(tool, 'name') ?? stringOf(memberOf(tool, 'function'), 'name') ?? '';
  const names = tools.members.map(([, tool]) => nameOf(tool)).filter(isPictureTool);
  if (names.length === 0) return { names, edits: [] };
  const choice = memberOf(root, 'tool_choice');
  const forced = choice === undefined ? '' : nameOf(choice);
  const all = names.length === tools.members.length;
  const gone = new Set([
    ...(all ? ['tools', 'tool_choice', 'parallel_tool_calls'] : []),
    ...(isPictureTool(forced) ? ['tool_choice'] : []),
  ]);
  const edits = removals(root, source, (_, key) => gone.has(key));
  return { names, edits: all ? edits : [...edits, ...removals(tools, source, (tool) => isPictureTool(nameOf(tool)))] };
}
