import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rectangle, text } from './support/dxf.js';
import { dxf } from './support/dxf-file.js';
import { CLI, cli } from './support/library-cli.js';

let folder: string;
const at = (name: string): string => join(folder, name);
const FAR = 1e7;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'groundglass-collisions-'));
  const square = (handle: string, layer: string, [x, y]: readonly [number, number], side: number) =>
    rectangle([FAR + x, FAR + y], [FAR + x + side, FAR + y + side], { handle, layer });
  const entities = [
    square('10', '管道', [0, 0], 100),
    square('11', '墙', [5, 5], 100),
    square('12', '墙', [10, 10], 10),
    ...Array.from({ length: 30 }, (_, i) => square((0x64 + i).toString(16), `L${i}`, [i * 3, -9], 1)),
    square('F', 'FRAME', [-50, -50], 250),
    text([FAR + 150, FAR], 3, '说明', {}, { handle: '20', layer: 'notes' }),
  ];
  writeFileSync(at('plan.dxf'), dxf({ entities }));
  writeFileSync(at('empty.dxf'), dxf({ entities: [] }));
  writeFileSync(at('note.txt'), 'no drawing');
  writeFileSync(at('nothing.dxf'), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const collisions = (...args: string[]) => cli(['collisions', ...args, '--json'], { cwd: folder });

describe('groundglass collisions', () => {
  it('finds two rectangles shifted by a twentieth at 0.9025, confirms them, and names the frame it left out', async () => {
    const { code, json } = await collisions('plan.dxf', '--narrow');
    expect(code).toBe(0);
    expect(json).toEqual({
      total: 2,
      warnings: [],
      returned: 2,
      offset: 0,
      entity_count: 35,
      frame: 'world',
      items: [
        // A small square inside a large one, both as lines: their boxes lie on each other, they do not meet.
        { a: '10', b: '12', ratio: 1, overlap: [FAR + 10, FAR + 10, FAR + 20, FAR + 20], exact: false },
        { a: '10', b: '11', ratio: 0.9025, overlap: [FAR + 5, FAR + 5, FAR + 100, FAR + 100], exact: true },
      ],
      excluded_containers: [{ handle: 'F', reason: 'overlap_degree', degree: 34 }],
    });
  });

  it('takes every option', async () => {
    expect((await collisions('plan.dxf', '--include-same-layer')).json.total).toBe(3);
    expect((await collisions('plan.dxf')).json.items[0].exact).toBe(null);
    expect((await collisions('plan.dxf', '--layer', '墙', '--layer', '管道')).json.entity_count).toBe(3);
    expect((await collisions('plan.dxf', '--min-overlap', '0.95')).json.total).toBe(1);
    expect((await collisions('plan.dxf', '--limit', '1', '--offset', '1')).json).toMatchObject({
      total: 2,
      returned: 1,
      offset: 1,
    });
    const corner = `--window=${FAR + 50},${FAR + 50},${FAR + 60},${FAR + 60}`;
    expect((await collisions('plan.dxf', corner)).json.items).toMatchObject([{ a: '10', b: '11' }]);
    const kept = (await collisions('plan.dxf', '--exclude-container-deg', '35')).json;
    expect(kept.excluded_containers).toEqual([]);
    expect(kept.total).toBe(36);
    const large = await collisions(
      'plan.dxf',
      '--exclude-container-frac',
      '1',
      '--exclude-container-deg',
      '99',
      '--exclude-oversized',
      '0.9',
    );
    expect(large.json.excluded_containers).toEqual([{ handle: 'F', reason: 'oversized', degree: 34 }]);
  });

  it('takes a window left of and below the origin', async () => {
    expect((await collisions('plan.dxf', '--window', '-9,-9,-1,-1')).json).toMatchObject({ total: 0, entity_count: 0 });
  });

  it('says in words what --json says, and makes no library folder', async () => {
    const { stdout } = await cli(['collisions', 'plan.dxf', '--narrow'], { cwd: folder });
    expect(stdout).toContain('2 pairs of 35 entities');
    expect(stdout).toContain('left out: F, overlaps 34 others');
    expect(readdirSync(folder)).not.toContain('.groundglass');
  });

  it.each([
    ['missing.dxf', [], 'file_not_found'],
    ['nothing.dxf', [], 'file_empty'],
    ['.', [], 'file_not_readable'],
    ['plan.dxf', ['--min-overlap', '2'], 'bad_argument'],
    ['plan.dxf', ['--window', '1,2,3'], 'bad_argument'],
    ['plan.dxf', ['--limit', '0'], 'bad_argument'],
  ] as const)('refuses %s %j with %s', async (file, options, error) => {
    const { code, json } = await collisions(file, ...options);
    expect(code).toBe(2);
    expect(json.error.code).toBe(error);
  });

  it('refuses what is no drawing with a next step', async () => {
    const { code, json } = await collisions('note.txt');
    expect(code).toBe(2);
    expect(json.error.next_step).not.toBe('');
  });

  it('finds nothing in an empty drawing', async () => {
    const { code, json } = await collisions('empty.dxf');
    expect(code).toBe(0);
    expect(json).toMatchObject({ total: 0, items: [], entity_count: 0 });
  });
});

describe('the collisions tool', () => {
  const ask = async (args: string[], file: string) => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [CLI, 'mcp', ...args], cwd: folder }),
    );
    try {
      const result = await client.callTool({ name: 'collisions', arguments: { file } });
      // biome-ignore lint/suspicious/noExplicitAny: checked key by key
      return result as any;
    } finally {
      await client.close();
    }
  };

  it('reads files under a root only', async () => {
    const library = ['--library', at('library')];
    expect((await ask([...library, '--root', folder], at('plan.dxf'))).structuredContent.total).toBe(2);
    const refused = await ask(library, at('plan.dxf'));
    expect(refused.isError).toBe(true);
    expect(refused.structuredContent.error.code).toBe('path_not_allowed');
  });
});
