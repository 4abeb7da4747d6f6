import type { StoredImageItem } from '../../evidence/wire/images.js';
import { providerName } from '../credit-line.js';
import { classifyLicence } from '../licences.js';

/** What a credit must say of a picture. */
export interface Due {
  /** In {@link folded} form. */
  readonly author: string;
  /** Any of these names its source, each in folded form. */
  readonly sources: readonly string[];
  readonly licence: Deed;
}

export interface Deed {
  /** `by`, `by-sa`, `by-nc`… */
  readonly family: string;
  /** null where none is said */
  readonly version: string | null;
}

export type Mention = { readonly at: number } & (
  | { readonly kind: 'author' | 'source'; readonly name: string }
  | { readonly kind: 'licence'; readonly deed: Deed }
);

/** What is due for a picture; null where its entry does not tell whom to credit, or under which licence. */
export function dueFor(item: StoredImageItem): Due | null {
  const author = folded(item.author ?? '');
  const said = classifyLicence({
    name: item.license_name ?? '',
    url: item.license_url ?? '',
    code: codeIn(item.license_name),
  });
  const [licence] = typeof said === 'string' ? [] : deedsIn(folded(said.name));
  if (author === '' || licence === undefined) return null;
  const names = [providerName(item.provider ?? ''), item.provider ?? '', ...sitesOf(item.source_page_url ?? '')];
  return { author, sources: [...new Set(names.map(folded))].filter((it) => it !== ''), licence: licence.deed };
}

/** Text as it is compared: compatibility forms, case, dashes and white space are one. */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212\u00ad]/g, '-')
    .replace(/[\s\p{Cf}]+/gu, ' ')
    .trim();

/** Every author, source and licence that a folded text names, in order. Longer names are found before those within them. */
export function mentionsIn(text: string, dues: readonly Due[]): Mention[] {
  const mentions: Mention[] = [];
  let rest = text;
  const take = (kind: 'author' | 'source', names: Iterable<string>): void => {
    for (const name of [...new Set(names)].sort((a, b) => b.length - a.length)) {
      for (let at = wordAt(rest, name, 0); at >= 0; at = wordAt(rest, name, at + name.length)) {
        mentions.push({ kind, name, at });
        rest = rest.slice(0, at) + MASK.repeat(name.length) + rest.slice(at + name.length);
      }
    }
  };
  take(
    'author',
    dues.map(({ author }) => author),
  );
  mentions.push(...deedsIn(rest));
  take(
    'source',
    dues.flatMap(({ sources }) => sources),
  );
  return mentions.sort((a, b) => a.at - b.at);
}

/** Stands for what was found; no word and no part of one. */
const MASK = '\u0001';

/** Openverse's bare codes, as older manifests have them for a name. */
const codeIn = (name: string | null | undefined): string | null =>
  /^by(?:-sa)?$/i.test(name ?? '') ? (name as string) : null;

/** Names that a site goes by: its address, and the word in the middle of it. */
function sitesOf(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { hostname, pathname } = new URL(address);
  const host = hostname.replace(/^www\./, '');
  const label = host.split('.').at(-2) ?? '';
  return [address, `${host}${pathname}`, host, label.length > 2 ? label : ''];
}

const DEED =
  /(?:cc|creative commons)[ -]*(?:by|attribution)((?:[ -]*(?:sa|share ?-?alike|nc|non-?commercial|nd|no ?-?deriv\w*))*)(?![a-z])(?:[ -]*(?:licen[sc]e|international|unported|generic|v(?=\d)))*[ -]*(\d\.\d)?|creativecommons\.org\/licenses\/([a-z-]+)\/(\d\.\d)?/g;

function deedsIn(text: string): (Mention & { kind: 'licence' })[] {
  return Array.from(text.matchAll(DEED), (match) => {
    const [, conditions = '', version, code, codeVersion] = match;
    const parts = [/sa|share/, /nc|non-?comm/, /nd|no ?-?deriv/].flatMap((it, index) =>
      it.test(conditions) ? (['sa', 'nc', 'nd'][index] as string) : [],
    );
    const deed = { family: code ?? ['by', ...parts].join('-'), version: version ?? codeVersion ?? null };
    return { kind: 'licence', deed, at: match.index } as const;
  }).filter(({ at }) => !/[a-z\d]/.test(text[at - 1] ?? ''));
}

/** Where a name stands as words of its own, from a place on; -1 for nowhere. Han and kana have no blanks between words. */
function wordAt(text: string, name: string, from: number): number {
  for (let at = text.indexOf(name, from); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!joins(text[at - 1], name[0]) && !joins(name.at(-1), text[at + name.length])) return at;
  }
  return -1;
}

const joins = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && WORD.test(a) && WORD.test(b) && !UNSPACED.test(a) && !UNSPACED.test(b);
const WORD = /[\p{L}\p{M}\p{N}_]/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
