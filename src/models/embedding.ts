import { GroundglassError } from '../evidence/errors.js';
import type { Embedder } from './embedder.js';
import { openEndpointEmbedder } from './embedding-endpoint.js';
import { openStaticEmbedder } from './static-embedder.js';

export type { Embedder, EmbedOptions } from './embedder.js';

/** Where settings come from: `process.env`, or a config file's values under the same names. */
export type EmbeddingEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * Opens the embedder that the environment asks for: an OpenAI-compatible endpoint where
 * `GROUNDGLASS_EMBEDDING_URL` and `_MODEL` (and, if it needs one, `_KEY`) are set, else the one that ships with us.
 *
 * @param signal ends the opening, which may wait for the endpoint
 */
export async function openEmbedder(environment: EmbeddingEnvironment, signal?: AbortSignal): Promise<Embedder> {
  const url = environment.GROUNDGLASS_EMBEDDING_URL;
  if (!url) return openStaticEmbedder();
  const model = environment.GROUNDGLASS_EMBEDDING_MODEL;
  if (!model) {
    throw new GroundglassError(
      'bad_argument',
      'GROUNDGLASS_EMBEDDING_URL is set but GROUNDGLASS_EMBEDDING_MODEL is not.',
      'Set GROUNDGLASS_EMBEDDING_MODEL to a model that the endpoint serves, or unset GROUNDGLASS_EMBEDDING_URL.',
    );
  }
  const key = environment.GROUNDGLASS_EMBEDDING_KEY;
  return openEndpointEmbedder({ url, model, ...(key ? { key } : {}) }, signal);
}
