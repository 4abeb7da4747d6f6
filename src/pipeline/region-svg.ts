import { heightOf, type PageBox, touches, widthOf } from '../evidence/boxes.js';
import type { PaintedElement, PaintedPage } from '../sources/painted.js';

/** Tags of a page SVG. It is written by us alone: no text, no comments, no `<` or `>` inside of an attribute. */
const TAG = /<(\/?)([A-Za-z]+)([^>]*?)(\/?)>/g;
const ID = / id="([^"]*)"/;
const REFERENCE = /(?:href="#|url\(#)([^")]+)/g;
const DEFINITIONS_START = '<defs>';
const DEFINITIONS_END = '</defs>';

/**
 * The part of a page as an SVG of its own: its view is the region, what lies outside is hidden. Elements that do not meet
 * the region are left out with the definitions that only they need; all others are the page's own, with the same ids.
 * @param box page space; its area must not be zero
 */
export function regionSvg(page: PaintedPage, box: PageBox): string {
  const outside = new Set(page.elements.filter((element) => !meets(element, box)).map(({ id }) => id));
  const { definitions, body } = parts(page.svg);
  const content = without(body, outside);
  const [width, height] = [round(widthOf(box)), round(heightOf(box))];
  const view = `viewBox="${round(box[0])} ${round(box[1])} ${width} ${height}" width="${width}" height="${height}"`;
  const needed = closure(content, definitions);
  const kept = definitions.filter(({ id }) => needed.has(id)).map(({ markup }) => markup);
  const defs = kept.length === 0 ? '' : `${DEFINITIONS_START}${kept.join('')}${DEFINITIONS_END}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${view} overflow="hidden">${defs}${content}</svg>`;
}

/** Lines without thickness have boxes without area: edges count. */
const meets = ({ box, clip }: PaintedElement, region: PageBox): boolean =>
  touches(box, region) && (clip === null || touches(clip, region));

const round = (value: number): number => Math.round(value * 100) / 100;

interface Definition {
  readonly id: string;
  readonly markup: string;
}

/** The definitions one by one, and what is between them and the end of the root. */
function parts(svg: string): { definitions: Definition[]; body: string } {
  const open = svg.indexOf('>') + 1;
  const close = svg.lastIndexOf('</svg>');
  if (!svg.startsWith(DEFINITIONS_START, open)) return { definitions: [], body: svg.slice(open, close) };
  const start = open + DEFINITIONS_START.length;
  const end = svg.indexOf(DEFINITIONS_END, start);
  return { definitions: children(svg.slice(start, end)), body: svg.slice(end + DEFINITIONS_END.length, close) };
}

function children(markup: string): Definition[] {
  const found: Definition[] = [];
  let [depth, start] = [0, 0];
  for (const { 0: tag, 1: closing, 4: alone, index } of markup.matchAll(TAG)) {
    if (depth === 0) start = index;
    if (closing) depth -= 1;
    else if (!alone) depth += 1;
    if (depth > 0) continue;
    const piece = markup.slice(start, index + tag.length);
    found.push({ id: ID.exec(piece)?.[1] ?? '', markup: piece });
  }
  return found;
}

/** The markup without the elements of these ids, and without groups that are empty then. */
function without(markup: string, ids: ReadonlySet<string>): string {
  const pieces: string[] = [];
  /** Where each open group's tag is among the pieces. */
  const open: number[] = [];
  /** Depth inside of an element that is left out; 0 outside. */
  let left = 0;
  for (const { 0: tag, 1: closing, 3: attributes, 4: alone } of markup.matchAll(TAG)) {
    if (left > 0) {
      if (closing) left -= 1;
      else if (!alone) left += 1;
      continue;
    }
    if (closing) {
      const start = open.pop() as number;
      if (start === pieces.length - 1) pieces.pop();
      else pieces.push(tag);
      continue;
    }
    const id = ID.exec(attributes as string)?.[1];
    if (id !== undefined && ids.has(id)) {
      if (!alone) left = 1;
      continue;
    }
    pieces.push(tag);
    if (!alone) open.push(pieces.length - 1);
  }
  return pieces.join('');
}

/** The definitions that the content refers to, and those that these refer to. */
function closure(content: string, definitions: readonly Definition[]): Set<string> {
  const markupOf = new Map(definitions.map(({ id, markup }) => [id, markup]));
  const needed = new Set<string>();
  const waiting = [content];
  for (let markup = waiting.pop(); markup !== undefined; markup = waiting.pop()) {
    for (const [, id] of markup.matchAll(REFERENCE)) {
      const definition = markupOf.get(id as string);
      if (definition === undefined || needed.has(id as string)) continue;
      needed.add(id as string);
      waiting.push(definition);
    }
  }
  return needed;
}
