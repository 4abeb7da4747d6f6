import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type FetchOptions, fetchBytes, isPublic } from './fetch-bytes.js';

const open: Server[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((it) => new Promise((done) => it.close(done).closeAllConnections())));
});

/** A server of this machine, and how many connections it got. */
async function serving(answer: RequestListener): Promise<{ origin: string; port: number; connections: () => number }> {
  let connections = 0;
  const server = createServer(answer).on('connection', () => (connections += 1));
  open.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, connections: () => connections };
}

const fetched = (address: string, options: Partial<FetchOptions> = {}) =>
  fetchBytes(address, { maxBytes: 1_000, timeoutMs: 2_000, ...options });
const trusting = (origin: string) => ({ trustedOrigins: new Set([origin]) });

describe('an address that somebody else chose', () => {
  it.each([
    ['loopback', '127.0.0.1'],
    ['all of 127/8', '127.9.9.9'],
    ['a decimal number', '2130706433'],
    ['octal', '0177.0.0.1'],
    ['hexadecimal', '0x7f.1'],
    ['full-width digits', '１２７.０.０.１'],
    ['this host', '0.0.0.0'],
    ['zero', '0'],
    ['private', '10.1.2.3'],
    ['private', '172.16.0.1'],
    ['private', '192.168.1.1'],
    ['link-local, where clouds tell their keys', '169.254.169.254'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['multicast', '224.0.0.1'],
    ['IPv6 loopback', '[::1]'],
    ['IPv6 unspecified', '[::]'],
    ['IPv6 link-local', '[fe80::1]'],
    ['IPv6 unique local', '[fd00::1]'],
    ['IPv4 mapped into IPv6', '[::ffff:127.0.0.1]'],
    ['IPv4 in the old way in IPv6', '[::127.0.0.1]'],
    ['IPv4 translated', '[64:ff9b::7f00:1]'],
    ['IPv4 in 6to4', '[2002:7f00:1::]'],
    ['Teredo', '[2001::1]'],
    ['IPv6 that nobody has', '[4000::1]'],
  ])('is refused where it is not public: %s %s', async (_, host) => {
    const { port, connections } = await serving((_request, response) => response.end('secret'));
    await expect(fetched(`http://${host}:${port}/`)).rejects.toMatchObject({ code: 'address_refused' });
    expect(connections()).toBe(0);
  });

  it.each(['localhost', 'LOCALHOST'])('is refused where a name leads to this machine: %s', async (host) => {
    const { port, connections } = await serving((_request, response) => response.end('secret'));
    await expect(fetched(`http://${host}:${port}/`)).rejects.toMatchObject({ code: 'address_refused' });
    expect(connections()).toBe(0);
  });

  it.each(['file:///etc/passwd', 'ftp://example.com/a', 'data:image/png;base64,AA', '/etc/passwd', '', 'http://'])(
    'is refused where it is no http: %s',
    async (address) => {
      await expect(fetched(address)).rejects.toMatchObject({ code: 'address_refused' });
    },
  );

  it('is refused where only one of the addresses of its name is private', async () => {
    const { port, connections } = await serving((_request, response) => response.end('secret'));
    for (const addresses of [['93.184.216.34', '127.0.0.1'], ['::1'], [], ['nonsense']]) {
      const resolve = async () => addresses;
      await expect(fetched(`http://a.example:${port}/`, { resolve })).rejects.toMatchObject({
        code: 'address_refused',
      });
    }
    expect(connections()).toBe(0);
  });

  it('is connected to where it was looked at: a name that answers otherwise a second time leads nowhere else', async () => {
    const { port, connections } = await serving((_request, response) => response.end('secret'));
    let asked = 0;
    const resolve = async () => [(asked += 1) === 1 ? '93.184.216.34' : '127.0.0.1'];
    await expect(fetched(`http://rebind.example:${port}/`, { resolve, timeoutMs: 300 })).rejects.toMatchObject({
      code: 'upstream_refused',
    });
    expect([asked, connections()]).toEqual([1, 0]);
  });

  it.each(['http://127.0.0.1:1/', 'http://[::1]/', '//2130706433/', 'http://inner.example/', 'file:///etc/passwd'])(
    'may not redirect to %s',
    async (location) => {
      const { origin } = await serving((_request, response) => response.writeHead(302, { location }).end());
      const resolve = async () => ['10.0.0.1'];
      await expect(fetched(origin, { ...trusting(origin), resolve })).rejects.toMatchObject({
        code: 'address_refused',
      });
    },
  );

  it('is public where the internet has it', () => {
    expect(['93.184.216.34', '2606:4700::1111'].map(isPublic)).toEqual([true, true]);
  });
});

describe('what is fetched', () => {
  it('comes with its type and its last address, redirects followed', async () => {
    const { origin } = await serving((request, response) => {
      if (request.url === '/a') response.writeHead(302, { location: '/b?c' }).end();
      else response.writeHead(200, { 'content-type': 'Image/PNG; q=1' }).end('bytes');
    });
    const reply = await fetched(`${origin}/a`, trusting(origin));
    expect(reply).toMatchObject({ mediaType: 'image/png', url: `${origin}/b?c` });
    expect(Buffer.from(reply.bytes).toString()).toBe('bytes');
  });

  it('has an end: too large, endless, too many redirects, too slow, refused', async () => {
    const { origin } = await serving((request, response) => {
      if (request.url === '/round') return response.writeHead(302, { location: '/round' }).end();
      if (request.url === '/silent') return;
      if (request.url === '/gone') return response.writeHead(404).end('x'.repeat(5_000));
      response.writeHead(200);
      if (request.url === '/large') return response.end('x'.repeat(1_001));
      if (request.url === '/drip') return response.write('x');
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(500), () => setImmediate(more));
      };
      more();
    });
    const codeOf = (path: string, timeoutMs = 2_000) =>
      fetched(`${origin}${path}`, { ...trusting(origin), timeoutMs }).then(
        () => 'fetched',
        ({ code, message }) => `${code} ${message}`,
      );
    expect(await codeOf('/large')).toMatch(/^too_many_bytes/);
    expect(await codeOf('/endless')).toMatch(/^too_many_bytes/);
    expect(await codeOf('/round')).toMatch(/^upstream_refused .*redirects/);
    expect(await codeOf('/silent', 150)).toMatch(/^upstream_refused .*150 ms/);
    expect(await codeOf('/drip', 150)).toMatch(/^upstream_refused .*150 ms/);
    expect(await codeOf('/gone')).toMatch(/^upstream_refused .*404/);
  });

  it('ends when whoever asked no longer waits', async () => {
    const { origin } = await serving(() => undefined);
    const signal = AbortSignal.timeout(100);
    await expect(fetched(origin, { ...trusting(origin), signal })).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
