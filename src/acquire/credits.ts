import { escapeMarkup } from '../evidence/escape-markup.js';
import type { ImageManifest, StoredImageItem } from '../evidence/wire/images.js';
import type { ImageCreditsReply } from '../evidence/wire/take.js';
import { attributionText, shortCredit } from './credit-line.js';

export type Credit = ImageCreditsReply['credits'][number];

/** What the use of each picture of a manifest asks for: those that must be credited first. */
export function creditsOf({ items }: ImageManifest): Credit[] {
  const order = ['required', 'unverified', 'link-to-provider', 'none'];
  return items.map(creditOf).sort((a, b) => order.indexOf(a.credit) - order.indexOf(b.credit));
}

function creditOf(item: StoredImageItem): Credit {
  const text = (value: string | null | undefined): string => value ?? '';
  const known = {
    filename: item.filename,
    title: text(item.title),
    author: text(item.author),
    provider: text(item.provider),
    license_name: text(item.license_name),
    license_url: text(item.license_url),
  };
  const tier = text(item.license_tier);
  const isVerified = tier === 'attribution-required' || tier === 'no-attribution';
  return {
    filename: item.filename,
    license_tier: tier,
    credit: dutyOf(tier, item.provider_requires_credit ?? false),
    text: isVerified ? attributionText({ ...known, license_tier: tier }) : '',
    short: isVerified ? shortCredit(known) : '',
    source_page_url: text(item.source_page_url),
    license_url: known.license_url,
  };
}

function dutyOf(tier: string, providerAsks: boolean): Credit['credit'] {
  if (tier === 'attribution-required') return 'required';
  if (tier !== 'no-attribution') return 'unverified';
  return providerAsks ? 'link-to-provider' : 'none';
}

/** What each group is headed with. */
const HEADINGS: Readonly<Record<Credit['credit'], string>> = {
  required: 'Pictures that must be credited where they are shown',
  unverified: 'Pictures whose rights nobody has verified',
  'link-to-provider': "Pictures whose provider's terms ask for a link to it",
  none: 'Pictures that need no credit',
};

const groupsOf = (credits: readonly Credit[]) =>
  Object.entries(HEADINGS)
    .map(([duty, heading]) => ({ heading, credits: credits.filter(({ credit }) => credit === duty) }))
    .filter((group) => group.credits.length > 0);

export function creditsMarkdown(credits: readonly Credit[]): string {
  const groups = groupsOf(credits).map(({ heading, credits: list }) => {
    const lines = list.map((it) => {
      const source = isHttp(it.source_page_url)
        ? ` [source](<${it.source_page_url.replace(/[<>\s]/g, encodeURIComponent)}>)`
        : '';
      return `- ${plain(it.text || it.filename)}${source}`;
    });
    return `## ${heading}\n\n${lines.join('\n')}\n`;
  });
  return `# Picture credits\n\n${groups.join('\n') || 'There are no pictures.\n'}`;
}

export function creditsHtml(credits: readonly Credit[]): string {
  const groups = groupsOf(credits).map(({ heading, credits: list }) => {
    const lines = list.map((it) => {
      const source = isHttp(it.source_page_url) ? ` <a href="${escapeMarkup(it.source_page_url)}">source</a>` : '';
      return `<li>${escapeMarkup(it.text || it.filename)}${source}</li>`;
    });
    return `<h2>${escapeMarkup(heading)}</h2>\n<ul>\n${lines.join('\n')}\n</ul>`;
  });
  return `<section class="picture-credits">\n<h1>Picture credits</h1>\n${groups.join('\n') || '<p>There are no pictures.</p>'}\n</section>\n`;
}

const isHttp = (address: string): boolean => /^https?:\/\//i.test(address);

/** Text of strangers that Markdown takes for nothing else; an address stays one. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|!]/g, '\\$&');
