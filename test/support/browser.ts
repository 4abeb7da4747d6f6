import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

/** Debian's; a user's own browser need not be one that can be driven. */
const CHROMIUM = '/usr/bin/chromium';

export interface Opened {
  readonly page: Page;
  /** What the console said, what was thrown, what was asked for beside the file itself. */
  readonly noise: readonly string[];
}

/** A browser for the tests of a file. Where there is none, `present` is false and a message says that they are skipped. */
export function browserFor(what: string) {
  const present = existsSync(CHROMIUM);
  if (!present) console.warn(`${what}: there is no ${CHROMIUM}, its tests are skipped`);
  let browser: Browser | undefined;
  beforeAll(async () => {
    // Chromium refuses its sandbox to root, as tests in a container run.
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    if (present) browser = await chromium.launch({ executablePath: CHROMIUM, args });
  });
  afterAll(async () => browser?.close());

  /** Opens a file of HTML, and listens to it. */
  const open = (html: string, width = 1400): Promise<Opened> => visit(pathToFileURL(html).href, width);

  /** Opens a page, and listens to it. */
  const visit = async (url: string, width = 1400): Promise<Opened> => {
    if (browser === undefined) throw new Error('there is no browser');
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    const noise: string[] = [];
    page.on('console', (message) => noise.push(message.text()));
    page.on('pageerror', (error) => noise.push(String(error)));
    page.on('dialog', (dialog) => {
      noise.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (request.url() !== url && !request.url().startsWith('data:')) noise.push(`request ${request.url()}`);
    });
    await page.goto(url);
    return { page, noise };
  };
  return { present, open, visit };
}
