import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { imageFolder } from '../../../test/support/image-fixture.js';
import { ReplyCache } from './reply-cache.js';

it('keeps a reply for a day, for its user alone', () => {
  const folder = join(imageFolder(), 'replies');
  const cache = new ReplyCache(folder);
  expect(cache.get('a')).toBeNull();
  cache.set('a', '{}');
  expect([cache.get('a'), cache.get('b')]).toEqual(['{}', null]);
  const [name = ''] = readdirSync(folder);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  utimesSync(join(folder, name), 0, Date.now() / 1_000 - 86_401);
  expect(cache.get('a')).toBeNull();
  cache.set('b', '{}');
  expect([cache.get('b'), readdirSync(folder).length]).toEqual(['{}', 1]);
});

it('that can not be kept is no fault', () => {
  const cache = new ReplyCache('/proc/replies');
  cache.set('a', '{}');
  expect(cache.get('a')).toBeNull();
});
