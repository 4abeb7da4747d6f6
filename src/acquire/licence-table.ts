/**
 * What is known of licences, as data. A statement is first brought into its normal form: lower case, words and numbers with single
 * blanks between, the long names of Creative Commons put into its short ones ({@link SHORT_FORMS}), words without meaning
 * left out ({@link FILLERS}). A family's pattern then holds the *whole* form: a licence is never found inside of other words.
 */
export type LicenceFamily = 'cc0' | 'public-domain' | 'by' | 'by-sa';

/** Parts of the names of one licence, from its full title to its slug. Longer ones first. */
export const SHORT_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\bcreative commons\b/g, 'cc'],
  [/\bcc zero\b/g, 'cc0'],
  [/\bcc 0\b/g, 'cc0'],
  [/\bnon ?commercial\b/g, 'nc'],
  [/\bno ?deriv(?:ative)?(?: work)?s?\b/g, 'nd'],
  [/\bshare ?alike\b/g, 'sa'],
  // Only of Creative Commons: "Attribution" alone is a template of Commons without a text of a licence.
  [/\bcc attribution\b/g, 'cc by'],
  [/\bpublicdomain\b/g, 'public domain'],
];

/** What names of licences have in them that tells nothing apart. */
export const FILLERS = new Set(
  'license licence licensed unported international generic universal deed legalcode dedication migrated with disclaimers'.split(
    ' ',
  ),
);

/** Jurisdictions that Creative Commons licences were ported to (creativecommons.org, list of ports), and IGO. */
const PORTS =
  'ar at au az be bg br ca ch cl cn co cr cz de dk ec ee eg es fi fr ge gr gt hk hr hu ie igo il in it jp kr lu mk mt mx my ' +
  'ng nl no nz pe ph pl pr pt ro rs scotland se sg si th tw ug uk us ve vn za';

const VERSION = '(\\d\\.\\d)\\+?(?: \\d\\.\\d)*';

/** Group 1 is the version, group 2 the jurisdiction, where the pattern has them. */
export const FAMILIES: readonly { readonly family: LicenceFamily; readonly pattern: RegExp }[] = [
  { family: 'cc0', pattern: /^cc0(?: 1\.0)?(?: cc0)?(?: 1\.0)?(?: public domain)?$/ },
  { family: 'public-domain', pattern: /^(?:cc )?(?:public domain(?: mark)?|pdm?)(?: 1\.0)?$/ },
  // Templates of Commons, by their names.
  { family: 'public-domain', pattern: /^pd (?:art|author|old|self|us|usgov|user)(?: [a-z\d]+)*$/ },
  { family: 'by', pattern: new RegExp(`^cc by(?: ${VERSION})?(?: (${PORTS.replaceAll(' ', '|')}))?$`) },
  { family: 'by-sa', pattern: new RegExp(`^cc by sa(?: ${VERSION})?(?: (${PORTS.replaceAll(' ', '|')}))?$`) },
];

/** Codes as an API gives them by themselves; in a name they would mean nothing. */
export const CODES: ReadonlyMap<string, string> = new Map([
  ['by', 'cc by'],
  ['by-sa', 'cc by sa'],
  ['pdm', 'pdm'],
  ['cc0', 'cc0'],
]);

/** What makes a licence unusable wherever it stands, and whatever else is said. Whole words of the normal form. */
export const REFUSED: readonly { readonly reason: RefusedReason; readonly pattern: RegExp }[] = [
  { reason: 'license_noncommercial', pattern: /\bnc\b/ },
  { reason: 'license_no_derivatives', pattern: /\bnd\b/ },
  { reason: 'license_reserved', pattern: /\ball rights reserved\b|\bfair use\b|\bnon ?free\b/ },
];
export type RefusedReason = 'license_noncommercial' | 'license_no_derivatives' | 'license_reserved';

/** How a family is named in a credit, and where its text lies; `{}` stands for the version, and a jurisdiction. */
export const DISPLAY: Readonly<Record<LicenceFamily, { readonly name: string; readonly url: string }>> = {
  cc0: { name: 'CC0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  'public-domain': { name: 'Public Domain', url: '' },
  by: { name: 'CC BY', url: 'https://creativecommons.org/licenses/by/{}/' },
  'by-sa': { name: 'CC BY-SA', url: 'https://creativecommons.org/licenses/by-sa/{}/' },
};

/** Sites with one licence of their own for all they have; their replies say nothing of it. */
export const SITE_LICENCES = {
  pexels: { name: 'Pexels License', url: 'https://www.pexels.com/license/' },
  pixabay: { name: 'Pixabay Content License', url: 'https://pixabay.com/service/license-summary/' },
} as const;
