import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import { toGroundglassError } from '../evidence/errors.js';
import type { PictureDescriber } from '../models/picture-describer.js';
import type { Limits } from '../sources/limits.js';
import { Descriptions } from './descriptions.js';
import type { Carrier, FoundPicture } from './picture.js';
import { contentOf, type PictureContent, RemotePictures } from './remote-pictures.js';
import { soundPicture } from './sound-picture.js';
import { NO_VISION_MODEL, NOT_DESCRIBED, type Understanding } from './words.js';

export interface UnderstandingOptions {
  /** Null where no vision model is configured: pictures are then only named. */
  readonly describer: PictureDescriber | null;
  /** Where descriptions are kept, by the picture's bytes and the words that it was sent with; null keeps them in memory. */
  readonly folder: string | null;
  readonly limits: Limits;
  /** Where pictures at addresses come from; the public internet by default. */
  readonly remote?: RemotePictures;
}

/** Pictures of one request that are looked at, the latest first; earlier ones are described where they were looked at before. */
export const MAX_PICTURES = 20;
/** Calls of the vision model at the same time, over all requests. */
const CONCURRENCY = 4;
const ATTEMPTS = 2;
/** The words that a picture was sent with, as far as they steer its description. */
const MAX_QUESTION_CHARS = 2_000;

/**
 * Puts pictures into words, each once: the same bytes sent with the same words are described by the same text in every later
 * turn, after a restart too.
 */
export class PictureUnderstanding {
  private readonly turns = pLimit(CONCURRENCY);
  private readonly underway = new Map<string, Promise<Understanding>>();
  private readonly kept: Descriptions;
  private readonly remote: RemotePictures;

  constructor(private readonly options: UnderstandingOptions) {
    this.kept = new Descriptions(options.folder);
    this.remote = options.remote ?? new RemotePictures();
  }

  /** What is known of each picture, in their order; never throws for what is wrong with one. */
  async understand(
    pictures: readonly { readonly picture: FoundPicture; readonly question: string }[],
    signal?: AbortSignal,
  ): Promise<Understanding[]> {
    const earlier = pictures.length - MAX_PICTURES;
    return Promise.all(
      pictures.map(({ picture, question }, i) =>
        this.one(picture, question.slice(0, MAX_QUESTION_CHARS), i >= earlier, signal),
      ),
    );
  }

  private async one(
    { carrier }: FoundPicture,
    question: string,
    isLookedAt: boolean,
    signal?: AbortSignal,
  ): Promise<Understanding> {
    // Nobody is asked for more than are looked at.
    if (!isLookedAt && carrier.kind === 'url') return unseen(TOO_MANY);
    try {
      for (const isAnew of [false, true]) {
        const { digest, bytes } = await this.content(carrier, isAnew, signal);
        const key = createHash('sha256')
          .update(`${this.options.describer?.name}\0${digest}\0${question}`)
          .digest('hex');
        const kept = this.kept.read(key);
        if (kept !== null) return { kind: 'described', text: kept.description, size: kept.size };
        if (!isLookedAt) return unseen(TOO_MANY);
        if (bytes !== null) return await this.lookedAt(key, bytes, question);
        // Known by its digest, and not with these words: the bytes are needed after all.
      }
      return unseen(NOT_DESCRIBED);
    } catch (error) {
      return unseen(sentence(toGroundglassError(error).message));
    }
  }

  private lookedAt(key: string, bytes: Uint8Array, question: string): Promise<Understanding> {
    const known = this.underway.get(key) ?? this.lookAt(key, bytes, question);
    this.underway.set(key, known);
    return known.finally(() => this.underway.delete(key));
  }

  private async content(carrier: Carrier, isAnew: boolean, signal: AbortSignal | undefined): Promise<PictureContent> {
    switch (carrier.kind) {
      case 'inline':
        return contentOf(Buffer.from(carrier.base64, 'base64'));
      case 'path':
        return contentOf(await readFile(carrier.path));
      case 'url':
        return this.remote.content(carrier.url, isAnew, signal);
      case 'file_id':
        throw new Error('It was uploaded to the API, which alone has it.');
      case 'unknown':
        throw new Error('It holds nothing that can be read.');
    }
  }

  /** Not tied to one request's signal: others may wait for the same description. */
  private async lookAt(key: string, bytes: Uint8Array, question: string): Promise<Understanding> {
    const picture = await soundPicture(bytes, this.options.limits);
    const { describer } = this.options;
    if (describer === null) return unseen(NO_VISION_MODEL);
    const size = `${picture.widthPx} × ${picture.heightPx} px`;
    return this.turns(async () => {
      let why = '';
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        try {
          const said = await describer.describe(picture.png, question);
          const text = [said, ...picture.limitations].join('\n');
          this.kept.write(key, { description: text, size });
          return { kind: 'described', text, size };
        } catch (error) {
          why = sentence(toGroundglassError(error).message);
        }
      }
      return unseen(`the vision model gave no description (${why})`);
    });
  }
}

const TOO_MANY = `no more than ${MAX_PICTURES} pictures of a request are looked at, the latest`;
const unseen = (why: string): Understanding => ({ kind: 'unseen', why });
/** An error's message as the end of a sentence: without its stop, and with nothing in it that ends a bracket. */
const sentence = (message: string): string => message.replace(/\.$/, '').replaceAll(/[[\]]/g, ' ').slice(0, 300);
