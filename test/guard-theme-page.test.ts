import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Message, pageTools, runTurn } from '../examples/guard/agent.js';
import { delivered, pageServer } from '../examples/guard/page-server.js';
import { conversationHasImageUrlContent, conversationHasToolImageContent } from '../src/guard/session.js';
import { browserFor } from './support/browser.js';
import { fakeGoosed } from './support/fake-goosed.js';
import { guardBefore } from './support/guard-gateway.js';
import { listening } from './support/servers.js';
import { pageMaker, textOnlyModel } from './support/text-only-model.js';

/**
 * Four pictures are sent, and "make these into a theme page" is asked of a model that reads text only and looks at pictures "to
 * make sure" wherever it can. Real HTTP throughout.
 */
const browser = browserFor('the page of four pictures');
const NAMES = [1, 2, 3, 4].map((i) => `media/${i}.png`);
const ASKED = `把这四张图做成主题页 (make these into a theme page): ${NAMES.join(', ')}`;
const WIDTH_PX = 300;

let pictures: Buffer[];
beforeAll(async () => {
  // Noise, so that each has some hundred kilobytes as a photograph does: 1.5 MB of base64 together.
  pictures = await Promise.all(
    NAMES.map(() => {
      const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
      const create = { width: WIDTH_PX, height: 330, channels: 3, background: '#c00', noise } as const;
      return sharp({ create }).png().toBuffer();
    }),
  );
});

async function site() {
  const folder = mkdtempSync(join(tmpdir(), 'guard-page-'));
  mkdirSync(join(folder, 'media'));
  for (const [i, name] of NAMES.entries()) writeFileSync(join(folder, name), pictures[i] ?? '');
  const origin = await listening(pageServer(folder));
  const since = Date.now() - 1;
  return { folder, deliver: () => delivered(origin, folder, 'theme.html', since, NAMES) };
}

const base64 = (): string[] => pictures.map((it) => it.toString('base64'));
const holdsPicture = (body: string): boolean => base64().some((it) => body.includes(it));

async function expectPage(deliver: () => Promise<{ url: string }>): Promise<void> {
  const { url } = await deliver();
  const { page } = await browser.visit(url);
  const shown = await page.$$eval('img', (images) =>
    images.map((it) => [it.getAttribute('src'), it.complete && it.naturalWidth]),
  );
  expect(shown).toEqual(NAMES.map((name) => [name, WIDTH_PX]));
}

const inSession = async (version: '1.16' | '1.31', isGuarded: boolean) => {
  const { folder, deliver } = await site();
  const model = await textOnlyModel(pageMaker);
  const calls: string[] = [];
  const { url: upstream, goosed } = await fakeGoosed({
    version,
    llm: model.url,
    tools: pageTools(folder),
    onCall: (name) => calls.push(name),
  });
  const url = isGuarded ? (await guardBefore(upstream, { dialect: 'goose', textOnly: ['deepseek*'] })).url : upstream;
  const { id } = goosed.start([], folder);
  const say = async (...content: unknown[]): Promise<string> => {
    const message = { role: 'user', created: 1, content };
    const stored = [...goosed.sessions.values()].at(-1)?.conversation ?? [];
    const body = version === '1.31' ? { user_message: message } : { messages: [...stored, message] };
    const headers = { 'x-secret-key': 'sesame', 'content-type': 'application/json' };
    const sent = JSON.stringify({ session_id: id, ...body });
    return (await fetch(`${url}/reply`, { method: 'POST', headers, body: sent })).text();
  };
  return { deliver, model, calls, goosed, say };
};
const said = (text: string) => ({ type: 'text', text });
const images = () => base64().map((data) => ({ type: 'image', data, mimeType: 'image/png' }));

