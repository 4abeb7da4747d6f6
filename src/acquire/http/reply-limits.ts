import type { IncomingHttpHeaders } from 'undici/types/header.js';
import type { ImageProviderName } from '../../evidence/wire/images.js';
import type { Pace } from './pace.js';

/** Milliseconds that a reply asks to wait: Retry-After in seconds or as a date, or words of Django's; null where it does not. */
export function askedToWait(headers: IncomingHttpHeaders, text: string): number | null {
  const header = first(headers['retry-after']);
  if (header !== null) {
    const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
    if (!Number.isNaN(ms)) return Math.max(0, ms);
  }
  const words = /\bavailable in (\d{1,9}) seconds?\b/.exec(text.slice(0, 1_000));
  return words === null ? null : Number(words[1]) * 1_000;
}

/** Takes over what the headers of a reply say of limits. */
export function learnLimits(provider: ImageProviderName, headers: IncomingHttpHeaders, pace: Pace): void {
  if (provider === 'openverse') learnScopes(headers, pace);
  const [limit, left] = [numberIn(headers['x-ratelimit-limit']), numberIn(headers['x-ratelimit-remaining'])];
  if (left === null) return;
  // Pixabay counts in minutes; Pexels tells its month, and keeps its hour to itself.
  if (provider === 'pixabay' && limit !== null && limit > 0) pace.learn({ requests: limit, perMs: MINUTE }, left);
  const reset = numberIn(headers['x-ratelimit-reset']);
  if (provider === 'pexels' && left === 0 && reset !== null)
    pace.block(Math.max(0, reset * 1_000 - Date.now()), 'its allowance is used up');
}

const MINUTE = 60_000;
const SPANS: Readonly<Record<string, number>> = { sec: 1_000, min: MINUTE, hour: 60 * MINUTE, day: 24 * 60 * MINUTE };

/** Openverse: a pair of headers a scope, `x-ratelimit-limit-anon_burst: 20/min` and `x-ratelimit-available-anon_burst: 19`. */
function learnScopes(headers: IncomingHttpHeaders, pace: Pace): void {
  for (const [name, value] of Object.entries(headers)) {
    const scope = /^x-ratelimit-limit-(.+)$/.exec(name)?.[1];
    const stated = /^(\d{1,9})\/(sec|min|hour|day)/.exec(first(value) ?? '');
    const left = numberIn(headers[`x-ratelimit-available-${scope}`]);
    if (scope === undefined || stated === null || left === null || Number(stated[1]) === 0) continue;
    pace.learn({ requests: Number(stated[1]), perMs: SPANS[stated[2] as string] as number }, left);
  }
}

const first = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value)?.trim() ?? null;

function numberIn(value: string | string[] | undefined): number | null {
  const text = first(value);
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
