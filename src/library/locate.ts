import { type PageBox, pageBox, unionOf } from '../evidence/boxes.js';
import { GroundglassError } from '../evidence/errors.js';
import { findLabels, wholeKey } from '../evidence/labels.js';
import { type Locator, type WireBox, wireBox } from '../evidence/wire/locator.js';
import type { LocateRequest } from '../evidence/wire/requests.js';
import type { LocateReply } from '../evidence/wire/search.js';
import { framed } from '../pipeline/crop.js';
import type { Passage } from '../pipeline/passages.js';
import type { PageInfo } from '../sources/source.js';
import { type FindOptions, findHits } from './find-hits.js';
import { findIn, type Library } from './library.js';
import { chapterLocator, pageLocator } from './locators.js';
import { comparable, occurrences } from './probe.js';
import type { SnapshotEntry } from './snapshot.js';

/** Weights of what speaks for a place. A caption that bears the label outweighs wording, wording outweighs a search hit. */
const WEIGHT = { figure: 4, picture: 1, probe: 2, query: 1 } as const;
/** Places listed; past that a question is better narrowed. */
const MOST_CANDIDATES = 10;
const QUERY_DEPTH = 10;

interface Place {
  readonly locator: Locator;
  /** The signs that point here, each at its best: a page counts by its best figure or passage, not by how many it has. */
  readonly signs: Map<string, { readonly score: number; readonly why: string }>;
  crop: WireBox | null;
}

/** Notes that a sign (a figure, a probe, the query) points to a place. Of the same place the first box and crop stay. */
type Point = (sign: string, locator: Locator, score: number, why: string, crop: WireBox | null) => void;

/**
 * Finds the page or chapter that a figure label, wording or question points to. Two places that match equally stay two
 * candidates, and `ambiguous` says so.
 *
 * @throws GroundglassError `bad_argument` where nothing is asked, `document_not_found`, `document_ambiguous`
 */
export async function locate(
  library: Library,
  request: LocateRequest,
  options: FindOptions = {},
): Promise<LocateReply> {
  const query = request.query?.trim() ?? '';
  if (query === '' && request.figure === undefined && request.probe.length === 0) {
    throw new GroundglassError(
      'bad_argument',
      'There is nothing to locate.',
      'Pass a query, --figure "Figure 3" or --probe TEXT.',
    );
  }
  const places = await library.snapshots.steady(() => placesFor(library, request, query, options));
  const candidates = places
    .map(({ locator, signs, crop }) => ({
      locator,
      score: Math.round([...signs.values()].reduce((sum, { score }) => sum + score, 0) * 1000) / 1000,
      why: [...new Set([...signs.values()].map(({ why }) => why))].join('; '),
      suggested_crop: crop,
    }))
    .sort((a, b) => b.score - a.score || comparePlaces(a.locator, b.locator))
    .slice(0, MOST_CANDIDATES);
  const ambiguous = candidates.length > 1 && candidates[0]?.score === candidates[1]?.score;
  return { candidates, ambiguous, next_step: candidates.length === 0 ? await otherWay(library, request) : null };
}

/** What would work where nothing was found. */
async function otherWay(library: Library, request: LocateRequest): Promise<string> {
  const { documents } = await library.snapshots.current();
  if (documents.length === 0) return 'The library is empty: add files first, or name another library folder.';
  if (request.figure !== undefined)
    return 'List the labels that there are with figures, or search for what the figure shows.';
  if (request.probe.length > 0)
    return 'A probe is found as it is printed: take fewer words of it, or search for what it says.';
  return 'Search with other words, or list the documents and read the one that should have it.';
}

async function placesFor(
  library: Library,
  request: LocateRequest,
  query: string,
  options: FindOptions,
): Promise<Place[]> {
  const snapshot = await library.snapshots.current();
  const entries = request.doc === undefined ? snapshot.documents : [findIn(snapshot, request.doc)];
  const places = new Map<string, Place>();
  const point: Point = (sign, locator, score, why, crop) => {
    const key = placeKey(locator);
    const place = places.get(key) ?? { locator, signs: new Map(), crop };
    places.set(key, place);
    if (score > (place.signs.get(sign)?.score ?? 0)) place.signs.set(sign, { score, why });
    place.crop ??= crop;
  };
  const figure = request.figure ?? findLabels(query)[0]?.label;
  for (const entry of entries) {
    if (figure !== undefined) await pointByFigure(library, entry, figure, point);
    if (request.probe.length === 0) continue;
    if (entry.kind === 'epub') await pointByProbesInBook(library, entry, request.probe, point);
    else await pointByProbesOnPages(library, entry, request.probe, point);
  }
  if (query !== '') await pointByQuery(library, query, request.doc, options, point);
  return [...places.values()];
}

