import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Groundglass from '../src/index.js';
import { textPdf } from './support/library-files.js';

// The built package, as another program imports it.
const built = fileURLToPath(new URL('../dist/index.js', import.meta.url));
const { add, figures, image, Library, locate, read, render, search, VisualFallbackPolicy } = (await import(
  built
)) as typeof Groundglass;

describe('the package', () => {
  let folder: string;
  let library: Groundglass.Library;
  let doc: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'groundglass-package-'));
    const path = join(folder, 'newts.pdf');
    writeFileSync(path, await textPdf('Newts live in ponds. See Figure 2.', 'Figure 2: A newt'));
    library = Library.open(join(folder, 'library'), { create: true });
    const { documents } = await add(library, { paths: [path] });
    doc = documents[0]?.document as string;
  });
  afterAll(async () => {
    await library.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('fills in defaults', async () => {
    expect((await search(library, { query: 'newts' })).hits[0]).toMatchObject({ title: 'newts', rank: 1 });
    expect((await locate(library, { figure: 'Figure 2' })).candidates[0]?.locator.page).toBe(2);
    expect((await read(library, { doc, page: 1 })).text).toContain('Newts live in ponds.');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a string for paths', () => add(library, { paths: '/' } as never)],
    ['no query', () => search(library, {} as never)],
    ['an empty query', () => search(library, { query: '' })],
    ['a limit of words', () => search(library, { query: 'x', limit: 'many' as never })],
    ['page 0', () => render(library, { doc, page: 0 })],
    ['a negative dpi', () => render(library, { doc, page: 1, dpi: -3 })],
    ['no dpi', () => render(library, { doc, page: 1, dpi: Number.NaN })],
    ['no href', () => image(library, { doc } as never)],
    ['no doc', () => figures(library, {} as never)],
    ['nothing to locate', () => locate(library, {})],
    ['an option of another name', () => search(library, { query: 'x', lmit: 3 } as never)],
    [
      'a name of another type for the picture',
      () => render(library, { doc, page: 1 }, { output: join(folder, 'p.jpg') }),
    ],
  ])('refuses %s, and does nothing', async (_, call) => {
    await expect(call()).rejects.toMatchObject({ code: 'bad_argument' });
    expect(existsSync(join(folder, 'p.jpg'))).toBe(false);
  });

  it('says so where the library is empty', async () => {
    const empty = Library.open(join(folder, 'empty'));
    const { hits, warnings } = await search(empty, { query: 'newts' });
    expect([hits.length, warnings.map(({ code }) => code)]).toEqual([0, ['library_empty']]);
    await empty.close();
  });

  it('has the policy under its name', () => {
    expect(VisualFallbackPolicy.evaluate('What does Figure 3 show?', [], {}).visual_required).toBe(true);
  });
});
