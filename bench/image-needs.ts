import type { FixtureWork } from '../examples/images/catalogue.js';

/** A picture that somebody needs, and which of the works of the catalogue are right for it. */
export interface NeededPicture {
  readonly trap: string;
  readonly query: string;
  readonly variants: readonly string[];
  readonly terms: readonly string[];
  /** Ids of works that show it, may be used, and can be had, with whom a credit must name; none where nothing is right. */
  readonly right: ReadonlyMap<string, string>;
  readonly works: readonly FixtureWork[];
}

type Maker = (name: string, place: string, index: number) => Omit<NeededPicture, 'trap'>;

const SIZE = [1_500, 1_000] as const;
/** What traps have: they come first, are larger, and need no credit. */
const TEMPTING = { at: 'openverse', size: [6_000, 4_000], fileSize: SIZE, license: 'cc0 1.0', author: 'Trap' } as const;

const good = (id: string, title: string, more: Partial<FixtureWork> = {}): FixtureWork => ({
  at: 'wikimedia',
  id,
  title,
  author: `<a href="//x">Maker of ${id}</a>`,
  license: 'CC BY-SA 4.0',
  size: SIZE,
  ...more,
});
const trap = (id: string, title: string, more: Partial<FixtureWork> = {}): FixtureWork => ({
  ...TEMPTING,
  id,
  title,
  ...more,
});
const right = (...ids: string[]): ReadonlyMap<string, string> => new Map(ids.map((id) => [id, `Maker of ${id}`]));
const page = (title: string): string =>
  `https://commons.wikimedia.org/wiki/File:${encodeURIComponent(title.replaceAll(' ', '_'))}.jpg`;

const TRAPS: Readonly<Record<string, Maker>> = {
  'same name elsewhere': (name, place, i) => ({
    query: `${name} ${place}`,
    variants: [],
    terms: [name, place],
    right: right(`same${i}`),
    works: [
      trap(`same-x${i}`, `${name} Portland`, { keywords: place }),
      trap(`same-y${i}`, `${name}, view from the hotel`, { keywords: place }),
      good(`same${i}`, `${name}, ${place}, in the morning`),
    ],
  }),
  'word inside a word': (name, place, i) => ({
    query: `${name} ${place}`,
    variants: [],
    terms: [name],
    right: right(`word${i}`),
    works: [
      trap(`word-x${i}`, `${place} and ${name}ington`, { keywords: name }),
      trap(`word-y${i}`, `Neo${name.toLowerCase()} in ${place}`, { keywords: name }),
      good(`word${i}`, `${name} (${place})`),
    ],
  }),
  'near match': (name, place, i) => ({
    query: `${name} ${place}`,
    variants: [],
    terms: [name],
    right: right(`near${i}`),
    works: [
      trap(`near-x${i}`, `${name} metro station, ${place}`),
      trap(`near-y${i}`, `${name} ${place} map`),
      trap(`near-z${i}`, `${place} ${name} hotel lobby`),
      good(`near${i}`, `${place}: ${name}`),
    ],
  }),
  'NC or ND mislabelled': (name, place, i) => ({
    query: `${name} ${place}`,
    variants: [],
    terms: [name],
    right: right(`nc${i}`),
    works: [
      trap(`nc-x${i}`, `${name} ${place}`, {
        license: 'by 4.0',
        licenseUrl: 'https://creativecommons.org/licenses/by-nc/4.0/',
      }),
      good(`nc-y${i}`, `${name} ${place} front`, {
        license: 'CC BY 4.0',
        metadata: { UsageTerms: 'Creative Commons Attribution-NonCommercial 4.0' },
      }),
      good(`nc-z${i}`, `${name} ${place} back`, {
        license: 'CC BY 2.0',
        licenseUrl: 'https://creativecommons.org/licenses/by-nd/2.0/',
      }),
      good(`nc${i}`, `${name} near ${place}`, {
        license: 'CC BY-SA 3.0 de',
        licenseUrl: 'http://creativecommons.org/licenses/by-sa/3.0/de/deed.en',
      }),
    ],
  }),
  'wrong author upstream': (name, place, i) => ({
    query: `${name} ${place}`,
    variants: [],
    terms: [name],
    right: new Map([[`who-x${i}`, `Maker of who${i}`]]),
    works: [
      trap(`who-x${i}`, `${name} ${place}`, {
        license: 'by-sa 4.0',
        author: 'Upload bot',
        landing: page(`Datei ${i}`),
      }),
      good(`who${i}`, `Datei ${i}`),
    ],
  }),
  'dead link': (name, place, i) => ({
    query: `${name} ${place}`,
    variants: [],
    terms: [name],
    right: right(`dead${i}`),
    works: [
      trap(`dead-x${i}`, `${name} ${place}`, { file: 'dead' }),
      trap(`dead-y${i}`, `${name} at ${place}`, { file: 'html' }),
      good(`dead${i}`, `${name} above ${place}`),
    ],
  }),
  duplicate: (name, place, i) => ({
    query: `${name} ${place}`,
    variants: [`${place} ${name}`],
    terms: [name],
    right: right(`twice${i}`),
    works: [
      trap(`twice-x${i}`, `${name} ${place}`, {
        license: 'by 2.0',
        author: 'Some mirror',
        landing: page(`${name} of ${place} ${i}`),
      }),
      good(`twice${i}`, `${name} of ${place} ${i}`),
    ],
  }),
  'tiny original': (name, place, i) => ({
    query: `${name} ${place}`,
    variants: [],
    terms: [name],
    right: right(`tiny${i}`),
    works: [trap(`tiny-x${i}`, `${name} ${place}`, { fileSize: [640, 427] }), good(`tiny${i}`, `${name} and ${place}`)],
  }),
  'author unknown': (name, place, i) => ({
    query: `${name} ${place}`,
    variants: [],
    terms: [name],
    right: right(`anon${i}`),
    works: [
      trap(`anon-x${i}`, `${name} ${place}`, { license: 'by 4.0', author: '' }),
      good(`anon-y${i}`, `${name} ${place} 2`, {
        author: '<span style="display:none">Unknown author</span>Unknown author',
      }),
      good(`anon${i}`, `${name} by ${place}`),
    ],
  }),
  'nothing that is right': (name, place, i) => ({
    query: `${name} ${place}`,
    variants: [],
    terms: [name, place],
    right: right(),
    works: [
      trap(`none-x${i}`, `${place} at night`, { keywords: name }),
      good(`none-y${i}`, `${name} Sydney`, { keywords: place }),
    ],
  }),
};

/** Names of things and where they are; in several scripts, one of them inside of others. */
const SUBJECTS: readonly (readonly [string, string])[] = [
  ['Ely', 'Cambridgeshire'],
  ['Anshun Bridge', 'Chengdu'],
  ['Ribe', 'Jutland'],
  ['解放碑', '重庆'],
  ['Mostar', 'Herzegovina'],
  ['Kotor', 'Montenegro'],
  ['Müller Mill', 'Graz'],
  ['Old Fort', 'Zanzibar'],
];

export const NEEDS: readonly NeededPicture[] = Object.entries(TRAPS).flatMap(([name, make], kind) =>
  SUBJECTS.map(([subject, place], i) => ({ trap: name, ...make(subject, `${place}`, kind * 100 + i) })),
);
