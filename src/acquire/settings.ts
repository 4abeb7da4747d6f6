import { GroundglassError } from '../evidence/errors.js';
import type { ImageProviderName } from '../evidence/wire/images.js';

/** Where the APIs are, with what keys, and who asks. */
export interface AcquireSettings {
  readonly bases: Readonly<Record<ImageProviderName, URL>>;
  readonly keys: Readonly<Partial<Record<ImageProviderName, string>>>;
  /** Origins that a person configured: they alone may lie on this machine or in a private net. */
  readonly trustedOrigins: ReadonlySet<string>;
  readonly userAgent: string;
  /** Rows of a batch at the same time. */
  readonly concurrency: number;
}

/** The providers' own places, in the order in which they are asked. */
export const OWN_BASES: Readonly<Record<ImageProviderName, string>> = {
  pexels: 'https://api.pexels.com',
  pixabay: 'https://pixabay.com',
  openverse: 'https://api.openverse.org',
  wikimedia: 'https://commons.wikimedia.org',
};
export const PROVIDER_NAMES = Object.keys(OWN_BASES) as ImageProviderName[];
/** Those that answer nobody without a key. */
export const KEYED: ReadonlySet<ImageProviderName> = new Set(['pexels', 'pixabay']);

/** Wikimedia's policy asks for at most three requests at the same time, and other hosts deserve no more. */
const DEFAULT_CONCURRENCY = 3;
const MAX_CONCURRENCY = 16;
/** Wikimedia blocks clients that name nobody to write to (foundation.wikimedia.org, User-Agent policy). */
const HOME = 'https://www.npmjs.com/package/groundglass';

/**
 * Settings of the environment: `PEXELS_API_KEY`, `PIXABAY_API_KEY`, `*_BASE_URL`, `IMAGE_SEARCH_CONCURRENCY`, and
 * `GROUNDGLASS_CONTACT` (an e-mail or web address that providers may write to).
 * @throws GroundglassError `bad_argument`
 */
export function acquireSettingsFrom(environment: NodeJS.ProcessEnv, version: string): AcquireSettings {
  const bases = {} as Record<ImageProviderName, URL>;
  const keys: Partial<Record<ImageProviderName, string>> = {};
  const trustedOrigins = new Set<string>();
  for (const name of PROVIDER_NAMES) {
    const configured = environment[`${name.toUpperCase()}_BASE_URL`]?.trim();
    bases[name] = baseUrl(configured || OWN_BASES[name], name);
    if (configured) trustedOrigins.add(bases[name].origin);
    const key = environment[`${name.toUpperCase()}_API_KEY`]?.trim();
    if (key && KEYED.has(name)) keys[name] = key;
  }
  const contact = environment.GROUNDGLASS_CONTACT?.replace(/[^\x21-\x7e]/g, '');
  return {
    bases,
    keys,
    trustedOrigins,
    userAgent: `Groundglass/${version} (${contact ? `${HOME}; ${contact}` : HOME}) Node/${process.versions.node}`,
    concurrency: concurrencyFrom(environment.IMAGE_SEARCH_CONCURRENCY),
  };
}

/** @throws GroundglassError `bad_argument` */
export function concurrencyFrom(given: string | undefined): number {
  if (given === undefined || given === '') return DEFAULT_CONCURRENCY;
  const value = Number(given);
  if (Number.isInteger(value) && value >= 1 && value <= MAX_CONCURRENCY) return value;
  throw new GroundglassError(
    'bad_argument',
    `The concurrency is ${JSON.stringify(given)}.`,
    `Give a whole number from 1 to ${MAX_CONCURRENCY}; ${DEFAULT_CONCURRENCY} is polite.`,
  );
}

/** An address below a provider's base: the path stays the provider's own, a prefix of the base is kept. */
export function below(base: URL, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/+$/, '')}${path}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

/** An address of a reply that lies on the provider's own API host, moved to where its base is. */
export function moved(address: string, base: URL, own: string): string {
  if (!URL.canParse(address)) return '';
  const url = new URL(address);
  if (url.origin !== own || base.origin === own) return address;
  return below(base, url.pathname, Object.fromEntries(url.searchParams)).href;
}

function baseUrl(given: string, name: ImageProviderName): URL {
  const url = URL.canParse(given) ? new URL(given) : null;
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url !== null && isHttp && url.username === '' && url.password === '' && url.search === '') return url;
  throw new GroundglassError(
    'bad_argument',
    `${name.toUpperCase()}_BASE_URL is no plain http or https URL.`,
    `Set it to a base such as ${OWN_BASES[name]}, without user, password or query; keys have settings of their own.`,
  );
}
