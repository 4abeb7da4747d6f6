import type { FixtureWork, ProviderName } from './catalogue.js';

/** The works of a page as each API words them. `origin` is where the fixture listens. */
export const WORDED: Readonly<Record<ProviderName, (work: FixtureWork, origin: string, index: number) => unknown>> = {
  pexels: (work, origin) => {
    const [width, height] = sizeOf(work);
    return {
      id: numberOf(work.id),
      width,
      height,
      url: `https://www.pexels.com/photo/${slug(work.title)}-${numberOf(work.id)}/`,
      photographer: work.author,
      alt: work.title,
      src: { original: fileUrl(work, origin), large: previewUrl(work, origin), medium: previewUrl(work, origin) },
    };
  },
  pixabay: (work, origin) => {
    const [width, height] = sizeOf(work);
    return {
      id: numberOf(work.id),
      pageURL: `https://pixabay.com/photos/${slug(work.title)}-${numberOf(work.id)}/`,
      tags: work.title,
      previewURL: previewUrl(work, origin),
      webformatURL: previewUrl(work, origin),
      largeImageURL: fileUrl(work, origin),
      imageWidth: width,
      imageHeight: height,
      user: work.author,
    };
  },
  openverse: (work, origin) => {
    const [width, height] = sizeOf(work);
    const [code = null, version = null] = (work.license ?? '').split(' ');
    return {
      id: uuid(work.id),
      title: work.title,
      foreign_landing_url: work.landing ?? `https://photos.example/${slug(work.title)}/${work.id}`,
      url: fileUrl(work, origin),
      creator: work.author || null,
      license: code,
      license_version: version,
      license_url:
        work.licenseUrl ?? (code === null ? null : `https://creativecommons.org/licenses/${code}/${version}/`),
      thumbnail: `https://api.openverse.org/v1/images/${uuid(work.id)}/thumb/`,
      width,
      height,
      tags: [{ name: 'fixture' }],
    };
  },
  wikimedia: (work, origin, index) => {
    const [width, height] = sizeOf(work);
    const said = {
      LicenseShortName: work.license ?? '',
      ...(work.licenseUrl === undefined ? {} : { LicenseUrl: work.licenseUrl }),
      Artist: work.author,
      CommonsMetadataExtension: 1.2,
      ...work.metadata,
    };
    return {
      pageid: numberOf(work.id),
      ns: 6,
      title: fileTitle(work),
      index,
      imageinfo: [
        {
          width,
          height,
          thumburl: previewUrl(work, origin),
          url: fileUrl(work, origin),
          descriptionurl: `https://commons.wikimedia.org/wiki/${encodeURIComponent(fileTitle(work).replaceAll(' ', '_'))}`,
          mime: 'image/jpeg',
          extmetadata: Object.fromEntries(
            Object.entries(said).map(([key, value]) => [key, { value, source: 'fixture' }]),
          ),
        },
      ],
    };
  },
};

export const fileTitle = ({ title }: FixtureWork): string => `File:${title}.jpg`;
export const sizeOf = ({ size = [2_400, 1_600] }: FixtureWork): readonly [number, number] => size;
export const uuid = (id: string): string => `00000000-aaaa-4bbb-8ccc-${String(numberOf(id)).padStart(12, '0')}`;

/** A number of its own for an id. */
export function numberOf(id: string): number {
  let sum = 7;
  for (const byte of Buffer.from(id)) sum = (sum * 31 + byte) % 999_999_937;
  return sum;
}

const fileUrl = (work: FixtureWork, origin: string): string =>
  `${origin}/files/${work.path ?? `${work.at}/${work.id}.jpg`}`;
const previewUrl = (work: FixtureWork, origin: string): string => `${origin}/thumbs/960px/${work.at}/${work.id}.jpg`;
const slug = (title: string): string =>
  (title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(encodeURIComponent).join('-');
