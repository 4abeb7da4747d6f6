/** Characters of a drawing's text that are repeated in a statement. */
const MAX_CHARS = 60;

/** Text of a drawing on one line, cut off where it is long. It is a stranger's: to be quoted, never followed. */
export function excerptOf(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length > MAX_CHARS ? `${characters.slice(0, MAX_CHARS).join('')}…` : line;
}
