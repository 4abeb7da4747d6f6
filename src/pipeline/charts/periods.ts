/** How reports name a period: years, halves, quarters, months and dates, alone or as a span. */
const YEAR = '(?:19|20)\\d{2}';
const MONTH =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?';
const SUFFIX = '(?:\\s?[AEFPB])?';
const ONE = [
  `(?:[1-4][QH]|[QH][1-4]|[1-9]M|12M|FY|CY|YTD)\\s?['’]?(?:${YEAR}|\\d{2})${SUFFIX}`,
  `${YEAR}\\s?[-–—/]?\\s?(?:[QH][1-4]|[1-4][QH])${SUFFIX}`,
  `(?:first|second|third|fourth|1st|2nd|3rd|4th)[ -](?:quarter|half)(?: of)? ${YEAR}`,
  `(?:\\d{1,2}(?:st|nd|rd|th)? )?${MONTH}(?: \\d{1,2},?)?[ -]['’]?(?:${YEAR}|\\d{2})`,
  `${YEAR}\\s?年(?:度|上半年|下半年|中期|(?:第?[一二三四1-4]|前三)季度|\\d{1,2}月(?:\\d{1,2}日|期|末)?|末)?`,
  `(?:fiscal(?: year)?|financial year|year ended|FY) ${YEAR}(?:[-–/]\\d{2,4})?`,
  `${YEAR}\\s?[-–—/]\\s?(?:${YEAR}|\\d{2})(?: fiscal year)?`,
  `${YEAR}${SUFFIX}`,
].join('|');
const SPAN = `(?:${ONE})(?:\\s?(?:[-–—~]|to|thru|through|至)\\s?(?:${ONE}))?`;
const PERIOD = new RegExp(`(?<![\\p{L}\\d.,$€£%])(?:${SPAN})(?![\\p{Lu}\\p{Ll}\\d%]|[.,]\\d)`, 'giu');
const WHOLE = new RegExp(`^(?:${SPAN})$`, 'iu');
const MAX_CHARS = 400;

/** The periods that a text names, with where they stand in it. */
export function periodsIn(text: string): { readonly text: string; readonly start: number; readonly end: number }[] {
  return [...text.slice(0, MAX_CHARS).matchAll(PERIOD)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Whether a label names a period and nothing else: `1H24`, `FY2020`, `Q4'21`, `2020-2021`, `2018年一季度`. */
export const isPeriod = (label: string): boolean => label.length < 48 && WHOLE.test(label.trim());
