import type { ImageItem } from '../evidence/wire/images.js';

/** Providers as people know them. */
const DISPLAY_NAMES: Readonly<Record<string, string>> = {
  pexels: 'Pexels',
  pixabay: 'Pixabay',
  openverse: 'Openverse',
  wikimedia: 'Wikimedia Commons',
};

export const providerName = (provider: string): string => DISPLAY_NAMES[provider] ?? provider;

type Credited = Pick<ImageItem, 'filename' | 'title' | 'license_url' | 'license_tier'> & Short;
type Short = Pick<ImageItem, 'author' | 'license_name'> & { readonly provider: string };

/** `FILE — "TITLE" by AUTHOR via PROVIDER — license: NAME (URL)`, what is not known left out; '' for a manual picture. */
export function attributionText(item: Credited): string {
  if (item.license_tier === 'manual') return '';
  const work = [
    item.title === '' ? '' : `"${oneLine(item.title)}"`,
    item.author === '' ? '' : `by ${oneLine(item.author)}`,
    `via ${providerName(item.provider)}`,
  ];
  const license = [item.license_name, item.license_url === '' ? '' : `(${item.license_url})`];
  return [item.filename, said(work), `license: ${said(license)}`].join(' — ');
}

/** `© AUTHOR / PROVIDER / NAME`: the three facts that a slide's credit must keep. */
export function shortCredit(item: Short): string {
  return `© ${[oneLine(item.author), providerName(item.provider), item.license_name].filter((it) => it !== '').join(' / ')}`;
}

const said = (parts: readonly string[]): string => parts.filter((it) => it !== '').join(' ');
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
