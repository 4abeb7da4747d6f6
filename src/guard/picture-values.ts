import { type JsonNode, parseJsonTree } from './json-tree.js';
import { isBase64, pictureInValue } from './picture-bytes.js';
import { declaredType, isImage } from './picture-parts.js';
import type { PictureInText } from './pictures-in-text.js';

/** A string of JSON that is a picture in base64 as a whole. */
export interface PictureValue {
  readonly node: JsonNode;
  readonly base64: string;
  readonly mediaType: string;
}

/**
 * Strings, anywhere in a value that no API has a shape for, that begin as a picture of any kind does, or that a media type beside
 * or above them calls one.
 */
export function pictureValues(node: JsonNode, called: string | null = null): PictureValue[] {
  const { value } = node;
  if (typeof value === 'string') {
    const mediaType = pictureInValue(value) ?? (isBase64(value) ? called : null);
    return mediaType === null ? [] : [{ node, base64: value, mediaType }];
  }
  const named = declaredType(node);
  const here = isImage(named) ? named : called;
  return node.members.flatMap(([key, member]) => (isSkipped(key) ? [] : pictureValues(member, here)));
}

/** The same in a text that is JSON itself, as agents write that hand the result of a tool on as text. */
export function pictureValuesInText(text: string): PictureInText[] {
  if (!JSON_TEXT.test(text) || !IMAGE.test(text)) return [];
  try {
    return pictureValues(parseJsonTree(text)).map(({ node, base64, mediaType }) => ({
      start: node.start + 1,
      end: node.end - 1,
      mediaType,
      base64,
    }));
  } catch {
    // It only looked like JSON.
    return [];
  }
}

const JSON_TEXT = /^\s*[[{]/;
/** Whoever hands pictures on as JSON says so somewhere. */
const IMAGE = /image/i;

/** What the model wrote itself, and base64 that is no picture and must come back as it went out. */
export const isSkipped = (key: string): boolean => WRITTEN_BY_MODEL.has(key) || OPAQUE.has(key);

const WRITTEN_BY_MODEL = new Set(['tool_calls', 'function_call', 'toolCall', 'tool_call', 'arguments']);
const OPAQUE = new Set(['signature', 'encrypted_content', 'input_audio']);
