import { findPictures } from './find-pictures.js';
import { type JsonNode, parseJsonTree } from './json-tree.js';
import { isLoadablePicture } from './paths-in-text.js';
import type { Dialect, FoundPicture } from './picture.js';
import { isPictureTool } from './prepare-request.js';
import { scrub } from './scrub.js';
import { pictureWords, turnPolicy, type Understanding } from './words.js';

/** A conversation or a part of one, as JSON has it. */
export type Conversation = readonly unknown[] | Readonly<Record<string, unknown>>;

const treeOf = (conversation: Conversation): JsonNode => parseJsonTree(JSON.stringify(conversation));

/** Every picture of a conversation, in any dialect; paths in texts that goose would load are looked up on this machine. */
export const picturesOf = (conversation: Conversation, dialect: Dialect | null = null): FoundPicture[] =>
  findPictures(treeOf(conversation), { dialect, loads: isLoadablePicture });

/**
 * Whether any part is an `image_url` (or `input_image`), which is what text-only APIs name when they refuse. It says nothing of
 * pictures in the results of tools: see {@link conversationHasToolImageContent}.
 */
export function conversationHasImageUrlContent(conversation: Conversation): boolean {
  const has = (node: JsonNode): boolean =>
    node.members.some(([key, value]) => (key === 'image_url' && value.type !== 'null') || has(value));
  return has(treeOf(conversation));
}

/** Whether the result of any tool holds a picture, in the shapes of any agent. */
export const conversationHasToolImageContent = (conversation: Conversation): boolean =>
  picturesOf(conversation).some(({ role }) => role === 'tool_result');

/** An extension of goose, as its API lists it. */
export interface ExtensionConfig {
  readonly name: string;
  readonly available_tools?: readonly string[] | null | undefined;
  readonly [key: string]: unknown;
}

/**
 * The same extensions without tools that load pictures: what a turn that carries pictures runs with. One that has no other tool
 * is left out: an empty list would offer all of its tools.
 * @param tools names of the tools that each extension has now, without its prefix; an extension that is not named is left alone
 */
export function withoutSessionImageRead<Extension extends ExtensionConfig>(
  extensions: readonly Extension[],
  tools: Readonly<Record<string, readonly string[]>>,
): Extension[] {
  return extensions.flatMap((extension) => {
    const names = extension.available_tools?.length ? extension.available_tools : tools[extension.name];
    if (!names?.some(isPictureTool)) return [extension];
    const kept = names.filter((name) => !isPictureTool(name));
    return kept.length === 0 ? [] : [{ ...extension, available_tools: kept }];
  });
}

/** What a session does in one turn. */
export interface SessionPolicy {
  /** The turn's extensions have no tool that loads pictures. Never beyond the turn. */
  readonly disableImageReading: boolean;
}

export interface PreparedReply<Body> {
  /** The request without pictures; the very object that was given where it had none. */
  readonly body: Body;
  readonly policy: SessionPolicy;
}

/**
 * A request for the next reply of a session whose model reads text only: its pictures are put into words, and the turn is told
 * not to load them again. A turn without pictures is left as it is, with all its tools.
 *
 * @param body of goose's /reply, or of any API that takes the whole history
 * @param known what is known of each picture, in the order of {@link picturesOf}; none where there is no vision model
 */
export function prepareSessionReplyBody<Body extends Conversation>(
  body: Body,
  known: readonly Understanding[],
  dialect: Dialect | null = null,
): PreparedReply<Body> {
  const text = JSON.stringify(body);
  const pictures = findPictures(parseJsonTree(text), { dialect, loads: isLoadablePicture });
  if (pictures.length === 0) return { body, policy: { disableImageReading: false } };
  const policy = turnPolicy(known.some(({ kind }) => kind === 'described'));
  const last = pictures.length;
  const scrubbed = scrub(text, pictures, (picture, number) => {
    const words = pictureWords(picture, number, known[number - 1] ?? UNKNOWN);
    return number === last ? `${words}\n\n${policy}` : words;
  });
  return { body: JSON.parse(scrubbed) as Body, policy: { disableImageReading: true } };
}

const UNKNOWN: Understanding = { kind: 'unseen', why: 'no vision model is configured to describe it' };

/** What rotating a session needs of the server that holds it. */
export interface SessionStore<
  Session extends { readonly id: string; readonly conversation?: readonly unknown[] | null },
> {
  /** Makes a new session that holds this conversation and is else like the old one. */
  create(from: Session, conversation: readonly unknown[]): Promise<Session>;
}

export interface Rotation<Session> {
  readonly session: Session;
  /** Pictures that the old session held; none where it was kept. */
  readonly removed: readonly FoundPicture[];
}

/**
 * Replaces a session that holds pictures by a new one without them. All turns and calls of tools are carried over, and of each
 * picture what is known of it and where it stood; the old session is left as it is.
 *
 * @param describe what is known of pictures, for the words that take their place
 */
export async function rotateSessionIfImagePolluted<
  Session extends { readonly id: string; readonly conversation?: readonly unknown[] | null },
>(
  session: Session,
  store: SessionStore<Session>,
  describe: (pictures: readonly FoundPicture[]) => Promise<readonly Understanding[]>,
): Promise<Rotation<Session>> {
  const text = JSON.stringify(session.conversation ?? []);
  const removed = findPictures(parseJsonTree(text), { dialect: 'goose', loads: isLoadablePicture });
  if (removed.length === 0) return { session, removed };
  const known = await describe(removed);
  const words = (picture: FoundPicture, number: number) => pictureWords(picture, number, known[number - 1] ?? UNKNOWN);
  const conversation = JSON.parse(scrub(text, removed, words)) as readonly unknown[];
  return { session: await store.create(session, conversation), removed };
}
