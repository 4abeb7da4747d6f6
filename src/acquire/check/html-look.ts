import type { MarkupElement } from '../../sources/epub/markup.js';
import { type Colour, colourIn, contrastOf } from './css-colour.js';
import type { Declarations } from './css-rules.js';
import { MIN_CONTRAST } from './legibility.js';

/** How the text that stands in an element looks, as far as the page itself says. */
export interface Look {
  /** Why nothing in it can be seen, whatever is said further inside. */
  readonly gone: string | null;
  readonly isInvisible: boolean;
  readonly opacity: number;
  readonly fontPx: number;
  /** null where the page does not state it */
  readonly colour: Colour | null;
  /** What it stands on; null where the page does not state it, or it is a picture. */
  readonly ground: Colour | null;
}

export const ROOT_LOOK: Look = {
  gone: null,
  isInvisible: false,
  opacity: 1,
  fontPx: 16,
  colour: null,
  ground: null,
};

/** px: what is smaller is no text to a reader. */
const MIN_FONT_PX = 6;
const MIN_OPACITY = 0.2;
/** Of its size, to which text may be shrunk. */
const MIN_SCALE = 0.3;
/** px beyond an edge at which a line of text is gone. */
const FAR_PX = 500;
const UNDRAWN = new Set(
  'head title template script style noscript iframe object audio video canvas select datalist textarea input math'.split(
    ' ',
  ),
);

export function lookOf(element: MarkupElement, said: Declarations, above: Look): Look {
  const opacity = above.opacity * shareIn(said.get('opacity'));
  const fontPx = fontIn(element, said, above.fontPx);
  const visibility = said.get('visibility');
  const background = said.get('background') ?? '';
  const stated = said.get('background-color') ?? background;
  return {
    gone: above.gone ?? goneBy(element, said),
    isInvisible: visibility === undefined || visibility === 'inherit' ? above.isInvisible : visibility !== 'visible',
    opacity,
    fontPx,
    colour: said.has('color') ? colourIn(said.get('color') as string) : above.colour,
    ground: groundOn(stated, background + (said.get('background-image') ?? ''), said, above.ground),
  };
}

/** Why text with such a look can't be read; null where nothing in the page speaks against it. */
export function whyUnread({ gone, isInvisible, opacity, fontPx, colour, ground }: Look): string | null {
  if (gone !== null) return gone;
  if (isInvisible) return 'it is invisible (visibility)';
  if (opacity < MIN_OPACITY) return 'it is transparent (opacity)';
  if (fontPx < MIN_FONT_PX) return `its letters have ${Math.round(fontPx * 10) / 10} px, and need ${MIN_FONT_PX}`;
  if (colour !== null && colour[3] < MIN_OPACITY) return 'its colour is transparent';
  if (colour !== null && ground !== null && contrastOf(colour, ground) < MIN_CONTRAST)
    return 'its colour does not stand out from its background';
  return null;
}

function goneBy({ name, attributes }: MarkupElement, said: Declarations): string | null {
  const tag = name.toLowerCase();
  if (UNDRAWN.has(tag)) return `it stands in <${tag}>`;
  if (attributes.has('hidden')) return 'it is hidden (hidden)';
  if ((tag === 'details' || tag === 'dialog') && !attributes.has('open')) return `it stands in a closed <${tag}>`;
  if (said.get('display') === 'none') return 'it is hidden (display)';
  if (said.get('content-visibility') === 'hidden') return 'it is hidden (content-visibility)';
  return isAway(said) ? 'it lies off the page, or is cut off' : null;
}

