import { modelFrom, type StructuredModel } from './chat-endpoint.js';
import { type ChatEndpoint, type ChatService, chatServiceFrom, type Environment } from './chat-service.js';

/** The vision model that `GROUNDGLASS_VISION_URL`, `_MODEL` and `_KEY` name, null where none is set. */
export const visionModelFrom = (environment: Environment): StructuredModel | null => modelFrom(environment, CHARTS);

/** The same model to look at drawings and at test pictures, in conversations. */
export const visionServiceFrom = (environment: Environment): ChatService | null =>
  chatServiceFrom(environment, DRAWINGS);

/** The same model to choose from a page of thumbnails. */
export const thumbnailReviewerFrom = (environment: Environment): ChatService | null =>
  chatServiceFrom(environment, THUMBNAILS);

/** A vision model on a CPU takes two minutes for a picture and a page of JSON. */
const CHARTS: ChatEndpoint = {
  setting: 'GROUNDGLASS_VISION',
  title: 'The vision endpoint',
  nextStep: 'Check GROUNDGLASS_VISION_URL, _MODEL and _KEY, or unset them: charts are read from their vectors too.',
  timeoutMs: 180_000,
  maxTokens: 16_384,
};

/** A conversation carries up to 20 pictures, which a model may need minutes to take in. */
const DRAWINGS: ChatEndpoint = {
  ...CHARTS,
  nextStep:
    'Check GROUNDGLASS_VISION_URL, _MODEL and _KEY, then run the command again, which goes on from here; without them drawings are checked by rules alone.',
  timeoutMs: 300_000,
};

/** One sheet, at most three previews, and an answer of a few lines. */
const THUMBNAILS: ChatEndpoint = {
  ...CHARTS,
  nextStep:
    'Check GROUNDGLASS_VISION_URL, _MODEL and _KEY, then search with --review again, or choose a thumbnail yourself.',
  maxTokens: 2_048,
};
