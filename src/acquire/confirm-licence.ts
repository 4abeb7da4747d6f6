import { createHash } from 'node:crypto';
import { GroundglassError } from '../evidence/errors.js';
import type { ImageCandidate, ImageItem } from '../evidence/wire/images.js';
import { classifyLicence } from './licences.js';
import { knownAuthor } from './providers/author.js';
import type { Providers } from './providers/providers.js';

/** The licence and the author that a picture is kept with, and how they were checked. */
export type Confirmed = Pick<ImageItem, 'license_name' | 'license_url' | 'author' | 'license_checked'>;

/**
 * Reads a candidate's licence again where it comes from. Authors change licences, and an index may have it wrong: what was searched for
 * must still hold. Sites with one licence for all have nothing to read; what they said in the search is recorded then.
 * @throws GroundglassError `license_changed`; `upstream_refused`, `rate_limited` where the source can't be asked
 */
export async function confirmLicence(
  candidate: ImageCandidate,
  providers: Pick<Providers, 'reread'>,
  signal?: AbortSignal,
): Promise<Confirmed> {
  const at = new Date().toISOString();
  const { license_name, license_url, author } = candidate;
  const now = await providers.reread(candidate, signal).catch((error: unknown) => {
    if (error instanceof GroundglassError && GONE.has(Number(error.details.status))) throw gone(candidate);
    throw error;
  });
  if (now === null) {
    // Commons answers for each of its files: one that it does not know was taken down.
    if (candidate.provider === 'wikimedia') throw gone(candidate);
    const sha256 = digest(JSON.stringify({ license_name, license_url, author }));
    return { license_name, license_url, author, license_checked: { at, how: 'provider-metadata', sha256 } };
  }
  const said = classifyLicence({ name: now.license_name, url: now.license_url });
  if (typeof said === 'string') throw disagrees(candidate, 'licence', now.license_name || 'no licence', said);
  if (said.tier !== candidate.license_tier || !isSameLicence(said.name, license_name, said.tier)) {
    throw disagrees(candidate, 'licence', said.name, 'other_license');
  }
  // The source's own word of who made it outweighs an index's.
  const named = knownAuthor(now.author);
  if (said.tier === 'attribution-required' && named === '')
    throw disagrees(candidate, 'author', 'nobody', 'author_unknown');
  return {
    license_name: said.name,
    license_url: said.url,
    author: named || author,
    license_checked: { at, how: 'source-api', sha256: digest(now.raw) },
  };
}

/** Statuses by which an API says that it has no such picture. */
const GONE = new Set([404, 410]);

/** Versions are licences of their own; the country that one was adapted to is often left out by indexes. */
const isSameLicence = (a: string, b: string, tier: string): boolean =>
  tier === 'no-attribution' || unported(a) === unported(b);
const unported = (name: string): string => name.replace(/(\d\.\d)\s.*$/, '$1');

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

const gone = ({ source_page_url }: ImageCandidate): GroundglassError =>
  new GroundglassError(
    'license_changed',
    'The source no longer has this picture: nobody can say what its licence is.',
    'Take another candidate.',
    { reason: 'source_gone', source_page_url },
  );

const disagrees = (
  candidate: ImageCandidate,
  what: 'licence' | 'author',
  now: string,
  reason: string,
): GroundglassError =>
  new GroundglassError(
    'license_changed',
    `The source says another ${what} now: ${now}; the search said ${what === 'licence' ? candidate.license_name : candidate.author}.`,
    'Take another candidate, or search again.',
    { reason, source_page_url: candidate.source_page_url },
  );
