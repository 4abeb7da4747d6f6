import { FOLLOW_UP_WINDOW_MS, type RecentPicture } from './follow-up.js';

/** What all people together may have in memory; the oldest go first. Nothing of it is written to disk. */
const MAX_HELD_BYTES = 64 * 2 ** 20;

/** Pictures that people sent shortly before. */
export class RecentPictures {
  private held: RecentPicture[] = [];

  get isEmpty(): boolean {
    return this.held.length === 0;
  }

  /** A picture that is sent again counts as sent now. */
  remember(pictures: readonly RecentPicture[]): void {
    for (const picture of pictures) {
      this.held = this.held.filter((it) => !isSame(it, picture));
      this.held.push(picture);
    }
    let bytes = this.held.reduce((sum, it) => sum + sizeOf(it), 0);
    while (bytes > MAX_HELD_BYTES) bytes -= sizeOf(this.held.shift() as RecentPicture);
  }

  /** @param now milliseconds since 1970 */
  at(now: number): readonly RecentPicture[] {
    this.held = this.held.filter(({ at }) => now - at <= FOLLOW_UP_WINDOW_MS);
    return this.held;
  }
}

export const contentOf = ({ carrier }: Pick<RecentPicture, 'carrier'>): string =>
  carrier.kind === 'inline' ? carrier.base64 : carrier.url;

const sizeOf = (picture: RecentPicture): number => contentOf(picture).length;

const isSame = (a: RecentPicture, b: RecentPicture): boolean =>
  a.person === b.person && a.channel === b.channel && contentOf(a) === contentOf(b);
