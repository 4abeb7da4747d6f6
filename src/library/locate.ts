import { type PageBox, pageBox, unionOf } from '../evidence/boxes.js';
import { GroundglassError } from '../evidence/errors.js';
import { findLabels, wholeKey } from '../evidence/labels.js';
import type { Locator, WireBox } from '../evidence/wire/locator.js';
import type { LocateRequest } from '../evidence/wire/requests.js';
import type { LocateReply } from '../evidence/wire/search.js';
import { framed } from '../pipeline/crop.js';
import type { PageInfo } from '../sources/source.js';
import { findHits } from './find-hits.js';
import { findIn, type Library } from './library.js';
import { chapterLocator, pageLocator, wireBox } from './locators.js';
import { comparable, occurrences } from './probe.js';
import type { SnapshotEntry } from './snapshot.js';

/** Weights of what speaks for a place. A caption that bears the label outweighs wording, wording outweighs a search hit. */
const WEIGHT = { figure: 4, picture: 1, probe: 2, query: 1 } as const;
/** Places listed; past that a question is better narrowed. */
const MOST_CANDIDATES = 10;
const QUERY_DEPTH = 10;

interface Place {
  locator: Locator;
  score: number;
  readonly why: string[];
  crop: WireBox | null;
}

/**
 * Finds the page or chapter that a figure label, wording or question points to. Two places that match equally stay two
 * candidates, and `ambiguous` says so.
 *
 * @throws GroundglassError `bad_argument` where nothing is asked
 */
export async function locate(library: Library, request: LocateRequest): Promise<LocateReply> {
  if (request.query === undefined && request.figure === undefined && request.probe.length === 0) {
    throw new GroundglassError('bad_argument', 'There is nothing to locate.', 'Pass a query, --figure "Figure 3" or --probe TEXT.');
  }
  const snapshot = await library.snapshots.current();
  const entries = request.doc === undefined ? snapshot.documents : [findIn(snapshot, request.doc)];
  const places = new Map<string, Place>();
  const point = (locator: Locator, score: number, why: string, crop: WireBox | null): void => {
    const key = `${locator.document} ${locator.page_index ?? locator.chapter}`;
    const place = places.get(key);
    if (!place) {
      places.set(key, { locator, score, why: [why], crop });
      return;
    }
    place.score += score;
    place.why.push(why);
    // The strongest sign comes first in each kind and decides the box; later ones only add to the score.
    place.crop ??= crop;
  };
  for (const entry of entries) {
    if (request.figure !== undefined) await pointByFigure(library, entry, request.figure, point);
    if (request.probe.length > 0) await pointByProbes(library, entry, request.probe, point);
  }
  if (request.query !== undefined && request.query.trim() !== '') {
    const labelled = findLabels(request.query)[0];
    if (labelled && request.figure === undefined) {
      for (const entry of entries) await pointByFigure(library, entry, labelled.label, point);
    }
    const { hits } = await findHits(library, {
      query: request.query,
      limit: QUERY_DEPTH,
      ...(request.doc === undefined ? {} : { doc: request.doc }),
    });
    const best = hits[0]?.score ?? 1;
    const seen = new Set<string>();
    for (const hit of hits) {
      const key = `${hit.locator.document} ${hit.locator.page_index ?? hit.locator.chapter}`;
      // A page counts by its best passage, not by how many it has.
      if (seen.has(key)) continue;
      seen.add(key);
      point(hit.locator, (WEIGHT.query * hit.score) / best, `passage found at rank ${hit.rank}`, hit.suggested_crop);
    }
  }
  const candidates = [...places.values()]
    .sort((a, b) => b.score - a.score || comparePlaces(a.locator, b.locator))
    .map(({ locator, score, why, crop }) => ({
      locator,
      score: Math.round(score * 1000) / 1000,
      why: [...new Set(why)].join('; '),
      suggested_crop: crop,
    }))
    .slice(0, MOST_CANDIDATES);
  return { candidates, ambiguous: candidates.length > 1 && candidates[0]?.score === candidates[1]?.score };
}

type Point = (locator: Locator, score: number, why: string, crop: WireBox | null) => void;

async function pointByFigure(library: Library, entry: SnapshotEntry, figure: string, point: Point): Promise<void> {
  const record = await library.record(entry);
  const wanted = findLabels(figure)[0];
  const literal = comparable([figure]).text;
  for (const candidate of record.figures) {
    const exact = wanted ? candidate.key === wanted.key : candidate.label !== null && comparable([candidate.label]).text === literal;
    // "Figure 2" is where its parts 2a and 2b are, and the part is where the whole is.
    const related = wanted && candidate.key !== null && wholeKey(candidate.key) === wholeKey(wanted.key);
    if (!exact && !related) continue;
    const score = exact ? WEIGHT.figure : WEIGHT.figure / 2;
    if ('href' in candidate) {
      point(
        chapterLocator(entry, candidate.chapter, candidate.element),
        score + WEIGHT.picture,
        `${candidate.label}: image ${candidate.href}`,
        null,
      );
      continue;
    }
    const page = record.pages[candidate.pageIndex] as PageInfo;
    const whole = unionOf([candidate.pictureBox, candidate.captionBox].filter((box) => box !== null));
    const crop = whole === null ? null : framed(whole, page);
    const beside = candidate.pictureBox === null ? ', no picture found beside it' : '';
    point(
      pageLocator(entry, record, candidate.pageIndex, candidate.pictureBox ?? candidate.captionBox),
      score + (candidate.pictureBox === null ? 0 : WEIGHT.picture),
      `caption of ${candidate.label}${beside}`,
      crop === null ? null : wireBox(crop),
    );
  }
}

async function pointByProbes(
  library: Library,
  entry: SnapshotEntry,
  probes: readonly string[],
  point: Point,
): Promise<void> {
  const record = await library.record(entry);
  if (entry.kind === 'epub') {
    const passages = await library.passages(entry);
    for (const probe of probes) {
      for (const chapter of record.chapters) {
        const own = passages.filter((passage) => passage.chapter === chapter.href);
        const text = comparable(own.flatMap((passage) => passage.text.split('\n')));
        if (occurrences(text, probe).length === 0) continue;
        const first = own.find((passage) => occurrences(comparable(passage.text.split('\n')), probe).length > 0);
        point(
          chapterLocator(entry, chapter.href, first?.element ?? null, first?.pageLabel ?? null),
          WEIGHT.probe / probes.length,
          `bears ${JSON.stringify(probe)}`,
          null,
        );
      }
    }
    return;
  }
  (await library.lines(entry)).forEach((lines, pageIndex) => {
    const text = comparable(lines.map((line) => line[0]));
    for (const probe of probes) {
      const [first] = occurrences(text, probe);
      if (!first) continue;
      const box = unionOf(lines.slice(first[0], first[1] + 1).map(([, x0, y0, x1, y1]) => pageBox(x0, y0, x1, y1))) as PageBox;
      const crop = framed(box, record.pages[pageIndex] as PageInfo);
      point(
        pageLocator(entry, record, pageIndex, box),
        WEIGHT.probe / probes.length,
        `bears ${JSON.stringify(probe)}`,
        crop === null ? null : wireBox(crop),
      );
    }
  });
}

function comparePlaces(a: Locator, b: Locator): number {
  return a.digest < b.digest ? -1 : a.digest > b.digest ? 1 : (a.page_index ?? 0) - (b.page_index ?? 0);
}
