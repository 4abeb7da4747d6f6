import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { limitsFrom } from '../limits.js';
import { loadLibreDwg } from './libredwg.js';
import { openCad } from './open-cad.js';

const CORPUS = join(import.meta.dirname, '../../../../shared/corpus/cad');
const limits = limitsFrom();
const isInstalled = await loadLibreDwg().then(
  () => true,
  () => false,
);
const read = (name: string) => readFileSync(join(CORPUS, name));
const countsOf = async (name: string) => {
  const { layouts } = await openCad(read(name), limits);
  return Object.fromEntries(
    layouts.map(({ name: layout, entities }) => [layout, entities.length] as const).filter(([, count]) => count > 0),
  );
};

describe.runIf(!isInstalled)('a DWG without LibreDWG', () => {
  it('is refused as a missing dependency, with what to install and what to do instead', async () => {
    const opened = openCad(Buffer.from('AC1032\0\0\0\0\0'), limits);
    await expect(opened).rejects.toMatchObject({
      code: 'engine_missing',
      class: 'missing_dependency',
      nextStep: expect.stringMatching(/npm install @mlightcad\/libredwg-web@0\.7\.14.*DXF/),
    });
  });
});

// Each is converted anew, a megabyte in some seconds.
describe.runIf(isInstalled && existsSync(CORPUS))('DWG files of the corpus, by LibreDWG', { timeout: 300_000 }, () => {
  it('opens each of them', async () => {
    for (const name of readdirSync(CORPUS).filter((file) => file.endsWith('.dwg'))) {
      const drawing = await openCad(read(name), limits);
      expect(drawing.format, name).toBe('dwg');
      expect(drawing.layouts[0]?.entities.length, name).toBeGreaterThan(0);
    }
  });

  it('finds the same entities in one drawing whatever its version', async () => {
    const [older, newer] = [await countsOf('acadsharp-AC1015.dwg'), await countsOf('acadsharp-AC1032.dwg')];
    expect(newer).toEqual(older);
  });

  it('knows which layers are off, which the DXF that it goes through does not', async () => {
    const { layers } = await openCad(read('acadsharp-AC1032.dwg'), limits);
    expect([...layers.values()].filter((layer) => layer.off).map((layer) => layer.name)).toEqual(['Layer_Off']);
  });

  it('draws what the DXF of the same drawing draws', async () => {
    const shapes = async (name: string) =>
      (await openCad(read(name), limits)).layouts[0]?.entities.map((entity) => entity.shapes().length);
    expect(await shapes('acadsharp-blockvisibility.dwg')).toEqual(await shapes('acadsharp-blockvisibility.dxf'));
  });

  it('calls a DWG that breaks off damaged', async () => {
    await expect(openCad(read('acadsharp-AC1032.dwg').subarray(0, 200), limits)).rejects.toMatchObject({
      code: 'file_damaged',
    });
  });
});