describe('four pictures for a theme page, with the guard', () => {
  it.each(['1.16', '1.31'] as const)('make a page in a session of goose %s', async (version) => {
    const { deliver, model, calls, goosed, say } = await inSession(version, true);
    const reply = await say(said(ASKED), ...images());
    expect(calls).toEqual(['load_skill', 'write_file', 'read_file']);
    expect(reply).toContain('The page is ready');
    expect(reply).not.toContain('unknown variant');
    expect(model.refusals).toEqual([]);
    for (const { conversation } of goosed.sessions.values()) {
      expect(conversationHasToolImageContent(conversation)).toBe(false);
    }
    expect(await say(said('thanks'))).toContain('You said: thanks');
    expect(model.bodies.filter(holdsPicture)).toEqual([]);
    await deliver();
    if (browser.present) await expectPage(deliver);
  });

  it('make a page over a chat API', async () => {
    const { folder, deliver } = await site();
    const model = await textOnlyModel(pageMaker);
    const { url } = await guardBefore(model.url.replace('/v1', ''), { textOnly: ['deepseek*'] });
    const calls: string[] = [];
    const turn = {
      url: `${url}/v1`,
      model: 'deepseek-chat',
      tools: pageTools(folder),
      onCall: (name: string) => calls.push(name),
    };
    const urls = base64().map((it) => ({ type: 'image_url', image_url: { url: `data:image/png;base64,${it}` } }));
    const messages: Message[] = [{ role: 'user', content: [said(ASKED), ...urls] }];
    expect(await runTurn({ ...turn, messages })).toContain('The page is ready');
    messages.push({ role: 'user', content: 'thanks' });
    expect(await runTurn({ ...turn, messages })).toBe('You said: thanks');
    expect([calls, model.refusals]).toEqual([['load_skill', 'write_file', 'read_file'], []]);
    expect(model.bodies.filter(holdsPicture)).toEqual([]);
    await deliver();
    if (browser.present) await expectPage(deliver);
  });
});

describe('the same without the guard', () => {
  /** What a chat front end does by itself: a vision model's words in place of the pictures. */
  const described = said(`[The pictures show red noise. Write from the description above.]`);

  it.each(['1.16', '1.31'] as const)(
    'fails in goose %s: pictures of tools poison the session for good',
    async (version) => {
      const { deliver, model, calls, goosed, say } = await inSession(version, false);
      const reply = await say(said(ASKED), described);
      expect(reply).toMatch(/unknown variant `image_url`, expected `text`/);
      expect(calls).toEqual(['load_skill', 'read_image', 'read_image', 'read_image', 'read_image']);
      await expect(deliver()).rejects.toThrow('No page was made');
      const { conversation } = [...goosed.sessions.values()][0] ?? { conversation: [] };
      expect(conversationHasToolImageContent(conversation)).toBe(true);
      // What only knows image_url does not see it, and goes on with the session.
      expect(conversationHasImageUrlContent(conversation)).toBe(false);
      expect(await say(said('thanks'))).toContain('unknown variant');
      expect(model.refusals).toHaveLength(2);
    },
  );

  it('fails over a chat API', async () => {
    const { folder, deliver } = await site();
    const model = await textOnlyModel(pageMaker);
    const messages: Message[] = [{ role: 'user', content: [said(ASKED), described] }];
    const turn = { url: model.url, model: 'deepseek-chat', tools: pageTools(folder) };
    await expect(runTurn({ ...turn, messages })).rejects.toThrow('unknown variant `image_url`, expected `text`');
    messages.push({ role: 'user', content: 'thanks' });
    await expect(runTurn({ ...turn, messages })).rejects.toThrow('unknown variant');
    await expect(deliver()).rejects.toThrow('No page was made');
  });
});

describe('a page that was not made now', () => {
  it('is never delivered: old, lacking a picture, or not there', async () => {
    const { folder } = await site();
    const origin = await listening(pageServer(folder));
    const path = 'theme.html';
    const html = NAMES.map((it) => `<img src="${it}">`).join('');
    await expect(delivered(origin, folder, path, 0, NAMES)).rejects.toThrow('is not there');
    writeFileSync(join(folder, path), html);
    await expect(delivered(origin, folder, path, Date.now() + 60_000, NAMES)).rejects.toThrow('from before');
    await expect(delivered(origin, folder, path, 0, [...NAMES, 'media/5.png'])).rejects.toThrow('lacks media/5.png');
    writeFileSync(join(folder, path), `${html}<img src="media/5.png">`);
    await expect(delivered(origin, folder, path, 0, [...NAMES, 'media/5.png'])).rejects.toThrow('answers 404');
    expect((await delivered(origin, folder, path, 0, NAMES)).url).toBe(`${origin}/${path}`);
  });
});
