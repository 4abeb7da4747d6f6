import { type ChatEndpoint, modelFrom, type StructuredModel } from './chat-endpoint.js';

/** The vision model that `GROUNDGLASS_VISION_URL`, `_MODEL` and `_KEY` name, null where none is set. */
export const visionModelFrom = (environment: Readonly<Record<string, string | undefined>>): StructuredModel | null =>
  modelFrom(environment, VISION);

/** A vision model on a CPU takes two minutes for a picture and a page of JSON. */
const VISION: ChatEndpoint = {
  setting: 'GROUNDGLASS_VISION',
  title: 'The vision endpoint',
  nextStep: 'Check GROUNDGLASS_VISION_URL, _MODEL and _KEY, or unset them: charts are read from their vectors too.',
  timeoutMs: 180_000,
  maxTokens: 16_384,
};
