import { type JsonNode, memberOf, stringOf } from './json-tree.js';
import type { Carrier } from './picture.js';
import { decodedLength, pictureInBase64 } from './picture-bytes.js';

/** What a part that is a picture carries. */
export interface Carried {
  readonly carrier: Carrier;
  readonly mediaType: string | null;
}

/** The picture that an object is, in any of the shapes that agents and APIs write; null where it is none. */
export function carriedBy(node: JsonNode): Carried | null {
  const type = stringOf(node, 'type');
  for (const [, read] of SHAPES) {
    const carried = read(node, type);
    if (carried !== null) return carried;
  }
  return null;
}

/** Bytes of what is carried inline; null for what lies elsewhere. */
export const bytesOf = (carrier: Carrier): number | null =>
  carrier.kind === 'inline' ? decodedLength(carrier.base64) : null;

type Reader = (node: JsonNode, type: string | undefined) => Carried | null;

const SHAPES: readonly (readonly [name: string, read: Reader])[] = [
  [
    'OpenAI image_url as object or string, input_image and computer_screenshot',
    (node, type) => {
      const url = memberOf(node, 'image_url');
      const address = url?.type === 'object' ? stringOf(url, 'url') : url?.value;
      if (typeof address === 'string') return atUrl(address, null);
      const id = stringOf(node, 'file_id') ?? stringOf(memberOf(node, 'image_file'), 'file_id');
      if (id !== undefined && type !== undefined && IMAGE_FILES.has(type)) return uploaded(id);
      return type === 'image_url' || type === 'input_image' ? UNKNOWN : null;
    },
  ],
  [
    'Anthropic image or document with a source',
    (node, type) => {
      const source = memberOf(node, 'source');
      if (source?.type !== 'object' || (type !== 'image' && type !== 'document')) return null;
      const mediaType = stringOf(source, 'media_type') ?? null;
      if (type === 'document' && !isImage(mediaType)) return null;
      const [data, url, id] = [stringOf(source, 'data'), stringOf(source, 'url'), stringOf(source, 'file_id')];
      if (data !== undefined) return inline(data, mediaType);
      if (url !== undefined) return atUrl(url, mediaType);
      return id === undefined ? UNKNOWN : uploaded(id);
    },
  ],
  [
    'goose, MCP and others: image with its data beside its type',
    (node, type) => {
      if (type !== 'image') return null;
      const mediaType = declaredType(node);
      const data = stringOf(node, 'data') ?? stringOf(node, 'image') ?? stringOf(node, 'base64');
      if (data !== undefined) return /^https?:/i.test(data) ? atUrl(data, mediaType) : inline(data, mediaType);
      const url = stringOf(node, 'url') ?? stringOf(node, 'uri');
      return url === undefined ? UNKNOWN : atUrl(url, mediaType);
    },
  ],
  [
    'MCP embedded resource',
    (node, type) => {
      const resource = type === 'resource' ? memberOf(node, 'resource') : undefined;
      const blob = stringOf(resource, 'blob');
      if (resource === undefined || blob === undefined) return null;
      const mediaType = declaredType(resource);
      return isImage(mediaType) || pictureInBase64(blob) !== null ? inline(blob, mediaType) : null;
    },
  ],
  [
    'Gemini inlineData and fileData',
    (node) => {
      const data = memberOf(node, 'inlineData') ?? memberOf(node, 'inline_data');
      const file = memberOf(node, 'fileData') ?? memberOf(node, 'file_data');
      const at = data ?? (file?.type === 'object' ? file : undefined);
      if (at === undefined || !isImage(declaredType(at))) return null;
      const [bytes, uri] = [stringOf(at, 'data'), stringOf(at, 'fileUri') ?? stringOf(at, 'file_uri')];
      if (bytes !== undefined) return inline(bytes, declaredType(at));
      return uri === undefined ? UNKNOWN : atUrl(uri, declaredType(at));
    },
  ],
  [
    'file parts whose file is a picture',
    (node, type) => {
      if (type !== 'file' && type !== 'input_file') return null;
      const holder = memberOf(node, 'file') ?? node;
      const data = stringOf(holder, 'file_data') ?? stringOf(holder, 'data') ?? stringOf(holder, 'url');
      const mediaType = declaredType(holder);
      if (data === undefined) return null;
      const declared = isImage(mediaType) || /^data:image\//i.test(data);
      if (!declared && pictureInBase64(data) === null) return null;
      return /^https?:/i.test(data) ? atUrl(data, mediaType) : inline(data, mediaType);
    },
  ],
  [
    'Bedrock image',
    (node, type) => {
      const image = type === undefined ? memberOf(node, 'image') : undefined;
      const bytes = stringOf(memberOf(image, 'source'), 'bytes');
      if (bytes === undefined) return null;
      const format = stringOf(image, 'format');
      return inline(bytes, format === undefined ? null : `image/${format}`);
    },
  ],
  [
    'a picture that the model made (Responses)',
    (node, type) => {
      const result = type === 'image_generation_call' ? stringOf(node, 'result') : undefined;
      return result === undefined ? null : inline(result, null);
    },
  ],
];

const IMAGE_FILES = new Set(['input_image', 'image_file', 'computer_screenshot', 'image']);
const UNKNOWN: Carried = { carrier: { kind: 'unknown' }, mediaType: null };
const uploaded = (id: string): Carried => ({ carrier: { kind: 'file_id', id }, mediaType: null });

/** The media type that an object names. */
export const declaredType = (node: JsonNode): string | null =>
  ['mimeType', 'mime_type', 'mediaType', 'media_type'].map((key) => stringOf(node, key)).find((it) => it) ?? null;

export const isImage = (mediaType: string | null): boolean => mediaType !== null && /^image\//i.test(mediaType);

function inline(data: string, mediaType: string | null): Carried {
  const uri = DATA_URI.exec(data);
  const base64 = uri === null ? data : data.slice(uri[0].length);
  return {
    carrier: { kind: 'inline', base64 },
    mediaType: isImage(mediaType) ? mediaType : (uri?.[1] ?? pictureInBase64(base64) ?? mediaType),
  };
}

function atUrl(url: string, mediaType: string | null): Carried {
  if (DATA_URI.test(url)) return inline(url, mediaType);
  // Some agents write bare base64 where an address belongs.
  if (pictureInBase64(url) !== null) return inline(url, mediaType);
  return { carrier: { kind: 'url', url }, mediaType };
}

const DATA_URI = /^\s*data:([\w.+-]{1,40}\/[\w.+-]{1,60})?(?:;[\w.=+-]{1,60}){0,4};base64,/i;
