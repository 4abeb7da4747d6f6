import type { MarkupElement } from '../../sources/epub/markup.js';

export type Declarations = ReadonlyMap<string, string>;

interface Compound {
  readonly tag: string | null;
  readonly ids: readonly string[];
  readonly classes: readonly string[];
  /** Whether the compound before it is its parent, or any element around it. */
  readonly isChild: boolean;
}

interface Rule {
  readonly selector: readonly Compound[];
  readonly weight: number;
  readonly declarations: Declarations;
}

/** Rules of `<style>` elements whose selectors are of names, classes and ids, in descent. */
export interface Rules {
  readonly rules: readonly Rule[];
  /** Whether any was left out, since its selector or its condition is of another kind. */
  readonly isPartial: boolean;
}

export function rulesIn(css: string): Rules {
  const rules: Rule[] = [];
  let isPartial = false;
  const read = (text: string): void => {
    for (const { prelude, body } of blocksIn(text)) {
      if (/^@(?:layer|media\s+(?:screen|all)\s*$)/i.test(prelude)) read(body);
      else if (/^@(?:font-face|page|keyframes|-webkit-keyframes|media\s+print\s*$)/i.test(prelude)) continue;
      else if (prelude.startsWith('@')) isPartial = true;
      else {
        const declarations = declarationsIn(body);
        for (const said of prelude.split(',')) {
          const selector = selectorIn(said);
          if (selector === null || rules.length >= MAX_RULES) isPartial = true;
          else rules.push({ selector, weight: weightOf(selector), declarations });
        }
      }
    }
  };
  const text = css.replace(COMMENT, '').replace(/<!--|-->/g, '');
  if (/@import/i.test(text)) isPartial = true;
  read(text);
  return { rules: rules.sort((a, b) => a.weight - b.weight), isPartial };
}

/** What the rules and the style attribute say of an element, the strongest last. @param around from the root to its parent */
export function declaredFor(element: MarkupElement, around: readonly MarkupElement[], { rules }: Rules): Declarations {
  const own = declarationsIn(element.attributes.get('style') ?? '');
  const said = [
    ...rules.filter(({ selector }) => isMatch(selector, element, around)).map((it) => it.declarations),
    own,
  ];
  const now = new Map<string, string>();
  for (const isLoud of [false, true])
    for (const declarations of said)
      for (const [name, value] of declarations) {
        if (IMPORTANT.test(value) === isLoud) now.set(name, value.replace(IMPORTANT, '').trim());
      }
  return now;
}

const IMPORTANT = /!\s*important$/i;
const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/g;
/** Each is tried on every element; a page that a person wrote has some hundred. */
const MAX_RULES = 5_000;

export function declarationsIn(text: string): Declarations {
  const declarations = new Map<string, string>();
  for (const part of partsOf(text.replace(COMMENT, ''))) {
    const colon = part.indexOf(':');
    const [name, value] = [part.slice(0, colon).trim().toLowerCase(), part.slice(colon + 1).trim()];
    if (colon < 0 || value === '') continue;
    if (IMPORTANT.test(declarations.get(name) ?? '') && !IMPORTANT.test(value)) continue;
    declarations.set(name, value);
  }
  return declarations;
}

/** What semicolons part; those in brackets and quotes part nothing. One pass: styles may come from anybody. */
function* partsOf(text: string): Generator<string> {
  let [start, quote, depth] = [0, '', 0];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] as string;
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '(') depth += 1;
    else if (sign === ')') depth = Math.max(0, depth - 1);
    else if (sign === ';' && depth === 0) {
      yield text.slice(start, at);
      start = at + 1;
    }
  }
  yield text.slice(start);
}

/** `prelude { body }`, one after the other; braces within a body are kept. */
function* blocksIn(text: string): Generator<{ prelude: string; body: string }> {
  let [start, open, depth] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"' || sign === "'") {
      const end = text.indexOf(sign, at + 1);
      at = end < 0 ? text.length : end;
    } else if (sign === ';' && depth === 0) start = at + 1;
    else if (sign === '{') {
      depth += 1;
      if (depth === 1) open = at;
    } else if (sign === '}' && depth > 0) {
      depth -= 1;
      if (depth > 0) continue;
      yield { prelude: text.slice(start, open).trim(), body: text.slice(open + 1, at) };
      start = at + 1;
    }
  }
}

function selectorIn(text: string): Compound[] | null {
  const compounds: Compound[] = [];
  let isChild = false;
  for (const part of text
    .trim()
    .replace(/\s*>\s*/g, ' > ')
    .split(/\s+/)) {
    if (part === '>') {
      isChild = true;
      continue;
    }
    const [, tag, rest] = /^(\*|[a-z][\w-]*)?((?:[.#][\p{L}\p{N}_-]+)*)$/iu.exec(part) ?? [];
    if (part === '' || rest === undefined) return null;
    const marks = rest.match(/[.#][^.#]+/g) ?? [];
    const named = (sign: string) => marks.filter((it) => it.startsWith(sign)).map((it) => it.slice(1));
    const name = tag === undefined || tag === '*' ? null : tag.toLowerCase();
    compounds.push({ tag: name, ids: named('#'), classes: named('.'), isChild });
    isChild = false;
  }
  return compounds;
}

const weightOf = (selector: readonly Compound[]): number =>
  selector.reduce((sum, it) => sum + it.ids.length * 1e6 + it.classes.length * 1e3 + (it.tag === null ? 0 : 1), 0);

function isMatch(selector: readonly Compound[], element: MarkupElement, around: readonly MarkupElement[]): boolean {
  const last = selector.at(-1);
  if (last === undefined || !isOf(last, element)) return false;
  const before = selector.slice(0, -1);
  if (before.length === 0) return true;
  const places = last.isChild ? [around.length - 1] : around.map((_, index) => index);
  return places.some((at) => around[at] !== undefined && isMatch(before, around[at], around.slice(0, at)));
}

function isOf({ tag, ids, classes }: Compound, { name, attributes }: MarkupElement): boolean {
  const own = (attributes.get('class') ?? '').split(/\s+/);
  return (
    (tag === null || tag === name.toLowerCase()) &&
    ids.every((it) => it === attributes.get('id')) &&
    classes.every((it) => own.includes(it))
  );
}
