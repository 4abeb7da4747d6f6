import { type Context, dialectOf, histories } from './histories.js';
import { type JsonNode, pointerTo, stringOf } from './json-tree.js';
import { pathsInText } from './paths-in-text.js';
import type { Dialect, FoundPicture, TextShape } from './picture.js';
import { decodedLength } from './picture-bytes.js';
import { bytesOf, type Carried, carriedBy } from './picture-parts.js';
import { isSkipped, type PictureValue, pictureValues } from './picture-values.js';
import { picturesInText } from './pictures-in-text.js';

export interface FindOptions {
  /** Null to tell it by the shapes that occur. */
  readonly dialect?: Dialect | null;
  /** Whether the agent would load that path as a picture when it reads it in a person's text; none by default. */
  readonly loads?: (path: string) => boolean;
}

/**
 * Every picture of a conversation, wherever it hides, in reading order: the one view that scanning, scrubbing and the
 * gateway share. What the model wrote as arguments of a tool call is text and is left alone.
 *
 * @param root a request body, a stored history, one message, a list of them, or the result of a tool
 */
export function findPictures(root: JsonNode, options: FindOptions = {}): FoundPicture[] {
  const dialect = options.dialect ?? dialectOf(root);
  const walk: Walk = { found: [], dialect, loads: options.loads ?? (() => false) };
  for (const { node, pointer, context } of histories(root)) {
    visit(node, { ...context, pointer, key: '', inList: false, item: true }, walk);
  }
  return walk.found;
}

interface Walk {
  readonly found: FoundPicture[];
  readonly dialect: Dialect;
  readonly loads: (path: string) => boolean;
}

interface Where extends Context {
  readonly pointer: string;
  /** Name of the member that holds it; '' in a list. */
  readonly key: string;
  /** Whether it is an element of a list, so that a part may take its place. */
  readonly inList: boolean;
  /** Whether it is a message of the history itself. */
  readonly item: boolean;
}

function visit(node: JsonNode, where: Where, walk: Walk): void {
  if (typeof node.value === 'string') visitText(node, node.value, where, walk);
  else if (node.type === 'array') {
    for (const [i, element] of node.members) {
      visit(element, { ...where, pointer: pointerTo(where.pointer, i), key: '', inList: true, item: false }, walk);
    }
  } else if (node.type === 'object') visitObject(node, where, walk);
}

function visitObject(node: JsonNode, where: Where, walk: Walk): void {
  const type = stringOf(node, 'type');
  if (type !== undefined && CALLS.has(type)) return;
  const here: Where = { ...where, role: type !== undefined && RESULTS.has(type) ? 'tool_result' : where.role };
  const carried = carriedBy(node);
  if (carried !== null) walk.found.push(part(node, carried, here, walk.dialect, ''));
  else if (where.inList && type !== undefined && !HOLDERS.has(type)) visitUnknown(node, here, walk);
  else visitMembers(node, here, walk);
}

function visitMembers(node: JsonNode, where: Where, walk: Walk): void {
  for (const [key, value] of node.members) {
    if (isSkipped(key)) continue;
    visit(value, { ...where, pointer: pointerTo(where.pointer, key), key, inList: false, item: false }, walk);
  }
}

/** No API knows such a part: where it hides a picture it goes as a whole, and its words stay. */
function visitUnknown(node: JsonNode, where: Where, walk: Walk): void {
  const hidden: FoundPicture[] = [];
  visitMembers(node, where, { ...walk, found: hidden });
  const first = hidden[0] ?? pictureValues(node).map(inlineOf)[0];
  if (first === undefined) return;
  const words = node.members.flatMap(([key, { value }]) =>
    WORDS.has(key) && typeof value === 'string' && picturesInText(value).length === 0 ? [value] : [],
  );
  walk.found.push({ ...part(node, first, where, walk.dialect, words.join('\n')), isForeign: true });
}

const inlineOf = ({ base64, mediaType }: PictureValue): Carried => ({ carrier: { kind: 'inline', base64 }, mediaType });

const WORDS = new Set(['text', 'caption', 'alt', 'title', 'description', 'name']);

/** Calls of tools: what is in them the model has written itself. */
const CALLS = new Set([
  'tool_use',
  'server_tool_use',
  'mcp_tool_use',
  'function_call',
  'custom_tool_call',
  'local_shell_call',
  'toolRequest',
  'tool_request',
  'frontendToolRequest',
  'toolConfirmationRequest',
  'actionRequired',
  'redacted_thinking',
  'redactedThinking',
]);
const RESULTS = new Set([
  'tool_result',
  'mcp_tool_result',
  'toolResponse',
  'tool_response',
  'function_call_output',
  'custom_tool_call_output',
  'computer_call_output',
]);

/** Types that hold parts or texts; a part of another type that hides a picture is unknown to every API. */
const HOLDERS = new Set([
  ...RESULTS,
  'text',
  'input_text',
  'output_text',
  'refusal',
  'message',
  'thinking',
  'reasoning',
  'summary_text',
  'reasoning_text',
  'resource',
  'resource_link',
  'search_result',
  'document',
  'file',
  'input_file',
  'mcp_call',
  'web_search_tool_result',
  'code_execution_tool_result',
  'systemNotification',
]);

/** How a text is written where this node stands. */
function textAt({ item, inList, key, responses, role }: Where): TextShape {
  if (item) return responses ? 'message' : 'text';
  if (!inList && key === 'output') return 'string';
  if (!responses) return 'text';
  return role === 'assistant' ? 'output_text' : 'input_text';
}

function visitText(node: JsonNode, text: string, { pointer, role }: Where, walk: Walk): void {
  const at = { path: pointer, dialect: walk.dialect, role, position: 'text' as const, isForeign: false };
  const piece = (from: number, to: number) =>
    ({ kind: 'piece', start: node.start, end: node.end, string: text, from, to }) as const;
  for (const { start, end, mediaType, base64 } of picturesInText(text)) {
    const bytes = decodedLength(base64);
    walk.found.push({ ...at, carrier: { kind: 'inline', base64 }, mediaType, bytes, place: piece(start, end) });
  }
  if (walk.dialect !== 'goose' || role !== 'user') return;
  for (const { start, end, path, mediaType } of pathsInText(text)) {
    if (!walk.loads(path)) continue;
    walk.found.push({ ...at, carrier: { kind: 'path', path }, mediaType, bytes: null, place: piece(start, end) });
  }
}

function part(
  node: JsonNode,
  { carrier, mediaType }: Carried,
  where: Where,
  dialect: Dialect,
  kept: string,
): FoundPicture {
  const { pointer: path, role } = where;
  const place = { kind: 'value', start: node.start, end: node.end, text: textAt(where), kept } as const;
  return { path, dialect, role, position: role, carrier, mediaType, bytes: bytesOf(carrier), isForeign: false, place };
}
