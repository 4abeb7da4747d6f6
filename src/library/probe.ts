/**
 * Text as it is compared with a probe: compatibility forms unfolded (ligatures, full-width letters), case folded, soft
 * hyphens gone, words hyphenated at a line end joined, blanks between Chinese or Japanese characters gone, every other
 * white space one blank.
 *
 * @returns the text, and for each of its UTF-16 units the index of the line that it comes from
 */
export function comparable(lines: readonly string[]): { text: string; lineOf: Uint32Array } {
  let text = '';
  const lineOf: number[] = [];
  lines.forEach((raw, index) => {
    const line = fold(raw);
    if (text !== '') {
      if (/[\p{Ll}\p{Lo}]-$/u.test(text) && /^\p{Ll}/u.test(line)) {
        text = text.slice(0, -1);
        lineOf.pop();
      } else if (!(CJK_END.test(text) || CJK_START.test(line))) {
        text += ' ';
        lineOf.push(index);
      }
    }
    text += line;
    for (let i = 0; i < line.length; i++) lineOf.push(index);
  });
  return { text, lineOf: Uint32Array.from(lineOf) };
}

/**
 * Where a probe stands in comparable text: the first and last line of each occurrence. Letters and digits on its edges
 * must be whole: `12` is not found in `112`, nor `able` in `table`; Chinese and Japanese have no such edges.
 */
export function occurrences(page: { text: string; lineOf: Uint32Array }, probe: string): [first: number, last: number][] {
  const wanted = comparable([probe]).text.trim();
  if (wanted === '') return [];
  const found: [number, number][] = [];
  for (let at = page.text.indexOf(wanted); at >= 0; at = page.text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (splitsWord(page.text, at) || splitsWord(page.text, end)) continue;
    found.push([page.lineOf[at] as number, page.lineOf[end - 1] as number]);
  }
  return found;
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\u00ad/g, '')
    .replace(/\s+/gu, ' ')
    .replace(CJK_BLANK, '$1')
    .trim()
    .toLowerCase();
}

const CJK = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。，；：？！（）「」『』《》〈〉`;
const CJK_BLANK = new RegExp(`([${CJK}]) (?=[${CJK}])`, 'gu');
const CJK_END = new RegExp(`[${CJK}]$`, 'u');
const CJK_START = new RegExp(`^[${CJK}]`, 'u');
const WORD = /[\p{L}\p{N}]/u;
const HAS_CJK = new RegExp(`[${CJK}]`, 'u');

/** Whether a letter or digit stands on both sides of this place, neither Chinese nor Japanese. */
function splitsWord(text: string, at: number): boolean {
  const [before, after] = [text[at - 1], text[at]];
  if (before === undefined || after === undefined) return false;
  return WORD.test(before) && WORD.test(after) && !HAS_CJK.test(before) && !HAS_CJK.test(after);
}
