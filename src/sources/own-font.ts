import { latinFontFile, outlineFonts } from './cad/fonts/outline-fonts.js';

/** The font that comes with us, as a file for the SVG renderer: Liberation Sans. */
export const ownFontFile = latinFontFile;

/** Text with every sign that our font lacks in the place of one of about its size that it has: for measuring, not for reading. */
export const standIn = (text: string): string =>
  Array.from(text, (sign) => {
    if (/[\s\p{M}\p{Cf}]/u.test(sign) || outlineFonts.latin().has(sign)) return sign;
    return WIDE.test(sign) ? 'B' : 'n';
  }).join('');

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\uff01-\uff60\p{Extended_Pictographic}]/u;
