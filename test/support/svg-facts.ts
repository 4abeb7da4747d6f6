import { SaxesParser } from 'saxes';

/** What an SVG consists of, as an XML parser reads it. */
export interface SvgFacts {
  readonly viewBox: readonly number[];
  /** Names of elements that occur. */
  readonly names: ReadonlySet<string>;
  /** Ids of what is painted: outside definitions, groups aside. */
  readonly painted: readonly string[];
  /** Elements that paint and have no id, nor stand in one that has. */
  readonly nameless: number;
  /** Targets of references that are neither in the file nor data of a raster. */
  readonly outside: readonly string[];
  /** Attributes through which something could run. */
  readonly events: readonly string[];
}

const PAINTING = new Set(['path', 'use', 'image', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']);
/** What stands in these is painted only through what refers to it. */
const DEFINING = new Set(['defs', 'clipPath', 'mask', 'pattern', 'symbol']);

/** Throws where the text is no well-formed XML. */
export function svgFacts(svg: string): SvgFacts {
  const names = new Set<string>();
  const painted: string[] = [];
  const outside: string[] = [];
  const events: string[] = [];
  const open: { readonly name: string; readonly id: string | undefined }[] = [];
  let nameless = 0;
  let viewBox: number[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length === 0) viewBox = (attributes.viewBox ?? '').split(' ').map(Number);
    names.add(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (/^on/i.test(key)) events.push(key);
      if (/href$/.test(key) && !/^(#|data:image\/(png|jpeg);base64,)/.test(value)) outside.push(value);
      for (const [, target] of value.matchAll(/url\(([^)]*)\)/g)) {
        if (!/^["']?#/.test(target as string)) outside.push(target as string);
      }
    }
    const id = attributes.id;
    const inDefinition = open.some((above) => DEFINING.has(above.name)) || DEFINING.has(name);
    const inNamed = open.some((above) => above.id?.startsWith('op-'));
    if (!inDefinition && (PAINTING.has(name) || id?.startsWith('op-'))) {
      if (id !== undefined) painted.push(id);
      else if (!inNamed) nameless += 1;
    }
    open.push({ name, id });
  });
  parser.on('closetag', () => open.pop());
  parser.write(svg).close();
  return { viewBox, names, painted, nameless, outside, events };
}
