import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { listening } from '../../test/support/servers.js';
import type { PictureDescriber } from '../models/picture-describer.js';
import { limitsFrom } from '../sources/limits.js';
import { fetchBytes } from '../sources/web/fetch-bytes.js';
import { findPictures } from './find-pictures.js';
import { parseJsonTree } from './json-tree.js';
import type { FoundPicture } from './picture.js';
import { RemotePictures } from './remote-pictures.js';
import { MAX_PICTURES, PictureUnderstanding } from './understand.js';

let pngs: string[];
beforeAll(async () => {
  pngs = await Promise.all(
    Array.from({ length: MAX_PICTURES + 5 }, async (_, i) => {
      const create = { width: 20 + i, height: 10, channels: 3, background: '#c00' } as const;
      return (await sharp({ create }).png().toBuffer()).toString('base64');
    }),
  );
});

const asked = (base64: readonly string[], question = 'q') =>
  findPictures(
    parseJsonTree(JSON.stringify({ content: base64.map((data) => ({ type: 'image', data, mimeType: 'image/png' })) })),
  ).map((picture) => ({ picture, question }));

const understanding = (describer: PictureDescriber | null, folder: string | null = null) =>
  new PictureUnderstanding({ describer, folder, limits: limitsFrom({}) });

/** A vision model that counts, and says what number of call it is. */
function counting(say: (call: number) => Promise<string> | string = (call) => `call ${call}`) {
  const seen = { calls: 0 };
  const describer = { name: 'seer', describe: async () => say((seen.calls += 1)) } satisfies PictureDescriber;
  return { seen, describer };
}

describe('what is known of pictures', () => {
  it('is asked for once more where it failed, and after two failures is not known', async () => {
    const once = counting((call) => (call === 1 ? Promise.reject(new Error('busy')) : 'A red bar.'));
    expect(await understanding(once.describer).understand(asked(pngs.slice(0, 1)))).toEqual([
      { kind: 'described', text: 'A red bar.', size: '20 × 10 px' },
    ]);
    const never = counting(() => Promise.reject(new Error('dead')));
    const [known] = await understanding(never.describer).understand(asked(pngs.slice(0, 1)));
    expect(known).toMatchObject({ kind: 'unseen', why: expect.stringContaining('gave no description') });
    expect([once.seen.calls, never.seen.calls]).toEqual([2, 2]);
  });

  it('is the same in every later turn, over restarts too, and by the words that a picture was sent with', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'guard-')), 'descriptions');
    const first = counting();
    const before = await understanding(first.describer, folder).understand(asked([pngs[0] ?? '', pngs[0] ?? '']));
    const later = counting(() => 'something else');
    const again = understanding(later.describer, folder);
    expect(await again.understand(asked(pngs.slice(0, 1)))).toEqual(before.slice(0, 1));
    expect([first.seen.calls, later.seen.calls]).toEqual([1, 0]);
    const [other] = await again.understand(asked(pngs.slice(0, 1), 'other words'));
    expect(other).toMatchObject({ text: 'something else' });
    for (const file of readdirSync(folder)) writeFileSync(join(folder, file), '{"descr');
    const [anew] = await understanding(later.describer, folder).understand(asked(pngs.slice(0, 1)));
    expect(anew).toMatchObject({ text: 'something else' });
  });

  it('is asked for a few at a time, over all requests', async () => {
    let [now, most] = [0, 0];
    const { describer } = counting(async () => {
      most = Math.max(most, (now += 1));
      await new Promise((done) => setTimeout(done, 5));
      now -= 1;
      return 'x';
    });
    const it = understanding(describer);
    await Promise.all([it.understand(asked(pngs.slice(0, 10))), it.understand(asked(pngs.slice(10, 20)))]);
    expect(most).toBe(4);
  });

  it('is asked for of the latest where there are too many; earlier ones keep what was said of them', async () => {
    const { seen, describer } = counting();
    const it = understanding(describer);
    const first = await it.understand(asked(pngs.slice(0, 1)));
    const known = await it.understand(asked(pngs));
    expect(seen.calls).toBe(1 + MAX_PICTURES);
    expect(known[0]).toEqual(first[0]);
    expect(known.slice(1, 5).map(({ kind }) => kind)).toEqual(Array(4).fill('unseen'));
    expect(known.slice(5).every(({ kind }) => kind === 'described')).toBe(true);
  });

  it('is why not, where there is no vision model, no picture, or nothing to read', async () => {
    const whyOf = async (base64: string, describer: PictureDescriber | null) =>
      (await understanding(describer).understand(asked([base64])))[0];
    expect(await whyOf(pngs[0] ?? '', null)).toMatchObject({ why: expect.stringContaining('no vision model') });
    const { seen, describer } = counting();
    const page = Buffer.from('<!doctype html><title>404</title>').toString('base64');
    expect(await whyOf(page, describer)).toMatchObject({ why: expect.stringContaining('web page') });
    expect(await whyOf('', describer)).toMatchObject({ why: expect.stringContaining('empty') });
    expect(await whyOf((pngs[0] ?? '').slice(0, 80), describer)).toMatchObject({ kind: 'unseen' });
    expect(seen.calls).toBe(0);
  });

  it('at an address is asked for anew only where its server says that it changed', async () => {
    let [shown, sent] = [0, 0];
    const origin = await listening((request, response) => {
      const etag = `"${shown}"`;
      if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end();
      sent += 1;
      return response.writeHead(200, { etag }).end(Buffer.from(pngs[shown] ?? '', 'base64'));
    });
    const remote = new RemotePictures((url, options) =>
      fetchBytes(url, { ...options, trustedOrigins: new Set([origin]) }),
    );
    const { seen, describer } = counting();
    const it = new PictureUnderstanding({ describer, folder: null, limits: limitsFrom({}), remote });
    const [at] = findPictures(
      parseJsonTree(`{"messages":[{"content":[{"type":"image_url","image_url":"${origin}/a"}]}]}`),
    );
    const said = async (question: string) => {
      const [known] = await it.understand([{ picture: at as FoundPicture, question }]);
      return [known?.kind === 'described' && known.text, seen.calls, sent];
    };
    expect(await said('q')).toEqual(['call 1', 1, 1]);
    expect(await said('q')).toEqual(['call 1', 1, 1]);
    expect(await said('other words')).toEqual(['call 2', 2, 2]);
    shown = 1;
    expect(await said('q')).toEqual(['call 3', 3, 3]);
    shown = 0;
    expect(await said('q')).toEqual(['call 1', 3, 4]);
  });
});
