import { GroundglassError } from '../../evidence/errors.js';
import type { MarkupElement } from '../../sources/epub/markup.js';
import { attribute } from '../../sources/epub/markup-tree.js';
import { svgSize } from '../../sources/epub/svg-size.js';
import { svgSource } from '../../sources/epub/svg-source.js';
import type { Limits } from '../../sources/limits.js';
import { ownFontFile, standIn } from '../../sources/own-font.js';
import { type RawPicture, rasterSvgs, type SvgInput } from '../../sources/svg-raster.js';
import type { Run } from './svg-texts.js';
import { changed, type Rules, rewritten } from './svg-tree.js';

/** A part of a slide, px of the slide from its top left. */
export type Window = readonly [x0: number, y0: number, x1: number, y1: number];

/** One picture of a slide that is wanted. */
export interface Shot {
  readonly rules: Rules;
  readonly window: Window;
  /** px of the picture to one of the slide */
  readonly zoom: number;
}

/** A slide that can be drawn with things left out, in whole or in part, always in our own font. */
export class SlideDrawing {
  readonly width: number;
  readonly height: number;

  /** @param pictures `data:` URLs of pictures that are drawn, by their reference as written; others are drawn grey */
  constructor(
    readonly root: MarkupElement,
    private readonly pictures: ReadonlyMap<string, string>,
    private readonly limits: Limits,
  ) {
    const { width, height } = svgSize(root);
    this.width = width;
    this.height = height;
  }

  /** The slide and as much again on every side of it. */
  get around(): Window {
    return [-this.width, -this.height, 2 * this.width, 2 * this.height];
  }

  /** @throws GroundglassError `file_damaged`, `too_slow`, `too_deep` where the slide can't be drawn */
  async draw(shots: readonly Shot[]): Promise<RawPicture[]> {
    if (shots.length === 0) return [];
    const canvas: Window = [0, 0, this.width, this.height];
    const isWider = shots.some(
      ({ window }) => window[0] < 0 || window[1] < 0 || window[2] > this.width || window[3] > this.height,
    );
    const draw = (on: Window) =>
      rasterSvgs(
        shots.map((shot) => this.input(shot, on)),
        this.limits,
        { font: ownFontFile() },
      );
    if (isWider) return draw(this.around);
    try {
      return await draw(canvas);
    } catch (error) {
      // The renderer ends itself where a group with an opacity or a clip lies off the canvas; on a larger one it does not.
      if (!(error instanceof GroundglassError) || error.code !== 'file_damaged') throw error;
      return draw(this.around);
    }
  }

  private input({ rules, window, zoom }: Shot, canvas: Window): SvgInput {
    const [x0, y0, x1, y1] = canvas;
    const [width, height] = [x1 - x0, y1 - y0].map((it) => Math.max(1, Math.round(it * zoom)));
    const crop = {
      left: Math.floor((window[0] - x0) * zoom),
      top: Math.floor((window[1] - y0) * zoom),
      right: Math.ceil((window[2] - x0) * zoom),
      bottom: Math.ceil((window[3] - y0) * zoom),
    };
    const open = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" viewBox="${x0} ${y0} ${x1 - x0} ${y1 - y0}">`;
    const tree = rewritten(this.root, {
      ...rules,
      attributes: (element) => this.withPicture(element, rules.attributes?.(element) ?? element.attributes),
      text: (text, parent, index) => inOwnFont(rules.text?.(text, parent, index) ?? text, parent),
    });
    const box = attribute(this.root, 'viewBox') ?? `0 0 ${this.width} ${this.height}`;
    const size = { width: String(this.width), height: String(this.height), viewBox: box };
    const pictures = new Map([...this.pictures, [GREY, GREY_PICTURE]]);
    return { markup: `${open}${tree === null ? '' : svgSource(tree, size, pictures).markup}</svg>`, crop };
  }

  /** Text has to stand out from a picture that is not at hand as well: this grey is as far from black as from white. */
  private withPicture(element: MarkupElement, attributes: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const href = attribute(element, 'href');
    if (element.name !== 'image' || href === null || this.pictures.has(href)) return attributes;
    return changed(attributes, { href: GREY, 'xlink:href': null, preserveAspectRatio: 'none' });
  }
}

/** All of a slide as it is. */
export const AS_IT_IS: Rules = {};

/** The slide without some elements. */
export const without = (left: ReadonlySet<MarkupElement>): Rules => ({ drops: (element) => left.has(element) });

/** The slide with pieces of text drawn in nothing: all else stays where it is. */
export const withoutInk = (runs: readonly Run[]): Rules => ({
  text: (text, parent, index) => (holds(runs, parent, index) ? piece(text, UNSEEN) : text),
});

/**
 * Nothing but pieces of text, in black, where they would be if nothing was in their way. Only `display` and `visibility` still hide
 * them: with those they take up no place.
 */
export const onlyInk = (runs: readonly Run[]): Rules => ({
  drops: ({ name }) => SHAPES.has(name),
  attributes: ({ name, attributes }) =>
    changed(attributes, {
      ...Object.fromEntries(HIDING.map((it) => [it, null])),
      ...(attributes.has('style') ? { style: unhidden(attributes.get('style') as string) } : {}),
      ...(name === 'svg' || name === 'symbol' ? { overflow: 'visible' } : {}),
    }),
  text(text, parent, index) {
    if (parent.name === 'style') return unhidden(text);
    if (text.trim() === '') return text;
    return piece(text, holds(runs, parent, index) ? INKED : UNSEEN);
  },
});

const holds = (runs: readonly Run[], parent: MarkupElement, index: number): boolean =>
  runs.some((run) => run.parent === parent && run.index === index);

const piece = (text: string, style: string): MarkupElement => ({
  name: 'tspan',
  attributes: new Map([['style', style]]),
  children: [text],
});

function inOwnFont(child: MarkupElement | string, parent: MarkupElement): MarkupElement | string {
  if (parent.name === 'style') return child;
  return typeof child === 'string' ? standIn(child) : (rewritten(child, { text: standIn }) ?? '');
}

const SHAPES = new Set('rect circle ellipse line polyline polygon path image'.split(' '));
const UNSEEN = 'fill-opacity:0;stroke-opacity:0';
const INKED = 'fill:#000000;fill-opacity:1;stroke:none';
/** What can make text pale or cut it off without taking its place away. */
const HIDING = 'opacity fill-opacity stroke-opacity fill stroke clip-path mask filter mix-blend-mode'.split(' ');
const HIDING_CSS = new RegExp(`(^|[;{\\s])(?:${HIDING.join('|')}|overflow(?:-[xy])?)\\s*:[^;}]*`, 'gi');
const unhidden = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '').replace(HIDING_CSS, '$1');

const GREY = 'grey';
/** One pixel, #767676: contrast 4.5 with white and 4.6 with black. */
const GREY_PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGMoKysDAALIAWOvKYJGAAAAAElFTkSuQmCC';
