import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { AskReply } from '../src/evidence/wire/ask.js';
import { onePage } from './fixtures/pdf.js';
import { browserFor, type Opened } from './support/browser.js';
import { embeddedFont } from './support/embedded-font.js';
import { CORPUS } from './support/faces-library.js';
import { cli } from './support/library-cli.js';
import { tempFolder } from './support/library-files.js';
import { seenPage } from './support/seen-pages.js';

const { present, open } = browserFor('answer view');

const QUESTION = 'What was the share of Agency in 1H26?';
const folder = tempFolder();
const library = join(folder, 'library');

const put = (name: string, bytes: Uint8Array): string => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};

interface Shown extends Opened {
  readonly reply: AskReply;
}

async function shown(file: string, question: string, env: Record<string, string> = {}): Promise<Shown> {
  const html = join(folder, 'answer.html');
  const asked = await cli(['ask', question, '--doc', file, '-o', html, '--json', '--quiet'], { library, env });
  expect(asked.code, asked.stderr).toBe(0);
  return { ...(await open(html)), reply: asked.json };
}

/** How far the mark of each citation is from what its elements paint, in px of the screen; it may be larger by its margin. */
const strays = (page: Page, { citations }: AskReply): Promise<number[]> =>
  page.evaluate(
    (cited) =>
      cited.map((ids, i) => {
        const mark = [...document.querySelectorAll('#marks rect')].find((rect) =>
          (rect as SVGElement).dataset.citations?.split(' ').includes(String(i)),
        );
        const box = mark?.getBoundingClientRect() ?? new DOMRect();
        const painted = ids.map((id) => document.getElementById(id)?.getBoundingClientRect() ?? new DOMRect());
        const [left, top] = [Math.min(...painted.map((one) => one.left)), Math.min(...painted.map((one) => one.top))];
        const right = Math.max(...painted.map((one) => one.right));
        const bottom = Math.max(...painted.map((one) => one.bottom));
        // Positive: the mark leaves some of the print out; negative: the width of the margin.
        const out = [box.left - left, box.top - top, right - box.right, bottom - box.bottom];
        const margin = Math.min(bottom - top, right - left);
        return Math.max(...out, ...out.map((one) => -one - margin));
      }),
    citations.map(({ element_ids }) => element_ids),
  );

