import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { checkCredits } from './check-credits.js';
import { declarationsIn, rulesIn } from './css-rules.js';

const folder = mkdtempSync(join(tmpdir(), 'html-credits-'));
afterAll(() => rmSync(folder, { recursive: true }));
const entry = {
  provider: 'wikimedia',
  title: 'T',
  source_page_url: 'https://commons.wikimedia.org/wiki/File:T.jpg',
  license_name: 'CC BY-SA 4.0',
  license_tier: 'attribution-required',
};
const manifestPath = join(folder, 'image_sources.json');
const sea = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#204060' } })
  .jpeg()
  .toBuffer();
writeFileSync(join(folder, 'sea.jpg'), sea);
writeFileSync(
  manifestPath,
  JSON.stringify({
    items: [
      { ...entry, filename: 'sea.jpg', author: 'Jane Doe' },
      { ...entry, filename: 'town.jpg', author: 'Bo Li' },
      { ...entry, filename: 'sea2.jpg', author: 'Jane Doe' },
      { ...entry, filename: '鼓楼 1.jpg', author: '王小明', license_name: 'CC BY 4.0' },
      { filename: 'free.jpg', license_tier: 'no-attribution', provider: 'pexels' },
    ],
  }),
);

const CREDIT = '© Jane Doe / Wikimedia Commons / CC BY-SA 4.0';
let count = 0;
async function check(body: string, head = '', ending = 'html') {
  const file = join(folder, `page${(count += 1)}.${ending}`);
  writeFileSync(file, `<!doctype html><html><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`);
  const { slides } = await checkCredits([file], manifestPath);
  return slides[0] as NonNullable<(typeof slides)[0]>;
}
const verdict = async (body: string, head = '') => (await check(body, head)).images[0]?.credited;
const IMG = '<img src="sea.jpg" alt="">';

const VISIBLE: Record<string, string> = {
  paragraph: `<p>${CREDIT}</p>`,
  'with links':
    '<p>© <a href="#">Jane <b>Doe</b></a> / <a href="#">Wikimedia Commons</a> / <a href="#">CC BY-SA 4.0</a></p>',
  small: `<small>${CREDIT}</small>`,
  'six pixels': `<p style="font-size:6px">${CREDIT}</p>`,
  'half transparent': `<p style="opacity:.6">${CREDIT}</p>`,
  'white on black': `<p style="background:#000;color:#fff">${CREDIT}</p>`,
  'white over the picture': `<div style="background:#fff">${IMG}<span style="position:absolute;left:8px;color:#fff">${CREDIT}</span></div>`,
  'white on a picture': `<div style="background:#fff url(bg.png);color:#fff">${CREDIT}</div>`,
  'visible again': `<div style="visibility:hidden"><p style="visibility:visible">${CREDIT}</p></div>`,
  'open details': `<details open><summary>Credits</summary>${CREDIT}</details>`,
  'broken lines': '<p>© Jane\n Doe<br>Wikimedia Commons<br/>CC BY-SA 4.0</p>',
  'loud rule': `<style>.c{display:block!important}#i{display:none}</style><p id="i" class="c">${CREDIT}</p>`,
  'hidden for print only': `<style>@media print{.c{display:none}}</style><p class="c">${CREDIT}</p>`,
  'another class hidden': `<style>.d{display:none}</style><p class="c">${CREDIT}</p>`,
};

