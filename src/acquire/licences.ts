import type { ImageProviderName, LicenseTier } from '../evidence/wire/images.js';
import {
  CODES,
  DISPLAY,
  FAMILIES,
  FILLERS,
  type LicenceFamily,
  REFUSED,
  type RefusedReason,
  SHORT_FORMS,
  SITE_LICENCES,
} from './licence-table.js';

/** What a provider says of a picture's licence, as it says it. Each part is held against the others. */
export interface RawLicence {
  /** `CC BY-SA 3.0 de`, `Public domain` */
  readonly name?: string | null;
  readonly url?: string | null;
  /** A code by itself: Openverse's `by-sa`, Commons' slug `cc-by-sa-3.0`. */
  readonly code?: string | null;
  /** More of its words: nothing is allowed by them, but they can forbid. */
  readonly terms?: string | null;
}

export interface Licence {
  readonly tier: Exclude<LicenseTier, 'manual'>;
  readonly name: string;
  /** '' where there is none */
  readonly url: string;
}

export type LicenceRejection = RefusedReason | 'license_missing' | 'license_not_accepted' | 'license_contradictory';

/**
 * What a statement of a licence comes to: usable, and whether somebody must be named; or why not. All parts that say
 * something must be understood and agree; one that forbids (NC, ND, all rights reserved) outweighs all others.
 */
export function classifyLicence(raw: RawLicence): Licence | LicenceRejection {
  const said = [raw.name, raw.url, raw.code, raw.terms].map((it) => normalForm(it ?? ''));
  const refusal = REFUSED.find(({ pattern }) => said.some((it) => pattern.test(it)));
  if (refusal !== undefined) return refusal.reason;

  const code = raw.code?.trim().toLowerCase() ?? '';
  const read = [familyOf(raw.name ?? ''), urlFamily(raw.url ?? ''), familyOf(CODES.get(code) ?? code)];
  if (read.includes('not-understood')) return 'license_not_accepted';
  const known = read.filter((it): it is Reading => it !== null && it !== 'not-understood');
  const [first] = known;
  if (first === undefined) return said.some((it) => it !== '') ? 'license_not_accepted' : 'license_missing';
  const versions = new Set(known.flatMap(({ version }) => version ?? []));
  if (known.some(({ family }) => !agree(family, first.family)) || versions.size > 1) return 'license_contradictory';
  const [version = null] = versions;
  // The deed's address tells a mark from a dedication, where the words say "public domain" of both.
  const { family } = known.find((it) => it.family === 'cc0') ?? first;
  const port = known.find((it) => it.port !== null)?.port ?? null;
  return described({ family, version, port }, ccUrl(raw.url ?? '')?.href ?? null);
}

/** The licence of a site that has one for all its pictures. */
export const siteLicence = (provider: keyof typeof SITE_LICENCES): Licence => ({
  tier: 'no-attribution',
  ...SITE_LICENCES[provider],
});

/** Whether the terms of a provider's API ask for a visible link to it, whatever the licence says. */
export const requiresCredit = (provider: ImageProviderName): boolean => provider in SITE_LICENCES;

interface Reading {
  readonly family: LicenceFamily;
  readonly version: string | null;
  readonly port: string | null;
}

const isFree = (family: LicenceFamily): boolean => family === 'cc0' || family === 'public-domain';
const agree = (a: LicenceFamily, b: LicenceFamily): boolean => a === b || (isFree(a) && isFree(b));

function described({ family, version, port }: Reading, given: string | null): Licence {
  const { name, url } = DISPLAY[family];
  if (isFree(family)) return { tier: 'no-attribution', name, url: given ?? url };
  const text = version === null ? '' : url.replace('{}', port === null ? version : `${version}/${port}`);
  return {
    tier: 'attribution-required',
    name: [name, version, port].filter((it) => it !== null).join(' '),
    url: given ?? text,
  };
}

/** Null where nothing is said. */
function familyOf(statement: string): Reading | 'not-understood' | null {
  const form = normalForm(statement);
  if (form === '') return null;
  for (const { family, pattern } of FAMILIES) {
    const match = pattern.exec(form);
    if (match !== null) return { family, version: match[1] ?? null, port: match[2] ?? null };
  }
  return 'not-understood';
}

/** Null for an address that is no deed of Creative Commons: it may be anything, and allows nothing. */
function urlFamily(address: string): Reading | 'not-understood' | null {
  const path = ccUrl(address)?.pathname;
  if (path === undefined) return null;
  const match = DEED.exec(path);
  if (match === null) return 'not-understood';
  const [, code = '', ...rest] = match;
  return familyOf([DEED_NAMES[code.toLowerCase()] ?? `cc ${code}`, ...rest.filter(Boolean)].join(' '));
}

/** `/licenses/by-sa/3.0/de/deed.en`, `/publicdomain/zero/1.0/`; the text's language says nothing of the licence. */
const DEED =
  /^\/(?:licenses|publicdomain)\/([a-z+-]+)(?:\/(\d\.\d)(?:\/([a-z]{2}|igo|scotland))?)?(?:\/(?:deed|legalcode)[.a-z_-]*)?\/?$/i;

const DEED_NAMES: Readonly<Record<string, string>> = { zero: 'cc0', mark: 'pdm', publicdomain: 'pd' };

function ccUrl(address: string): URL | null {
  const whole = address.trim().replace(/^\/\//, 'https://');
  const url = URL.canParse(whole) ? new URL(whole) : null;
  return url !== null && /^(?:www\.)?creativecommons\.org$/.test(url.hostname) ? url : null;
}

function normalForm(statement: string): string {
  const words = statement
    .normalize('NFKC')
    .toLowerCase()
    .match(/\d+\.\d+\+?|[\p{L}\p{N}]+/gu);
  let form = words?.join(' ') ?? '';
  for (const [pattern, short] of SHORT_FORMS) form = form.replace(pattern, short);
  return form
    .split(' ')
    .filter((word) => !FILLERS.has(word))
    .join(' ');
}
