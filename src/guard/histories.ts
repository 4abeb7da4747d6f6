import { type JsonNode, memberOf, pointerTo, stringOf } from './json-tree.js';
import type { Dialect, Role } from './picture.js';

/** Who says what stands here, and in which way of writing. */
export interface Context {
  readonly role: Role;
  /** A history of the Responses API, where texts are `input_text` and `output_text`. */
  readonly responses: boolean;
}

/** One message of a history, or whatever stands for one. */
export interface HistoryItem {
  readonly pointer: string;
  readonly node: JsonNode;
  readonly context: Context;
}

/**
 * The messages of a document, in order: of a request body, a stored session, a list of messages, one message, or the result
 * of a tool. What is no message (tool definitions, settings) is not among them.
 */
export function histories(root: JsonNode, pointer = ''): HistoryItem[] {
  if (root.type === 'array') return listed(root, pointer, isResponses(root));
  if (root.type !== 'object') return [];
  if (memberOf(root, 'role') !== undefined) return [messageAt(root, pointer, false)];
  const found = inTime(root.members).flatMap(([key, value]) => {
    const at = pointerTo(pointer, key);
    if (LISTS.has(key) && value.type === 'array') return listed(value, at, key === 'input' || isResponses(value));
    if (HOLDERS.has(key) && value.type === 'object') return histories(value, at);
    const role = TEXTS[key];
    return role === undefined ? [] : [{ pointer: at, node: value, context: { role, responses: key !== 'system' } }];
  });
  if (found.length > 0 || root.members.some(([key]) => LISTS.has(key))) return found;
  return [{ pointer, node: root, context: { role: 'tool_result', responses: false } }];
}

/** What a person says now comes behind what was said before, wherever it stands in the document. */
const inTime = (members: JsonNode['members']): JsonNode['members'] => {
  const isNow = ([key]: JsonNode['members'][number]): boolean => key === 'user_message';
  return [...members.filter((it) => !isNow(it)), ...members.filter(isNow)];
};

const LISTS = new Set(['messages', 'input', 'conversation', 'override_conversation', 'conversation_so_far']);
const HOLDERS = new Set(['conversation', 'override_conversation', 'user_message', 'message', 'session', 'result']);
const TEXTS: Readonly<Record<string, Role>> = {
  system: 'system',
  instructions: 'system',
  input: 'user',
  prompt: 'user',
};

const listed = (list: JsonNode, pointer: string, responses: boolean): HistoryItem[] =>
  list.members.map(([i, node]) => messageAt(node, pointerTo(pointer, i), responses));

function messageAt(node: JsonNode, pointer: string, responses: boolean): HistoryItem {
  const role = ROLES[stringOf(node, 'role') ?? ''] ?? (isResult(node) ? 'tool_result' : 'user');
  const said = stringOf(node, 'type') ?? '';
  return { pointer, node, context: { role: said in ASSISTANT_ITEMS ? 'assistant' : role, responses } };
}

const ROLES: Readonly<Record<string, Role>> = {
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  model: 'assistant',
  system: 'system',
  developer: 'system',
  tool: 'tool_result',
  function: 'tool_result',
};

/** Items of a Responses history that have no role but come from the model. */
const ASSISTANT_ITEMS: Readonly<Record<string, true>> = {
  image_generation_call: true,
  reasoning: true,
  mcp_call: true,
};
const isResult = (node: JsonNode): boolean => stringOf(node, 'type')?.endsWith('_output') ?? false;

const RESPONSES_ITEMS =
  /^(?:input_|output_|function_call|custom_tool_call|computer_call|image_generation_call|item_reference)/;
const isResponses = (list: JsonNode): boolean =>
  list.members.some(([, node]) => {
    const content = memberOf(node, 'content');
    return [node, ...(content?.members ?? []).map(([, it]) => it)].some((it) =>
      RESPONSES_ITEMS.test(stringOf(it, 'type') ?? ''),
    );
  });

/** The way of writing that a document's shapes tell; `openai` where nothing tells. */
export function dialectOf(root: JsonNode): Dialect {
  if (root.type === 'object' && memberOf(root, 'messages') === undefined) {
    if (root.members.some(([key]) => GOOSE_KEYS.has(key))) return 'goose';
    if (memberOf(root, 'role') === undefined && memberOf(root, 'input') === undefined && isToolResult(root))
      return 'mcp';
  }
  for (const { node } of histories(root)) {
    if (memberOf(node, 'created')?.type === 'number') return 'goose';
    const content = memberOf(node, 'content');
    for (const it of [node, ...(content?.members ?? []).map(([, part]) => part)]) {
      const type = stringOf(it, 'type') ?? '';
      if (GOOSE_PARTS.test(type) || (type === 'image' && memberOf(it, 'data') !== undefined)) return 'goose';
      if (ANTHROPIC_PARTS.test(type) || (type === 'image' && memberOf(it, 'source') !== undefined)) return 'anthropic';
    }
  }
  const anthropic = memberOf(root, 'anthropic_version') ?? memberOf(root, 'system');
  return anthropic !== undefined && memberOf(root, 'messages') !== undefined ? 'anthropic' : 'openai';
}

const GOOSE_KEYS = new Set([
  'conversation',
  'user_message',
  'override_conversation',
  'conversation_so_far',
  'working_dir',
]);
const GOOSE_PARTS = /^(?:tool_?[Rr](?:equest|esponse)|frontendToolRequest|toolConfirmationRequest)$/;
const ANTHROPIC_PARTS = /^(?:tool_use|tool_result|server_tool_use|mcp_tool_(?:use|result)|thinking)$/;
const isToolResult = (root: JsonNode): boolean =>
  ['content', 'structuredContent', 'isError', 'result', 'jsonrpc'].some((key) => memberOf(root, key) !== undefined);
