import { areaOf, holdsPoint, intersectionOf, middleOf, type PageBox, unionOf } from '../evidence/boxes.js';
import { wireBox } from '../evidence/wire/locator.js';
import type { ProveReply, Refusal } from '../evidence/wire/prove.js';
import { isWholeMatch } from './proof/boundaries.js';
import type { EvidenceGlyph, EvidenceRun, PageEvidence, Reading } from './proof/evidence.js';
import { normalised } from './proof/readings.js';

/** Share of a place that pictures must cover for it to count as a picture. */
const MIN_PICTURE_SHARE = 0.5;
/** Occurrences that one reply lists; a page has no more of a string than this, unless it is one letter. */
const MAX_OCCURRENCES = 500;
/** Share of the page from which on a picture may be what a reader took a text from: logos and ornaments are smaller. */
const MIN_PAGE_SHARE = 0.1;
const SUPERSCRIPTS = /[\u00b2\u00b3\u00b9\u2070-\u209c]/;

type Occurrence = ProveReply['occurrences'][number];

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
  for (const reading of query.text === '' ? [] : evidence.readings) {
    for (const start of matchesIn(reading, query)) {
      const glyphs = [...new Set(reading.glyphs.slice(start, start + query.text.length))];
      const key = glyphs.join(' ');
      if (found.has(key) || found.size >= MAX_OCCURRENCES) continue;
      const place = unionOf(glyphs.map((index) => (evidence.glyphs[index] as EvidenceGlyph).box)) as PageBox;
      if (box !== null && !holdsPoint(box, middleOf(place))) continue;
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

/** So that a reader who looks at occurrences alone finds the reason too. */
const NOTHING: Omit<Occurrence, 'refused'> = {
  proven: false,
  element_ids: [],
  box: null,
  unicode: null,
  glyphs: null,
  font: null,
  embedded: null,
  fill: null,
  alpha: null,
  witnesses: { pdfium: null, pdfjs: null },
  visible_pixels: null,
};

interface Query {
  /** Without blanks. */
  readonly text: string;
  /** Whether a blank stands before each character; not before the first. */
  readonly blanks: readonly boolean[];
  /** Whether each character was asked for as a raised one. */
  readonly raised: readonly boolean[];
}

function queryOf(text: string): Query {
  const chars: string[] = [];
  const blanks: boolean[] = [];
  const raised: boolean[] = [];
  let pending = false;
  for (const char of text.trim()) {
    const parts = normalised(char);
    if (parts.length === 0) pending = true;
    for (const part of parts) {
      chars.push(part);
      blanks.push(pending);
      raised.push(SUPERSCRIPTS.test(char));
      pending = false;
    }
  }
  // Accents after their letter, as one character where there is one.
  const joined = chars.join('');
  const composed = joined.normalize('NFKC');
  if (composed === joined) return { text: joined, blanks, raised };
  const words = text.normalize('NFKC').trim().split(/\s+/);
  const starts = new Set<number>();
  let length = 0;
  for (const word of words) {
    if (length > 0) starts.add(length);
    length += normalised(word).length;
  }
  return {
    text: words.join(''),
    blanks: Array.from({ length }, (_, i) => starts.has(i)),
    raised: Array.from({ length }, () => false),
  };
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

function occurrenceOf(
  { glyphs: all, runs }: PageEvidence,
  reading: Reading,
  start: number,
  length: number,
  indexes: readonly number[],
  place: PageBox,
): Occurrence {
  const glyphs = indexes.map((index) => all[index] as EvidenceGlyph);
  const of = glyphs.map(({ run }) => runs[run] as EvidenceRun);
  const refused = [...new Set(glyphs.flatMap((glyph) => glyph.refused))];
  const common = <T>(values: readonly T[]): T | null => {
    const [first] = values;
    return first !== undefined && values.every((value) => value === first) ? first : null;
  };
  const embedded = of.map((run) => run.embedded);
  const pixels = glyphs.map(({ visiblePixels }) => visiblePixels);
  return {
    proven: refused.length === 0,
    element_ids: [...new Set(of.flatMap(({ element }) => element ?? []))],
    box: wireBox(place),
    unicode: spaced(reading, start, length, (i) => reading.text[i] as string),
    glyphs: glyphs.map((glyph, i) => ({
      unicode: glyph.pdfjs ?? glyph.pdfium,
      char_code: glyph.charCode,
      outline: glyph.outline,
      element_id: of[i]?.element ?? null,
      origin: [...glyph.origin],
      box: wireBox(glyph.box),
      seen: glyph.seen,
      refused: [...glyph.refused],
    })),
    font: of[0]?.font ?? null,
    embedded: embedded.every((value) => value === true) ? true : embedded.includes(false) ? false : null,
    fill: common(of.map(({ fill }) => fill)),
    alpha: Math.min(...of.map(({ alpha }) => alpha)),
    witnesses: {
      pdfium: readBy(reading, start, length, all, (glyph) => glyph.pdfium),
      pdfjs: readBy(reading, start, length, all, (glyph) => glyph.pdfjs),
    },
    visible_pixels: pixels.includes(null) ? null : pixels.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    refused,
  };
}

/** The characters of a match with the blanks between them. */
function spaced({ gaps }: Reading, start: number, length: number, at: (index: number) => string): string {
  let text = '';
  for (let i = start; i < start + length; i++)
    text += (i > start && /[_ |]/.test(gaps[i] as string) ? ' ' : '') + at(i);
  return text;
}

/** What one witness reads of a match; null where it lacks a glyph. */
function readBy(
  reading: Reading,
  start: number,
  length: number,
  all: readonly EvidenceGlyph[],
  read: (glyph: EvidenceGlyph) => string | null,
): string | null {
  let last = -1;
  let isWhole = true;
  const text = spaced(reading, start, length, (i) => {
    const index = reading.glyphs[i] as number;
    if (index === last) return '';
    last = index;
    const own = read(all[index] as EvidenceGlyph);
    if (own === null) isWhole = false;
    return own ?? '';
  });
  return isWhole ? text : null;
}

/** Where nothing says in which place to look: a picture without text on it may show anything. */
function whyNowhere({ glyphs, pictures, width, height }: PageEvidence): Refusal[] {
  const couldShowIt = pictures.some(
    (picture) =>
      areaOf(picture) >= MIN_PAGE_SHARE * width * height && !glyphs.some((glyph) => holdsPoint(picture, middleOf(glyph.box))),
  );
  return couldShowIt ? ['NOT_FOUND', 'RASTER_ONLY'] : ['NOT_FOUND'];
}

/** Where a place is a picture with no text in it, only the pixels could say. */
function whyNotIn({ glyphs, pictures }: PageEvidence, place: PageBox): Refusal[] {
  if (glyphs.some((glyph) => holdsPoint(place, middleOf(glyph.box)))) return ['NOT_FOUND'];
  const covered = pictures.reduce((sum, picture) => {
    const common = intersectionOf(picture, place);
    return sum + (common === null ? 0 : areaOf(common));
  }, 0);
  return areaOf(place) > 0 && covered >= MIN_PICTURE_SHARE * areaOf(place) ? ['RASTER_ONLY'] : ['NOT_FOUND'];
}
