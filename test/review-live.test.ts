import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rectangle, text } from './support/dxf.js';
import { dxf } from './support/dxf-file.js';
import { type Answer, type Asked, fakeVision } from './support/fake-vision.js';
import { CLI, cli } from './support/library-cli.js';

const FAKE = join(import.meta.dirname, 'fixtures/fake-cad-server.mjs');
const QUICK = { GROUNDGLASS_CAD_MAXIMISE_WAIT_MS: '0', GROUNDGLASS_CAD_RESTORE_WAIT_MS: '0' };

let folder: string;
let plan: string;
let copy: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'groundglass review live-'));
  plan = join(folder, '图 纸.dxf');
  copy = join(folder, 'marked.dxf');
  const entities = [
    rectangle([0, 0], [84_100, 59_400], { layer: 'FRAME', handle: 'F0' }),
    rectangle([2_500, 1_000], [83_100, 58_400], { layer: 'FRAME', handle: 'F1' }),
    rectangle([10_000, 20_000], [30_000, 30_000], { handle: 'B1', layer: '墙' }),
    text([10_000, 40_000], 350, '泵房 TBD', {}, { layer: 'NOTES', handle: 'C0' }),
  ];
  writeFileSync(plan, dxf({ entities }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ours = (): string => `"${process.execPath}" "${CLI}" cad-mcp "${plan}" --marks-copy "${copy}"`;
let out = 0;
const review = (command: string, env: Readonly<Record<string, string>> = {}, more: readonly string[] = []) =>
  cli(['review', '--cad-mcp', command, '-o', join(folder, `out-${out++}`), '--json', ...more], {
    cwd: folder,
    library: join(folder, 'library'),
    env: { ...QUICK, ...env },
  });

const marked = async (): Promise<(string | null)[]> => {
  const { json } = await cli(['entities', copy, '--layer', 'GROUNDGLASS_REVIEW', '--json'], { cwd: folder });
  return json.entities.map((one: { text: string | null }) => one.text).filter((one: string | null) => one !== null);
};

describe('a review of a live drawing', () => {
  it('looks for placeholders without a model, marks them in the drawing, and clears exactly the marks', async () => {
    const original = readFileSync(plan);
    const { code, json } = await review(ours());
    expect(code).toBe(1);
    expect(json).toMatchObject({ source_kind: 'cad', model: null, annotated: null, marked: 1, limitations: [] });
    expect(json.issues).toMatchObject([
      { rule: 'placeholder_text', evidence: { handle: 'C0', frame: 'world', sheet: 1 } },
    ]);
    expect(json.frames).toMatchObject([{ sheet: 'A1', scale: '1:100', locator: { digest: json.digest } }]);
    expect(json.frames[0].limitations.join(' ')).toContain('Only placeholder texts were checked');
    expect((await marked()).join()).toContain('泵房');
    expect(readFileSync(plan).equals(original)).toBe(true);
    const cleared = await cli(['review', '--cad-mcp', ours(), '--clear', '--json'], { cwd: folder, env: QUICK });
    expect(cleared.code).toBe(0);
    expect(readFileSync(copy).equals(original)).toBe(true);
  });

  it('lets a model use the tools of the program that read, and no others', async () => {
    const { environment, asked } = await fakeVision(({ shape, tools, toolReplies }: Asked): Answer => {
      if (shape === 'second_reading') return { issues: [] };
      if (tools.length > 0 && toolReplies.length === 0)
        return {
          calls: [
            { name: 'query_entities', arguments: { brief: true } },
            { name: 'write_review_marks', arguments: { marks: [{ box: [0, 0, 9, 9], text: 'by the model' }] } },
            { name: 'set_drawing_area', arguments: { mode: 'restore' } },
            { name: 'inspect_region', arguments: { target: { handle: 'b1' }, purpose: 'line' } },
          ],
        };
      const issue = { category: 'dimensions', severity: 'major', statement: 'The wall has no dimension.' };
      return {
        issues: [
          { ...issue, evidence: { image: 'overall', box: null, handle: 'B1' } },
          { ...issue, evidence: { image: 'overall', box: null, handle: 'DEAD' } },
        ],
      };
    });
    const { code, json } = await review(ours(), environment);
    expect(code).toBe(1);
    expect(asked[0]?.tools.toSorted()).toEqual([
      'find_collisions',
      'get_text_content',
      'inspect_region',
      'query_entities',
      'text',
    ]);
    const [entities, marks, area, pictures] = asked[1]?.toolReplies ?? [];
    expect(entities).toContain('"B1"');
    expect(marks).toContain('There is no tool write_review_marks');
    expect(area).toContain('There is no tool set_drawing_area');
    expect(pictures).toContain('inspect-1');
    expect(json.issues.filter(({ source }: { source: string }) => source === 'model')).toMatchObject([
      { readings: 1, evidence: { handle: 'B1', frame: 'world' } },
    ]);
    expect(json.dropped_issues).toMatchObject([{ reason: 'unknown_handle' }]);
    expect(json.marked).toBe(2);
    const written = (await marked()).join();
    expect(written).toContain('The wall has no dimension.');
    expect(written).not.toContain('by the model');
  });

  it('stops at the plan, and marks nothing, where only that is asked for', async () => {
    rmSync(copy, { force: true });
    const { code, json } = await review(ours(), {}, ['--plan-only']);
    expect(code).toBe(0);
    expect(json).toMatchObject({ issues: [], report: null, marked: 0 });
    expect(json.frames[0].tiles[0].label).toBe('overall');
    expect(existsSync(copy)).toBe(false);
  });

  it('has the drawing area restored in the end, also where it failed', async () => {
    const log = join(folder, 'no-list.log');
    const { code, json } = await review(`"${process.execPath}" "${FAKE}" no-list "${log}"`);
    expect([code, json.error.code]).toEqual([5, 'upstream_refused']);
    const calls = readFileSync(log, 'utf8').trim().split('\n');
    expect(calls).toContain('set_drawing_area {"mode":"max"}');
    expect(calls.at(-1)).toBe('set_drawing_area {"mode":"restore"}');
  });

  // The terminal sends an interrupt to all programs of the group, and so to servers that were started in it.
  it.skipIf(process.platform === 'win32')(
    'that is interrupted from the keyboard puts area and view back, and goes on later',
    async () => {
      let hangs = true;
      const { environment, asked } = await fakeVision((): Answer => (hangs ? 'hang' : { issues: [] }));
      const log = join(folder, 'tells-view.log');
      const to = join(folder, 'interrupted');
      const args = ['review', '--cad-mcp', `"${process.execPath}" "${FAKE}" tells-view "${log}"`, '-o', to, '--json'];
      const child = spawn(process.execPath, [CLI, ...args], {
        env: { PATH: process.env.PATH, GROUNDGLASS_LIBRARY: join(folder, 'library'), ...QUICK, ...environment },
        stdio: ['ignore', 'ignore', 'pipe'],
        detached: true,
      });
      const said: Buffer[] = [];
      child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
      const ended = new Promise((resolve) => child.on('close', resolve));
      await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 30_000 });
      process.kill(-(child.pid as number), 'SIGINT');
      expect(await ended).toBe(130);
      expect(Buffer.concat(said).toString()).toContain('Run the command again to go on');
      const calls = readFileSync(log, 'utf8').trim().split('\n');
      expect(calls.slice(-2)).toEqual([
        'set_drawing_area {"mode":"restore"}',
        'zoom_to_window {"x0":1,"y0":2,"x1":3,"y1":4}',
      ]);
      hangs = false;
      const { code, json } = await cli(args, { library: join(folder, 'library'), env: { ...QUICK, ...environment } });
      expect([code, json.frames[0].looked]).toEqual([0, true]);
    },
  );

  it('refuses a file and a program together, neither, and no folder', async () => {
    expect((await cli(['review', plan, '--cad-mcp', ours(), '-o', folder], { cwd: folder })).code).toBe(2);
    expect((await cli(['review', '-o', folder], { cwd: folder })).code).toBe(2);
    expect((await cli(['review', plan], { cwd: folder })).code).toBe(2);
  });
});
