import type { ImageCandidate, ImageOrientation } from '../../evidence/wire/images.js';
import type { Work } from '../providers/provider.js';
import { standingOf, type TermGroup, type Words } from '../query/required-terms.js';
import { tokens } from '../query/tokens.js';
import { NAMESAKES } from '../query/words.js';
import { type Rejection, type Usable, usable } from './refusal.js';
import { relevance } from './relevance.js';

/** What a picture is wanted for, as far as words about it can tell. */
export interface Need {
  /** The query and its variants, as they were given. */
  readonly queries: readonly string[];
  readonly groups: readonly TermGroup[];
  readonly orientation: ImageOrientation;
  readonly strict: boolean;
  readonly minWidth: number;
  readonly minHeight: number;
  /** Somebody looks at thumbnails before one is taken: near matches are shown as well. */
  readonly thumbnails: boolean;
}

/** A work that a search gave. */
export interface Found {
  readonly work: Work;
  /** The explicit query whose search it was. */
  readonly query: string;
  /** What was sent: that query, or a shorter form of it. */
  readonly sent: string;
}

export interface Judged extends Found {
  readonly work: Usable;
  readonly score: number;
  readonly why: readonly string[];
  readonly evidence: ImageCandidate['identity_evidence'];
  readonly missing: readonly string[];
}

/**
 * The steps of the order, each larger than all below it together, so that the sum of points is the order of its steps: a near
 * match, identity in the title, a namesake, relevance in tenths, the shape, then what only breaks ties.
 */
const POINTS = {
  near: -10_000_000,
  unseen: -5_000_000,
  inTitle: 200_000,
  namesake: -80_000,
  relevanceTenth: 4_000,
  shape: 1_500,
  otherShape: -500,
  noCredit: 250,
  pixels: 150,
} as const;

/** Of groups that are in the title, this many count; nobody needs more anchors. */
const MAX_GROUPS = 20;
/** Pixels beyond this make no picture better on a slide. */
const ENOUGH_PIXELS = 6_000_000;
/** A near match must be strong in its own query. */
const NEAR_RELEVANCE = 0.5;

/** Where a work stands among others, and why; or why it is none. */
export function judge(found: Found, need: Need): Judged | Rejection {
  const work = usable(found.work, need);
  if (typeof work === 'string') return work;
  const standings = need.groups.map((group) => ({ group, standing: standingOf(group, work) }));
  const missing = standings.filter(({ standing }) => standing === 'absent').map(({ group }) => group.text);
  const relevant = relevance(found.query, work);
  const isNear = missing.length === 1 && (relevant ?? 0) >= NEAR_RELEVANCE;
  if (missing.length > 0 && !(need.thumbnails && isNear)) return 'required_terms_missing';
  const isNamed = need.groups.length > 0 && missing.length === 0;
  if (!isNamed && relevant === 0) return 'irrelevant';
  // Its words are in another script: only eyes can tell.
  const isUnseen = !isNamed && missing.length === 0 && relevant === null;
  if (isUnseen && !need.thumbnails) return 'nothing_to_compare';

  const inTitle = standings.filter(({ standing }) => standing === 'title').length;
  const namesake = namesakeIn(work, need.queries);
  const steps: readonly (readonly [number, string])[] = [
    [missing.length > 0 ? POINTS.near : 0, `near match: "${missing[0]}" is not in its words`],
    [isUnseen ? POINTS.unseen : 0, 'its words are in another script than the query'],
    [Math.min(inTitle, MAX_GROUPS) * POINTS.inTitle, `${inTitle} of ${need.groups.length} required terms in the title`],
    [namesake === null ? 0 : POINTS.namesake, `its title says "${namesake}", which was not asked for`],
    [
      Math.round((relevant ?? 0) * 10) * POINTS.relevanceTenth,
      `${Math.round((relevant ?? 0) * 100)} % of "${found.query}"`,
    ],
    ...shapeSteps(work, need.orientation),
    [work.licence.tier === 'no-attribution' ? POINTS.noCredit : 0, 'needs no credit'],
    [pixelPoints(work), `${work.width} × ${work.height} px`],
  ];
  const counted = steps.filter(([points]) => points !== 0);
  const seen = missing.length > 0 || isUnseen;
  return {
    ...found,
    work,
    score: Math.round(counted.reduce((sum, [points]) => sum + points, 0)),
    why: [
      ...counted.map(([points, text]) => `${points > 0 ? '+' : ''}${Math.round(points)} ${text}`),
      ...work.restrictions.map((it) => `restricted beside copyright: ${it}`),
    ],
    evidence: seen ? 'visual-verification-required' : 'metadata-verified',
    missing,
  };
}

/** Best first; where points are equal, providers and their own order decide, so that a search has one order. */
export const inOrder = (judged: readonly Judged[]): Judged[] => judged.toSorted((a, b) => b.score - a.score);

function namesakeIn({ title }: Words, queries: readonly string[]): string | null {
  const asked = queries.join(' ').toLowerCase();
  for (const word of NAMESAKES) {
    const isIn = tokens(title).some(({ text, isRun }) => (isRun ? text.includes(word) : text === word));
    if (isIn && !asked.includes(word)) return word;
  }
  return null;
}

/** Sides that differ by less than this share make a square. */
const SQUARE_SHARE = 0.05;

function shapeSteps({ width, height }: Work, wanted: ImageOrientation): [number, string][] {
  if (wanted === 'any' || width === 0 || height === 0) return [];
  const ratio = width / height;
  const shape = Math.abs(ratio - 1) <= SQUARE_SHARE ? 'square' : ratio > 1 ? 'landscape' : 'portrait';
  return [
    shape === wanted ? [POINTS.shape, `${shape}, as asked`] : [POINTS.otherShape, `${shape}, asked for ${wanted}`],
  ];
}

function pixelPoints({ width, height, rendition }: Work): number {
  const pixels = rendition === null ? width * height : rendition.width * rendition.height;
  return Math.round((Math.min(pixels, ENOUGH_PIXELS) / ENOUGH_PIXELS) * POINTS.pixels);
}
