import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlText } from './html-text.js';

describe('the text of HTML', () => {
  it.each([
    ['<a href="//commons.wikimedia.org/wiki/User:Ann">Ann</a> &amp; Museum', 'Ann & Museum'],
    ['&lt;b&gt; by <b>Bo</b>', '<b> by Bo'],
    ['<span style="display: none;">Unknown author</span>Ann', 'Ann'],
    ['<table><tr><td>Ann</td><td>Bo</td></tr></table>', 'Ann Bo'],
    ['Ann<br/>Bo', 'Ann Bo'],
    ['<script>x</script><style>y</style>故宫 <i>王</i>', '故宫 王'],
    ['', ''],
  ])('%s', (html, text) => {
    expect(htmlText(html)).toBe(text);
  });

  it('comes from any input, however deep', () => {
    expect(htmlText('<i>'.repeat(6_000))).toBe('');
    fc.assert(fc.property(fc.string(), (html) => void expect(htmlText(html)).toBeTypeOf('string')));
  });
});
