/** A picture that a person sent, while it may still be spoken of. */
export interface RecentPicture {
  /** Whoever sent it, and where: nobody else's turns get it, nor other channels of the same person. */
  readonly person: string;
  readonly channel: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Base64, or an address. */
  readonly carrier:
    | { readonly kind: 'inline'; readonly base64: string }
    | { readonly kind: 'url'; readonly url: string };
  readonly mediaType: string | null;
}

/** How long after it was sent "those pictures" may mean it, and how many of them. */
export const FOLLOW_UP_WINDOW_MS = 15 * 60_000;
export const FOLLOW_UP_MAX = 8;

/**
 * The pictures that a turn without any speaks of: sent shortly before, by the same person in the same channel, newest first.
 * None where the turn has pictures of its own, or speaks of none.
 *
 * @param turn its words, and how many pictures it carries itself
 * @param now milliseconds since 1970
 */
export function attachRecentMediaForFollowup<Picture extends RecentPicture>(
  turn: { readonly text: string; readonly pictures: number; readonly person: string; readonly channel: string },
  recent: readonly Picture[],
  now: number,
): Picture[] {
  if (turn.pictures > 0 || !refersToPictures(turn.text)) return [];
  return recent
    .filter(({ person, channel, at }) => person === turn.person && channel === turn.channel && at <= now)
    .filter(({ at }) => now - at <= FOLLOW_UP_WINDOW_MS)
    .sort((a, b) => b.at - a.at)
    .slice(0, FOLLOW_UP_MAX);
}

/** Whether words point back at pictures: "those pictures", "the screenshot above", 这几张图, 刚才的照片. */
export const refersToPictures = (text: string): boolean => REFERENCES.some((reference) => reference.test(text));

const NOUN = '(?:pictures?|images?|photos?|photographs?|screenshots?|pics?|drawings?|charts?)';
const REFERENCES: readonly RegExp[] = [
  new RegExp(
    `\\b(?:this|these|that|those|the|my|both|all(?: (?:of )?(?:the|these|those))?)\\s+(?:\\w+\\s+){0,2}${NOUN}\\b`,
    'iu',
  ),
  new RegExp(
    `\\b(?:last|previous|earlier|above|attached|first|second|third|fourth|other)\\s+(?:\\w+\\s+)?${NOUN}\\b`,
    'iu',
  ),
  new RegExp(`\\b${NOUN}\\s+(?:above|before|I (?:just )?sent|I (?:just )?(?:shared|uploaded|attached))\\b`, 'iu'),
  /(?:这|那|上|前|刚才|刚刚|之前|上面|以上|前面|刚发|我发|发的|最后)[^。!?!?\n]{0,8}(?:图片|图像|照片|截图|图|相片)/u,
  /第[一二三四五六七八九十\d]+(?:张|幅)(?:图|照片|截图)?/u,
  /(?:图片|图像|照片|截图|图)(?:里|中|上)/u,
];
