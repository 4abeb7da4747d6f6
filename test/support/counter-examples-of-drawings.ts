import { annotation, fill, NEXT, type Row, text } from './counter-example-pages.js';

/** 3.5 in 12 pt on a baseline of 40: it takes 20…36.68, its ink 20.5…36.2, its digits are 8.3 high. */
const NUMBER = text('3.5');
const stroked = (path: string, width = 0.8): string => `q ${width} w ${path} S Q\n`;
const OPEN = (x: number): string => `${x} 51 m ${x - 3.4} 47 ${x - 3.4} 41 ${x} 37.5 c`;
const CLOSE = (x: number): string => `${x} 51 m ${x + 3.4} 47 ${x + 3.4} 41 ${x} 37.5 c`;
/** The same as outlines that are filled. */
const FILLED_OPEN = `18 51 m 14.5 47 14.5 41 18 37.5 c 15.6 41 15.6 47 18 51 c h`;
const FILLED_CLOSE = `38.5 51 m 42 47 42 41 38.5 37.5 c 40.9 41 40.9 47 38.5 51 c h`;
const minus = (end: number, length = 5): string => fill(`${end - length} 43.4 ${length} .9`, '0 g');
const line = (from: number, to: number, y: number, width = 0.6): string =>
  `q ${width} w ${from} ${y} m ${to} ${y} l S Q\n`;
const bar = (x: number, bottom = 40, height = 8.4, width = 1.1): string =>
  fill(`${x} ${bottom} ${width} ${height}`, '0 g');

