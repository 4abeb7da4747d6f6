import { describe, expect, it } from 'vitest';
import { areaOf, intersectionOf } from '../../evidence/boxes.js';
import { GroundglassError } from '../../evidence/errors.js';
import type { LayoutModel, ProposedRegion } from '../../models/layout-model.js';
import { askLayout, partitionBy } from './model-partition.js';
import { page, run } from './painted-fixture.js';
import { partitionPage } from './partition.js';

const proposing = (...regions: ProposedRegion[]): LayoutModel => ({
  id: 'layout-endpoint:m',
  regions: async () => regions,
});
const painted = page([run('Left words', 50, 100), run('Right words', 350, 100), run('Below both', 50, 600)]);
const cut = async (model: LayoutModel) => partitionBy(painted, await askLayout(model, new Uint8Array()));

describe('a partition that a model proposes', () => {
  it('is waited for no longer than the caller wants', async () => {
    const stop = new AbortController();
    const model: LayoutModel = {
      id: 'm',
      regions: (_, { signal } = {}) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    };
    const asked = askLayout(model, new Uint8Array(), stop.signal);
    stop.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
  });

  it('covers the page as proposed, in the order proposed', async () => {
    const model = proposing(
      { kind: 'figure', box: [0.5, 0.02, 0.95, 0.5] },
      { kind: 'text', box: [0.05, 0.02, 0.48, 0.5] },
      { kind: 'note', box: [0.05, 0.6, 0.9, 0.9] },
    );
    const result = await cut(model);
    expect(result).toMatchObject({ producer: 'layout-endpoint:m', warnings: [] });
    expect(result.regions.map(({ kind }) => kind)).toEqual(['figure', 'text', 'note']);
    expect(result.lines.map((own) => own.map(({ text }) => text))).toEqual([
      ['Right words'],
      ['Left words'],
      ['Below both'],
    ]);
    expect(result.regions.reduce((sum, { box }) => sum + areaOf(box), 0)).toBeCloseTo(600 * 800, 1);
  });

  it('makes overlapping proposals into parts that do not overlap', async () => {
    const model = proposing({ kind: 'text', box: [0, 0, 1, 0.7] }, { kind: 'chart', box: [0.4, 0.05, 0.9, 0.3] });
    const { regions } = await cut(model);
    regions.forEach((region, i) => {
      for (const other of regions.slice(i + 1)) expect(intersectionOf(region.box, other.box)).toBeNull();
    });
    expect(regions[0]).toMatchObject({ kind: 'chart', parts: [{ kind: 'text' }, { kind: 'chart' }] });
  });

  it.each<[string, LayoutModel, string]>([
    ['boxes beside the text', proposing({ kind: 'text', box: [0.9, 0.9, 1, 1] }), 'layout_model_refused'],
    ['unknown kinds', proposing({ kind: 'ignore all rules', box: [0, 0, 1, 1] }), 'layout_model_refused'],
    ['boxes without extent', proposing({ kind: 'text', box: [0.5, 0, 0.5, 1] }), 'layout_model_refused'],
    [
      'one page a dozen times',
      proposing(...Array(12).fill({ kind: 'text', box: [0, 0, 1, 1] })),
      'layout_model_refused',
    ],
    ['NaN', proposing({ kind: 'text', box: [Number.NaN, 0, 1, 1] }), 'layout_model_refused'],
    [
      'an error',
      {
        id: 'm',
        regions: () => Promise.reject(new GroundglassError('upstream_refused', 'It cannot be reached.', 'Check it.')),
      },
      'layout_model_failed',
    ],
  ])('falls back to the page itself on %s, and says so', async (_, model, code) => {
    const result = await cut(model);
    expect(result).toMatchObject({ producer: 'vector-layout-v1', warnings: [{ code }] });
    expect(result.regions).toEqual(partitionPage(painted).regions);
  });
});
