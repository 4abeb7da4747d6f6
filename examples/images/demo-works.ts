import type { FixtureWork } from './catalogue.js';

/** What the providers have in the demo: one picture that must be credited first, and others beside it. */
export const DEMO_WORKS: readonly FixtureWork[] = [
  {
    at: 'wikimedia',
    id: 'harbour-lighthouse',
    title: 'Harbour lighthouse at dusk',
    author: 'Ann Example',
    license: 'CC BY-SA 4.0',
    licenseUrl: 'https://creativecommons.org/licenses/by-sa/4.0/',
  },
  {
    at: 'wikimedia',
    id: 'harbour-lighthouse-2',
    title: 'Old harbour lighthouse',
    author: 'Bo Example',
    license: 'CC BY 4.0',
    licenseUrl: 'https://creativecommons.org/licenses/by/4.0/',
  },
  {
    at: 'wikimedia',
    id: 'harbour-lighthouse-3',
    title: 'Harbour lighthouse, not for sale',
    author: 'Cy Example',
    license: 'CC BY-NC 4.0',
    licenseUrl: 'https://creativecommons.org/licenses/by-nc/4.0/',
  },
];
