import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageTools } from '../examples/guard/agent.js';
import { fakeGoosed, type GoosedOptions, type GooseMessage } from './support/fake-goosed.js';
import { type GuardOptions, guardBefore, seer } from './support/guard-gateway.js';
import { pageMaker, textOnlyModel } from './support/text-only-model.js';

let png: string;
let folder: string;
beforeAll(async () => {
  const create = { width: 40, height: 30, channels: 3, background: '#c00' } as const;
  png = (await sharp({ create }).png().toBuffer()).toString('base64');
});

type Version = GoosedOptions['version'];
const VERSIONS: readonly Version[] = ['1.6', '1.16', '1.31'];
const KEY = { 'x-secret-key': 'sesame', 'content-type': 'application/json' };

async function setUp(version: Version, guard: GuardOptions = {}, goose: Partial<GoosedOptions> = {}) {
  folder = mkdtempSync(join(tmpdir(), 'guard-goose-'));
  mkdirSync(join(folder, 'media'));
  writeFileSync(join(folder, 'media', 'x.png'), Buffer.from(png, 'base64'));
  const model = await textOnlyModel(pageMaker);
  const calls: string[] = [];
  const { url: upstream, goosed } = await fakeGoosed({
    version,
    llm: model.url,
    tools: pageTools(folder),
    onCall: (name) => calls.push(name),
    ...goose,
  });
  const { url, log } = await guardBefore(upstream, {
    dialect: 'goose',
    textOnly: version === '1.6' ? ['*'] : ['deepseek*'],
    ...guard,
  });
  return { model, goosed, upstream, url, log, calls };
}

const user = (...content: unknown[]): GooseMessage => ({ role: 'user', created: 1, content });
const text = (it: string) => ({ type: 'text', text: it });
const image = () => ({ type: 'image', data: png, mimeType: 'image/png' });
const toolImage = (): GooseMessage =>
  user({ type: 'toolResponse', id: 'c', toolResult: { status: 'success', value: { content: [image()] } } });
const called = (): GooseMessage => ({
  role: 'assistant',
  created: 1,
  content: [
    { type: 'toolRequest', id: 'c', toolCall: { status: 'success', value: { name: 'read_image', arguments: {} } } },
  ],
});

/** Sends one message as a client of that version does. */
async function say(url: string, version: Version, sessionId: string, history: GooseMessage[], ...content: unknown[]) {
  const message = user(...content);
  const body =
    version === '1.31'
      ? { user_message: message, session_id: sessionId }
      : { messages: [...history, message], session_id: sessionId };
  const reply = await fetch(`${url}/reply`, { method: 'POST', headers: KEY, body: JSON.stringify(body) });
  return { status: reply.status, events: eventsIn(await reply.text()) };
}

// biome-ignore lint/suspicious/noExplicitAny: events of every kind
function eventsIn(stream: string): any[] {
  return stream.split('\n').flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []));
}

// biome-ignore lint/suspicious/noExplicitAny: as above
const lastSaid = (events: any[]): string => events.findLast(({ type }) => type === 'Message')?.message.content[0].text;

describe.each(VERSIONS)('goose %s', (version) => {
  it('gets a turn with pictures in words; plain turns before and after it work', async () => {
    const { goosed, url, model } = await setUp(version);
    const { id } = goosed.start();
    expect(lastSaid((await say(url, version, id, [], text('hello'))).events)).toBe('You said: hello');
    const { events } = await say(url, version, id, [], text('what is this?'), image());
    expect(lastSaid(events)).toBe('You said: what is this?');
    expect(lastSaid((await say(url, version, id, [], text('thanks'))).events)).toBe('You said: thanks');
    expect(model.bodies[1]).toContain('A red rectangle.');
    expect(model.bodies[1]).toContain('later requests fail');
    expect([model.refusals, model.bodies.filter((it) => it.includes(png))]).toEqual([[], []]);
  });

  it('is healed where its history holds a picture of a tool', async () => {
    const { goosed, url, model } = await setUp(version);
    const history = [user(text('look')), called(), toolImage(), user(text('再来'))];
    const { id } = goosed.start(history);
    const { events } = await say(url, version, id, history, text('and now?'));
    expect([lastSaid(events), model.refusals]).toEqual(['You said: and now?', []]);
    expect(model.bodies[0]).toMatch(/look.*A red rectangle.*再来.*and now/su);
    expect(JSON.stringify(goosed.sessions.get(id)?.conversation ?? '').includes(png)).toBe(version !== '1.6');
  });

  it('whose model nobody knows is asked once with the picture, and from then on in words', async () => {
    const state = mkdtempSync(join(tmpdir(), 'guard-state-'));
    const { goosed, url, upstream, model } = await setUp(version, { textOnly: [], state });
    const { id } = goosed.start();
    const { events } = await say(url, version, id, [], text('what is this?'), image());
    expect(lastSaid(events)).toBe('You said: what is this?');
    expect(JSON.stringify(events)).not.toContain('unknown variant');
    expect(model.refusals).toHaveLength(1);
    const restarted = await guardBefore(upstream, { dialect: 'goose', state });
    const later = await say(restarted.url, version, id, [], text('and this?'), image());
    expect([lastSaid(later.events), model.refusals.length]).toEqual(['You said: and this?', 1]);
  });
});

