import { wholeKey } from '../../evidence/labels.js';
import type { AdviceCandidate, Hints } from '../../evidence/wire/advice.js';
import type { Locator, WireBox } from '../../evidence/wire/locator.js';
import { FITS, type Fit } from './fit.js';
import type { PolicyHit } from './hit.js';
import type { PassageSigns } from './passage.js';
import { quoted, type Wording } from './replies.js';
import { normalised } from './visual-words.js';

export interface PolicyOptions {
  /** Digest and pages of each document, where known: a hint for an unknown document, or past its end, is ignored. */
  documents?: Readonly<Record<string, { readonly digest: string; readonly pages: number }>>;
  /** Documents whose file on disk has changed since it was read. */
  changed?: readonly string[];
}

export interface ReadHit {
  hit: PolicyHit;
  signs: PassageSigns;
}

/** What the question and the hints ask for by name. */
export interface AskedFor {
  keys: ReadonlySet<string>;
  /** The labels to show, the first one first. */
  names: readonly string[];
  /** Ids that are no labels, and text probes, without blanks. */
  wordings: readonly string[];
}

interface Place {
  candidate: AdviceCandidate;
  fit: Fit;
  rank: number;
  score: number | null;
  /** Asked labels whose caption is on this page. */
  captions: readonly string[];
}

/** Every page worth a look, once and best first, and what makes their choice uncertain. */
export function candidatesFrom(
  read: readonly ReadHit[],
  asked: AskedFor,
  hints: Hints,
  options: PolicyOptions,
  say: Wording,
): { candidates: AdviceCandidate[]; uncertain: string[] } {
  const located = read.filter(({ hit }) => isPlace(hit.locator));
  const hinted = hintedPages(read, hints, options);
  const hintedKeys = new Set(hinted.pages.map(placeKey));

  const places = located.map((item) => placeOf(item, asked, hintedKeys, say));
  places.push(
    ...hinted.pages.map((locator): Place => {
      const candidate = { locator, why: say.fit.hinted_page(''), suggested_crop: null };
      return { candidate, fit: 'hinted_page', rank: Number.POSITIVE_INFINITY, score: null, captions: [] };
    }),
  );
  const ordered = oncePerPage(places.sort((a, b) => FITS.indexOf(a.fit) - FITS.indexOf(b.fit) || compareRanks(a, b)));

  const missing = read.find(({ hit }) => !isPlace(hit.locator));
  const tied = tiedWithFirst(ordered);
  return {
    candidates: ordered.map((place) => place.candidate),
    uncertain: [
      ...(missing ? [say.noPlace(missing.hit.rank)] : []),
      ...(hinted.homeless ? [say.homelessPages] : []),
      ...(tied.length > 1 ? [say.tie(tied.map(({ candidate }) => say.place(candidate.locator)))] : []),
    ],
  };
}

const isPlace = (locator: Locator): boolean => locator.page_index !== null || locator.chapter !== null;

const placeKey = ({ document, page_index, chapter }: Locator): string =>
  JSON.stringify([document, page_index, chapter]);

const compareRanks = (a: Place, b: Place): number => (a.rank === b.rank ? 0 : a.rank - b.rank);

function placeOf({ hit, signs }: ReadHit, asked: AskedFor, hinted: ReadonlySet<string>, say: Wording): Place {
  const [captions, mentions] = [[...signs.captions].filter(isAsked), [...signs.labels.keys()].filter(isAsked)];
  function isAsked(key: string): boolean {
    return asked.keys.has(key) || asked.keys.has(wholeKey(key)) || [...asked.keys].some((k) => wholeKey(k) === key);
  }
  const fit = fitOf(hit, signs, captions, mentions, asked, hinted);
  const label = signs.labels.get(captions[0] ?? mentions[0] ?? '') ?? signs.labels.values().next().value;
  const named = quoted(label ?? signs.references[0] ?? hit.kind);
  return {
    candidate: { locator: hit.locator, why: say.fit[fit](named), suggested_crop: cropOf(hit) },
    fit,
    rank: hit.rank,
    score: hit.score,
    captions,
  };
}

