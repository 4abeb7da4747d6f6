/** What the guard's bench talks to, each in a process of its own: `upstream`, or `proxy URL`, the least that passes a request on. */
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

const [role, target = ''] = process.argv.slice(2);
const STREAMED_BYTES = 100 * 2 ** 20;
const EVENT = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'x'.repeat(1_000) } }] })}\n\n`;
const ANSWER = JSON.stringify({
  id: 'x',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
});

const upstream = createServer((incoming, response) => {
  incoming.resume().on('end', () => {
    if (incoming.headers['x-stream'] === undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(ANSWER);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let sent = 0;
    const more = (): void => {
      while (sent < STREAMED_BYTES) {
        sent += EVENT.length;
        if (!response.write(EVENT)) return;
      }
      response.end();
    };
    response.on('drain', more);
    more();
  });
});

const agent = new Agent({ keepAlive: true, maxSockets: 512 });
const proxy = createServer((incoming, response) => {
  const { method, url, headers } = incoming;
  const onward = request(`${target}${url}`, { method, headers, agent }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
    reply.pipe(response);
  });
  incoming.pipe(onward);
});

const server = role === 'proxy' ? proxy : upstream;
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
