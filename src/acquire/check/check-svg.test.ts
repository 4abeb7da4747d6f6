import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { checkCredits } from './check-credits.js';

const folder = mkdtempSync(join(tmpdir(), 'credits-'));
afterAll(() => rmSync(folder, { recursive: true }));

const entry = {
  provider: 'wikimedia',
  title: 'T',
  source_page_url: 'https://commons.wikimedia.org/wiki/File:T.jpg',
  license_tier: 'attribution-required',
};
/** A picture and an author for each row of a slide. */
const AUTHORS = Array.from(
  { length: 40 },
  (_, row) => `${'ABCDEFGH'[row % 8]}${'aeiou'[Math.floor(row / 8)]}nn Example`,
);
const manifest = {
  items: [
    ...AUTHORS.map((author, row) => ({ ...entry, filename: `row${row}.jpg`, author, license_name: 'CC BY-SA 4.0' })),
    { ...entry, filename: 'sea.jpg', author: 'Jane Doe', license_name: 'CC BY-SA 4.0' },
    { ...entry, filename: '鼓楼 1.jpg', author: '王小明', license_name: 'CC BY 4.0' },
    { filename: 'free.jpg', license_tier: 'no-attribution', provider: 'pexels' },
  ],
};
const manifestPath = join(folder, 'image_sources.json');
writeFileSync(manifestPath, JSON.stringify(manifest));
const blue = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#204060' } })
  .jpeg()
  .toBuffer();
for (const name of ['sea.jpg', ...AUTHORS.map((_, row) => `row${row}.jpg`)]) writeFileSync(join(folder, name), blue);

