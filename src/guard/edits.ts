import type { JsonNode } from './json-tree.js';
import type { FoundPicture, TextShape } from './picture.js';

/** A stretch of a text and what takes its place; both ends the same for an insertion. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A text with edits made; all else stays as it is. @param edits without overlap, in any order */
export function edited(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, text: words } of [...edits].sort((a, b) => a.from - b.from)) {
    parts.push(text.slice(at, from), words);
    at = to;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** Takes elements out of a list, or members out of an object, with the commas that are theirs. */
export function removals(
  holder: JsonNode,
  source: string,
  isRemoved: (member: JsonNode, key: string) => boolean,
): Edit[] {
  const gone = holder.members.map(([key, node]) => isRemoved(node, key));
  const endOf = (i: number): number => holder.members[i]?.[1].end ?? holder.start + 1;
  return gone.flatMap((it, i): Edit[] => {
    if (!it) return [];
    // Up to the one after it; the last ones take the comma before them along.
    if (gone.indexOf(false, i) >= 0) {
      return [{ from: startOf(holder, source, i), to: startOf(holder, source, i + 1), text: '' }];
    }
    return [{ from: i === 0 ? startOf(holder, source, i) : endOf(i - 1), to: endOf(i), text: '' }];
  });
}

/** Where an element begins; of a member of an object, where its key does. */
function startOf(holder: JsonNode, source: string, i: number): number {
  const node = holder.members[i]?.[1];
  if (node === undefined) return holder.end - 1;
  if (holder.type === 'array') return node.start;
  const from = holder.members[i - 1]?.[1].end ?? holder.start + 1;
  return source.indexOf('"', from);
}

/** A text of a dialect, as JSON. */
export function textAs(shape: TextShape, role: FoundPicture['role'], text: string): string {
  if (shape === 'string') return JSON.stringify(text);
  if (shape !== 'message') return JSON.stringify({ type: shape, text });
  const speaker = role === 'assistant' ? 'assistant' : 'user';
  const type = speaker === 'assistant' ? 'output_text' : 'input_text';
  return JSON.stringify({ type: 'message', role: speaker, content: [{ type, text }] });
}
