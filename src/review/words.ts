import type { Language } from '../evidence/notices.js';

/** The same in each language of reports. */
export type Worded = Readonly<Record<Language, string>>;