const ROW = 40;
/** Rows of one slide. */
const ROWS = 8;
const IMAGE = '<image href="sea.jpg" width="1280" height="600" preserveAspectRatio="none"/>';
let count = 0;
async function check(content: string, height = 720) {
  const file = join(folder, `slide${(count += 1)}.svg`);
  const size = `viewBox="0 0 1280 ${height}"`;
  writeFileSync(
    file,
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}><rect width="100%" height="100%" fill="#fff"/>${content}</svg>`,
  );
  const { slides } = await checkCredits([file], manifestPath);
  return slides[0]!.images;
}

/** Every case in a row of its own of one slide, 40 high, with its own picture at the right; `@` is its credit. */
async function checkRows(cases: Readonly<Record<string, string>>): Promise<Record<string, boolean | null | undefined>> {
  const all = Object.entries(cases);
  if (all.length > ROWS) {
    const [first, others] = [all.slice(0, ROWS), all.slice(ROWS)].map((part) => Object.fromEntries(part));
    return { ...(await checkRows(first!)), ...(await checkRows(others!)) };
  }
  const rows = Object.values(cases).map((content, row) => {
    const credit = `© ${AUTHORS[row]} / Wikimedia / CC BY-SA 4.0`;
    const image = `<image href="row${row}.jpg" x="640" width="640" height="${ROW}" preserveAspectRatio="none"/>`;
    return `<g transform="translate(0 ${row * ROW})">${image}${content.replaceAll('@', credit).replaceAll('AUTHOR', AUTHORS[row]!).replaceAll('ROW', String(row))}</g>`;
  });
  const images = await check(rows.join(''), Math.max(720, rows.length * ROW));
  return Object.fromEntries(Object.keys(cases).map((name, row) => [name, images[row]?.credited]));
}
const text = (attributes: string, words = '@'): string => `<text ${attributes}>${words}</text>`;
const allAre = (cases: Readonly<Record<string, string>>, credited: boolean) =>
  Object.fromEntries(Object.keys(cases).map((name) => [name, credited]));
const at = 'x="20" y="26" font-size="12"';

const READABLE = {
  plain: text(at),
  'small and grey': text('x="20" y="26" font-size="9" fill="#888"'),
  'white on the picture': text('x="660" y="26" font-size="12" fill="#fff"'),
  'turned a little': text('transform="translate(20 30) rotate(-3)" font-size="12"'),
  scaled: `<g transform="scale(0.5)"><g transform="translate(20 50)">${text('font-size="26"')}</g></g>`,
  'in a view box': `<svg width="640" height="40" viewBox="0 0 64 4">${text('x="1" y="2.5" font-size="1.4"')}</svg>`,
  used: `<defs>${text('id="cROW" font-size="12"')}</defs><use xlink:href="#cROW" x="20" y="26"/>`,
  'in a style sheet': `<style>.cROW{font-size:12px;fill:#333}</style>${text('class="cROW" x="20" y="26"')}`,
  'half transparent': text(`${at} opacity="0.6"`),
  'in pieces': `<text ${at}>© <tspan font-weight="700">AUTHOR</tspan>\n / Wikimedia / <tspan>CC BY-SA 4.0</tspan></text>`,
  'on two lines': `<text x="20" y="16" font-size="12">© AUTHOR<tspan x="20" dy="14">Wikimedia / CC BY-SA 4.0</tspan></text>`,
  'in two texts one below the other':
    text('x="20" y="14" font-size="12"', '© AUTHOR') + text('x="20" y="28" font-size="12"', 'Wikimedia, CC BY-SA 4.0'),
  'right aligned': text('x="620" y="26" font-size="12" text-anchor="end"'),
  'under a clip that it lies in': `<clipPath id="kROW"><rect width="1280" height="40"/></clipPath><g clip-path="url(#kROW)">${text(at)}</g>`,
  'on a dark ground': `<rect width="640" height="40" fill="#111"/>${text(`${at} fill="#ddd"`)}`,
  'in a font that nobody has': text(`${at} font-family="Nowhere, 微软雅黑"`),
};

const UNREADABLE = {
  'display none': text(`${at} display="none"`),
  'display none in a style': text(`${at} style="display:none"`),
  'display none in a style sheet': `<style>.hROW{display:none}</style>${text(`class="hROW" ${at}`)}`,
  'display none around it': `<g display="none">${text(at)}</g>`,
  'visibility hidden': `<g visibility="hidden">${text(at)}</g>`,
  'opacity 0': text(`${at} opacity="0"`),
  'a chain of opacities': `<g opacity="0.3"><g opacity="0.3">${text(`${at} opacity="0.3"`)}</g></g>`,
  'fill none': text(`${at} fill="none"`),
  'fill transparent': text(`${at} fill="transparent"`),
  'fill-opacity 0': text(`${at} fill-opacity="0"`),
  'the colour of its ground': text(`${at} fill="#fff"`),
  'nearly the colour of its ground': text(`${at} fill="#ddd"`),
  'the colour of the picture': text('x="660" y="26" font-size="12" fill="#204060"'),
  'off the canvas': text('x="1400" y="26" font-size="12"'),
  'far off the canvas': text('x="-90000" y="26" font-size="12"'),
  'off the canvas by half': text('x="1150" y="26" font-size="12"'),
  '1 px': text('x="20" y="26" font-size="1"'),
  '1 px by scaling': `<g transform="scale(0.1)">${text('x="200" y="260" font-size="12"')}</g>`,
  'squeezed flat': `<g transform="scale(1 0.02)">${text('x="20" y="1300" font-size="12"')}</g>`,
  'clipped away': `<clipPath id="kROW"><rect width="5" height="5"/></clipPath>${text(`${at} clip-path="url(#kROW)"`)}`,
  'clipped by half': `<clipPath id="kROW"><rect width="100" height="40"/></clipPath>${text(`${at} clip-path="url(#kROW)"`)}`,
  masked: `<mask id="mROW"><rect width="1280" height="40" fill="#000"/></mask>${text(`${at} mask="url(#mROW)"`)}`,
  'covered by a later shape': `${text(at)}<rect width="640" height="40" fill="#fff"/>`,
  'covered by a later picture': `${text(at)}<image href="free.jpg" width="640" height="40" preserveAspectRatio="none"/>`,
  'cut off by a nested view': `<svg width="60" height="40">${text('x="10" y="26" font-size="12"')}</svg>`,
  'in definitions that nothing uses': `<defs>${text(at)}</defs>`,
  'in a symbol that nothing uses': `<symbol>${text(at)}</symbol>`,
  'in a title': '<title>@</title>',
  'in a description': '<g><desc>@</desc></g>',
  'in a comment': '<!-- @ -->',
  'its author hidden': `<text ${at}>© <tspan fill="#fff">AUTHOR</tspan> / Wikimedia / CC BY-SA 4.0</text>`,
  'its licence tiny': `<text ${at}>© AUTHOR / Wikimedia / <tspan font-size="1">CC BY-SA 4.0</tspan></text>`,
  'a filter that leaves nothing': `<filter id="fROW"><feFlood flood-opacity="0"/></filter>${text(`${at} filter="url(#fROW)"`)}`,
};

describe('a credit', () => {
  it('counts where a viewer can read it', async () => {
    expect(await checkRows(READABLE)).toEqual(allAre(READABLE, true));
  }, 60_000);

  it('does not count where no viewer can', async () => {
    expect(await checkRows(UNREADABLE)).toEqual(allAre(UNREADABLE, false));
  }, 60_000);

  it('counts though something else lies off the slide, where the renderer ends itself', async () => {
    const off = '<g opacity="0.5"><rect x="1500" width="9" height="9"/><rect x="1505" width="9" height="9"/></g>';
    const [image] = await check(`${IMAGE}${off}${text('x="20" y="690" font-size="12"', CREDIT)}`);
    expect(image).toEqual({ href: 'sea.jpg', license_tier: 'attribution-required', credited: true, why: null });
  });
});

const CREDIT = '© Jane Doe / Wikimedia / CC BY-SA 4.0';

describe('a picture', () => {
  it('that the slide does not show needs no credit', async () => {
    for (const content of [
      `<g display="none">${IMAGE}</g>`,
      `<defs>${IMAGE}</defs>`,
      `${IMAGE}<rect width="1280" height="720"/>`,
    ]) {
      expect(await check(content)).toMatchObject([{ credited: null, why: 'the slide does not show it' }]);
    }
  });

  it('that needs none, or that nobody knows, is named', async () => {
    expect(
      await check('<image href="a/free.jpg?x#y" width="9" height="9"/><image href="own.png" width="9" height="9"/>'),
    ).toEqual([
      { href: 'a/free.jpg?x#y', license_tier: 'no-attribution', credited: null, why: null },
      { href: 'own.png', license_tier: null, credited: null, why: 'the manifest does not list this picture' },
    ]);
  });

  it('of several needs its own credit, in one line or in two', async () => {
    const both = `${IMAGE}<image href="../images/%E9%BC%93%E6%A5%BC%201.jpg" y="600" width="90" height="50"/>`;
    const credited = async (words: string) =>
      (await check(both + text('x="200" y="690" font-size="12"', words))).map((it) => it.credited);
    expect(await credited('Images: Wikimedia, CC BY-SA 4.0')).toEqual([false, false]);
    expect(await credited(CREDIT)).toEqual([true, false]);
    expect(await credited(`${CREDIT} · © 王小明 / Wikimedia / CC BY 4.0`)).toEqual([true, true]);
  });
});
