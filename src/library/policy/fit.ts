/** How well a page fits the question, best first. */
export const FITS = ['caption', 'mention', 'probe', 'hinted_page', 'visual', 'passage'] as const;
export type Fit = (typeof FITS)[number];