describe.skipIf(!present)('the answer view in a browser', () => {
  it.each([0, 90, 180, 270])('lights up exactly what is cited, on a page turned by %i degrees', async (turn) => {
    const { page, noise, reply } = await shown(put(`turned-${turn}.pdf`, seenPage(turn, 1)), QUESTION);
    expect(reply).toMatchObject({ value: '72', unit: '%' });
    expect(await page.locator('header .value').textContent()).toBe('72 %');
    expect(reply.citations.length).toBe(3);
    expect(await page.locator('#marks rect.value').count()).toBe(1);
    for (const name of ['close', 'whole']) {
      await page.locator(`[data-view=${name}]`).click();
      for (const stray of await strays(page, reply)) expect(stray).toBeLessThan(1);
    }
    // What is cited is seen through the veil, its neighbour under it.
    const veil = await page.locator('#veil').getAttribute('mask');
    expect(veil).toBe('url(#but-marks)');
    expect(await page.locator('#but-marks rect').count()).toBe(1 + 3);
    expect(noise).toEqual([]);
    await page.close();
  });

  it('ties each citation to its mark, both ways, and has its digests folded away', async () => {
    const { page, noise, reply } = await shown(put('ties.pdf', seenPage(0, 1)), QUESTION);
    const [value] = reply.citations;
    await page.locator('#grounds li.value > button').click();
    expect(await page.locator('#marks rect.chosen').getAttribute('data-citations')).toBe('0');
    await page.locator('#marks rect.label').first().click();
    expect(await page.locator('#grounds li.chosen').count()).toBe(1);
    expect(await page.locator('#grounds li.chosen.label').count()).toBe(1);
    const digest = page.getByText(value?.receipt ?? '', { exact: true }).first();
    expect(await digest.isVisible()).toBe(false);
    await page.locator('#grounds li.value summary').click();
    expect(await digest.isVisible()).toBe(true);
    const { view, ...answer } = reply;
    expect(JSON.parse((await page.locator('#answer').textContent()) ?? '')).toEqual(answer);
    expect(view?.bytes).toBe(readFileSync(join(folder, 'answer.html')).byteLength);
    expect(noise).toEqual([]);
    await page.close();
  });

  it('parts the thousands of a large number to the eye, and not in what is copied', async () => {
    const content = ['BT /E 10 Tf 20 150 Td (Total Expenses: $3,987,743.50) Tj ET'].join('\n');
    const file = put(
      'total.pdf',
      onePage({ mediaBox: '0 0 300 200', content, fonts: '/E 5 0 R', extra: embeddedFont(5) }),
    );
    const { page, reply } = await shown(file, 'What were total expenses?');
    expect(reply).toMatchObject({ status: 'answered', value: '3987743.50', unit: 'USD' });
    expect(await page.locator('header .number').textContent()).toBe('3987743.50');
    expect(await page.locator('header .number').innerHTML()).toBe('3<i></i>987<i></i>743.50');
    await page.close();
  });

  it('shows a computation with its inputs, its rule and its result', async () => {
    const question = 'What is the difference between Agency and Partners in 1H26?';
    const { page, noise, reply } = await shown(put('difference.pdf', seenPage(0, 1)), question);
    expect(reply.computation).toMatchObject({ output: { value: '44' } });
    const told = ((await page.locator('#computation').textContent()) ?? '').replace(/\s+/g, ' ');
    expect(told).toMatch(/72 %.*−.*28 %.*=.*44/);
    expect(await page.locator('#marks rect.value').count()).toBe(2);
    await page.locator('#computation button').nth(1).click();
    const chosen = await page.locator('#grounds li.chosen .printed').textContent();
    expect(chosen).toBe('28%');
    expect(noise).toEqual([]);
    await page.close();
  });

  it.each([
    ['en', 'What was the share of Agency in 1H24?', 'but not for this period', 'Not answered'],
    ['zh', 'What was the share of Agency in 1H24?', '没有这个期间', '不予回答'],
  ])('says in %s why it does not answer, and what there is', async (language, question, why, headline) => {
    const { page, noise, reply } = await shown(put('period.pdf', seenPage(0, 1)), question, {
      GROUNDGLASS_LANG: language,
    });
    expect(reply).toMatchObject({ status: 'abstained', reason: 'PERIOD_NOT_FOUND' });
    expect(await page.locator('header .value').textContent()).toBe(headline);
    expect(await page.locator('header').textContent()).toContain(why);
    expect(await page.locator('.chips li').allTextContents()).toEqual(expect.arrayContaining(['1H25', '1H26']));
    expect(await page.locator('html').getAttribute('lang')).toBe(language === 'zh' ? 'zh-Hans' : 'en');
    expect(noise).toEqual([]);
    await page.close();
  });

  it('a question and a page that would be markup or script are text', async () => {
    const label = '<img src=x onerror=alert\\(1\\)>';
    const cells = [
      ['Channel', '1H26'],
      [label, '72%'],
      ['Partners', '28%'],
    ];
    const lines = [150, 130, 110, 90].map((y) => `20 ${y} m 380 ${y} l S`);
    const columns = [20, 280, 380].map((x) => `${x} 150 m ${x} 90 l S`);
    const texts = cells.flatMap((row, r) =>
      row.map((cell, c) => `BT /E 10 Tf ${[26, 286][c]} ${136 - 20 * r} Td (${cell}) Tj ET`),
    );
    const file = put(
      'hostile.pdf',
      onePage({
        mediaBox: '0 0 400 200',
        content: ['.5 w', ...lines, ...columns, ...texts].join('\n'),
        fonts: '/E 5 0 R',
        info: '8 0 R',
        extra: [...embeddedFont(5), '<</Title(</title><script>alert\\(2\\)</script>)>>'],
      }),
    );
    const answered = await shown(file, 'img src x onerror alert 1 in 1H26');
    expect(answered.reply).toMatchObject({ status: 'answered', value: '72' });
    expect(await answered.page.locator('#grounds').textContent()).toContain('<img src=x onerror=alert(1)>');
    const abstained = await shown(file, '</title><script>alert(3)</script>"><img src=x onerror=alert(4)> Zembla 1H26');
    expect(await abstained.page.locator('h1').textContent()).toContain('<script>alert(3)</script>');
    for (const { page, noise } of [answered, abstained]) {
      expect(await page.locator('img').count()).toBe(0);
      expect(await page.locator('script').count()).toBe(1);
      expect(noise).toEqual([]);
      await page.close();
    }
  });

  it.skipIf(CORPUS === null)('lights up the labels of a real page that is turned', async () => {
    const file = join(CORPUS as string, 'finance/icdar-eu-015.pdf');
    const { page, noise, reply } = await shown(file, 'Air passengers rights Total EU-15 percent');
    expect(reply).toMatchObject({ value: '68', unit: '%', citations: [{ locator: { page: 2 } }, {}] });
    for (const stray of await strays(page, reply)) expect(stray).toBeLessThan(1);
    expect(noise).toEqual([]);
    await page.close();
  });
});

describe('an answer that is written beside the reply', () => {
  it('is one file without an address in it', async () => {
    const html = join(folder, 'whole.html');
    const file = put('whole.pdf', seenPage(0, 1));
    const { json } = await cli(['ask', QUESTION, '--doc', file, '-o', html, '--json', '--quiet'], { library });
    expect(json.view).toEqual({ file: html, html: null, bytes: readFileSync(html).byteLength });
    const addresses = readFileSync(html, 'utf8').match(/https?:\/\/[^"'\s]*/g) ?? [];
    expect(addresses.filter((address) => address !== 'http://www.w3.org/2000/svg')).toEqual([]);
  });

  it('is a picture of the place where its name ends in .png, and nothing where there is no place', async () => {
    const png = join(folder, 'place.png');
    const file = put('place.pdf', seenPage(0, 1));
    const { json } = await cli(['ask', QUESTION, '--doc', file, '-o', png, '--json', '--quiet'], { library });
    expect(json.view).toMatchObject({ file: png });
    const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
    expect(Math.max(info.width, info.height)).toBe(1568);
    // The line around the value is there in its colour.
    let marked = 0;
    for (let at = 0; at < data.length; at += info.channels)
      if (data[at] === 0xc2 && data[at + 1] === 0x41 && data[at + 2] === 0x0c) marked += 1;
    expect(marked).toBeGreaterThan(100);
    const none = join(folder, 'none.png');
    const args = ['ask', 'What was EBITDA in 1H24?', '--doc', file, '-o', none, '--json', '--quiet'];
    expect((await cli(args, { library })).json.view).toEqual({ file: null, html: null, bytes: 0 });
    expect(existsSync(none)).toBe(false);
  });

  it('never takes the place of a document of the library, named or not', async () => {
    const file = put('kept.pdf', seenPage(0, 1));
    for (const doc of [['--doc', file], []]) {
      const { code, json } = await cli(['ask', QUESTION, ...doc, '-o', file, '--json', '--quiet'], { library });
      expect([code, json.error.code]).toEqual([2, 'bad_argument']);
    }
    expect(readFileSync(file).subarray(0, 5).toString()).toBe('%PDF-');
  });
});
