/** Whose way of writing messages: OpenAI (chat completions and responses), Anthropic messages, goose sessions, MCP results. */
export type Dialect = 'openai' | 'anthropic' | 'goose' | 'mcp';

/** Who a picture comes from. */
export type Role = 'user' | 'tool_result' | 'assistant' | 'system';

/** What a picture is made of where it stands. */
export type Carrier =
  | { readonly kind: 'inline'; readonly base64: string }
  | { readonly kind: 'url'; readonly url: string }
  /** Uploaded before: only the upstream knows the bytes. */
  | { readonly kind: 'file_id'; readonly id: string }
  /** A file that the agent loads when it reads this text. */
  | { readonly kind: 'path'; readonly path: string }
  /** Called a picture, but nothing that can be read. */
  | { readonly kind: 'unknown' };

/** A picture in a conversation. */
export interface FoundPicture {
  /** JSON pointer (RFC 6901) to the part, or to the string that holds it. */
  readonly path: string;
  readonly dialect: Dialect;
  readonly role: Role;
  /** `text` where it stands inside a string, else the role. */
  readonly position: Role | 'text';
  readonly carrier: Carrier;
  /** As it is declared, else by its first bytes; null where neither tells. */
  readonly mediaType: string | null;
  /** Bytes of the picture; null where they are elsewhere. */
  readonly bytes: number | null;
  /** Whether it hides in a part of a type that no API knows. */
  readonly isForeign: boolean;
  readonly place: Place;
}

/** What is replaced where a picture is taken out, in UTF-16 units of the JSON text. */
export type Place =
  /** A value: a part of a list, or whatever held the picture. `text` is what a text of that place looks like. */
  | {
      readonly kind: 'value';
      readonly start: number;
      readonly end: number;
      readonly text: TextShape;
      readonly kept: string;
    }
  /** A piece of a string, in units of the decoded string. */
  | {
      readonly kind: 'piece';
      readonly start: number;
      readonly end: number;
      readonly string: string;
      readonly from: number;
      readonly to: number;
    };

/** How a dialect writes a text: as a part of that type, as a bare string, or as a message of its own. */
export type TextShape = 'text' | 'input_text' | 'output_text' | 'string' | 'message';
