import { linesOf, type Placed, textOfLine } from './placed.js';
import { isWide } from './values.js';

/**
 * The words of a cell as one string: lines from top to bottom, joined by a blank; without one after a hyphen or a dash
 * and between Han, kana or hangul. Raised marks are left out.
 */
export function cellText(words: readonly Placed[]): string {
  let text = '';
  for (const line of linesOf(words)) {
    const next = textOfLine(line.words);
    if (next === '') continue;
    const [last, first] = [text.at(-1) ?? '', next.at(0) ?? ''];
    const close = text === '' || /[-‐‑–—/]/u.test(last) || isWide(last) || isWide(first);
    text += close ? next : ` ${next}`;
  }
  return text.trim();
}
