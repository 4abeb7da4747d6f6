import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { onePage } from './fixtures/pdf.js';
import { browserFor, type Opened } from './support/browser.js';
import { embeddedFont } from './support/embedded-font.js';
import { CORPUS } from './support/faces-library.js';
import { cli } from './support/library-cli.js';
import { tempFolder } from './support/library-files.js';
import { seenPage } from './support/seen-pages.js';

const { present, open } = browserFor('review page');

const folder = tempFolder();
const library = join(folder, 'library');

async function opened(file: string, number = 1): Promise<Opened> {
  const html = join(folder, `review-${number}.html`);
  const args = ['review-page', file, '--page', `${number}`, '-o', html, '--json', '--quiet'];
  expect((await cli(args, { library })).code).toBe(0);
  return open(html);
}

const put = (name: string, bytes: Uint8Array): string => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};

describe.skipIf(!present)('the review page in a browser', () => {
  it('opens from a file without a word or a request; layers switch; a click shows the evidence', async () => {
    const { page, noise } = await opened(put('seen.pdf', seenPage(90, 1)));
    const visible = (layer: string) => page.locator(`#layers g.${layer} rect`).first().isVisible();
    expect([await visible('tables'), await visible('spans')]).toEqual([true, false]);
    await page.locator('.toggle.spans input').check();
    await page.locator('.toggle.tables input').uncheck();
    expect([await visible('tables'), await visible('spans')]).toEqual([false, true]);

    await page.locator('#layers .spans rect[data-text="72%"]').click();
    const card = (await page.locator('#card').textContent()) ?? '';
    expect(card).toContain('72%');
    expect(card).toContain('proven');
    const id = /op-[\d-]+/.exec(card)?.[0];
    // The element that the card names is the one that is painted there.
    const painted = await page.evaluate(
      (name) => document.getElementById(name)?.getBoundingClientRect().toJSON(),
      id ?? '',
    );
    const box = await page.locator('#layers .spans rect.chosen').boundingBox();
    expect(Math.abs(painted.x - (box?.x ?? 0))).toBeLessThan(3);
    expect(Math.abs(painted.y - (box?.y ?? 0))).toBeLessThan(3);

    await page.locator('.toggle.regions input').check();
    expect(await page.locator('.tag').first().isVisible()).toBe(true);
    await page.locator('#layers .regions rect').first().press('Enter');
    expect(await page.locator('#card').textContent()).toContain('Kind');
    expect(noise).toEqual([]);
    await page.close();
  });

  it('finding shows the spans that hold the text, whatever its case and width, and dims the rest', async () => {
    const { page, noise } = await opened(put('find.pdf', seenPage(0, 1)));
    await page.locator('#find').fill('ａｇｅｎｃｙ');
    const texts = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((one) => one.getAttribute('data-text')));
    expect(await texts('#layers .spans rect:not(.dimmed)')).toEqual(['agency']);
    expect(await page.locator('#found').textContent()).toBe('in 1 span');
    expect(await page.locator('#layers .spans rect:not(.dimmed)').isVisible()).toBe(true);
    await page.locator('#find').fill('');
    expect(await page.locator('#layers .dimmed').count()).toBe(0);
    expect(noise).toEqual([]);
    await page.close();
  });

  it('grows for what is small in it', async () => {
    const { page } = await opened(put('grow.pdf', seenPage(0, 1)));
    const width = async () => (await page.locator('#page').boundingBox())?.width ?? 0;
    const fitting = await width();
    await page.locator('#zoom').selectOption('400');
    expect(await width()).toBeGreaterThan(3 * fitting);
    await page.locator('#zoom').selectOption('fit');
    expect(await width()).toBe(fitting);
    await page.close();
  });

  it('text of a page that would be markup or script is text', async () => {
    const hostile = [
      '</script><script>alert(1)</script>',
      '<img src=x onerror=alert(2)>',
      '"><svg onload=alert(3)>',
      '<!--<script>',
      `\${alert(4)}`,
    ];
    const file = put(
      'hostile.pdf',
      onePage({
        mediaBox: '0 0 400 200',
        content: hostile
          .map((line, i) => `BT /E 10 Tf 20 ${170 - 25 * i} Td (${line.replace(/[()\\]/g, '\\$&')}) Tj ET`)
          .join('\n'),
        fonts: '/E 5 0 R',
        info: '8 0 R',
        extra: [...embeddedFont(5), '<</Title(</title><script>alert\\(5\\)</script>)>>'],
      }),
    );
    const { page, noise } = await opened(file);
    await page.locator('.toggle.spans input').check();
    const rects = page.locator('#layers .spans rect');
    expect(await rects.count()).toBe(hostile.length);
    for (let i = 0; i < hostile.length; i++) {
      await rects.nth(i).click();
      expect(await page.locator('#card .text.spans').textContent()).toBe(hostile[i]);
    }
    expect(await page.locator('h1').textContent()).toContain('<script>alert(5)</script>');
    expect(await page.locator('script').count()).toBe(2);
    expect(await page.locator('#card img, #card svg, body > svg').count()).toBe(0);
    expect(noise).toEqual([]);
    await page.close();
  });

  it('shows what is hidden as refused only, with the reason in words', async () => {
    const content = 'BT /E 12 Tf 20 70 Td (72%) Tj ET BT 3 Tr /E 12 Tf 20 30 Td (85%) Tj ET';
    const { page, noise } = await opened(
      put('hidden.pdf', onePage({ content, fonts: '/E 5 0 R', extra: embeddedFont(5) })),
    );
    await page.locator('.toggle.spans input').check();
    expect(await page.locator('#layers .spans rect').count()).toBe(1);
    await page.locator('#layers .refusals rect').click();
    const card = (await page.locator('#card').textContent()) ?? '';
    expect(card).toContain('85%');
    expect(card).toMatch(/not proven[\s\S]*INVISIBLE_MODE painted in a mode that leaves no ink/);
    expect(noise).toEqual([]);
    await page.close();
  });

  for (const [path, number] of [
    ['finance/tor-2020-2021-annual-report.pdf', 13],
    ['finance/nee-2018q1-report-zh.pdf', 3],
    ['tables/fbi-nics-2015-11-rotated.pdf', 1],
  ] as const) {
    it.skipIf(CORPUS === null)(`boxes of spans lie where a browser paints them: ${path}, page ${number}`, async () => {
      const { page, noise } = await opened(join(CORPUS as string, path), number);
      const far = await page.evaluate(() => {
        const { spans } = JSON.parse(document.getElementById('evidence')?.textContent ?? '') as {
          spans: { id: string; box: [number, number, number, number]; text: string }[];
        };
        return spans.flatMap(({ id, box, text }) => {
          const element = document.getElementById(id);
          if (!(element instanceof SVGGraphicsElement)) return [`${id} ${text}: not painted`];
          // getBBox is in the element's own units: its corners are brought to the page's.
          const own = element.getBBox();
          const toPage = element.ownerSVGElement
            ?.getScreenCTM()
            ?.inverse()
            .multiply(element.getScreenCTM() as DOMMatrix);
          const corners = [
            [own.x, own.y],
            [own.x + own.width, own.y],
            [own.x, own.y + own.height],
            [own.x + own.width, own.y + own.height],
          ].map(([x, y]) => new DOMPoint(x, y).matrixTransform(toPage));
          const xs = corners.map(({ x }) => x);
          const ys = corners.map(({ y }) => y);
          const drawn = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
          const apart = Math.max(...drawn.map((value, i) => Math.abs(value - (box[i] as number))));
          return apart > 1 ? [`${id} ${text}: ${apart}`] : [];
        });
      });
      expect(far).toEqual([]);
      expect(noise).toEqual([]);
      await page.close();
    });
  }
});

it('the review page is whole without a browser: one file, no address in it', async () => {
  const html = join(folder, 'whole.html');
  const file = put('whole.pdf', seenPage(0, 1));
  const { json, stdout } = await cli(['review-page', file, '--page', '1', '-o', html, '--json', '--quiet'], {
    library,
  });
  expect(json).toMatchObject({ file: html, html: null, tables: 1, refused_spans: 0 });
  expect(stdout.length).toBeLessThan(1_000);
  const text = readFileSync(html, 'utf8');
  expect(Buffer.byteLength(text)).toBe(json.bytes);
  expect(
    text.match(/https?:\/\/[^"'\s]*/g)?.filter((address) => address !== 'http://www.w3.org/2000/svg') ?? [],
  ).toEqual([]);
});
