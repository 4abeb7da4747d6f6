import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { imageSearchReplySchema } from '../src/evidence/wire/candidates.js';
import { fakeVision } from './support/fake-vision.js';
import { imageFixture, imageFolder } from './support/image-fixture.js';
import { cli } from './support/library-cli.js';

const fixture = await imageFixture({
  works: [
    { at: 'wikimedia', id: 'a', title: 'Lake Bled', author: 'Ana', license: 'CC BY-SA 4.0' },
    { at: 'wikimedia', id: 'b', title: 'Lake Bled in winter', author: 'Bo', license: 'CC BY 4.0' },
  ],
});
const vision = await fakeVision(() => ({
  decision: 'selected',
  candidate: 2,
  look_at: [],
  identity: null,
  reason: 'The lake in winter.',
  next: 'promote',
}));
const base = { ...fixture.env, PEXELS_API_KEY: '', PIXABAY_API_KEY: '' };
let folder: string;
beforeEach(() => void (folder = imageFolder()));
const images = (args: string[], env: Record<string, string>) =>
  cli(['images', ...args, '--json'], { cwd: folder, env: { ...base, ...env } });
const REVIEW = ['search', 'Lake Bled', '--filename', 'a.jpg', '--save-candidates', '--review'];

describe('images search --review', () => {
  it('lets promote take what the model selected', async () => {
    const { code, json } = await images(REVIEW, vision.environment);
    expect(code).toBe(0);
    expect(imageSearchReplySchema.parse(json).decision).toMatchObject({ model: 'fake-eye', candidate: 2 });
    const taken = await images(['promote', '--filename', 'a.jpg'], {});
    expect(taken.json).toMatchObject({
      status: 'Sourced',
      item: { checked_by: 'model', selection_method: 'visual-thumbnail' },
    });
  });

  it('without a model is a missing dependency, and asks nobody', async () => {
    const before = fixture.seen.length;
    const { code, json } = await images(REVIEW, { GROUNDGLASS_VISION_URL: '' });
    expect({ code, json }).toMatchObject({ code: 3, json: { error: { class: 'missing_dependency' } } });
    expect(fixture.seen.length).toBe(before);
  });

  it('without thumbnails is a mistake', async () => {
    expect(
      (
        await images(
          REVIEW.filter((it) => it !== '--save-candidates'),
          vision.environment,
        )
      ).code,
    ).toBe(2);
  });

  it('with a dead model leaves the page to choose from', async () => {
    const { code, json } = await images(REVIEW, {
      ...vision.environment,
      GROUNDGLASS_VISION_URL: 'http://127.0.0.1:9/v1',
    });
    expect(code).toBe(0);
    const { status, decision, limitations } = imageSearchReplySchema.parse(json);
    expect({ status, decision, said: limitations.length }).toEqual({
      status: 'Needs-Selection',
      decision: null,
      said: 1,
    });
  });
});

it('images check reads HTML pages', async () => {
  const item = {
    filename: 'a.jpg',
    author: 'Ana',
    provider: 'wikimedia',
    license_name: 'CC BY-SA 4.0',
    license_tier: 'attribution-required',
  };
  writeFileSync(join(folder, 'image_sources.json'), JSON.stringify({ items: [item] }));
  const page = (style: string) =>
    `<!doctype html><img src="a.jpg"><p style="${style}">© Ana / Wikimedia Commons / CC BY-SA 4.0</p>`;
  writeFileSync(join(folder, 'good.html'), page(''));
  writeFileSync(join(folder, 'bad.html'), page('opacity:0'));
  expect((await images(['check', 'good.html'], {})).code).toBe(0);
  const { code, json } = await images(['check', 'bad.html'], {});
  expect({ code, json }).toMatchObject({
    code: 1,
    json: { slides: [{ images: [{ credited: false }], limitations: [] }] },
  });
  expect(readFileSync(join(folder, 'good.html'), 'utf8')).toBe(page(''));
});
