import { z } from 'zod';
import type { ExecutionMode } from './cassette.js';
import { type ChatEndpoint, chatServiceFrom, type Environment } from './chat-service.js';
import { pictureUrl } from './picture-url.js';

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

/** @throws GroundglassError `bad_argument` for a setting that is none */
export function modelFrom(environment: Environment, endpoint: ChatEndpoint): StructuredModel | null {
  const service = chatServiceFrom(environment, endpoint);
  if (service === null) return null;
  const { model: name, fingerprint, origin } = service;
  return {
    name,
    fingerprint,
    origin,
    async ask(request, signal) {
      const { text, executionMode, request: asked } = await service.complete(bodyOf(request), signal);
      return { request: asked, output: text ?? '', executionMode };
    },
  };
}

const bodyOf = ({ name, instructions, text, png, schema }: StructuredRequest) => ({
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
              { type: 'image_url', image_url: { url: pictureUrl(png) } },
            ],
    },
  ],
});
