/** A line that begins as the caption of a table does, in the languages and spellings of printed reports. */
export const isTableCaption = (text: string): boolean =>
  /^(?:\(?continued\)?\s*)?(?:(?:supplementary|appendix|annex)\s+)?(?:table|tableau|tabelle|tabla|tabella|tabela|exhibit|schedule)\s*(?:[A-Z]?[-–.]?\d|[IVX]+\b|[A-Z]\b|[.:])/iu.test(
    text,
  ) ||
  /^(?:TABLE|Table)\s*[.:—–]/u.test(text) ||
  /^(?:[附续續]?表|表格)\s*[\dA-Z一二三四五六七八九十]/u.test(text);

/** A line that begins as the caption of a table or a figure. */
export const isCaption = (text: string): boolean =>
  isTableCaption(text) ||
  /^(?:figure|fig\.|chart|graph|abbildung|grafik|[附续續]?[图圖])\s*[-–.]?\s*[\dA-Z一二三四五六七八九十]/iu.test(text);
