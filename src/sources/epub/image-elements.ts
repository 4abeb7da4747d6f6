import type { MarkupElement } from './markup.js';
import { attribute, childElements, findAll, isNamed, textOf, walk } from './markup-tree.js';

export interface ImageReference {
  readonly reference: string | null;
  /** The same picture in other sizes or formats (`srcset`). */
  readonly alternatives: readonly string[];
  /** The element always means a picture; otherwise only if what it names is one. */
  readonly certain: boolean;
}

/** Which attribute of which element names a picture. */
const REFERENCE_ATTRIBUTES: Readonly<Record<string, string>> = {
  img: 'src',
  image: 'href',
  object: 'data',
  embed: 'src',
  input: 'src',
  video: 'poster',
};
const CERTAIN = new Set(['img', 'image']);
/** A URL, and perhaps a descriptor (`2x`, `320w`), up to a comma. */
const SRCSET_CANDIDATE = /([^\s,]\S*[^\s,]|[^\s,])(?:\s[^,]*)?(?:,|$)/g;

const SHAPES = new Set('circle ellipse line path polygon polyline rect text use'.split(' '));
/** What is defined here is only drawn where something refers to it. */
const DEFINITIONS = new Set('clippath defs marker mask pattern symbol'.split(' '));

/** The pictures that an element refers to. */
export function imageReference(element: MarkupElement): ImageReference {
  const name = element.name.toLowerCase();
  const from = REFERENCE_ATTRIBUTES[name];
  const srcset = attribute(element, 'srcset') ?? '';
  return {
    reference: (from && attribute(element, from)) || null,
    alternatives: Array.from(srcset.matchAll(SRCSET_CANDIDATE), (match) => match[1]!),
    certain: CERTAIN.has(name),
  };
}

/** Whether an <svg> draws something itself, rather than wrap a raster image or define symbols for use elsewhere. */
export function isPicture(svg: MarkupElement): boolean {
  let drawn = false;
  walk(svg, {
    enter(element) {
      const name = element.name.toLowerCase();
      drawn ||= SHAPES.has(name);
      return !drawn && !DEFINITIONS.has(name);
    },
  });
  return drawn;
}

/** What an <svg> says it shows: its label, else its title. */
export function svgAlt(svg: MarkupElement): string | null {
  const [title] = childElements(svg, 'title');
  return attribute(svg, 'aria-label') ?? ((title && textOf(title)) || null);
}

/** The words drawn in an <svg>, a line for each text element. */
export function svgText(svg: MarkupElement): string {
  const texts = findAll(svg, 'text').concat(findAll(svg, 'foreignObject'));
  return texts
    .filter((text) => !isNamed(text, 'foreignObject') || findAll(text, 'text').length === 0)
    .map((text) => textOf(text))
    .filter((text) => text !== '')
    .join('\n');
}