const placeKey = ({ document, page_index, chapter }: Locator): string => `${document} ${page_index ?? chapter}`;

async function pointByFigure(library: Library, entry: SnapshotEntry, figure: string, point: Point): Promise<void> {
  const record = await library.record(entry);
  const wanted = findLabels(figure)[0];
  const literal = comparable([figure]).text;
  for (const candidate of record.figures) {
    const exact = wanted
      ? candidate.key === wanted.key
      : candidate.label !== null && comparable([candidate.label]).text === literal;
    // "Figure 2" is where its parts 2a and 2b are, and the part is where the whole is.
    const related = wanted && candidate.key !== null && wholeKey(candidate.key) === wholeKey(wanted.key);
    if (!exact && !related) continue;
    const score = exact ? WEIGHT.figure : WEIGHT.figure / 2;
    if ('href' in candidate) {
      const locator = chapterLocator(entry, candidate.chapter, candidate.element);
      if (candidate.href === null) point('figure', locator, score, `caption of ${candidate.label}`, null);
      else point('figure', locator, score + WEIGHT.picture, `${candidate.label}: image ${candidate.href}`, null);
      continue;
    }
    const whole = unionOf([candidate.pictureBox, candidate.captionBox].filter((box) => box !== null));
    const beside = candidate.pictureBox === null ? ', no picture found beside it' : '';
    point(
      'figure',
      pageLocator(entry, record, candidate.pageIndex, candidate.pictureBox ?? candidate.captionBox),
      score + (candidate.pictureBox === null ? 0 : WEIGHT.picture),
      `caption of ${candidate.label}${beside}`,
      cropFor(whole, record.pages[candidate.pageIndex] as PageInfo),
    );
  }
}

async function pointByProbesInBook(
  library: Library,
  entry: SnapshotEntry,
  probes: readonly string[],
  point: Point,
): Promise<void> {
  const chapters = new Map<string | null, Passage[]>();
  for (const passage of await library.passages(entry)) {
    chapters.set(passage.chapter, [...(chapters.get(passage.chapter) ?? []), passage]);
  }
  for (const [chapter, passages] of chapters) {
    const lines = passages.flatMap((passage) => passage.text.split('\n').map((text) => ({ text, passage })));
    const text = comparable(lines.map((line) => line.text));
    probes.forEach((probe, i) => {
      const [first] = occurrences(text, probe);
      if (!first) return;
      const { element, pageLabel } = (lines[first[0]] as { passage: Passage }).passage;
      const locator = chapterLocator(entry, chapter, element, pageLabel);
      point(`probe ${i}`, locator, WEIGHT.probe / probes.length, `bears ${JSON.stringify(probe)}`, null);
    });
  }
}

async function pointByProbesOnPages(
  library: Library,
  entry: SnapshotEntry,
  probes: readonly string[],
  point: Point,
): Promise<void> {
  const record = await library.record(entry);
  const pages = await library.lines(entry);
  pages.forEach((lines, pageIndex) => {
    const text = comparable(lines.map((line) => line[0]));
    probes.forEach((probe, i) => {
      const [first] = occurrences(text, probe);
      if (!first) return;
      const box = unionOf(lines.slice(first[0], first[1] + 1).map(([, x0, y0, x1, y1]) => pageBox(x0, y0, x1, y1)));
      const crop = cropFor(box, record.pages[pageIndex] as PageInfo);
      const locator = pageLocator(entry, record, pageIndex, box);
      point(`probe ${i}`, locator, WEIGHT.probe / probes.length, `bears ${JSON.stringify(probe)}`, crop);
    });
  });
}

async function pointByQuery(
  library: Library,
  query: string,
  doc: string | undefined,
  options: FindOptions,
  point: Point,
): Promise<void> {
  const within = doc === undefined ? {} : { doc };
  const { hits } = await findHits(library, { query, limit: QUERY_DEPTH, ...within }, options);
  const best = hits[0]?.score ?? 1;
  // Ranks part passages that say the same; the same wording on two pages points to both alike.
  const scores = new Map<string, number>();
  for (const hit of hits) {
    const wording = comparable([hit.text]).text;
    const score = scores.get(wording) ?? (WEIGHT.query * hit.score) / best;
    scores.set(wording, score);
    point('query', hit.locator, score, `passage found at rank ${hit.rank}`, hit.suggested_crop);
  }
}

function cropFor(box: PageBox | null, page: PageInfo): WireBox | null {
  const crop = box === null ? null : framed(box, page);
  return crop === null ? null : wireBox(crop);
}

function comparePlaces(a: Locator, b: Locator): number {
  return a.digest < b.digest ? -1 : a.digest > b.digest ? 1 : (a.page_index ?? 0) - (b.page_index ?? 0);
}
