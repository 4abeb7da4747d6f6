import type { MarkupElement } from '../../sources/epub/markup.js';
import { attribute, walk } from '../../sources/epub/markup-tree.js';
import type { SlideText } from './svg-texts.js';

/** SMIL (SVG 1.1, 19.2): what they change over time is drawn at no moment here. */
const ANIMATIONS = new Set(['animate', 'animatetransform', 'animatemotion', 'animatecolor', 'set', 'discard']);
/** CSS that moves, cuts or animates in a browser and is not known to the renderer; url() clips are. */
const MOVING =
  /(?:^|[;{\s])(?:transform|translate|rotate|scale|offset(?:-[a-z]+)?|animation(?:-[a-z]+)?|transition|clip-path)\s*:(?!\s*(?:none|url))|@keyframes/i;

/**
 * Tells the texts that CSS or an animation may move, cut or hide where nobody looks: what a drawing without them shows says
 * nothing of such a text. A style sheet that does so may mean any of them.
 */
export function movedTexts(root: MarkupElement): (text: SlideText) => boolean {
  let bySheet = false;
  const targets = new Set<string>();
  walk(root, {
    enter(element) {
      const name = element.name.toLowerCase();
      if (name === 'style')
        bySheet ||= MOVING.test(element.children.filter((child) => typeof child === 'string').join(''));
      if (ANIMATIONS.has(name)) targets.add((attribute(element, 'href') ?? '').replace(/^#/, ''));
      return true;
    },
  });
  const isMoved = (element: MarkupElement): boolean =>
    MOVING.test(attribute(element, 'style') ?? '') ||
    targets.has(attribute(element, 'id') || '#') ||
    element.children.some((child) => typeof child !== 'string' && ANIMATIONS.has(child.name.toLowerCase()));
  return ({ chain }) => bySheet || chain.some(isMoved);
}
