import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { toGroundglassError } from '../evidence/errors.js';
import type { Limits } from '../sources/limits.js';
import type { FoundPicture } from './picture.js';
import { mediaTypeOf } from './picture-bytes.js';
import { soundPicture } from './sound-picture.js';

/** What the APIs of models take inline, all of them: base64 of 5 MB, 8,000 px on a side, and no more than 20 pictures. */
const MAX_BASE64 = 5 * 2 ** 20;
const MAX_SIDE_PX = 8_000;
const MAX_PICTURES = 20;
const PORTABLE = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** Verdicts that are remembered: a history is sent again with every turn. */
const REMEMBERED = 2_000;

/**
 * Whether pictures can be handed on to a model that sees. One that can't be read, or that APIs refuse, would make this
 * turn and every later one fail as surely as any picture does a model that reads text only.
 */
export class Fitness {
  private readonly verdicts = new Map<string, Promise<string | null>>();

  /** @param maxBase64 characters of base64 that a picture may have */
  constructor(
    private readonly limits: Limits,
    private readonly maxBase64 = MAX_BASE64,
  ) {}

  /** Why each can't be handed on; null where it can. Where there are too many, the earlier ones go. */
  async unfit(pictures: readonly FoundPicture[]): Promise<(string | null)[]> {
    const verdicts = await Promise.all(pictures.map((picture) => this.one(picture)));
    let room = MAX_PICTURES;
    return verdicts
      .reverse()
      .map((verdict) => verdict ?? (--room >= 0 ? null : `a request holds ${MAX_PICTURES} pictures at most`))
      .reverse();
  }

  private async one({ carrier, isForeign }: FoundPicture): Promise<string | null> {
    if (isForeign) return 'it is in a part of a kind that no model knows';
    switch (carrier.kind) {
      case 'path':
        return this.verdict(await readFile(carrier.path, 'base64').catch(() => ''));
      case 'inline':
        return this.verdict(carrier.base64);
      case 'unknown':
        return 'it holds nothing that can be read';
      default:
        return null;
    }
  }

  private verdict(base64: string): Promise<string | null> | string {
    if (base64.length > this.maxBase64) return `it has more than ${this.maxBase64} bytes in base64`;
    const key = createHash('sha256').update(base64).digest('base64');
    const verdict = this.verdicts.get(key) ?? this.decoded(base64);
    this.verdicts.delete(key);
    this.verdicts.set(key, verdict);
    if (this.verdicts.size > REMEMBERED) this.verdicts.delete(this.verdicts.keys().next().value ?? '');
    return verdict;
  }

  private async decoded(base64: string): Promise<string | null> {
    try {
      const bytes = Buffer.from(base64, 'base64');
      const type = mediaTypeOf(bytes);
      if (type !== null && !PORTABLE.has(type)) return `models take no ${type}`;
      const { widthPx, heightPx, animated } = await soundPicture(bytes, this.limits);
      if (animated) return 'it is an animation';
      return Math.max(widthPx, heightPx) > MAX_SIDE_PX ? `it has more than ${MAX_SIDE_PX} px on a side` : null;
    } catch (error) {
      return toGroundglassError(error).message.replace(/\.$/, '');
    }
  }
}
