import { z } from 'zod';
import { GroundglassError } from '../evidence/errors.js';
import { cassettesFrom, type ExecutionMode, executionModeIn, fingerprintOf, type RecordedReply } from './cassette.js';
import { endpointUrl, type JsonEndpoint, postJson, refused } from './post-json.js';

export interface ChatEndpoint {
  /** The variables that name it, without their ending: `GROUNDGLASS_CHAT`. */
  readonly setting: string;
  /** Subject of its errors: `The chat endpoint`. */
  readonly title: string;
  readonly nextStep: string;
  readonly timeoutMs: number;
  readonly maxTokens: number;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Chat completions of one model behind an OpenAI-compatible endpoint, recorded and replayed where the environment says so. */
export interface ChatService {
  /** As the endpoint names it. */
  readonly model: string;
  /** SHA-256 of the model's name and the settings that it is asked with. */
  readonly fingerprint: string;
  /** Where its answers come from: what is kept of them is kept under this. */
  readonly origin: string;
  /**
   * Sends what is asked, the model's settings added.
   *
   * @throws GroundglassError `upstream_refused` where it can't be asked, breaks off, says nothing or too much;
   *   `cassette_missing`, `file_damaged` where recordings are replayed
   */
  complete(asked: Readonly<Record<string, unknown>>, signal: AbortSignal | undefined): Promise<Completion>;
}

interface Completion {
  /** SHA-256 of what was asked. */
  readonly request: string;
  readonly text: string | null;
  /** Calls of tools, in the model's order; their arguments are whatever it wrote. */
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly executionMode: ExecutionMode;
}

/**
 * The model that an endpoint's three variables name, null where none is set.
 *
 * @throws GroundglassError `bad_argument` for a setting that is none
 */
export function chatServiceFrom(environment: Environment, endpoint: ChatEndpoint): ChatService | null {
  const { setting } = endpoint;
  const url = environment[`${setting}_URL`];
  if (!url) return null;
  const model = environment[`${setting}_MODEL`];
  if (!model) {
    throw new GroundglassError(
      'bad_argument',
      `${setting}_URL is set but ${setting}_MODEL is not.`,
      `Set ${setting}_MODEL to a model that the endpoint serves, or unset ${setting}_URL.`,
    );
  }
  const service: JsonEndpoint = {
    url: endpointUrl(url, '/chat/completions', setting),
    key: environment[`${setting}_KEY`],
    name: endpoint.title,
    nextStep: endpoint.nextStep,
    timeoutMs: timeoutIn(environment, endpoint),
    maxReplyBytes: MAX_REPLY_BYTES,
  };
  const [cassettes, executionMode] = [cassettesFrom(environment), executionModeIn(environment)];
  const settings = { model, temperature: 0, seed: SEED, max_tokens: endpoint.maxTokens };
  return {
    model,
    fingerprint: fingerprintOf(settings),
    origin: cassettes === null ? executionMode : `${executionMode} ${cassettes.folder}`,
    async complete(asked, signal) {
      const body = { ...settings, ...asked };
      const call = async (): Promise<unknown> => withoutKey(service, await postJson(service, body, signal));
      const played = cassettes === null ? { reply: await call(), executionMode } : await cassettes.play(body, call);
      return { request: fingerprintOf(body), ...messageOf(service, played) };
    },
  };
}

/** @throws GroundglassError `bad_argument` for what is no number of milliseconds */
function timeoutIn(environment: Environment, { setting, timeoutMs }: ChatEndpoint): number {
  const given = environment[`${setting}_TIMEOUT_MS`];
  if (!given) return timeoutMs;
  if (/^[1-9]\d{0,6}$/u.test(given)) return Number(given);
  const next = `Set it to whole milliseconds, or unset it: ${timeoutMs} is the default.`;
  throw new GroundglassError('bad_argument', `${setting}_TIMEOUT_MS is ${JSON.stringify(given)}.`, next);
}

/** Four hundred values with all their elements are 300 kB. */
const MAX_REPLY_BYTES = 2 ** 20;
const SEED = 7;

const Reply = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
          tool_calls: z
            .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
            .nullish(),
        }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
});

/** Replies are kept and handed on: one that echoes the key is not. */
function withoutKey(service: JsonEndpoint, reply: unknown): unknown {
  if (service.key && JSON.stringify(reply).includes(service.key)) throw refused(service, 'answered with its key', {});
  return reply;
}

function messageOf(service: JsonEndpoint, { reply, executionMode }: RecordedReply): Omit<Completion, 'request'> {
  const [choice] = Reply.safeParse(reply).data?.choices ?? [];
  if (choice === undefined) throw refused(service, 'answered with something that is no chat completion', {});
  if (choice.finish_reason === 'length') throw refused(service, 'broke off its answer', { finish_reason: 'length' });
  const calls = (choice.message.tool_calls ?? []).map(({ id, function: { name, arguments: given } }) => ({
    id,
    name,
    arguments: given,
  }));
  const text = choice.message.content || null;
  if (text === null && calls.length === 0) throw refused(service, 'declined to answer', {});
  return { text, calls, executionMode };
}
