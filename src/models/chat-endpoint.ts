import { z } from 'zod';
import { GroundglassError } from '../evidence/errors.js';
import { type Cassettes, cassettesFrom, type ExecutionMode, executionModeIn, fingerprintOf } from './cassette.js';
import { endpointUrl, type JsonEndpoint, postJson, refused } from './post-json.js';

/** One question to a model: instructions, what it is about, and the shape that its answer must have. */
interface StructuredRequest {
  /** Names the shape for the endpoint: letters, digits and `_`. */
  readonly name: string;
  readonly instructions: string;
  readonly text: string;
  readonly png?: Uint8Array;
  /** What the answer must match; also told to the endpoint, as a JSON schema. */
  readonly schema: z.ZodType;
}

/** What a model said, word for word, and what it was asked. */
interface StructuredAnswer {
  /** SHA-256 of what was asked. */
  readonly request: string;
  readonly output: string;
  readonly executionMode: ExecutionMode;
}

/** A model behind an OpenAI-compatible endpoint that answers in JSON. What it says is a proposal, and never taken for true. */
export interface StructuredModel {
  /** As the endpoint names it. */
  readonly name: string;
  /** SHA-256 of the model's name and the settings that it is asked with. */
  readonly fingerprint: string;
  /** Where its answers come from: what is kept of them is kept under this. */
  readonly origin: string;
  /**
   * @throws GroundglassError `upstream_refused` where it can't be asked, breaks off or says too much; `cassette_missing`,
   *   `file_damaged` where recordings are replayed
   */
  ask(request: StructuredRequest, signal?: AbortSignal): Promise<StructuredAnswer>;
}

export interface ChatEndpoint {
  /** The variables that name it, without their ending: `GROUNDGLASS_CHAT`. */
  readonly setting: string;
  /** Subject of its errors: `The chat endpoint`. */
  readonly title: string;
  readonly nextStep: string;
  readonly timeoutMs: number;
  readonly maxTokens: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The chat model that `GROUNDGLASS_CHAT_URL`, `_MODEL` and `_KEY` name, null where none is set. */
export const chatModelFrom = (environment: Environment): StructuredModel | null => modelFrom(environment, CHAT);

/** A plan is a few lines: who waits longer than this for it has another question by then. */
const CHAT: ChatEndpoint = {
  setting: 'GROUNDGLASS_CHAT',
  title: 'The chat endpoint',
  nextStep: 'Check GROUNDGLASS_CHAT_URL, _MODEL and _KEY, or unset them: questions are answered without a model too.',
  timeoutMs: 30_000,
  maxTokens: 1_024,
};

/**
 * The model that an endpoint's three variables name, its calls recorded and replayed where the environment says so.
 *
 * @throws GroundglassError `bad_argument` for a setting that is none
 */
export function modelFrom(environment: Environment, endpoint: ChatEndpoint): StructuredModel | null {
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
  return openModel(service, model, endpoint.maxTokens, cassettesFrom(environment), executionModeIn(environment));
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

function openModel(
  service: JsonEndpoint,
  model: string,
  maxTokens: number,
  cassettes: Cassettes | null,
  executionMode: ExecutionMode,
): StructuredModel {
  const settings = { model, temperature: 0, seed: SEED, max_tokens: maxTokens };
  return {
    name: model,
    fingerprint: fingerprintOf(settings),
    origin: cassettes === null ? executionMode : `${executionMode} ${cassettes.folder}`,
    async ask(request, signal) {
      const body = { ...settings, ...messagesOf(request) };
      const call = async (): Promise<unknown> => withoutKey(service, await postJson(service, body, signal));
      const played = cassettes === null ? { reply: await call(), executionMode } : await cassettes.play(body, call);
      const output = outputOf(service, played.reply);
      return { request: fingerprintOf(body), output, executionMode: played.executionMode };
    },
  };
}

const messagesOf = ({ name, instructions, text, png, schema }: StructuredRequest) => ({
  response_format: {
    type: 'json_schema',
    json_schema: { name, strict: true, schema: z.toJSONSchema(schema, { target: 'draft-7' }) },
  },
  messages: [
    { role: 'system', content: instructions },
    {
      role: 'user',
      content:
        png === undefined
          ? text
          : [
              { type: 'text', text },
              {
                type: 'image_url',
                image_url: { url: `data:image/png;base64,${Buffer.from(png).toString('base64')}` },
              },
            ],
    },
  ],
});

const Reply = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullable(), refusal: z.string().nullish() }),
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

function outputOf(service: JsonEndpoint, reply: unknown): string {
  const [choice] = Reply.safeParse(reply).data?.choices ?? [];
  if (choice === undefined) throw refused(service, 'answered with something that is no chat completion', {});
  if (choice.finish_reason === 'length') throw refused(service, 'broke off its answer', { finish_reason: 'length' });
  if (!choice.message.content) throw refused(service, 'declined to answer', {});
  return choice.message.content;
}
