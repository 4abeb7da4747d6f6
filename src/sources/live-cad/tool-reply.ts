import type { CallToolResult } from '@modelcontextprotocol/client';

/** What a tool of some CAD server replied, whichever way it says things. */
export interface ToolReply {
  /** JSON that it gave, without the wrappers that servers put round it; null where there is none. */
  readonly data: unknown;
  readonly text: string;
  /** Encoded pictures as they came. */
  readonly pictures: readonly { readonly bytes: Uint8Array; readonly mediaType: string }[];
  /** What went wrong, in the server's words; null where nothing did. */
  readonly error: string | null;
}

/**
 * Reads a result defensively: servers put JSON into text, into `structuredContent`, or into a `result` field of that; many tell
 * an error in an envelope, or in plain words, without setting `isError`.
 */
export function readToolReply(result: CallToolResult): ToolReply {
  const blocks = Array.isArray(result.content) ? result.content : [];
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const structured = unwrapped(result.structuredContent);
  const { data, error } = opened(structured ?? parsed(text));
  return {
    data,
    text,
    pictures: blocks.flatMap(pictureIn),
    error: result.isError === true ? (error ?? shortened(text)) : (error ?? spokenError(data, text)),
  };
}

type Block = CallToolResult['content'][number];

function pictureIn(block: Block): ToolReply['pictures'] {
  if (block.type === 'image') return [{ bytes: Buffer.from(block.data, 'base64'), mediaType: block.mimeType }];
  if (block.type !== 'resource' || !('blob' in block.resource)) return [];
  const { blob, mimeType = '' } = block.resource;
  return mimeType.startsWith('image/') ? [{ bytes: Buffer.from(blob, 'base64'), mediaType: mimeType }] : [];
}

/** A framework's `{"result": …}` around a value that is no object. */
function unwrapped(structured: unknown): unknown {
  if (!isRecord(structured)) return null;
  const { result, ...rest } = structured;
  if (result === undefined || Object.keys(rest).length > 0) return structured;
  return typeof result === 'string' ? (parsed(result) ?? result) : result;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The letter in its envelope: `{"ok": true, "payload": …}`, `{"success": false, "message": …}`, `{"error": …}`. */
function opened(data: unknown): { data: unknown; error: string | null } {
  if (!isRecord(data)) return { data, error: null };
  const failed = data.ok === false || data.success === false || data.status === 'error';
  if (failed || (data.error !== undefined && data.error !== null && data.error !== false)) {
    return { data, error: shortened(wordsOf(data.error ?? data.message ?? data.payload ?? data)) };
  }
  const letter = data.ok === true ? data.payload : data.success === true ? data.data : undefined;
  return { data: letter ?? data, error: null };
}

/** Text that is no data and begins like a complaint. */
const COMPLAINT = /^\s*(?:error|failed|failure|exception|traceback|unknown|cannot|can't|invalid|错误|失败)/iu;
const spokenError = (data: unknown, text: string): string | null => {
  const words = typeof data === 'string' ? data : data === null ? text : '';
  return COMPLAINT.test(words) ? shortened(words) : null;
};

const wordsOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return isRecord(value) && typeof value.message === 'string' ? value.message : JSON.stringify(value);
};

/** Characters of a foreign text that an error of ours repeats. */
const MOST_WORDS = 500;
const shortened = (text: string): string => (text.trim() === '' ? 'no reason given' : text.trim().slice(0, MOST_WORDS));

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