const HIDDEN: Record<string, string> = {
  'hidden attribute': `<p hidden>${CREDIT}</p>`,
  display: `<p style="display:none">${CREDIT}</p>`,
  'loud display': `<p style="display:none !important;display:block">${CREDIT}</p>`,
  'around it': `<div style="display:none"><p style="display:block">${CREDIT}</p></div>`,
  visibility: `<div style="visibility:hidden"><p>${CREDIT}</p></div>`,
  'opacity 0': `<p style="opacity:0">${CREDIT}</p>`,
  'opacity in steps': `<div style="opacity:.3"><p style="opacity:30%">${CREDIT}</p></div>`,
  'five pixels': `<p style="font-size:5px">${CREDIT}</p>`,
  'small in em': `<div style="font-size:10px"><p style="font-size:.4em">${CREDIT}</p></div>`,
  'small by font': `<p style="font: 3px/1 serif">${CREDIT}</p>`,
  'white on white': `<div style="background:#fff"><p style="color:white">${CREDIT}</p></div>`,
  'nearly white': `<p style="background-color:rgb(255,255,255);color:#fefefe">${CREDIT}</p>`,
  'no colour': `<p style="color:transparent">${CREDIT}</p>`,
  'off to the left': `<p style="position:absolute;left:-9999px">${CREDIT}</p>`,
  'off by right': `<p style="position:fixed;right:-200vw">${CREDIT}</p>`,
  'off below': `<p style="position:absolute;top:100000px">${CREDIT}</p>`,
  indented: `<p style="text-indent:-9999px">${CREDIT}</p>`,
  moved: `<p style="transform:translateX(-9999px)">${CREDIT}</p>`,
  shrunk: `<p style="transform:scale(0)">${CREDIT}</p>`,
  'for screen readers': `<p style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0)">${CREDIT}</p>`,
  clipped: `<p style="clip-path:inset(50%)">${CREDIT}</p>`,
  template: `<template><p>${CREDIT}</p></template>`,
  script: `<script>document.write("${CREDIT}")</script>`,
  noscript: `<noscript>${CREDIT}</noscript>`,
  comment: `<!-- ${CREDIT} -->`,
  aria: `<p aria-label="${CREDIT}"></p>`,
  'alt and title': `<img src="sea.jpg" alt="${CREDIT}" title="${CREDIT}">`,
  'closed details': `<details><summary>Credits</summary>${CREDIT}</details>`,
  'a form field': `<textarea>${CREDIT}</textarea>`,
  'self-closed script': `<script/><p>${CREDIT}</p>`,
  'by class': `<style>.c{display:none}</style><p class="a c">${CREDIT}</p>`,
  'by id': `<style>#c{opacity:0}</style><p id="c">${CREDIT}</p>`,
  'by descent': `<style>.s .c , b{visibility:hidden}</style><div class="s"><p class="c">${CREDIT}</p></div>`,
  'by parent': `<style>/* } */ div > p{font-size:1px}</style><div><p>${CREDIT}</p></div>`,
  'by screen rule': `<style>@media screen{p{display:none}}</style><p>${CREDIT}</p>`,
  'colours by rules': `<style>body{background:#fff}.c{color:#fff}</style><p class="c">${CREDIT}</p>`,
  'a part of it': '<p>© Jane Doe / Wikimedia Commons / <span style="display:none">CC BY-SA 4.0</span></p>',
  'no source': '<p>© Jane Doe / CC BY-SA 4.0</p>',
  'another licence': '<p>© Jane Doe / Wikimedia Commons / CC BY 4.0</p>',
  'another author': '<p>© Joan Doe / Wikimedia Commons / CC BY-SA 4.0</p>',
  'two paragraphs': '<p>© Jane Doe</p><p>Wikimedia Commons / CC BY-SA 4.0</p>',
};

