import type { ImageProviderName } from '../../evidence/wire/images.js';
import { commonsPage, decodedPath } from '../providers/commons-page.js';
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
  const number = provider === 'wikimedia' ? id : (/[?&]curid=(\d+)/.exec(sourcePageUrl)?.[1] ?? null);
  const page = commonsPage(sourcePageUrl);
  const name = page !== null && 'title' in page ? page.title : uploadedName(downloadUrl);
  const file = URL.canParse(downloadUrl) ? new URL(downloadUrl) : null;
  return [
    `${provider} ${id}`,
    ...(file === null ? [] : [`${file.host}${decodedPath(file.pathname)}`.toLowerCase()]),
    ...(number === null ? [] : [`commons ${number}`]),
    ...(name === null ? [] : [`commons ${name.toLowerCase()}`]),
  ];
}

/** `File:Example.jpg` of `…/wikipedia/commons/a/ab/Example.jpg`, and of thumbnails of it. */
function uploadedName(address: string): string | null {
  const name = URL.canParse(address) ? UPLOADED.exec(new URL(address).pathname)?.[1] : undefined;
  return name === undefined ? null : `File:${decodedPath(name).replaceAll('_', ' ')}`;
}
const UPLOADED = /\/wikipedia\/commons\/(?:thumb\/)?[0-9a-f]\/[0-9a-f]{2}\/([^/]+)/;
