import type { StoredImageItem } from '../../evidence/wire/images.js';
import type { CreditCheckReply } from '../../evidence/wire/take.js';
import { shortCredit } from '../credit-line.js';
import { credits, recordsIn } from './credit-records.js';
import { type Due, dueFor, folded, mentionsIn } from './mentions.js';

export type CheckedImage = CreditCheckReply['slides'][number]['images'][number];

/** A picture that a slide refers to, with its entry in the manifest. */
export interface UsedPicture {
  readonly href: string;
  readonly item: StoredImageItem | undefined;
}

/** One text of a slide: all that it says, and what of that can be read. */
export interface SaidText {
  readonly all: string;
  readonly readable: string;
  /** Why not all of it can be read; null where it can. */
  readonly why: string | null;
}

/** What the texts of a slide must be held against; pictures that need no credit ask for nothing. */
export const duesOf = (pictures: readonly UsedPicture[]): Due[] =>
  pictures.flatMap(({ item }) => (item?.license_tier === 'attribution-required' ? (dueFor(item) ?? []) : []));

/** Whether a text says anything that a credit consists of. */
export const isCreditLike = (text: string, dues: readonly Due[]): boolean => mentionsIn(folded(text), dues).length > 0;

/** Each picture with whether its credit is there, and why not. */
export function judge(pictures: readonly UsedPicture[], texts: readonly SaidText[]): CheckedImage[] {
  const dues = duesOf(pictures);
  const read = (text: string) => recordsIn(mentionsIn(folded(text), dues));
  const records = texts.map(({ all, readable, why }) => ({ all: read(all), readable: read(readable), why }));
  return pictures.map(({ href, item }) => {
    const tier = item?.license_tier ?? null;
    const said = (credited: boolean | null, why: string | null): CheckedImage => ({
      href,
      license_tier: tier,
      credited,
      why,
    });
    if (item === undefined) return said(null, 'the manifest does not list this picture');
    if (tier === 'no-attribution' || tier === 'manual') return said(null, null);
    if (tier !== 'attribution-required')
      return said(false, `the manifest gives it no licence tier that is known (${tier})`);
    const due = dueFor(item);
    if (due === null) return said(false, 'its entry in the manifest names no author, or no CC BY or CC BY-SA licence');
    if (records.some(({ readable }) => credits(readable, due))) return said(true, null);
    const hidden = records.find(({ all }) => credits(all, due));
    if (hidden !== undefined) return said(false, `its credit can't be read: ${hidden.why}`);
    return said(false, missing(item, due, texts, dues));
  });
}

/** What the nearest text lacks. */
function missing(item: StoredImageItem, due: Due, texts: readonly SaidText[], dues: readonly Due[]): string {
  const wanted = shortCredit({
    author: item.author ?? '',
    provider: item.provider ?? '',
    license_name: item.license_name ?? '',
  });
  const found = texts
    .map(({ all }) => mentionsIn(folded(all), dues))
    .filter((mentions) => mentions.some((it) => it.kind === 'author' && it.name === due.author));
  if (found.length === 0) return `no text names its author; it needs a credit such as “${wanted}”`;
  const lacks = (['source', 'licence'] as const).filter((kind) =>
    found.every((it) => it.every((m) => m.kind !== kind)),
  );
  if (lacks.length > 0)
    return `the text that names its author names no ${lacks.join(' and no ')}; it needs “${wanted}”`;
  return `the text that names its author gives another source or licence, or leaves open whose they are; it needs “${wanted}”`;
}