/** What is drawn beside numbers and through them, and what only looks like that. */
export const DRAWING_ROWS: Row[] = [
  [
    'brackets drawn with a pen',
    { content: NUMBER + stroked(`${OPEN(18)} ${CLOSE(38.5)}`) },
    'WITNESSES_DISAGREE',
    '3.5',
  ],
  [
    'brackets that are filled',
    { content: `${NUMBER} ${FILLED_OPEN} f ${FILLED_CLOSE} f` },
    'WITNESSES_DISAGREE',
    '3.5',
  ],
  [
    'brackets that are filled as one path',
    { content: `${NUMBER} ${FILLED_OPEN} ${FILLED_CLOSE} f` },
    'WITNESSES_DISAGREE',
    '3.5',
  ],
  ['a drawn bracket before it', { content: NUMBER + stroked(OPEN(17)) }, 'WITNESSES_DISAGREE', '3.5'],
  ['a drawn bracket behind it', { content: NUMBER + stroked(CLOSE(39)) }, 'WITNESSES_DISAGREE', '3.5'],
  [
    'drawn brackets around one digit',
    { content: text('5') + stroked(`${OPEN(19)} ${CLOSE(27.5)}`) },
    'WITNESSES_DISAGREE',
    '5',
  ],
  [
    'drawn brackets of corners',
    { content: NUMBER + stroked('18 51 m 15.5 51 l 15.5 37.5 l 18 37.5 l 38.5 51 m 41 51 l 41 37.5 l 38.5 37.5 l') },
    'WITNESSES_DISAGREE',
    '3.5',
  ],
  [
    'a drawn bracket before a currency sign',
    { content: text('$3.5') + stroked(OPEN(18)) },
    'WITNESSES_DISAGREE',
    '3.5',
  ],
  [
    'a drawn bracket behind a per cent sign',
    { content: text('3.5%') + stroked(CLOSE(49)) },
    'WITNESSES_DISAGREE',
    '3.5',
  ],
  [
    'drawn brackets around a turned number',
    { content: `q 0 1 -1 0 90 0 cm ${NUMBER} ${stroked(OPEN(17.5))} Q` },
    'WITNESSES_DISAGREE',
    '3.5',
  ],
  ['a drawn bracket further on', { content: NUMBER + stroked(CLOSE(47)) }, 'proven', '3.5'],
  [
    'a ring around it',
    {
      content:
        NUMBER + stroked('44 44 m 44 50 38 54 28 54 c 18 54 12 50 12 44 c 12 38 18 34 28 34 c 38 34 44 38 44 44 c h'),
    },
    'proven',
    '3.5',
  ],
  ['a frame around it', { content: `${NUMBER} q .6 w 16 37 24.5 14 re S Q` }, 'proven', '3.5'],
  ['a red curve beside it', { content: `${NUMBER} q 1 0 0 RG 1 w ${OPEN(17)} S Q` }, 'proven', '3.5'],

  ['a minus drawn further off', { content: NUMBER + minus(18) }, 'WITNESSES_DISAGREE', '3.5'],
  ['a minus drawn with a blank behind it', { content: NUMBER + minus(16) }, 'WITNESSES_DISAGREE', '3.5'],
  ['a long dash drawn before it', { content: NUMBER + minus(17.6, 9) }, 'WITNESSES_DISAGREE', '3.5'],
  [
    'a minus cut out of a panel by a clip',
    { content: `${NUMBER} q 12 43.4 5 .9 re W n 0 g 0 0 200 100 re f Q` },
    'WITNESSES_DISAGREE',
    '3.5',
  ],
  ['a minus drawn before a currency sign', { content: text('$3.5') + minus(18) }, 'WITNESSES_DISAGREE', '3.5'],
  [
    'a minus drawn in a form',
    { content: `${NUMBER} /X Do`, more: [{ dict: '/Type/XObject/Subtype/Form/BBox[0 0 200 100]', data: minus(17) }] },
    'WITNESSES_DISAGREE',
    '3.5',
  ],
  [
    'a minus drawn with a speck in one path',
    { content: `${NUMBER} 0 g 13 43.4 5 .9 re 13 49 .1 .1 re f` },
    'WITNESSES_DISAGREE',
    '3.5',
  ],
  [
    'a minus on a white line',
    { content: `${NUMBER} q 1 G .5 w 12 10 m 12 90 l S Q ${minus(17)}` },
    'WITNESSES_DISAGREE',
    '3.5',
  ],
  [
    'a point drawn before it, as far off as those of typewriters',
    { content: text('5') + fill('16 40 1.2 1.2', '0 g') },
    'WITNESSES_DISAGREE',
    '5',
  ],
  [
    'a point drawn in a wide gap',
    { content: `${text('3')}${text('5', '', 33.4)}${fill('29.6 40 1.2 1.2', '0 g')}` },
    'WITNESSES_DISAGREE',
    '5',
  ],
  ['a dash drawn between words', { content: text('net') + line(40, 46, 43.6) + text('3.5', '', 60) }, 'proven', '3.5'],
  ['ticks of an axis', { content: `${NUMBER} ${line(11, 15, 44)} q .6 w 11 10 m 11 90 l S Q` }, 'proven', '3.5'],
  [
    'ticks of an axis close by',
    { content: `${NUMBER} ${line(13, 17.5, 44)} q .6 w 13 10 m 13 90 l S Q` },
    'proven',
    '3.5',
  ],
  [
    'ticks of an axis behind it',
    { content: `${NUMBER} ${line(40, 44, 44)} q .6 w 44 10 m 44 90 l S Q` },
    'proven',
    '3.5',
  ],
  ['a gridline beside it', { content: NUMBER + line(40, 190, 44) }, 'proven', '3.5'],
  ['the swatch of a legend', { content: NUMBER + fill('10 41.5 6 6', '0 g') }, 'proven', '3.5'],
  ['a line of a legend in its colour', { content: `${NUMBER} q 0 .4 .8 RG 1.5 w 2 44 m 16 44 l S Q` }, 'proven', '3.5'],
  ['a bullet close by', { content: NUMBER + fill('12 42.5 3.4 3.4', '0 g') }, 'proven', '3.5'],
  ['the bar of a chart beside it', { content: NUMBER + fill('40 35 60 18', '0 g') }, 'proven', '3.5'],
  ['a leader line to it', { content: `${NUMBER} q .5 w 39 44 m 60 60 l S Q` }, 'proven', '3.5'],
  ['the point at the end of a sentence, drawn', { content: NUMBER + fill('38.6 40 1.2 1.2', '0 g') }, 'proven', '3.5'],

  ['a bar behind it that is a 1', { content: NUMBER + bar(39.5) }, 'WITNESSES_DISAGREE', '3.5'],
  ['a bar before it that is a 1', { content: NUMBER + bar(15.5) }, 'WITNESSES_DISAGREE', '3.5'],
  ['a line behind it that is a 1', { content: `${NUMBER} q 1 w 40 40 m 40 48.3 l S Q` }, 'WITNESSES_DISAGREE', '3.5'],
  [
    'a 1 with its flag, drawn',
    { content: NUMBER + stroked('39 46.4 m 41 48.3 l 41 40 l', 1) },
    'WITNESSES_DISAGREE',
    '3.5',
  ],
  ['a bar between its digits', { content: text('3') + text('5', '', 31) + bar(28.6) }, 'WITNESSES_DISAGREE', '5'],
  [
    'rules of columns around it',
    { content: `${NUMBER} q .5 w 17 34 m 17 52 l S 40 34 m 40 52 l S Q` },
    'proven',
    '3.5',
  ],
  [
    'rules of columns no higher than its row',
    { content: `${NUMBER} q .5 w 17 37.5 m 17 50.5 l S 40 37.5 m 40 50.5 l S Q` },
    'proven',
    '3.5',
  ],
  [
    'a rule between two numbers',
    { content: `${NUMBER} q .5 w 41 38 m 41 51 l S Q ${text('4.5', '', 46)}` },
    'proven',
    '3.5',
  ],
  ['a bar further on', { content: NUMBER + bar(44) }, 'proven', '3.5'],
  ['the small bar of a chart over it', { content: NUMBER + bar(27, 52) }, 'proven', '3.5'],
  ['a tick under it', { content: `${NUMBER} q .5 w 28 30 m 28 36 l S Q` }, 'proven', '3.5'],

  ['a line through it', { content: NUMBER + line(19.5, 37.2, 43.6) }, 'COVERED', '3.5'],
  ['a line through it that is filled', { content: NUMBER + fill('19 43.2 18.6 .7', '0 g') }, 'COVERED', '3.5'],
  ['a red line through it', { content: `${NUMBER} q 1 0 0 RG .7 w 19 44 m 38 44 l S Q` }, 'COVERED', '3.5'],
  ['a line under its print, through it', { content: line(19, 38, 44) + NUMBER }, 'COVERED', '3.5'],
  ['a line through one digit', { content: text('5') + line(18.5, 28, 44) }, 'COVERED', '5'],
  [
    'a line through words and their number',
    { content: text('was 3.5% of all') + line(19, 105, 43.4) },
    'COVERED',
    '3.5%',
  ],
  [
    'a line through a turned number',
    { content: `q 0 1 -1 0 90 0 cm ${NUMBER} ${line(19.5, 37.2, 43.6)} Q` },
    'COVERED',
    '3.5',
  ],
  [
    'a double line through it',
    { content: NUMBER + line(19.5, 37.2, 42.8, 0.4) + line(19.5, 37.2, 45, 0.4) },
    'COVERED',
    '3.5',
  ],
  [
    'a strike-out annotation',
    { ...annotation('StrikeOut', '0 0 1 RG .8 w 19 44 m 46 44 l S'), content: text('72%') },
    'COVERED',
  ],
  ['an underline', { content: NUMBER + line(19.5, 37.2, 38.6) }, 'proven', '3.5'],
  ['an underline close to its foot', { content: NUMBER + line(19.5, 37.2, 39.6, 0.5) }, 'proven', '3.5'],
  ['a line over it', { content: NUMBER + line(19.5, 37.2, 50) }, 'proven', '3.5'],
  ['rules of a row', { content: NUMBER + line(10, 100, 37) + line(10, 100, 51) }, 'proven', '3.5'],
  ['double rules of a total', { content: NUMBER + line(16, 40, 37.6) + line(16, 40, 36) }, 'proven', '3.5'],
  ['a gridline under a label', { content: `q .85 G .5 w 5 44 m 190 44 l S Q ${NUMBER}` }, 'proven', '3.5'],
  ['the word beside it struck out', { content: text('was 3.5') + line(19, 41, 43.4) }, 'proven', '3.5'],
  ['a white line under its print', { content: `q 1 G .5 w 19 44 m 38 44 l S Q ${NUMBER}` }, 'proven', '3.5'],
  [
    'a line through it in a layer that is off',
    {
      content: `${NUMBER} /OC /L BDC ${line(19.5, 37.2, 43.6)} EMC`,
      catalog: `/OCProperties<</OCGs[${NEXT + 1} 0 R]/D<</OFF[${NEXT + 1} 0 R]>>>>`,
      more: ['null', '<</Type/OCG/Name(layer)>>'],
    },
    'proven',
    '3.5',
  ],
];
