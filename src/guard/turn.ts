import type { HistoryItem } from './histories.js';
import { type JsonNode, memberOf, stringOf } from './json-tree.js';
import { picturesInText } from './pictures-in-text.js';

/**
 * Where the present turn begins: the last message of a person. What follows it, calls of tools and their results, belongs
 * to it. -1 where no person speaks.
 */
export const turnStart = (items: readonly HistoryItem[]): number =>
  items.findLastIndex((item, i) => isPersons(item, items[i - 1]));

/** A message of the role user may be a person's, or carry results of tools, or the picture that such a result was about. */
function isPersons({ node, context }: HistoryItem, before: HistoryItem | undefined): boolean {
  if (context.role !== 'user') return false;
  const parts = partsOf(node);
  if (parts.some((part) => RESULT.test(stringOf(part, 'type') ?? ''))) return false;
  return before?.context.role !== 'tool_result' || textOf(node) !== '';
}

const RESULT = /^(?:mcp_)?tool_?[Rr]es(?:ult|ponse)$|_call_output$/;

const partsOf = (node: JsonNode): JsonNode[] => memberOf(node, 'content')?.members.map(([, part]) => part) ?? [];

/** What a message says: the words of its text parts. */
export function textOf(node: JsonNode): string {
  const content = memberOf(node, 'content') ?? node;
  if (typeof content.value === 'string') return content.value;
  return content.members
    .map(([, part]) => stringOf(part, 'text') ?? '')
    .filter((it) => it !== '')
    .join('\n');
}

/** Words beyond this neither steer a description nor point at pictures. */
const MAX_WORDS = 4_000;

/** What a person says beside pictures: without those that stand in the text itself. */
export function wordsOf(node: JsonNode): string {
  const text = textOf(node);
  const words: string[] = [];
  let at = 0;
  for (const { start, end } of picturesInText(text)) {
    words.push(text.slice(at, start));
    at = end;
  }
  return [...words, text.slice(at)].join('').slice(0, MAX_WORDS);
}
