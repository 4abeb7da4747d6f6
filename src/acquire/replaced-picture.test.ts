import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type ItemDraft, keepPicture } from './keep-picture.js';
import { manifestIn, readManifest } from './manifest.js';

const draft: ItemDraft = {
  slide: '',
  purpose: '',
  search_query: 'elm',
  matched_query: 'elm',
  selection_method: 'metadata-ranked',
  orientation: 'any',
  provider: 'wikimedia',
  stage: 'all',
  title: 'Elm',
  author: 'Ann',
  source_page_url: 'https://commons.wikimedia.org/wiki/File:Elm.jpg',
  download_url: 'https://upload.wikimedia.org/elm.jpg',
  license_name: 'CC BY 4.0',
  license_url: 'https://creativecommons.org/licenses/by/4.0/',
  license_tier: 'attribution-required',
  provider_requires_credit: false,
  checked_by: 'none',
  license_checked: null,
  claimed: { width: 0, height: 0 },
};

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function elms() {
  const folder = mkdtempSync(join(tmpdir(), 'groundglass-elm-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const manifestPath = manifestIn(folder);
  const keep = (filename: string, content: string) => {
    const bytes = Buffer.from(content);
    const original = { bytes, width: 4, height: 3, sha256: digestOf(bytes) };
    return keepPicture({ folder, manifestPath, filename, original, item: draft });
  };
  const consistent = () =>
    readManifest(manifestPath).items.every(
      ({ filename, sha256 }) => digestOf(readFileSync(join(folder, filename))) === sha256,
    );
  return { folder, keep, consistent };
}

it('takes the place of one of its name, and leaves nothing of it', async () => {
  const { folder, keep, consistent } = elms();
  await keep('elm.jpg', 'old');
  await keep('elm.jpg', 'new');
  expect(readFileSync(join(folder, 'elm.jpg'), 'utf8')).toBe('new');
  expect([consistent(), readdirSync(folder).sort()]).toEqual([true, ['elm.jpg', 'image_sources.json']]);
});

it('that a killed process had moved aside comes back where its entry is still the old one', async () => {
  const { folder, keep, consistent } = elms();
  await keep('elm.jpg', 'old');
  // As it is between stepping aside and the new entry.
  renameSync(join(folder, 'elm.jpg'), join(folder, `.elm.jpg.${digestOf(Buffer.from('old'))}.taken`));
  writeFileSync(join(folder, `.elm.jpg.${digestOf(Buffer.from('new'))}.taken`), 'new');
  await keep('oak.jpg', 'oak');
  expect([consistent(), readdirSync(folder).sort()]).toEqual([true, ['elm.jpg', 'image_sources.json', 'oak.jpg']]);
});

it('whose entry names a path for a digest moves nothing', async () => {
  const { folder, keep } = elms();
  await keep('elm.jpg', 'old');
  const path = manifestIn(folder);
  writeFileSync(path, readFileSync(path, 'utf8').replace(/"sha256": "[^"]+"/, '"sha256": "x/../../../gone"'));
  await keep('elm.jpg', 'new');
  expect([existsSync(join(folder, '../gone.taken')), readFileSync(join(folder, 'elm.jpg'), 'utf8')]).toEqual([
    false,
    'new',
  ]);
});
