import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GroundglassError } from '../../evidence/errors.js';
import type { ImageProviderName } from '../../evidence/wire/images.js';
import { ApiClient } from '../http/api-client.js';
import { Pace, type RateWindow, type Wait } from '../http/pace.js';
import { ReplyCache } from '../http/reply-cache.js';
import { type AcquireSettings, KEYED, OWN_BASES, PROVIDER_NAMES } from '../settings.js';
import { commonsPage } from './commons-page.js';
import { openverse } from './openverse.js';
import { pexels } from './pexels.js';
import { pixabay } from './pixabay.js';
import type { Provider, Reread, Rereadable } from './provider.js';
import { wikimedia } from './wikimedia.js';

/** The providers that can be asked, one client and one pace each for as long as this is open. */
export interface Providers {
  /** In the order in which they are asked. A keyed one without its key is not among them. */
  readonly open: readonly Provider[];
  /** One that was asked for by name. @throws GroundglassError `key_missing` */
  named(name: ImageProviderName): Provider;
  /** Whether another site than its provider has the last word on a picture, and can be asked. */
  isIndexed(picture: Rereadable): boolean;
  /** The licence as the source has it now: at Commons for what an index took from there. Null where nothing can be asked. */
  reread(picture: Rereadable, signal?: AbortSignal): Promise<Reread | null>;
  close(): Promise<void>;
}

export interface ProviderOptions {
  readonly onWait?: ((wait: Wait) => void) | undefined;
  /** Longest wait for a limit, or for a busy server; {@link PATIENCE_MS} where absent. */
  readonly patienceMs?: number | undefined;
}

/** A server that asks for more is out for now; waiting would look like hanging. */
const PATIENCE_MS = 30_000;

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
/**
 * What the providers' own hosts allow, by their documents; Openverse's figures for clients without an account are observed ones.
 * A host that somebody configured has its own limits, and tells them in its replies.
 */
const WINDOWS: Readonly<Record<ImageProviderName, readonly RateWindow[]>> = {
  pexels: [{ requests: 200, perMs: HOUR }],
  pixabay: [{ requests: 100, perMs: MINUTE }],
  openverse: [
    { requests: 20, perMs: MINUTE },
    { requests: 200, perMs: DAY },
  ],
  wikimedia: [],
};
/** At most this many requests at once to one host: Wikimedia's wish, and enough for a batch of as many rows. */
const REQUESTS_AT_ONCE = 3;
const MAKERS = { pexels, pixabay, openverse, wikimedia };

export function openProviders(settings: AcquireSettings, options: ProviderOptions = {}): Providers {
  const { onWait, patienceMs = PATIENCE_MS } = options;
  const paces = Object.fromEntries(
    PROVIDER_NAMES.map((provider) => {
      const windows = settings.bases[provider].origin === OWN_BASES[provider] ? WINDOWS[provider] : [];
      return [provider, new Pace({ provider, windows, concurrency: REQUESTS_AT_ONCE, patienceMs, onWait })];
    }),
  ) as Record<ImageProviderName, Pace>;
  const cache = new ReplyCache(join(tmpdir(), `groundglass-replies-${process.getuid?.() ?? 'user'}`));
  const keys = Object.values(settings.keys);
  const api = new ApiClient({ paces, userAgent: settings.userAgent, keys, patienceMs, cache });
  const all = PROVIDER_NAMES.map((name) => MAKERS[name](settings, api));
  const isOpen = (name: ImageProviderName): boolean => !KEYED.has(name) || settings.keys[name] !== undefined;
  const byName = (name: ImageProviderName): Provider => all.find((it) => it.name === name) as Provider;
  const isIndexed = ({ provider, source_page_url }: Rereadable): boolean =>
    provider === 'openverse' && isCommons(source_page_url, settings);
  return {
    open: all.filter(({ name }) => isOpen(name)),
    named(name) {
      if (isOpen(name)) return byName(name);
      throw new GroundglassError(
        'key_missing',
        `${name} answers nobody without a key.`,
        `Set ${name.toUpperCase()}_API_KEY, or leave --provider out.`,
        { provider: name },
      );
    },
    isIndexed,
    async reread(picture, signal) {
      const atSource = isIndexed(picture) ? await byName('wikimedia').reread(picture, signal) : null;
      return atSource ?? byName(picture.provider).reread(picture, signal);
    },
    close: () => api.close(),
  };
}

const isCommons = (address: string, { bases }: AcquireSettings): boolean =>
  URL.canParse(address) &&
  [OWN_BASES.wikimedia, bases.wikimedia.origin].includes(new URL(address).origin) &&
  commonsPage(address) !== null;