describe('a session that holds pictures', () => {
  it('is replaced by one that has everything else; its old name leads to the new one, over restarts', async () => {
    const state = mkdtempSync(join(tmpdir(), 'guard-state-'));
    const { goosed, url, upstream } = await setUp('1.31', { state });
    const history = [user(text('look')), called(), toolImage(), user(text('more'), image())];
    const { id } = goosed.start(history);
    await say(url, '1.31', id, [], text('hello'));
    expect([...goosed.sessions.keys()]).toHaveLength(2);
    const [old, made] = [...goosed.sessions.values()];
    expect(old?.conversation).toEqual(history);
    expect(made?.conversation.slice(0, 2)).toEqual(history.slice(0, 2));
    expect(made?.model_config).toEqual(old?.model_config);
    expect(JSON.stringify(made)).not.toContain(png);
    const restarted = await guardBefore(upstream, { dialect: 'goose', textOnly: ['*'], state });
    const got = await (await fetch(`${restarted.url}/sessions/${id}`, { headers: KEY })).json();
    expect(got.id).toBe(made?.id);
    await fetch(`${restarted.url}/agent/tools?session_id=${id}&extension_name=developer`, { headers: KEY });
    expect(goosed.requests.at(-1)).toBe(`GET /agent/tools?session_id=${made?.id}&extension_name=developer`);
    const body = JSON.stringify({ session_id: id, provider: 'openai', model: 'other' });
    await fetch(`${restarted.url}/agent/update_provider`, { method: 'POST', headers: KEY, body });
    expect(goosed.sessions.get(made?.id ?? '')?.model_config.model_name).toBe('other');
    await say(restarted.url, '1.31', id, [], text('again'));
    expect(goosed.sessions.size).toBe(2);
  });

  it('is started anew and told where the server can not import', async () => {
    const { goosed, url, model } = await setUp('1.31', {}, { exports: false });
    const { id } = goosed.start([user(text('look')), called(), toolImage()], '/work');
    const { events } = await say(url, '1.31', id, [], text('and now?'));
    expect([lastSaid(events), model.refusals]).toEqual(['You said: and now?', []]);
    expect(model.bodies[0]).toMatch(/look.*A red rectangle.*and now/su);
    expect([...goosed.sessions.values()].at(-1)).toMatchObject({ working_dir: '/work' });
  });

  it('stays as it is in a dry run', async () => {
    const { goosed, url, log } = await setUp('1.31', { dryRun: true });
    const { id } = goosed.start([user(text('look')), called(), toolImage()]);
    const { events } = await say(url, '1.31', id, [], text('and now?'));
    expect(JSON.stringify(events)).toContain('unknown variant');
    expect([goosed.sessions.size, log.some((it) => it.includes('"dry_run":true'))]).toEqual([1, true]);
  });

  it('is not replaced for a model that takes pictures', async () => {
    const { goosed, url, model } = await setUp('1.31', { textOnly: [], vision: ['deepseek*'] });
    const { id } = goosed.start([user(text('look'), image())]);
    await say(url, '1.31', id, [], text('and now?'));
    expect(model.bodies[0]).toContain(png);
  });
});

describe('tools that load pictures', () => {
  const offered = (body: string | undefined) => /"read_image"/.test(body?.split('"tools"')[1] ?? '');

  it.each(['1.16', '1.31'] as const)(
    'are gone in a turn with pictures, and there again in the next (%s)',
    async (version) => {
      const { goosed, url, model } = await setUp(version);
      const { id } = goosed.start();
      await say(url, version, id, [], text('look'), image());
      await say(url, version, id, [], text('look again'), image());
      await say(url, version, id, [], text('thanks'));
      const names = model.bodies.map((it) => offered(it.replaceAll('developer__', '')));
      expect(names).toEqual([false, false, true]);
      expect(goosed.sessions.get(id)?.extensions).toEqual([{ type: 'builtin', name: 'developer' }]);
    },
  );

  it('are given back though the gateway was ended in between', async () => {
    const state = mkdtempSync(join(tmpdir(), 'guard-state-'));
    const { goosed, url, upstream } = await setUp('1.31', { state });
    const { id } = goosed.start();
    await say(url, '1.31', id, [], text('look'), image());
    expect(goosed.sessions.get(id)?.extensions[0]?.available_tools).toEqual(['load_skill', 'read_file', 'write_file']);
    const restarted = await guardBefore(upstream, { dialect: 'goose', textOnly: ['*'], state });
    await say(restarted.url, '1.31', id, [], text('thanks'));
    expect(goosed.sessions.get(id)?.extensions).toEqual([{ type: 'builtin', name: 'developer' }]);
  });

  it('that the server will not take away fail the turn clearly, and no later one', async () => {
    const { goosed, url, model, calls } = await setUp('1.31', {}, { reconfigures: false });
    const { id } = goosed.start();
    const { events } = await say(url, '1.31', id, [], text('make a theme page of media/x.png'), image());
    expect(JSON.stringify(events)).not.toContain('unknown variant');
    expect(events.filter(({ type }) => type === 'Error')).toEqual([
      { type: 'Error', error: expect.stringContaining('SESSION_VISUAL_CONTEXT_UNSUPPORTED') },
    ]);
    expect([calls.filter((it) => it === 'read_image').length, model.refusals.length]).toEqual([2, 2]);
    expect(lastSaid((await say(url, '1.31', id, [], text('hello'))).events)).toBe('You said: hello');
  });

  it('that a plain turn calls, and its model refuses, lead to a new session without them and one more try', async () => {
    const { goosed, url, model, calls } = await setUp('1.31');
    const { id } = goosed.start();
    const { events } = await say(url, '1.31', id, [], text('make a theme page of media/x.png'));
    expect(lastSaid(events)).toBe('The page is ready: theme.html');
    expect(JSON.stringify(events)).not.toContain('unknown variant');
    expect(events.filter(({ type }) => type === 'Error')).toEqual([]);
    expect([model.refusals.length, calls.filter((it) => it === 'read_image').length]).toEqual([1, 1]);
    const [, fresh] = [...goosed.sessions.values()];
    expect(JSON.stringify(fresh)).not.toContain(png);
    expect(fresh?.conversation.filter(({ content }) => content[0].text?.startsWith('make a'))).toHaveLength(1);
    expect(readFileSync(join(folder, 'theme.html'), 'utf8')).toContain('media/x.png');
    await say(url, '1.31', id, [], text('thanks'));
    expect(offered(model.bodies.at(-1))).toBe(true);
  });
});

