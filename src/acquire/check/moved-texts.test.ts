import { expect, it } from 'vitest';
import { parseMarkup } from '../../sources/epub/markup.js';
import { limitsFrom } from '../../sources/limits.js';
import { movedTexts } from './moved-texts.js';
import { textsIn } from './svg-texts.js';

const isMoved = (content: string): boolean => {
  const { root } = parseMarkup(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`, 'slide.svg', limitsFrom());
  return textsIn(root).some(movedTexts(root));
};

it.each([
  ['a style attribute that moves it', '<text style="transform: translate(9000px)">a</text>'],
  ['one above it', '<g style="fill:red;translate:9000px"><text>a</text></g>'],
  ['a shape that cuts it', '<text style="clip-path:inset(100%)">a</text>'],
  ['a style sheet', '<style>.a{animation:gone 1s forwards}@keyframes gone{to{opacity:0}}</style><text>a</text>'],
  ['an animation inside of it', '<text>a<animate attributeName="opacity" to="0" dur="1s" fill="freeze"/></text>'],
  ['one inside of what is around it', '<g><set attributeName="visibility" to="hidden"/><text>a</text></g>'],
  ['one that names it', '<text id="c">a</text><set href="#c" attributeName="display" to="none"/>'],
])('a text is not taken to be where it is drawn because of %s', (_, content) => {
  expect(isMoved(content)).toBe(true);
});

it.each([
  ['attributes, which the renderer knows', '<text transform="translate(3)" clip-path="url(#c)">a</text>'],
  [
    'other style',
    '<style>.a{fill:red;font-size:20px}</style><text style="text-transform:none;clip-path:url(#c)">a</text>',
  ],
  ['an animation of something else', '<rect><animate attributeName="x" to="3" dur="1s"/></rect><text id="c">a</text>'],
])('%s is no reason', (_, content) => {
  expect(isMoved(content)).toBe(false);
});
