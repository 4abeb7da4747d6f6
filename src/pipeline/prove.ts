import { areaOf, holdsPoint, intersectionOf, middleOf, type PageBox, unionOf } from '../evidence/boxes.js';
import type { ProveReply, Refusal } from '../evidence/wire/prove.js';
import { isWholeMatch } from './proof/boundaries.js';
import type { EvidenceGlyph, PageEvidence, Reading } from './proof/evidence.js';
import { NOTHING, type Occurrence, occurrenceOf } from './proof/occurrence.js';
import { type Query, queryOf } from './proof/query.js';

/** Share of a place that pictures must cover for it to count as a picture. */
const MIN_PICTURE_SHARE = 0.5;
/** Occurrences that one reply lists; a page has no more of a string than this, unless it is one letter. */
const MAX_OCCURRENCES = 500;
/** Share of the page from which on a picture may be what a reader took a text from: logos and ornaments are smaller. */
const MIN_PAGE_SHARE = 0.1;

/** Cells along each side of the page: a page of ten thousand pictures and as many glyphs is looked through in no time. */
const CELLS = 32;

/** What is proven of a text on a page, as replies have it. */
export type Proof = Omit<ProveReply, 'locator'>;

/**
 * Whether a text is really seen on a page, and where. It matches exactly after NFKC, runs of white space as one blank, case
 * counts; what would begin or end inside a number or a word is no occurrence.
 * @param box keeps occurrences whose centre lies inside (page space, pt)
 */
export function prove(evidence: PageEvidence, text: string, box: PageBox | null = null): Proof {
  const query = queryOf(text);
  const found = new Map<string, Occurrence>();
  let anyProven = false;
  for (const reading of query.text === '' ? [] : evidence.readings) {
    for (const start of matchesIn(reading, query)) {
      const glyphs = [...new Set(reading.glyphs.slice(start, start + query.text.length))];
      const key = glyphs.join(' ');
      const isProven = glyphs.every((index) => evidence.glyphs[index]?.refused.length === 0);
      // A full list still takes the first occurrence that is proven.
      if (found.has(key) || (found.size >= MAX_OCCURRENCES && (anyProven || !isProven))) continue;
      const place = unionOf(glyphs.map((index) => (evidence.glyphs[index] as EvidenceGlyph).box)) as PageBox;
      if (box !== null && !holdsPoint(box, middleOf(place))) continue;
      anyProven ||= isProven;
      found.set(key, occurrenceOf(evidence, reading, start, query.text.length, glyphs, place));
    }
  }
  const occurrences = [...found.values()].sort((a, b) => Number(b.proven) - Number(a.proven));
  if (occurrences.length === 0) {
    const refused = box === null ? whyNowhere(evidence) : whyNotIn(evidence, box);
    return { proven: false, occurrences: [{ ...NOTHING, refused }], refused };
  }
  const proven = occurrences.some((occurrence) => occurrence.proven);
  const refused = proven ? [] : [...new Set(occurrences.flatMap((occurrence) => occurrence.refused))];
  return { proven, occurrences, refused };
}

function* matchesIn(reading: Reading, query: Query): Generator<number> {
  for (let at = reading.text.indexOf(query.text); at >= 0; at = reading.text.indexOf(query.text, at + 1)) {
    if (hasGaps(reading, at, query) && isWholeMatch(reading, at, at + query.text.length, query.raised)) yield at;
  }
}

/** A gap that is neither clearly a blank nor clearly none passes for both. */
function hasGaps({ gaps }: Reading, at: number, { blanks }: Query): boolean {
  for (let i = 1; i < blanks.length; i++) {
    const gap = gaps[at + i];
    if (gap === '?') continue;
    if (blanks[i] !== (gap !== '.')) return false;
  }
  return true;
}

/** Where nothing says in which place to look: a picture without text on it may show anything. */
function whyNowhere({ glyphs, pictures, width, height }: PageEvidence): Refusal[] {
  const large = pictures.filter((picture) => areaOf(picture) >= MIN_PAGE_SHARE * width * height);
  if (large.length === 0) return ['NOT_FOUND'];
  const middles = middlesByCell(glyphs, width, height);
  const couldShowIt = large.some((picture) => !holdsAny(picture, middles, width, height));
  return couldShowIt ? ['NOT_FOUND', 'RASTER_ONLY'] : ['NOT_FOUND'];
}

type Point = readonly [x: number, y: number];

/** Where glyphs stand, by cells of the page; those beyond it lie in its outermost cells. */
function middlesByCell(glyphs: PageEvidence['glyphs'], width: number, height: number): Point[][] {
  const cells = Array.from({ length: CELLS * CELLS }, (): Point[] => []);
  for (const { box } of glyphs) {
    const middle = middleOf(box);
    cells[cellOf(middle[1], height) * CELLS + cellOf(middle[0], width)]?.push(middle);
  }
  return cells;
}

function holdsAny(picture: PageBox, middles: readonly Point[][], width: number, height: number): boolean {
  const [x0, y0, x1, y1] = picture;
  for (let row = cellOf(y0, height); row <= cellOf(y1, height); row++) {
    for (let column = cellOf(x0, width); column <= cellOf(x1, width); column++) {
      if (middles[row * CELLS + column]?.some((middle) => holdsPoint(picture, middle))) return true;
    }
  }
  return false;
}

const cellOf = (coordinate: number, length: number): number =>
  Math.min(CELLS - 1, Math.max(0, Math.floor((coordinate / length) * CELLS)));

/** Where a place is a picture with no text in it, only the pixels could say. */
function whyNotIn({ glyphs, pictures }: PageEvidence, place: PageBox): Refusal[] {
  if (glyphs.some((glyph) => holdsPoint(place, middleOf(glyph.box)))) return ['NOT_FOUND'];
  const covered = pictures.reduce((sum, picture) => {
    const common = intersectionOf(picture, place);
    return sum + (common === null ? 0 : areaOf(common));
  }, 0);
  return areaOf(place) > 0 && covered >= MIN_PICTURE_SHARE * areaOf(place) ? ['RASTER_ONLY'] : ['NOT_FOUND'];
}