function fitOf(
  hit: PolicyHit,
  signs: PassageSigns,
  captions: readonly string[],
  mentions: readonly string[],
  asked: AskedFor,
  hinted: ReadonlySet<string>,
): Fit {
  if (captions.length > 0) return 'caption';
  if (mentions.length > 0) return 'mention';
  if (asked.wordings.length > 0) {
    const text = normalised(hit.text.slice(0, PROBED_CAP)).replaceAll(' ', '');
    if (asked.wordings.some((wording) => text.includes(wording))) return 'probe';
  }
  if (hinted.has(placeKey(hit.locator))) return 'hinted_page';
  const visual = signs.labels.size + signs.references.length + signs.broken.length > 0 || hit.broken_images?.length;
  return visual || hit.kind === 'caption' || hit.kind === 'chart' || hit.kind === 'table' ? 'visual' : 'passage';
}

const PROBED_CAP = 20_000;

/** The crop that the search suggests; the box of a table or chart is one by itself, that of running text is not. */
function cropOf(hit: PolicyHit): WireBox | null {
  return hit.suggested_crop ?? (hit.kind === 'table' || hit.kind === 'chart' ? hit.locator.box : null);
}

/** Of the passages on one page the best stands for it, with the first crop that any of them has. */
function oncePerPage(ordered: readonly Place[]): Place[] {
  const kept = new Map<string, Place>();
  for (const place of ordered) {
    const key = placeKey(place.candidate.locator);
    const first = kept.get(key);
    if (!first) kept.set(key, { ...place, candidate: { ...place.candidate } });
    else first.candidate.suggested_crop ??= place.candidate.suggested_crop;
  }
  return [...kept.values()];
}

/** The best page and those that match as well: the same label's caption on each, or the same fit and score. */
function tiedWithFirst(ordered: readonly Place[]): Place[] {
  const [first] = ordered;
  if (!first) return [];
  return ordered.filter(
    (place) =>
      place === first ||
      (place.fit === first.fit &&
        (first.fit === 'caption'
          ? place.captions.some((key) => first.captions.includes(key))
          : place.score !== null && place.score === first.score)),
  );
}

/** Pages that the caller named, where the document they are meant in is certain. */
function hintedPages(
  read: readonly ReadHit[],
  hints: Hints,
  options: PolicyOptions,
): { pages: Locator[]; homeless: boolean } {
  const hint = hints.source_locator;
  const named = hint?.page_index ?? (typeof hint?.page === 'number' ? hint.page - 1 : null);
  const indices = [...(hints.page_indices ?? []), ...(named === null ? [] : [named])];
  const documents = new Set(hint?.document ? [hint.document] : read.map(({ hit }) => hit.locator.document));
  const [document] = documents;
  const wanted = [...new Set(indices)].filter((index) => Number.isInteger(index) && index >= 0);
  if (document === undefined || documents.size > 1) return { pages: [], homeless: wanted.length > 0 };

  const known = read.map(({ hit }) => hit.locator).filter((locator) => locator.document === document);
  const facts = options.documents?.[document];
  const digest = facts?.digest ?? hint?.digest ?? known[0]?.digest;
  if (digest === undefined) return { pages: [], homeless: wanted.length > 0 };
  const pages = facts?.pages ?? Number.POSITIVE_INFINITY;
  return {
    pages: wanted
      .filter((index) => index < pages)
      .map((index) => known.find((locator) => locator.page_index === index) ?? pageLocator(document, digest, index)),
    homeless: false,
  };
}

function pageLocator(document: string, digest: string, index: number): Locator {
  return {
    document,
    digest,
    page_index: index,
    page: index + 1,
    page_label: null,
    chapter: null,
    element: null,
    box: null,
    page_width: null,
    page_height: null,
  };
}
