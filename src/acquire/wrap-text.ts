/**
 * Words of a text in at most `lines` lines of a width, the rest cut off with an ellipsis. Han, kana and words that are too long break
 * anywhere; spaces at breaks are gone.
 * @param widthOf width of a line, in the unit of `width`
 */
export function wrapText(text: string, width: number, lines: number, widthOf: (line: string) => number): string[] {
  const pieces = text.replace(/\s+/g, ' ').trim().slice(0, MOST_SIGNS).match(PIECE) ?? [];
  const done: string[] = [];
  let line = '';
  for (const piece of pieces.flatMap((it) => (widthOf(it.trim()) > width ? [...it] : [it]))) {
    if (line !== '' && widthOf((line + piece).trim()) > width) {
      done.push(line.trim());
      line = '';
      if (done.length > lines) break;
    }
    line += piece;
  }
  if (line.trim() !== '') done.push(line.trim());
  if (done.length <= lines) return done;
  const kept = done.slice(0, lines);
  kept.push(shortened(kept.pop() as string, width, widthOf));
  return kept;
}

/** More than any line here can hold. */
const MOST_SIGNS = 600;
/** A sign that may stand at any end of a line, or a word with the space after it. */
const PIECE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}][、。，．！？）」』】]*|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+ ?| /gu;

function shortened(line: string, width: number, widthOf: (line: string) => number): string {
  let signs = [...line];
  while (signs.length > 0 && widthOf(`${signs.join('').trimEnd()}…`) > width) signs = signs.slice(0, -1);
  return `${signs.join('').trimEnd()}…`;
}
