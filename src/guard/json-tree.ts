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

/** Deeper than any conversation; reader and walkers recurse. */
const MAX_DEPTH = 200;

/**
 * Reads JSON as JSON.parse does. A string without escapes costs one search for its end, so that pictures of megabytes cost little;
 * control characters in such a string, which JSON does not allow, are left to whoever gets the text.
 * @throws GroundglassError `bad_argument` for what is no JSON (comments and trailing commas included), `too_deep`
 */
export function parseJsonTree(text: string): JsonNode {
  return new Reader(text).document();
}

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  document(): JsonNode {
    const root = this.value(0);
    this.next();
    if (this.at < this.text.length) throw noJson(this.at);
    return root;
  }

  private value(depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw tooDeep();
    const code = this.next();
    if (code === QUOTE) return this.string();
    if (code === OPEN_BRACE) return this.holder('object', CLOSE_BRACE, depth);
    if (code === OPEN_BRACKET) return this.holder('array', CLOSE_BRACKET, depth);
    return this.scalar();
  }

  private holder(type: 'object' | 'array', close: number, depth: number): JsonNode {
    const start = this.at;
    const members: [string, JsonNode][] = [];
    this.at += 1;
    for (let code = this.next(); code !== close; code = this.next()) {
      if (members.length > 0) this.expect(COMMA);
      const key = type === 'array' ? String(members.length) : this.key();
      members.push([key, this.value(depth + 1)]);
    }
    this.at += 1;
    return { type, start, end: this.at, value: undefined, members };
  }

  private key(): string {
    if (this.next() !== QUOTE) throw noJson(this.at);
    const key = this.string().value;
    this.next();
    this.expect(COLON);
    return String(key);
  }

  private string(): JsonNode {
    const start = this.at;
    const last = this.endOfString(start);
    const inside = this.text.slice(start + 1, last);
    this.at = last + 1;
    const value = inside.includes('\\') ? this.unescaped(start) : inside;
    return { type: 'string', start, end: this.at, value, members: NONE };
  }

  private endOfString(start: number): number {
    for (let at = start; ; ) {
      at = this.text.indexOf('"', at + 1);
      if (at < 0) throw noJson(start);
      let escapes = 0;
      while (this.text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1;
      if (escapes % 2 === 0) return at;
    }
  }

  private unescaped(start: number): string {
    try {
      return JSON.parse(this.text.slice(start, this.at)) as string;
    } catch {
      throw noJson(start);
    }
  }

  private scalar(): JsonNode {
    SCALAR.lastIndex = this.at;
    const word = SCALAR.exec(this.text)?.[0];
    if (word === undefined) throw noJson(this.at);
    const start = this.at;
    this.at += word.length;
    const value: unknown = JSON.parse(word);
    const type = value === null ? 'null' : typeof value === 'number' ? 'number' : 'boolean';
    return { type, start, end: this.at, value, members: NONE };
  }

  private expect(code: number): void {
    if (this.text.charCodeAt(this.at) !== code) throw noJson(this.at);
    this.at += 1;
  }

  /** What comes behind blanks; NaN at the end. */
  private next(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
      this.at += 1;
    }
  }
}

const NONE: JsonNode['members'] = [];

const noJson = (offset: number): GroundglassError =>
  new GroundglassError('bad_argument', `This is no JSON (at character ${offset + 1}).`, 'Send one JSON document.', {
    offset,
  });

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
