import { GroundglassError } from '../../evidence/errors.js';

/** A phrase that names something; what is longer is a description. */
const MAX_CHARS = 200;

/** @throws GroundglassError `bad_argument` for a query that catalogues can't be asked: empty, too long, or saying what must not be seen */
export function checkQuery(query: string): void {
  if (!/[\p{L}\p{N}]/u.test(query)) throw wrong('The query has no words.', 'Name what the picture must show.');
  if ([...query].length > MAX_CHARS) {
    throw wrong(
      `The query has ${[...query].length} characters; ${MAX_CHARS} are allowed.`,
      'Give the shortest phrase that keeps the identity; the intent stays with you.',
    );
  }
  const negative = negativePart(query);
  if (negative === null) return;
  throw wrong(
    `"${negative}" says what must not be seen, and catalogues search for such words literally.`,
    'Leave it out of the query, and choose among the thumbnails (--save-candidates).',
  );
}

/** The part of a query that excludes something; null where there is none. */
export function negativePart(query: string): string | null {
  const text = query.normalize('NFKC').replace(/\s+/g, ' ').trim();
  return NEGATIVES.map((pattern) => pattern.exec(text)?.[0].trim()).find(Boolean) ?? null;
}

const UNWANTED =
  '(?:people|persons?|humans?|tourists?|crowds?|faces?|men|women|children|kids|text|words|letters|captions?|watermarks?|logos?|brands?|' +
  'signs?|cars?|vehicles|traffic|clutter|borders?|frames?|blur|noise|filters?|shadows?|animals?|buildings?|illustrations?|cartoons?|ai)';
/**
 * "No" is also a number (No 5, No. 10) and a particle of Japanese names, so it counts where a part of the query begins with it, or
 * before things that people do not want.
 */
const NEGATIVES: readonly RegExp[] = [
  /(?:^|[,;] ?)no (?!\d)\p{L}{2,}/iu,
  new RegExp(`\\b(?:no|not|non|zero) (?:any )?${UNWANTED}\\b`, 'i'),
  /(?:^|[,;] ?)not (?:a |an |the |any )?\p{L}{2,}/iu,
  /\b(?:without|excluding|exclude|avoid|avoiding|free of|devoid of) (?:any )?\p{L}{2,}/iu,
  /\b(?:ohne|kein|keine|keinen) \p{L}{2,}/iu,
  /(?:^|\s)[-−–](?=\p{L})\p{L}[\p{L}\p{N}]*/u,
  /(?:不要|没有|沒有|避免|不含|不带|不帶|请勿|請勿|除去)\p{L}*/u,
  /[无無](?:人物|游客|遊客|行人|文字|水印|浮水印|标志|標誌|路人)/u,
  /(?:人物|人|文字|観光客|ロゴ|透かし)(?:なし|無し|抜き)/u,
];

const wrong = (message: string, nextStep: string): GroundglassError =>
  new GroundglassError('bad_argument', message, nextStep);
