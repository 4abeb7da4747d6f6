import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { epub, oneChapter } from '../../../test/fixtures/epub.js';
import { limitsFrom } from '../limits.js';
import type { Picture } from '../source.js';
import { parseMarkup } from './markup.js';
import { openEpub } from './open-epub.js';
import { svgSource } from './svg-source.js';

const limits = limitsFrom({});
const RED = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
  .png()
  .toBuffer();

async function draw(svg: string, files: Record<string, string | Uint8Array> = {}, overrides = {}): Promise<Picture> {
  const book = epub(oneChapter('<img src="s.svg"/>', { ...files, 's.svg': svg }));
  return (await openEpub(book, { ...limits, ...overrides })).image('OEBPS/s.svg');
}
const svg = (body: string, attributes = 'width="40" height="20"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${body}</svg>`;
async function pixel(picture: Picture, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(picture.bytes).raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)];
}

describe('an SVG picture', () => {
  it('is drawn on white at its own size', async () => {
    const picture = await draw(svg('<rect width="20" height="20" fill="#00f"/>'));
    expect(picture).toMatchObject({
      widthPx: 40,
      heightPx: 20,
      generated: true,
      mediaType: 'image/png',
      limitations: [],
    });
    expect([await pixel(picture, 5, 5), await pixel(picture, 35, 5)]).toEqual([
      [0, 0, 255],
      [255, 255, 255],
    ]);
  });

  it.each([
    ['viewBox="0 0 100 50"', 1568, 784],
    ['width="100%" viewBox="0 0 50 100"', 784, 1568],
    ['width="1in" height="0.5in"', 96, 48],
    ['width="1em" height="100000em" viewBox="0 0 10 10"', 1568, 1568],
    ['height="10" viewBox="0 0 40 20"', 20, 10],
    ['', 300, 150],
    ['width="1e9" height="1"', 1568, 1],
  ])('with %s has %i × %i px', async (attributes, widthPx, heightPx) => {
    expect(await draw(svg('<rect width="9" height="9"/>', attributes))).toMatchObject({ widthPx, heightPx });
  });

  it('says when it is drawn smaller than its own size', async () => {
    const picture = await draw(svg('<rect width="9" height="9"/>', 'width="3136" height="100"'));
    expect(picture.limitations).toEqual([expect.stringContaining('3136 px')]);
  });

  it('says that its text is drawn with other fonts', async () => {
    expect((await draw(svg('<text y="15">7</text>'))).limitations).toEqual([expect.stringContaining('fonts')]);
  });

  it('draws pictures of the publication that it embeds', async () => {
    const picture = await draw(svg('<image xlink:href="red.png" width="20" height="20"/>'), { 'red.png': RED });
    expect([await pixel(picture, 10, 10), picture.limitations]).toEqual([[255, 0, 0], []]);
  });

  it.each([
    '/etc/passwd',
    'file:///srv/red.png',
    'http://127.0.0.1:1/red.png',
    '../../../../../../srv/red.png',
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>',
  ])('reads nothing from %s', async (href) => {
    const reference = href.replaceAll('"', '&quot;').replaceAll('<', '&lt;');
    const picture = await draw(svg(`<image href="${reference}" width="40" height="20"/><rect width="1" height="1"/>`));
    expect(picture.limitations).toEqual([expect.stringContaining('not drawn')]);
    expect(await pixel(picture, 20, 10)).toEqual([255, 255, 255]);
  });

  it('refers to nothing outside, however it is written', () => {
    const { root } = parseMarkup(
      svg(`<style>@import "http://a/b.css"; rect { fill: url(http://a/c.svg#x); filter: url(#f); }</style>
        <rect style="mask:url('../x.svg#m')" fill="url(#ok)" onload="evil()"/><use href="other.svg#a"/><script>evil()</script>
        <feImage href="/etc/passwd"/><a href="javascript:x"><path/></a><foreignObject><p>html</p></foreignObject>`),
      's.svg',
      limits,
    );
    const { markup } = svgSource(root, { width: '1', height: '1', viewBox: '0 0 1 1' }, new Map());
    expect(markup.replaceAll(/xmlns(:xlink)?="[^"]*"/g, '')).not.toMatch(
      /http|passwd|other|\.\.\/|evil|javascript|html/,
    );
    expect(markup).toContain('url(#ok)');
  });

  it.each([
    ['use', (n: number) => `<g id="u${n}"><use href="#u${n - 1}"/><use href="#u${n - 1}"/></g>`, 'too_deep', 40],
    ['use in a long chain', (n: number) => `<g id="u${n}"><use href="#u${n - 1}"/></g>`, 'too_deep', 20_000],
    [
      'patterns in a chain',
      (n: number) =>
        `<pattern id="u${n}" width="1" height="1"><rect width="9" height="9" fill="url(#u${n - 1})"/></pattern>`,
      'file_damaged',
      20_000,
    ],
  ])('multiplied by %s is refused, and this process lives on', async (_, link, code, links) => {
    const chain = Array.from({ length: links }, (_, i) => link(i + 1)).join('');
    const shown = `<use href="#u${links}"/><rect width="9" height="9" fill="url(#u${links})"/>`;
    const bomb = svg(`<defs><rect id="u0" width="9" height="9"/>${chain}</defs>${shown}`);
    await expect(draw(bomb)).rejects.toMatchObject({ code });
  });

  it.each([
    ['asks for terabytes', 'width="100" height="100" patternTransform="scale(1e5)"', 'file_damaged'],
    ['asks for more memory than a drawing may have', 'width="1e6" height="1e6"', 'file_damaged'],
  ])('that %s is refused, and this process lives on', async (_, attributes, code) => {
    const pattern = `<pattern id="a" patternUnits="userSpaceOnUse" ${attributes}><rect width="5" height="5"/></pattern>`;
    const bomb = svg(`${pattern}<rect width="1568" height="1568" fill="url(#a)"/>`, 'viewBox="0 0 1568 1568"');
    await expect(draw(bomb, {}, { pageTimeoutMs: 1_000 })).rejects.toMatchObject({ code });
  });

  it('that does not end in time is refused', async () => {
    const noise = '<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="60"/></filter>';
    const slow = svg(`${noise}<rect width="1568" height="1568" filter="url(#f)"/>`, 'viewBox="0 0 1568 1568"');
    await expect(draw(slow, {}, { pageTimeoutMs: 500 })).rejects.toMatchObject({ code: 'too_slow' });
  });

  it('may use one symbol a thousand times', async () => {
    const uses = '<use href="#a"/>'.repeat(1000);
    await expect(draw(svg(`<defs><g id="a"><rect width="1" height="1"/></g></defs>${uses}`))).resolves.toBeTruthy();
  });

  it('that refers to itself in a circle is refused', async () => {
    const circle = svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>');
    await expect(draw(circle)).rejects.toMatchObject({ code: 'too_deep' });
  });

  it('obeys the pixel budget', async () => {
    await expect(draw(svg('<rect/>'), {}, { maxPixels: 799 })).rejects.toMatchObject({ code: 'too_many_pixels' });
  });
});
