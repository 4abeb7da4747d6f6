import { describe, expect, it } from 'vitest';
import { limitsFrom } from '../limits.js';
import { parseMarkup } from './markup.js';
import { attribute, findAll, textOf } from './markup-tree.js';

const limits = limitsFrom({});
const parse = (text: string): ReturnType<typeof parseMarkup> => parseMarkup(text, 'c.xhtml', limits);

describe('parseMarkup', () => {
  it('knows the entities of HTML without a DTD', () => {
    const { root, wellFormed } = parse('<p>a&nbsp;b&mdash;c&amp;d&#x56FE;</p>');
    expect([textOf(root), wellFormed]).toEqual(['a\u00a0b—c&d图', true]);
  });

  it('reads what is not well-formed as HTML', () => {
    const { root, wellFormed } = parse('<html><body><p>one<p>two <b>three</p><br></body></html>');
    expect(wellFormed).toBe(false);
    expect(findAll(root, 'p').map((p) => textOf(p))).toEqual(['one', 'two three']);
  });

  it('does not let <title/>, <script/> and <a/> swallow the text in HTML', () => {
    const { root } = parse(
      '<html><head><title/><script src="x"/></head><body><a id="p1"/><p>kept<br></p></body></html>',
    );
    expect(textOf(findAll(root, 'body')[0]!)).toBe('kept');
    expect(attribute(findAll(root, 'a')[0]!, 'id')).toBe('p1');
    expect(textOf(findAll(root, 'a')[0]!)).toBe('');
  });

  it('finds attributes whatever their prefix', () => {
    const { root } = parse('<svg><image xlink:href="a.png"/></svg>');
    expect(attribute(findAll(root, 'image')[0]!, 'href')).toBe('a.png');
  });

  it('expands no entity of a DTD: a billion laughs stay a few letters', () => {
    const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');
    const { root } = parse(`<!DOCTYPE p [<!ENTITY l0 "ha">${laughs}]><p>&l9;</p>`);
    expect(textOf(root)).toBe('&l9;');
  });

  it('reads no external entity', () => {
    const { root } = parse('<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]><p>&x;</p>');
    expect(textOf(root)).toBe('&x;');
  });

  it.each([
    ['XML', (n: number) => '<div>'.repeat(n) + '</div>'.repeat(n)],
    ['HTML', (n: number) => `<p>&<br>${'<div>'.repeat(n)}`],
  ])('refuses 100,000 nested elements in %s', (_, nested) => {
    expect(() => parse(nested(100_000))).toThrow(expect.objectContaining({ code: 'too_deep' }));
    expect(() => parse(nested(400))).not.toThrow();
  });

  it('refuses misnested formatting that HTML multiplies', () => {
    const bomb = `<br><p>${Array.from({ length: 400 }, (_, i) => `<b x="${i}">`).join('')}${'</p><p>x'.repeat(20_000)}`;
    expect(() => parse(bomb)).toThrow(expect.objectContaining({ class: 'too_large' }));
  });

  it('refuses millions of elements', () => {
    expect(() => parse(`<p>${'<a/>'.repeat(600_000)}</p>`)).toThrow(
      expect.objectContaining({ code: 'file_too_large' }),
    );
  });
});
