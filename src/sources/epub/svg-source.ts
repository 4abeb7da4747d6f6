import { escapeMarkup } from '../../evidence/escape-markup.js';
import type { MarkupElement } from './markup.js';
import { attribute, walk } from './markup-tree.js';

export interface SvgSource {
  /** The drawing as standalone markup that refers to nothing outside itself. */
  readonly markup: string;
  readonly hasText: boolean;
  /** What the markup leaves out of the original. */
  readonly leftOut: ReadonlySet<'external' | 'foreign'>;
}

/** Never drawn: it is active, or not SVG. */
const DROPPED = new Set('script foreignObject metadata handler listener iframe'.split(' '));
const OTHER_URL = /url\(\s*["']?(?!\s*["']?#)[^)]*\)/gi;
const PLAIN_NAME = /^[A-Za-z][\w-]*$/;
const XMLNS = { xmlns: 'http://www.w3.org/2000/svg', 'xmlns:xlink': 'http://www.w3.org/1999/xlink' };

/** Every picture that the drawing embeds by reference, as it is written. */
export function embeddedReferences(svg: MarkupElement): string[] {
  const references: string[] = [];
  walk(svg, {
    enter(element) {
      const href = attribute(element, 'href');
      if (href !== null && element.name === 'image' && !href.startsWith('#')) references.push(href);
      return !DROPPED.has(element.name);
    },
  });
  return references;
}

/** Attributes for the root in place of its own: they decide the size of the picture, beyond doubt. */
export type RootSize = Readonly<Record<'width' | 'height' | 'viewBox', string>>;

/**
 * Writes a drawing anew so that rendering it reads no file and opens no connection.
 * @param embedded `data:` URLs of the embedded pictures that may be drawn, by their reference as written
 */
export function svgSource(svg: MarkupElement, size: RootSize, embedded: ReadonlyMap<string, string>): SvgSource {
  const leftOut = new Set<'external' | 'foreign'>();
  const pieces: string[] = [];
  let hasText = false;
  walk(svg, {
    enter(element) {
      if (DROPPED.has(element.name) || !PLAIN_NAME.test(element.name)) {
        if (element.name === 'foreignObject') leftOut.add('foreign');
        return false;
      }
      hasText ||= element.name === 'text';
      const attributes = safeAttributes(element, embedded, leftOut);
      if (element === svg)
        for (const [name, value] of Object.entries({ ...XMLNS, ...size })) attributes.set(name, value);
      const written = Array.from(attributes, ([name, value]) => ` ${name}="${escapeMarkup(value)}"`);
      pieces.push(`<${element.name}${written.join('')}>`);
      if (element.name !== 'style') return true;
      const css = element.children.filter((child) => typeof child === 'string').join('');
      pieces.push(escapeMarkup(safeCss(css, leftOut)), '</style>');
      return false;
    },
    text: (text) => void pieces.push(escapeMarkup(text)),
    leave: (element) => void pieces.push(`</${element.name}>`),
  });
  return { markup: pieces.join(''), hasText, leftOut };
}

function safeAttributes(
  element: MarkupElement,
  embedded: ReadonlyMap<string, string>,
  leftOut: Set<string>,
): Map<string, string> {
  const safe = new Map<string, string>();
  for (const [name, value] of element.attributes) {
    // Prefixed names are notes of an editor, handlers are active, and a base would turn references elsewhere.
    const isKept = name === 'xml:space' || (PLAIN_NAME.test(name) && !/^on|^xmlns|^href$|^base$/i.test(name));
    if (isKept) safe.set(name, safeCss(value, leftOut));
  }
  const href = attribute(element, 'href');
  const target = href?.startsWith('#') ? href : embedded.get(href ?? '');
  if (target !== undefined) safe.set('xlink:href', target);
  // What a link points at is not part of the drawing.
  else if (href !== null && element.name !== 'a') leftOut.add('external');
  return safe;
}

function safeCss(css: string, leftOut: Set<string>): string {
  const safe = css.replace(/@import[^;]*;?/gi, '').replace(OTHER_URL, 'none');
  if (safe !== css) leftOut.add('external');
  return safe;
}