describe('a credit on a page', () => {
  it.each(Object.entries(VISIBLE))('counts: %s', async (_, body) => expect(await verdict(IMG + body)).toBe(true));
  it.each(Object.entries(HIDDEN))('does not count: %s', async (_, body) =>
    expect(await verdict(IMG + body)).toBe(false),
  );

  it('that is hidden is told so', async () => {
    const { images } = await check(`${IMG}<p style="display:none">${CREDIT}</p>`);
    expect(images[0]?.why).toMatch(/can't be read: it is hidden \(display\)/);
  });
});

describe('a picture on a page', () => {
  it.each<[string, string]>([
    ['an <img>', IMG],
    ['a srcset', '<img srcset="sea.jpg, other.jpg 2x">'],
    ['a later one of a srcset', '<img src="data:," srcset="a.jpg 1x,sea.jpg 2x">'],
    ['a <picture>', '<picture><source srcset="sea.jpg 800w"><img src="free.jpg"></picture>'],
    ['a background', '<div style="background: #000 url(\'img/sea.jpg\') center/cover"></div>'],
    ['a background-image', '<div style="background-image:linear-gradient(red,blue),url(sea.jpg)"></div>'],
    ['a rule’s background', '<style>.h{background:url("sea.jpg")}</style><div class="h"></div>'],
    ['bytes in the page', `<img src="data:image/jpeg;base64,AA==">${IMG}`],
    ['a drawing', '<svg viewBox="0 0 64 36"><image href="sea.jpg" width="64" height="36"/></svg>'],
  ])('%s needs its credit', async (_, body) => {
    const of = async (page: string) => (await check(page)).images.find(({ href }) => href.includes('sea'))?.credited;
    expect(await of(body)).toBe(false);
    expect(await of(`${body}<p>${CREDIT}</p>`)).toBe(true);
  });

  it('that nobody sees, or that needs none, asks for none', async () => {
    expect(await verdict('<div style="display:none"><img src="sea.jpg"></div>')).toBeNull();
    expect(await verdict('<img src="free.jpg">')).toBeNull();
    expect(await verdict('<img src="stranger.jpg">')).toBeNull();
  });

  it('in a drawing may be credited by the drawing', async () => {
    const svg = (text: string) =>
      `<svg viewBox="0 0 640 360" width="640" height="360"><image href="sea.jpg" width="640" height="360" preserveAspectRatio="none"/>${text}</svg>`;
    expect(await verdict(svg(`<text x="20" y="340" font-size="14" fill="#fff">${CREDIT}</text>`))).toBe(true);
    expect(await verdict(svg(`<text x="20" y="340" font-size="14" fill="#fff" opacity="0">${CREDIT}</text>`))).toBe(
      false,
    );
    expect(
      await verdict(
        `${IMG}<div hidden>${svg(`<text x="20" y="340" font-size="14" fill="#fff">${CREDIT}</text>`)}</div>`,
      ),
    ).toBe(false);
  });

  it('is not credited by the caption of another figure', async () => {
    const figure = (src: string, caption: string) =>
      `<figure><img src="${src}"><figcaption>${caption}</figcaption></figure>`;
    const credited = async (body: string) => (await check(body)).images.map((it) => it.credited);
    expect(await credited(figure('sea.jpg', CREDIT) + figure('sea2.jpg', 'The sea'))).toEqual([true, false]);
    expect(await credited(figure('sea.jpg', CREDIT) + figure('sea2.jpg', CREDIT))).toEqual([true, true]);
    expect(await credited(`${figure('sea.jpg', '')}${figure('sea2.jpg', '')}<p>${CREDIT}</p>`)).toEqual([true, true]);
    const line = `${CREDIT} · © Bo Li / Wikimedia Commons / CC BY-SA 4.0`;
    expect(await credited(`${IMG}<img src="town.jpg"><footer>${line}</footer>`)).toEqual([true, true]);
  });

  it('of any script is found and credited', async () => {
    const body = '<img src="%E9%BC%93%E6%A5%BC%201.jpg"><p>© 王小明／Wikimedia Commons／CC BY 4.0</p>';
    expect(await verdict(body)).toBe(true);
  });
});

it('says what rules can not know', async () => {
  const { limitations } = await check(
    IMG,
    '<link rel="stylesheet" href="a.css"><script src="a.js"></script><style>p:hover{color:red}</style>',
  );
  expect(limitations).toEqual([
    expect.stringContaining('external style sheets'),
    expect.stringContaining('scripts'),
    expect.stringContaining('selectors'),
  ]);
  expect((await check(IMG)).limitations).toEqual([]);
});

it('reads any style text without end or error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      rulesIn(text);
      declarationsIn(text);
      rulesIn(`p{${text}}`);
    }),
    { numRuns: 200 },
  );
  for (const part of ['(', '"', '/*', 'a', '{', 'a{', '@media screen{', ';', ' > ']) rulesIn(part.repeat(100_000));
});
