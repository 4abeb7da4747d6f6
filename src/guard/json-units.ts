/** A part of a request that is JSON by itself: one message of a list, or the value of one other member. */
export interface JsonUnit {
  readonly key: string;
  /** Whether it is one element of the list that the member holds. */
  readonly inList: boolean;
  /** Offsets in all bytes pushed so far, end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Members whose elements come one by one. */
const LISTS = new Set(['messages', 'input']);

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Cuts a JSON object into units while it arrives, byte by byte, keeping nothing of it. It does not judge whether the JSON is
 * sound: whoever reads the units does.
 */
export class JsonUnits {
  private offset = 0;
  private depth = 0;
  private inString = false;
  private escaped = false;
  /** Where the present string of the outermost level began, to read a key from. */
  private keyBytes: number[] | null = null;
  private key = '';
  /** Depth at which values end: 1 for members, 2 inside one of {@link LISTS}. */
  private level = 1;
  private start = -1;
  private expectsValue = false;

  /** @returns the units that end in this piece */
  push(piece: Uint8Array): JsonUnit[] {
    const units: JsonUnit[] = [];
    for (let i = 0; i < piece.length; i += 1) {
      if (this.inString && !this.escaped && this.keyBytes === null) i = endOfPlain(piece, i);
      if (i === piece.length) break;
      const unit = this.step(piece[i] as number, this.offset + i);
      if (unit !== null) units.push(unit);
    }
    this.offset += piece.length;
    return units;
  }

  private step(byte: number, at: number): JsonUnit | null {
    if (this.inString) {
      if (this.keyBytes !== null && this.keyBytes.length < MAX_KEY_BYTES) this.keyBytes.push(byte);
      if (this.escaped) this.escaped = false;
      else if (byte === BACKSLASH) this.escaped = true;
      else if (byte === QUOTE) this.endString();
      return null;
    }
    switch (byte) {
      case QUOTE:
        this.begin(at);
        this.inString = true;
        if (this.depth === 1 && !this.expectsValue) this.keyBytes = [];
        return null;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        return this.enter(byte, at);
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        return this.leave(at);
      case COMMA: {
        const unit = this.depth === this.level ? this.finish(at) : null;
        if (this.depth === 1) this.expectsValue = false;
        return unit;
      }
      case COLON:
        if (this.depth === 1) this.expectsValue = true;
        return null;
      default:
        if (byte > 0x20) this.begin(at);
        return null;
    }
  }

  /** The first byte of a value, where values of this level begin. */
  private begin(at: number): void {
    const here = this.level === 2 ? this.depth === 2 : this.depth === 1 && this.expectsValue;
    if (this.start < 0 && here) this.start = at;
  }

  private enter(byte: number, at: number): null {
    const opensList = byte === OPEN_BRACKET && this.depth === 1 && this.expectsValue && LISTS.has(this.key);
    if (opensList) this.level = 2;
    else this.begin(at);
    this.depth += 1;
    return null;
  }

  private leave(at: number): JsonUnit | null {
    // An end of the level that values stand on: the last of them has ended before it.
    const unit = this.depth === this.level ? this.finish(at) : null;
    if (this.depth === 2) this.level = 1;
    this.depth -= 1;
    return unit;
  }

  private finish(at: number): JsonUnit | null {
    if (this.start < 0) return null;
    const unit = { key: this.key, inList: this.level === 2, start: this.start, end: at };
    this.start = -1;
    return unit;
  }

  private endString(): void {
    this.inString = false;
    if (this.keyBytes === null) return;
    this.key = keyIn(Buffer.from(this.keyBytes.slice(0, -1)).toString('utf8'));
    this.keyBytes = null;
  }
}

/** Up to the first byte of a string that means anything: strings are most of a request, and looking costs less than stepping. */
function endOfPlain(piece: Uint8Array, from: number): number {
  let at = from;
  while (at < piece.length && piece[at] !== QUOTE && piece[at] !== BACKSLASH) at += 1;
  return at;
}

/** Keys that matter are short. */
const MAX_KEY_BYTES = 256;

function keyIn(raw: string): string {
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return raw;
  }
}
