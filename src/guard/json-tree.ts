import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { GroundglassError } from '../evidence/errors.js';

/** JSON with the place of every value in its text, so that one value can be replaced and all else stays byte for byte. */
export interface JsonNode {
  readonly type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
  /** Where its text begins, in UTF-16 units. */
  readonly start: number;
  /** Where it ends, exclusive. */
  readonly end: number;
  /** Scalars only. */
  readonly value: unknown;
  /** Members of an object in file order, a key that stands twice twice; elements of an array with their index as key. */
  readonly members: readonly (readonly [key: string, value: JsonNode])[];
}

/** Deeper than any conversation; parser and walkers recurse. */
const MAX_DEPTH = 200;

/**
 * @throws GroundglassError `bad_argument` for what is no JSON (comments and trailing commas included), `too_deep`
 */
export function parseJsonTree(text: string): JsonNode {
  const errors: ParseError[] = [];
  const root = parsed(text, errors);
  if (root === undefined || errors.length > 0) {
    const at = errors[0]?.offset ?? 0;
    throw new GroundglassError('bad_argument', `This is no JSON (at character ${at + 1}).`, 'Send one JSON document.', {
      offset: at,
    });
  }
  return converted(root, 0);
}

function parsed(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep();
    throw error;
  }
}

function converted(node: Node, depth: number): JsonNode {
  if (depth > MAX_DEPTH) throw tooDeep();
  const [start, end] = [node.offset, node.offset + node.length];
  const children = node.children ?? [];
  switch (node.type) {
    case 'object':
      return {
        type: 'object',
        start,
        end,
        value: undefined,
        members: children.flatMap(({ children: [key, value] = [] }) =>
          key === undefined || value === undefined ? [] : [[String(key.value), converted(value, depth + 1)] as const],
        ),
      };
    case 'array':
      return {
        type: 'array',
        start,
        end,
        value: undefined,
        members: children.map((child, i) => [String(i), converted(child, depth + 1)] as const),
      };
    default:
      return { type: node.type as JsonNode['type'], start, end, value: node.value, members: [] };
  }
}

const tooDeep = (): GroundglassError =>
  new GroundglassError('too_deep', `The JSON is nested deeper than ${MAX_DEPTH} levels.`, 'Send a conversation.', {
    limit: MAX_DEPTH,
  });

/** The last member of that name, as JSON.parse would have it; undefined where there is none. */
export const memberOf = (node: JsonNode | undefined, key: string): JsonNode | undefined =>
  node?.type === 'object' ? node.members.findLast(([name]) => name === key)?.[1] : undefined;

/** The text of a string member; undefined where there is none or it is no string. */
export const stringOf = (node: JsonNode | undefined, key: string): string | undefined => {
  const value = memberOf(node, key)?.value;
  return typeof value === 'string' ? value : undefined;
};

/** A JSON pointer (RFC 6901) one step further down. */
export const pointerTo = (pointer: string, key: string): string =>
  `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
