import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { browserFor } from './support/browser.js';
import { dxf } from './support/dxf-file.js';
import { a1Sheet } from './support/dxf-sheet.js';
import { type Answer, type Asked, fakeVision } from './support/fake-vision.js';
import { cli } from './support/library-cli.js';

const { present, open } = browserFor('report of a review');
const folder = mkdtempSync(join(tmpdir(), 'groundglass-report-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SAID = {
  en: ['The door swings into the pump base.', 'A pump base and a door overlap. <b onclick="alert(1)">bold</b>'],
  zh: ['门扇与水泵基础冲突，检修通道宽度不足。', '此处水泵基础与门扇重叠。<img src=x onerror=alert(1)>'],
} as const;

/** A review of a sheet with findings of rules and of a model, one of the latter not seen again. */
async function report(lang: 'en' | 'zh'): Promise<string> {
  const [first, second] = SAID[lang];
  const issue = (category: string, statement: string, image: string, region: readonly number[]) => ({
    category,
    severity: category === 'interference' ? 'critical' : 'minor',
    statement,
    evidence: { image, box: null, region, handle: null },
  });
  const { environment } = await fakeVision(({ shape, system, pictures }: Asked): Answer => {
    const last = pictures.at(-1)?.label ?? 'overall';
    if (shape !== 'second_reading')
      return {
        issues: [
          issue('interference', first, 'overall', [0.2, 0.3, 0.3, 0.42]),
          issue('signatures', first, last, [0.4, 0.4, 0.6, 0.6]),
          issue('dimensions', first, 'picture-9', [0, 0, 1, 1]),
        ],
      };
    return {
      issues: system.includes('- interference') ? [issue('interference', second, last, [0.3, 0.3, 0.7, 0.7])] : [],
    };
  });
  const drawing = join(folder, '泵房 平面图.dxf');
  writeFileSync(drawing, dxf(a1Sheet()));
  const to = join(folder, lang);
  const { code, json } = await cli(['review', drawing, '-o', to, '--lang', lang, '--json'], {
    library: join(folder, 'library'),
    env: environment,
  });
  expect(code).toBe(1);
  return json.report;
}

describe.skipIf(!present)('the report of a review in a browser', () => {
  it.each(['en', 'zh'] as const)(
    'shows what was found where it lies, without a word or a request (%s)',
    async (lang) => {
      const html = await report(lang);
      const { page, noise } = await open(html);
      expect(await page.locator('html').getAttribute('lang')).toMatch(lang);
      const [first, second] = SAID[lang];
      const finding = page.locator('.finding.critical', { hasText: first }).first();
      expect(await finding.locator('.second').textContent()).toContain(second);
      expect(await finding.locator('.second :is(b[onclick], img)').count()).toBe(0);
      // The close-up shows pixels of its picture, with the place in it.
      const closeUp = await finding.locator('svg.close-up').boundingBox();
      const place = await finding.locator('svg.close-up rect').boundingBox();
      if (!closeUp || !place) throw new Error('the close-up is not shown');
      expect(closeUp.width).toBeGreaterThan(100);
      expect(place.x).toBeGreaterThanOrEqual(closeUp.x);
      expect(place.x + place.width).toBeLessThanOrEqual(closeUp.x + closeUp.width);
      // A number on the overview leads to its finding.
      const number = (await finding.locator('.number').textContent()) ?? '';
      await page
        .locator(`.overview a[href="#issue-${number}"]`)
        .first()
        .evaluate((link: Element) => link.dispatchEvent(new MouseEvent('click', { bubbles: true })));
      expect(await finding.evaluate((one: Element) => one.matches(':target'))).toBe(true);
      // What was dropped is told with its reason, in the report's own words.
      await page.locator('footer details summary').first().click();
      const dropped = (await page.locator('footer').textContent()) ?? '';
      expect(dropped).not.toMatch(/unknown_picture|not_seen_again/);
      expect(await page.locator('footer details li').count()).toBeGreaterThanOrEqual(1);
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(await overflow()).toBe(0);
      await page.setViewportSize({ width: 420, height: 800 });
      expect(await overflow()).toBe(0);
      expect(noise).toEqual([]);
      if (process.env.REPORT_PICTURE) {
        await page.setViewportSize({ width: 1200, height: 900 });
        await page.screenshot({ path: `${process.env.REPORT_PICTURE}-${lang}.png`, fullPage: true });
      }
      await page.close();
    },
  );
});