describe('replies that come as events of a session', () => {
  async function listening(url: string, id: string) {
    const stop = new AbortController();
    const reply = await fetch(`${url}/sessions/${id}/events`, { headers: KEY, signal: stop.signal });
    let stream = '';
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const piece of reply.body as unknown as AsyncIterable<Uint8Array>)
        stream += decoder.decode(piece, { stream: true });
    })().catch(() => undefined);
    const until = async (sign: string): Promise<string> => {
      for (let i = 0; i < 400 && !stream.includes(sign); i += 1) await new Promise((done) => setTimeout(done, 25));
      return stream;
    };
    return { until, stop: () => stop.abort(), reading };
  }
  const ask = (url: string, id: string, ...content: unknown[]) =>
    fetch(`${url}/sessions/${id}/reply`, {
      method: 'POST',
      headers: KEY,
      body: JSON.stringify({ request_id: crypto.randomUUID(), user_message: user(...content) }),
    });

  it('come through though the session is replaced meanwhile', async () => {
    const { goosed, url, model } = await setUp('1.31');
    const { id } = goosed.start([user(text('look')), called(), toolImage()]);
    const events = await listening(url, id);
    expect((await ask(url, id, text('hello'))).status).toBe(200);
    expect(await events.until('Finish')).toContain('You said: hello');
    expect([goosed.sessions.size, model.refusals]).toEqual([2, []]);
    events.stop();
    await events.reading;
  });

  it('hold no refusal: the turn is tried once more, and its events come through the same stream', async () => {
    const { goosed, url, model } = await setUp('1.31', { textOnly: [] });
    const { id } = goosed.start();
    const events = await listening(url, id);
    expect((await ask(url, id, text('what is this?'), image())).status).toBe(200);
    const stream = await events.until('You said');
    expect(stream).toContain('You said: what is this?');
    expect(stream).not.toContain('unknown variant');
    expect([goosed.sessions.size, model.refusals.length]).toEqual([2, 1]);
    events.stop();
    await events.reading;
  });
});

describe('a follow-up', () => {
  it('gets the pictures that were sent before with its own words, and nobody else does', async () => {
    const questions: string[] = [];
    const describer = {
      name: 'seer',
      describe: async (_: Uint8Array, question: string) => `Red ${questions.push(question)}.`,
    };
    const { goosed, url, model } = await setUp('1.31', { describer });
    const [mine, other] = [goosed.start(), goosed.start()];
    await say(url, '1.31', mine.id, [], text('look'), image());
    await say(url, '1.31', other.id, [], text('what colour are those pictures?'));
    await say(url, '1.31', mine.id, [], text('刚才的图片是什么颜色?'));
    expect(questions).toEqual(['look', '刚才的图片是什么颜色?']);
    expect(model.bodies.filter((it) => it.includes(png))).toEqual([]);
  });
});

describe('what the gateway tells', () => {
  it("holds no key and no picture, and a wrong key is the server's to refuse", async () => {
    const { goosed, url, log } = await setUp('1.31', { describer: seer });
    const { id } = goosed.start([user(text('look')), called(), toolImage()]);
    await say(url, '1.31', id, [], text('look'), image());
    expect(log.length).toBeGreaterThan(0);
    expect(log.filter((it) => it.includes('sesame') || it.includes(png))).toEqual([]);
    const reply = await fetch(`${url}/sessions/${id}`, { headers: { 'x-secret-key': 'wrong' } });
    expect(reply.status).toBe(401);
  });
});
