import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { FixtureWork } from '../../examples/images/catalogue.js';
import { type Fixture, type FixtureOptions, startFixture } from '../../examples/images/fixture-server.js';
import { openProviders, type ProviderOptions } from '../../src/acquire/providers/providers.js';
import type { SearchTask } from '../../src/acquire/search.js';
import { acquireSettingsFrom } from '../../src/acquire/settings.js';
import type { SearchContext } from '../../src/acquire/take-best.js';
import type { ImageRequest } from '../../src/evidence/wire/candidates.js';

/** The four APIs on this machine, until the tests of the file are over. */
export async function imageFixture(options: FixtureOptions): Promise<Fixture> {
  const fixture = await startFixture(options);
  afterAll(() => fixture.close());
  return fixture;
}

/** What a search in this process needs to ask a fixture. */
export function contextFor(fixture: Fixture, options: ProviderOptions = {}): SearchContext {
  const settings = acquireSettingsFrom(fixture.env, '0');
  const providers = openProviders(settings, options);
  afterAll(() => providers.close());
  return { settings, providers };
}

export function imageFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'groundglass-images-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A task with what most have in common. */
export function searchTask(
  folder: string,
  query: string,
  { request, ...more }: Omit<Partial<SearchTask>, 'request'> & { request?: Partial<ImageRequest> } = {},
): SearchTask {
  return {
    thumbnails: false,
    pageSize: 8,
    page: 1,
    target: { folder, manifestPath: join(folder, 'image_sources.json'), filename: 'picture.jpg' },
    ...more,
    request: {
      query,
      query_variants: [],
      slide: '',
      purpose: '',
      orientation: 'any',
      provider: null,
      strict_no_attribution: false,
      required_terms: [],
      min_width: 1_200,
      min_height: 800,
      ...request,
    },
  };
}

/** A work at Commons that must be credited. */
export const commons = (id: string, title: string, more: Partial<FixtureWork> = {}): FixtureWork => ({
  at: 'wikimedia',
  id,
  title,
  author: `Author of ${id}`,
  license: 'CC BY-SA 4.0',
  ...more,
});
