import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { itemOf, manifestIn, readManifest, withItem, withoutItem, writeManifest } from './manifest.js';

const place = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'groundglass-manifest-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const item = (filename: string, more: object = {}) => ({ filename, ...more });

it('that is not there is empty, and reading makes none', () => {
  const folder = place();
  expect([readManifest(manifestIn(folder)).items, readdirSync(folder)]).toEqual([[], []]);
});

it('keeps what it does not know, at the top and in entries, over any number of writings', () => {
  const folder = place();
  const path = manifestIn(folder);
  const theirs = {
    note: 'ours',
    items: [{ filename: 'a.jpg', theirs: { deep: [1, null] } }, { filename: '京都.png' }],
  };
  writeFileSync(path, `\uFEFF${JSON.stringify(theirs)}`);
  for (let i = 0; i < 3; i++) writeManifest(path, withItem(readManifest(path), item('b.jpg', { slide: String(i) })));
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    ...theirs,
    items: [...theirs.items, { filename: 'b.jpg', slide: '2' }],
  });
  expect(readdirSync(folder)).toEqual(['image_sources.json']);
});

it('puts an entry in the place of the one of its name, capitals and composition aside', () => {
  const before = {
    ...readManifest('/nowhere/image_sources.json'),
    items: [item('A.jpg'), item('caf\u00e9.jpg'), item('z.jpg')],
  };
  const after = withItem(before, item('cafe\u0301.JPG', { slide: '9' }));
  expect(after.items.map(({ slide }) => slide)).toEqual([undefined, '9', undefined]);
  expect(itemOf(after, 'CAFÉ.jpg')).toMatchObject({ slide: '9' });
  expect(withoutItem(after, 'a.JPG').items.map(({ filename }) => filename)).toEqual(['cafe\u0301.JPG', 'z.jpg']);
});

it.each([
  '',
  ' ',
  '{',
  '[]',
  '3',
  '"x"',
  'null',
  'true',
  '{"items": {}}',
  '{"items": null}',
  '{"items": [3]}',
  '{"items": [{}]}',
  '{}\0',
  '{"items": []}{',
])('%j is no manifest: nobody writes over it', (content) => {
  const path = manifestIn(place());
  writeFileSync(path, content);
  expect(() => readManifest(path)).toThrow(expect.objectContaining({ code: 'manifest_damaged', details: { path } }));
  expect(readFileSync(path, 'utf8')).toBe(content);
});

it('in whose place a folder stands is no manifest', () => {
  const folder = place();
  expect(() => readManifest(folder)).toThrow(expect.objectContaining({ code: 'manifest_damaged' }));
});
