/**
 * Text as it is compared with a probe: compatibility forms unfolded (ligatures, full-width letters), case folded,
 * typographic quotes and dashes plain, soft hyphens and hyphens inside of words gone (so that a word that is broken at a
 * line end is found either way), blanks beside Chinese or Japanese characters gone, every other white space one blank.
 *
 * @returns the text, and for each of its UTF-16 units the index of the line that it comes from
 */
export function comparable(lines: readonly string[]): { text: string; lineOf: Uint32Array } {
  const pieces: string[] = [];
  const lineOf: number[] = [];
  /** The last line so far: only its end decides how the next goes on, and a book has a hundred thousand lines. */
  let last = '';
  lines.forEach((raw, index) => {
    const line = fold(raw);
    if (line === '') return;
    if (last !== '') {
      const end = last.slice(-LINE_END_UNITS);
      if (LINE_END_HYPHEN.test(end) && /^\p{L}/u.test(line)) {
        pieces[pieces.length - 1] = last.slice(0, -1);
        lineOf.pop();
      } else if (!(ENDS_OPEN.test(end) || CJK_START.test(line))) {
        pieces.push(' ');
        lineOf.push(index);
      }
    }
    pieces.push(line);
    for (let i = 0; i < line.length; i++) lineOf.push(index);
    last = line;
  });
  const text = pieces.join('');
  return {
    text: text.replaceAll(SOFT_HYPHEN, ''),
    lineOf: Uint32Array.from(lineOf.filter((_, i) => text[i] !== SOFT_HYPHEN)),
  };
}

/** UTF-16 units at the end of a line that are looked at: a character, or two halves of one, and a hyphen. */
const LINE_END_UNITS = 4;

/**
 * Where a probe stands in comparable text: the first and last line of each occurrence. Letters and digits on its edges
 * must be whole: `12` is not found in `112` or `12.5`, nor `able` in `table`; Chinese and Japanese have no such edges.
 */
export function occurrences(
  page: { text: string; lineOf: Uint32Array },
  probe: string,
): [first: number, last: number][] {
  const wanted = comparable(probe.split('\n')).text;
  if (wanted === '') return [];
  const found: [number, number][] = [];
  for (let at = page.text.indexOf(wanted); at >= 0; at = page.text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    if (splitsWord(page.text, at) || splitsWord(page.text, end)) continue;
    found.push([page.lineOf[at] as number, page.lineOf[end - 1] as number]);
  }
  return found;
}

const SOFT_HYPHEN = '\u00ad';

function fold(text: string): string {
  return text
    .replace(/[\u2018\u2019\u02bc\u2032]/g, "'")
    .replace(/[\u201c\u201d\u2033]/g, '"')
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/(?<=\p{L})[-\u00ad](?=\p{L})/gu, '')
    .replace(/\u00ad(?!$)/g, '')
    .replace(BLANK_BESIDE_CJK, '')
    .toLowerCase();
}

const CJK = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。，；：？！（）「」『』《》〈〉`;
const BLANK_BESIDE_CJK = new RegExp(`(?<=[${CJK}]) | (?=[${CJK}])`, 'gu');
const CJK_START = new RegExp(`^[${CJK}]`, 'u');
/** Nothing stands between such an end and the next line. */
const ENDS_OPEN = new RegExp(`[${CJK}]$`, 'u');
const LINE_END_HYPHEN = /\p{L}[-\u00ad]$/u;
const WORD = /[\p{L}\p{N}]/u;
const HAS_CJK = new RegExp(`[${CJK}]`, 'u');

/** Whether this place lies inside of a word or a number, neither Chinese nor Japanese. */
function splitsWord(text: string, at: number): boolean {
  const [before, after] = [text[at - 1], text[at]];
  if (before === undefined || after === undefined) return false;
  if (/\d[.,]$/.test(text.slice(Math.max(0, at - 2), at)) && /\d/.test(after)) return true;
  if (/\d/.test(before) && /^[.,]\d/.test(text.slice(at, at + 2))) return true;
  return WORD.test(before) && WORD.test(after) && !HAS_CJK.test(before) && !HAS_CJK.test(after);
}
