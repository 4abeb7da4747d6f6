import type { ImageProviderName } from '../../evidence/wire/images.js';
import type { Work } from '../providers/provider.js';
import type { Found } from './judge.js';

/** Whose word counts where two tell of one picture: its own site's before an index's. */
const AUTHORITY: readonly ImageProviderName[] = ['wikimedia', 'pexels', 'pixabay', 'openverse'];

export interface Merged {
  /** One entry for each picture, where the first of its findings was. */
  readonly kept: readonly (readonly Found[])[];
  /** Pictures that one provider allows and another forbids: nothing is taken on such a word. */
  readonly disputed: number;
  readonly duplicates: number;
}

/** Puts together what several searches gave of the same picture, told by its addresses. */
export function mergeSame(all: readonly Found[]): Merged {
  const groups: Found[][] = [];
  const byKey = new Map<string, Found[]>();
  for (const found of all) {
    const keys = workKeys(found.work);
    const known = keys.map((key) => byKey.get(key)).find((it) => it !== undefined);
    const group = known ?? [];
    if (known === undefined) groups.push(group);
    group.push(found);
    for (const key of keys) byKey.set(key, group);
  }
  const merged = groups.map((group) => ({ group, told: tellers(group) }));
  const isDisputed = (group: readonly Found[]): boolean =>
    group.some(({ work }) => forbids(work)) && group.some(({ work }) => typeof work.licence === 'object');
  return {
    kept: merged.flatMap(({ group, told }) => (isDisputed(group) ? [] : [told])),
    disputed: groups.filter(isDisputed).length,
    duplicates: groups.reduce(
      (sum, group) => sum + new Set(group.map(({ work }) => `${work.provider} ${work.id}`)).size - 1,
      0,
    ),
  };
}

/** The findings of the provider whose word counts: one for each query that found it there. */
function tellers(group: readonly Found[]): Found[] {
  const name = AUTHORITY.find((it) => group.some(({ work }) => work.provider === it));
  return group.filter(({ work }) => work.provider === name);
}

/** A licence that is not understood forbids nothing: another provider may know better. */
const forbids = ({ licence }: Work): boolean => typeof licence === 'string' && FORBIDDING.has(licence);
const FORBIDDING = new Set<Work['licence']>([
  'license_noncommercial',
  'license_no_derivatives',
  'license_reserved',
  'non_free',
  'under_deletion',
]);

/** Names of a picture that several providers share: where its file lies, whatever the query string, and its page at Commons. */
function workKeys({ provider, id, downloadUrl, sourcePageUrl }: Work): string[] {
  const page = fileAtCommons(sourcePageUrl) ?? fileAtCommons(downloadUrl);
  const file = addressKey(downloadUrl);
  return [`${provider} ${id}`, ...(file === null ? [] : [file]), ...(page === null ? [] : [`commons ${page}`])];
}

function addressKey(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { host, pathname } = new URL(address);
  return `${host}${decoded(pathname)}`.toLowerCase();
}

/** `Example.jpg` of `…/wiki/File:Example.jpg`, `…/commons/a/ab/Example.jpg`, and of thumbnails of it. */
function fileAtCommons(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { pathname } = new URL(address);
  const name =
    /\/wiki\/File:(.+)$/.exec(pathname)?.[1] ??
    /\/wikipedia\/commons\/(?:thumb\/)?[0-9a-f]\/[0-9a-f]{2}\/([^/]+)/.exec(pathname)?.[1];
  return name === undefined ? null : decoded(name).replaceAll('_', ' ').toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
