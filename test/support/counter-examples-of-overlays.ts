import { plainImage } from '../fixtures/pdf.js';
import { AROUND, actualText, form, GROUP, type Row, text, VALUE, WORD } from './counter-example-pages.js';

/** A 7 at 20, 40 in 12 pt: it ends at 26.67. */
const SEVEN = text('7');
const picture = (x: number, y = 40, width = 6, height = 9): string => `q ${width} 0 0 ${height} ${x} ${y} cm /X Do Q`;
/** A long curve along the foot of the page, and a digit-sized piece in the same path. */
const drawing = (x: number): string => {
  const curve = Array.from({ length: 900 }, (_, i) => `${(i / 5).toFixed(1)} ${8 + (i % 7)} l`).join(' ');
  return `q 0 g 0 5 m ${curve} 180 5 l h ${x} 40 m ${x + 5} 40 l ${x + 5} 49 l ${x} 49 l h f Q`;
};
const KNOCKOUT = '/Group<</S/Transparency/CS/DeviceRGB/K true>>';
/** Each glyph twice, the second `by` points further on, by one operator. */
const doubled = (by: number): string => {
  const back = Math.round(1000 * (0.556 - by / 12));
  return `BT /E 12 Tf 20 40 Td [(7)${back}(7)${Math.round((1000 * by) / 12)}(2)${back}(2)] TJ ET`;
};

/** What is painted beside, onto or instead of print so that one sees something else, and what only looks like that. */
export const OVERLAY_ROWS: Row[] = [
  [
    'a picture right behind a digit',
    { content: SEVEN + picture(26.8), more: [plainImage(0, 0, 0)] },
    'WITNESSES_DISAGREE',
    '7',
  ],
  [
    'a picture right before a digit',
    { content: SEVEN + picture(14), more: [plainImage(0, 0, 0)] },
    'WITNESSES_DISAGREE',
    '7',
  ],
  ['a picture further on', { content: SEVEN + picture(31), more: [plainImage(0, 0, 0)] }, 'proven', '7'],
  [
    'a large picture beside a digit',
    { content: SEVEN + picture(26.8, 30, 60, 60), more: [plainImage(0, 0, 0)] },
    'proven',
    '7',
  ],
  [
    'a picture under a digit',
    { content: picture(19, 39, 9, 11) + SEVEN, more: [plainImage(220, 240, 255)] },
    'proven',
    '7',
  ],
  ['a digit that is a piece of a large drawing', { content: SEVEN + drawing(27) }, 'WITNESSES_DISAGREE', '7'],
  ['a large drawing with a piece further on', { content: SEVEN + drawing(32) }, 'proven', '7'],

  ['a bar that makes a c a d', { content: text('cat') + text('|', '', 23.7) }, 'COVERED', 'cat'],
  ['a bar that stands apart', { content: text('cat') + text('|', '', 40) }, 'proven', 'cat'],
  ['a red bar on a letter', { content: text('cat') + text('|', '1 0 0 rg', 24.4) }, 'proven', 'cat'],
  ['letters of two operators that touch', { content: text('W') + text('AVE', '', 30.8) }, 'proven', 'WAVE'],
  ['a line of underscores under letters', { content: text('gap') + text('___', '', 20, 40) }, 'proven', 'gap'],

  ['each digit printed twice for weight', { content: doubled(0.3) }, 'proven', '72'],
  ['its digits counted twice', { content: doubled(0.3) }, 'NOT_FOUND', '7722'],
  ['one of them counted twice', { content: doubled(0.3) }, 'NOT_FOUND', '77'],
  ['each digit printed twice, further apart', { content: doubled(0.5) }, 'proven', '72'],
  [
    'each digit printed twice by operators of its own',
    { content: [20, 20.3, 26.67, 26.97].map((x, i) => text('7722'[i] as string, '', x)).join('') },
    'proven',
    '72',
  ],
  ['a number that has a digit twice', { content: text('77') }, 'proven', '77'],
  ['a digit drawn twice, the second time in white', { content: SEVEN + text('7', '1 g', 20.3) }, 'COVERED', '7'],

  [
    'a veil over it in a knockout group',
    { content: '/X Do', more: [form(`${WORD} q /V gs 1 g ${AROUND} re f Q`, KNOCKOUT)] },
    'COVERED',
  ],
  [
    'a veil beside it in a knockout group',
    { content: '/X Do', more: [form(`${WORD} q /V gs 1 g 60 30 50 30 re f Q`, KNOCKOUT)] },
    'proven',
  ],
  [
    'a veil under it in a knockout group',
    { content: '/X Do', more: [form(`q /V gs 0 0 1 rg ${AROUND} re f Q ${WORD}`, KNOCKOUT)] },
    'proven',
  ],
  [
    'a veil over it in a group that is none',
    { content: '/X Do', more: [form(`${WORD} q /V gs 1 g ${AROUND} re f Q`, GROUP)] },
    'proven',
  ],

  ['print at the place of specks', { content: text(VALUE, '', 20, 40, 1e-6) + WORD }, 'proven'],
  ['specks at the place of print', { content: WORD + text(VALUE, '', 20, 40, 1e-6) }, 'proven'],
  ['print at the place of print too large to see', { content: text(VALUE, '1 1 1 rg', 20, 40, 1e9) + WORD }, 'proven'],

  ['an /ActualText in UTF-16 that says the same', { content: actualText('\xfe\xff\x007\x002\x00%') }, 'proven'],
  [
    'an /ActualText in UTF-16 of another value',
    { content: actualText('\xfe\xff\x008\x005\x00%') },
    'ACTUAL_TEXT_DIFFERS',
  ],
  ['an /ActualText of the same digits in another order', { content: actualText('27%') }, 'ACTUAL_TEXT_DIFFERS'],
];
