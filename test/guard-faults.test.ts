import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDescriber } from '../src/models/picture-describer.js';
import { guardBefore } from './support/guard-gateway.js';
import { CLI } from './support/library-cli.js';
import { bodyOf, listening } from './support/servers.js';
import { type ChatRequest, textOnlyModel } from './support/text-only-model.js';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } };
const chat = (url: string, ...content: unknown[]) =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-groundglass-person': 'ann' },
    body: JSON.stringify({ model: 'deepseek-chat', messages: [{ role: 'user', content }] }),
  });
const answers = ({ messages }: ChatRequest): string => `${messages.length}`;

describe('a vision model', () => {
  it.each<[string, (response: ServerResponse) => unknown]>([
    ['that never answers', () => undefined],
    ['that hangs up', (response) => response.destroy()],
    ['that fails', (response) => response.writeHead(500).end('{"error":"out of memory"}')],
    ['that talks of something else', (response) => response.end('<html>login</html>')],
    ['that says nothing', (response) => response.end('{"choices":[{"message":{"content":""}}]}')],
    ['that says far too much', (response) => response.end('x'.repeat(2 ** 20))],
    ['that never ends', (response) => endless(response)],
  ])('%s costs the description, and not the turn', async (_, answer) => {
    const model = await textOnlyModel(answers);
    const vision = await listening(async (request, response) => {
      await bodyOf(request);
      answer(response);
    });
    const describer = openDescriber({ url: `${vision}/v1`, model: 'seer', timeoutMs: 300 });
    const { url } = await guardBefore(model.url.replace('/v1', ''), { textOnly: ['*'], describer });
    const { status } = await chat(url, { type: 'text', text: 'look' }, picture);
    expect([status, model.refusals]).toEqual([200, []]);
    expect(model.bodies[0]).toContain('do not invent picture details');
    expect(model.bodies[0]).not.toMatch(/descriptions? above|out of memory|login/);
  });
});

function endless(response: ServerResponse): void {
  const more = (): void => {
    if (!response.destroyed) response.write(' '.repeat(1_000), () => setTimeout(more, 5));
  };
  more();
}

describe('an upstream', () => {
  it('of goose that is cut off in the middle of a reply is seen to be cut off', async () => {
    const upstream = await listening(async (request, response) => {
      await bodyOf(request);
      if (request.url !== '/reply') return response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"type":"Ping"}\n\ndata: {"ty');
      setTimeout(() => response.destroy(), 50);
    });
    const { url } = await guardBefore(upstream, { dialect: 'goose', textOnly: ['*'] });
    const body = JSON.stringify({ session_id: 's', user_message: { role: 'user', created: 1, content: [] } });
    const reply = await fetch(`${url}/reply`, { method: 'POST', body });
    let got = '';
    const reading = (async () => {
      for await (const piece of reply.body as unknown as AsyncIterable<Uint8Array>)
        got += Buffer.from(piece).toString();
    })();
    await expect(reading).rejects.toThrow();
    expect(got).toMatch(/^data: \{"type":"Ping"\}\n\n/);
  });
});

describe('pictures that were sent before', () => {
  it.each([
    ['are attached to the turn that speaks of them', 'x-groundglass-person', 'ann', true],
    ['are not, for somebody else', 'x-groundglass-person', 'bob', false],
  ])('%s', async (_, header, person, isAttached) => {
    const model = await textOnlyModel(answers);
    const { url } = await guardBefore(model.url.replace('/v1', ''), { textOnly: ['*'] });
    await chat(url, { type: 'text', text: 'look' }, picture);
    const say = (content: string) =>
      fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { [header]: person },
        body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content }] }),
      });
    await say('What was in those pictures?');
    await say('and what is 2 + 2?');
    const [, second, third] = model.bodies;
    expect([second?.includes('A red rectangle.'), third?.includes('A red rectangle.')]).toEqual([isAttached, false]);
    expect(second).toContain('What was in those pictures?');
    expect(third).toBe('{"model":"m","messages":[{"role":"user","content":"and what is 2 + 2?"}]}');
  });

  it.each([
    ['to a turn at the end of a long body, by the person that the body names', 'ann', true],
    ['not, for another person', 'bob', false],
  ])('are attached %s', async (_, user, isAttached) => {
    const model = await textOnlyModel(answers);
    const { url } = await guardBefore(model.url.replace('/v1', ''), { textOnly: ['*'] });
    const send = (who: string, messages: unknown[]) => {
      const body = JSON.stringify({ model: 'm', user: who, messages });
      return fetch(`${url}/v1/chat/completions`, { method: 'POST', body });
    };
    await send('ann', [{ role: 'user', content: [picture] }]);
    const said = Array.from({ length: 150 }, (_, i) => ({
      role: i % 2 ? 'assistant' : 'user',
      content: `${i} ${'x'.repeat(10_000)}`,
    }));
    expect((await send(user, [...said, { role: 'user', content: '刚才的图片里有什么?' }])).status).toBe(200);
    const sent = JSON.parse(model.bodies[1] ?? '') as ChatRequest;
    expect(sent.messages.slice(0, -1)).toEqual(said);
    expect(JSON.stringify(sent.messages.at(-1)).includes('A red rectangle.')).toBe(isAttached);
  });

  it('change nothing in what is no JSON', async () => {
    const model = await listening(async (request, response) => response.end(await bodyOf(request)));
    const { url } = await guardBefore(model, { textOnly: ['*'] });
    await chat(url, picture);
    const reply = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body: '{"model":' });
    expect(await reply.text()).toBe('{"model":');
  });
});

describe('the program', () => {
  const running: ChildProcess[] = [];
  afterAll(() => {
    for (const it of running) it.kill('SIGKILL');
  });

  async function started(...args: string[]): Promise<{ url: string; child: ChildProcess; log: () => string }> {
    const child = spawn(process.execPath, [CLI, 'guard', '--listen', '127.0.0.1:0', ...args]);
    running.push(child);
    let [out, log] = ['', ''];
    child.stderr.on('data', (it: Buffer) => (log += it.toString()));
    const url = await new Promise<string>((ready, failed) => {
      child.stdout.on('data', (it: Buffer) => {
        out += it.toString();
        const match = /http:\S+/.exec(out);
        if (match) ready(match[0]);
      });
      child.on('exit', () => failed(new Error(log)));
    });
    return { url, child, log: () => log };
  }

  it('that is killed and started again knows what it learned', async () => {
    const model = await textOnlyModel(answers);
    const flags = ['--upstream', model.url.replace('/v1', ''), '--state', mkdtempSync(join(tmpdir(), 'guard-state-'))];
    const first = await started(...flags);
    expect((await chat(first.url, picture)).status).toBe(200);
    expect(model.refusals).toHaveLength(1);
    first.child.kill('SIGKILL');
    const second = await started(...flags);
    expect((await chat(second.url, picture)).status).toBe(200);
    expect(model.refusals).toHaveLength(1);
    expect(first.log() + second.log()).not.toContain(PNG);
  });
});