function isAway(said: Declarations): boolean {
  const px = (name: string): number => pixels(said.get(name)) ?? 0;
  const isPlaced = /absolute|fixed|relative/.test(said.get('position') ?? '');
  if (isPlaced && ['left', 'right', 'top', 'bottom'].some((it) => px(it) <= -FAR_PX || isBeyond(said.get(it))))
    return true;
  if (px('text-indent') <= -FAR_PX || px('margin-left') <= -FAR_PX || px('margin-top') <= -FAR_PX) return true;
  const [transform, clip] = [said.get('transform') ?? '', `${said.get('clip') ?? ''} ${said.get('clip-path') ?? ''}`];
  const moves = [...transform.matchAll(/translate(?:3d|[xy])?\(([^()]*)\)/gi)].flatMap(
    ([, it]) => it?.split(',') ?? [],
  );
  if (moves.some((it) => Math.abs(pixels(it) ?? 0) >= FAR_PX * 4 || (pixels(it) ?? 0) <= -FAR_PX)) return true;
  const scales = [...transform.matchAll(/scale[xy]?\(([^(),]*)/gi)].map(([, it]) => Math.abs(Number(it)));
  if (scales.some((it) => it < MIN_SCALE)) return true;
  if (/rect\(\s*(?:0|1)(?:px)?[\s,]+(?:0|1)(?:px)?[\s,]+(?:0|1)(?:px)?[\s,]+(?:0|1)(?:px)?\s*\)/i.test(clip))
    return true;
  if (/inset\(\s*(?:[5-9]\d|100)%|circle\(\s*0|polygon\(\s*0(?:px|%)?\s+0(?:px|%)?\s*\)/i.test(clip)) return true;
  const isCut = /hidden|clip/.test(
    `${said.get('overflow') ?? ''} ${said.get('overflow-x') ?? ''} ${said.get('overflow-y') ?? ''}`,
  );
  return isCut && ['width', 'height', 'max-width', 'max-height'].some((it) => (pixels(said.get(it)) ?? 99) <= 2);
}

/** Beyond the far edge, whatever the size of the window. */
const isBeyond = (value: string | undefined): boolean =>
  (pixels(value) ?? 0) >= 9_000 ||
  Number(/^\s*(-?[\d.]+)(?:%|v[wh])/.exec(value ?? '')?.[1] ?? 0) >= 100 ||
  Number(/^\s*(-[\d.]+)(?:%|v[wh])/.exec(value ?? '')?.[1] ?? 0) <= -100;

function groundOn(stated: string, images: string, said: Declarations, above: Colour | null): Colour | null {
  if (/url\(|gradient\(/i.test(images)) return null;
  const colour = stated
    .split(/\s+(?![^(]*\))/)
    .map(colourIn)
    .find((it) => it !== null);
  if (colour !== undefined && colour !== null && colour[3] > 0.9) return colour;
  // What is placed freely may lie on anything, and half a colour on anything as well.
  if (/absolute|fixed/.test(said.get('position') ?? '') || (colour && colour[3] > 0)) return null;
  return above;
}

function fontIn({ name }: MarkupElement, said: Declarations, above: number): number {
  const own = said.get('font-size') ?? /(?:^|\s)([\d.]+(?:px|pt|em|rem|%))(?:\s|\/)/i.exec(said.get('font') ?? '')?.[1];
  if (own === undefined) return name.toLowerCase() === 'small' ? above * 0.83 : above;
  const [, number, unit = ''] = /^\s*([\d.]+)(px|pt|r?em|%)?\s*$/i.exec(own) ?? [];
  if (number === undefined) return above;
  const factor = { px: 1, pt: 96 / 72, em: above, rem: 16, '%': above / 100, '': 1 }[unit.toLowerCase()] ?? 1;
  return Number(number) * factor;
}

/** An em is taken for 16 px: what is pushed away is pushed far. */
function pixels(value: string | undefined): number | null {
  const [, number, unit = ''] = /^\s*(-?[\d.]+)(px|r?em|pt)?\s*$/i.exec(value ?? '') ?? [];
  return number === undefined ? null : Number(number) * (/em/i.test(unit) ? 16 : 1);
}

function shareIn(value: string | undefined): number {
  if (value === undefined) return 1;
  const share = value.trim().endsWith('%') ? Number.parseFloat(value) / 100 : Number(value);
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 1;
}
