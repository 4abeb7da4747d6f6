import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { box } from '../src/evidence/boxes.js';
import { liveSheets } from '../src/sight/live-sheets.js';
import { planSheet } from '../src/sight/plan-sheet.js';
import { sightSettings } from '../src/sight/settings.js';
import { LiveCad } from '../src/sources/live-cad/live-cad.js';
import { rectangle, text } from './support/dxf.js';
import { dxf } from './support/dxf-file.js';
import { CLI, cli } from './support/library-cli.js';

const FAKE = join(import.meta.dirname, 'fixtures/fake-cad-server.mjs');
const SETTINGS = { startTimeoutMs: 20_000, callTimeoutMs: 20_000, maximiseWaitMs: 0, restoreWaitMs: 0 };
const WINDOW = box('world', 0, 0, 100, 100);

let folder: string;
let plan: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'groundglass live-'));
  plan = join(folder, '图 纸.dxf');
  const entities = [
    rectangle([0, 0], [84_100, 59_400], { layer: 'FRAME' }),
    rectangle([2_500, 1_000], [83_100, 58_400], { layer: 'FRAME' }),
    ...Array.from({ length: 12 }, (_, i) =>
      rectangle([10_000 + i * 3_000, 20_000], [12_000 + i * 3_000, 30_000], { handle: `B${i}`, layer: '墙' }),
    ),
    text([10_000, 40_000], 350, '水泵房 PUMP ROOM', {}, { layer: 'NOTES', handle: 'C0' }),
  ];
  writeFileSync(plan, dxf({ entities }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ours = (): string => `"${process.execPath}" "${CLI}" cad-mcp "${plan}"`;
const logOf = (kind: string): string => join(folder, `${kind}.log`);
const fake = (kind: string): string => {
  rmSync(logOf(kind), { force: true });
  return `"${process.execPath}" "${FAKE}" ${kind} "${logOf(kind)}"`;
};
const calls = (kind: string): string[] =>
  existsSync(logOf(kind)) ? readFileSync(logOf(kind), 'utf8').trim().split('\n') : [];

async function withCad<T>(command: string, work: (live: LiveCad) => Promise<T>, settings = SETTINGS): Promise<T> {
  const live = await LiveCad.open(command, settings);
  try {
    return await work(live);
  } finally {
    await live.close();
  }
}

describe('our own CAD server', () => {
  let live: LiveCad;
  beforeAll(async () => {
    live = await LiveCad.open(ours(), SETTINGS);
  });
  afterAll(() => live.close());

  it('lists entities in brief and texts, and gives a picture of the window that was asked for', async () => {
    expect(live.limitations).toEqual([]);
    const { entities, truncated } = await live.entities();
    expect(truncated).toBe(false);
    expect(entities).toHaveLength(15);
    expect(entities.find(({ handle }) => handle === 'C0')).toMatchObject({ type: 'TEXT', text: '水泵房 PUMP ROOM' });
    const shot = await live.screenshot(box('world', 10_000, 20_000, 20_000, 30_000));
    expect([shot.widthPx, shot.heightPx]).toEqual([960, 640]);
    // A square in a wider screen: as high as asked for, and more of it at both sides.
    expect(shot.visible).toEqual([7_500, 20_000, 22_500, 30_000]);
  });

  it('shows a larger area while it is maximised, and puts area and view back', async () => {
    const before = await live.screenshot(box('world', 0, 0, 84_100, 59_400));
    const large = await live.during(() => live.screenshot(box('world', 10_000, 20_000, 20_000, 30_000)));
    expect([large.widthPx, large.heightPx]).toEqual([1280, 960]);
    const after = await live.callForModel('query_entities', { brief: true });
    expect(after.error).toBe(null);
    expect(live.limitations).toEqual([]);
    const again = await live.screenshot(box('world', 0, 0, 84_100, 59_400));
    expect(Buffer.compare(Buffer.from(again.bytes), Buffer.from(before.bytes))).toBe(0);
  });

  it('writes marks on a layer of their own, and clears exactly those', async () => {
    const before = await live.entities();
    const clean = await live.screenshot(WINDOW);
    await live.writeMarks([{ box: box('world', 20, 20, 80, 80), text: '碰撞 collision' }]);
    const marked = await live.entities();
    expect(marked.entities.length).toBe(before.entities.length + 2);
    const seen = await live.screenshot(WINDOW);
    expect(await reddish(seen.bytes)).toBeGreaterThan(100);
    await live.clearMarks();
    expect(await live.entities()).toEqual(before);
    expect(Buffer.compare(Buffer.from((await live.screenshot(WINDOW)).bytes), Buffer.from(clean.bytes))).toBe(0);
    expect(readFileSync(plan, 'utf8')).not.toContain('GROUNDGLASS');
  });

  it('keeps a DXF copy with the marks where one is named, and never writes the drawing', async () => {
    const original = readFileSync(plan, 'utf8');
    const copy = join(folder, 'marked.dxf');
    await withCad(`${ours()} --marks-copy "${copy}"`, async (live) => {
      await live.writeMarks([{ box: box('world', 20, 20, 80, 80), text: '碰撞' }]);
      const marked = await cli(['entities', copy, '--layer', 'GROUNDGLASS_REVIEW', '--json'], { cwd: folder });
      expect(marked.json.counts).toMatchObject({ LWPOLYLINE: 15, TEXT: 2 });
      expect(marked.json.entities.map(({ text }: { text: string | null }) => text)).toContain('碰撞');
      await live.clearMarks();
      expect(readFileSync(copy, 'utf8')).toBe(original);
    });
    expect(readFileSync(plan, 'utf8')).toBe(original);
    const refused = await cli(['cad-mcp', plan, '--marks-copy', plan], { cwd: folder });
    expect(refused.code).toBe(2);
  });

  it('is a sheet that can be planned and looked at', async () => {
    await live.during(async () => {
      const {
        sheets: [sheet, ...others],
      } = await liveSheets(live);
      if (!sheet) throw new Error('there is no sheet');
      expect(others).toEqual([]);
      expect(sheet).toMatchObject({ number: 1, sourceKind: 'cad', size: 'A1', scale: '1:100', unitsPerMm: 100 });
      const objects = await sheet.objects();
      expect(objects.find(({ kind }) => kind === 'text')?.text).toBe('水泵房 PUMP ROOM');
      // The flip of y: the sheet counts from its top left.
      const at = sheet.fromSource(box('world', 10_000, 20_000, 12_000, 30_000));
      expect(at).toEqual([10_000, 29_400, 12_000, 39_400]);
      expect(sheet.toSource(at)).toEqual([10_000, 20_000, 12_000, 30_000]);
      const picture = await sheet.render(at, 0.05);
      expect(await sizeOf(picture.bytes)).toEqual([100, 500]);
      const plan = await planSheet(sheet, { level: 'seen', maxTiles: 4 }, sightSettings({}));
      expect(plan.tiles[0]).toMatchObject({ label: 'overall', purpose: 'overview' });
      expect(plan.coveredInk).toBeGreaterThan(0.9);
      // More pixels than the screen has are put together of several screenshots.
      const large = await sheet.render(box('sheet', 0, 0, sheet.width, sheet.height), 2_000 / sheet.width);
      expect(await sizeOf(large.bytes)).toEqual([2_000, Math.round((2_000 * 594) / 841)]);
    });
  });

  it('refuses models all that does not read', async () => {
    const open = live.tools.filter(({ openToModel }) => openToModel).map(({ name }) => name);
    expect(open).toEqual(['query_entities', 'get_text_content', 'find_collisions']);
    for (const name of ['write_review_marks', 'clear_review_marks', 'set_drawing_area', 'zoom_to_window', 'nonsense'])
      await expect(live.callForModel(name, {})).rejects.toMatchObject({ code: 'unsupported_operation' });
    const { data } = await live.callForModel('find_collisions', { include_same_layer: true });
    expect(data).toMatchObject({ total: expect.any(Number), excluded_containers: expect.any(Array) });
  });

  it('tells in its own words what is wrong with a call', async () => {
    const { error } = await live.callForModel('query_entities', { window: [1, 2, 3] });
    expect(error).toContain('window');
  });
});

describe('other CAD servers', () => {
  it.each(['noise', 'prefixed', 'structured', 'envelope', 'dispatch'])(
    'that are %s give entities and pictures',
    async (kind) => {
      await withCad(fake(kind), async (live) => {
        const { entities } = await live.entities();
        expect(entities.map(({ handle }) => handle)).toEqual(['1', '2']);
        expect(entities[1]?.box).toEqual([10, 10, 20, 20]);
        const shot = await live.screenshot(WINDOW);
        expect([shot.widthPx, shot.heightPx]).toEqual([40, 20]);
        expect(shot.visible).toEqual([-50, 0, 150, 100]);
      });
    },
  );

  it('never have their interpreter open to models, whatever they say of it', async () => {
    await withCad(fake('ours'), async (live) => {
      await expect(live.callForModel('execute_lisp', { code: '(command)' })).rejects.toMatchObject({
        code: 'unsupported_operation',
      });
    });
    await withCad(fake('dispatch'), async (live) => {
      const refused = [
        ['system', { operation: 'execute_lisp' }],
        ['entity', { operation: 'erase' }],
        ['view', { operation: 'zoom_window' }],
      ] as const;
      for (const [name, args] of refused)
        await expect(live.callForModel(name, args)).rejects.toMatchObject({ code: 'unsupported_operation' });
      expect((await live.callForModel('entity', { operation: 'list' })).error).toBe(null);
    });
    expect(calls('dispatch')).toEqual(['entity {"operation":"list"}']);
  });

  it('that lack a tool are done without, and it is said', async () => {
    await withCad(fake('bare'), async (live) => {
      expect(await live.during(async () => (await live.entities()).entities.length)).toBe(2);
      expect(live.limitations.join(' ')).toContain('maximises the drawing area');
      await expect(live.screenshot(WINDOW)).rejects.toMatchObject({ code: 'unsupported_operation' });
      await expect(live.clearMarks()).rejects.toMatchObject({ code: 'unsupported_operation' });
    });
  });

  it('that tell an error in an envelope lose only that', async () => {
    await withCad(fake('envelope'), async (live) => {
      await live.entities();
      expect(live.limitations.join(' ')).toContain('no drawing is open');
    });
  });

  it('that tell only some entities have no scale inferred of them', async () => {
    await withCad(fake('truncated'), async (live) => {
      const {
        sheets: [sheet],
      } = await liveSheets(live);
      expect(sheet).toMatchObject({ unitsPerMm: null, scale: null });
      expect(sheet?.limitations.join(' ')).toContain('only some of the entities');
    });
  });

  it.each([
    ['plain-error', 'no document is open', (live: LiveCad) => live.entities()],
    ['no-list', 'no list of entities', (live: LiveCad) => live.entities()],
    ['dies', 'has ended', (live: LiveCad) => live.entities()],
    ['huge', 'sent more at once', (live: LiveCad) => live.entities()],
    ['bad-picture', 'can not be read', (live: LiveCad) => live.screenshot(WINDOW)],
    ['no-picture', 'no picture', (live: LiveCad) => live.screenshot(WINDOW)],
  ] as const)('that are %s are refused: %s', async (kind, words, work) => {
    await withCad(fake(kind), async (live) => {
      await expect(work(live)).rejects.toMatchObject({
        code: 'upstream_refused',
        message: expect.stringContaining(words),
      });
    });
  });

  it('that fall silent are given up in time, and their area is restored', async () => {
    await withCad(
      fake('silent'),
      async (live) => {
        await expect(live.during(() => live.entities())).rejects.toMatchObject({ code: 'upstream_refused' });
      },
      { ...SETTINGS, callTimeoutMs: 1_500 },
    );
    expect(calls('silent').map((line) => line.split(' ')[0])).toEqual([
      'get_viewport_screenshot',
      'set_drawing_area',
      'query_entities',
      'set_drawing_area',
    ]);
    expect(calls('silent').at(-1)).toContain('restore');
  });

  it('have their area restored where the work fails, and their view left alone where it was not moved', async () => {
    await withCad(fake('ours'), async (live) => {
      await expect(live.during(() => Promise.reject(new RangeError('work')))).rejects.toThrow('work');
    });
    expect(calls('ours').slice(1)).toEqual(['set_drawing_area {"mode":"max"}', 'set_drawing_area {"mode":"restore"}']);
  });

  it('that do not tell their view, or refuse to restore, are spoken of', async () => {
    await withCad(fake('refuses-restore'), async (live) => {
      await live.during(() => live.screenshot(WINDOW));
      expect(live.limitations.join(' ')).toMatch(/not restored its drawing area.*view could not be put back/s);
    });
  });

  it('that never start are an error in time', async () => {
    const impatient = { ...SETTINGS, startTimeoutMs: 1_500 };
    await expect(LiveCad.open(fake('mute'), impatient)).rejects.toMatchObject({ code: 'upstream_refused' });
    await expect(LiveCad.open('no-such-program-here', SETTINGS)).rejects.toMatchObject({ code: 'engine_missing' });
    await expect(LiveCad.open('"half', SETTINGS)).rejects.toMatchObject({ code: 'bad_argument' });
    await expect(LiveCad.open('  ', SETTINGS)).rejects.toMatchObject({ code: 'bad_argument' });
  });
});

describe('groundglass review of a live drawing, besides reviewing', () => {
  const env = { GROUNDGLASS_CAD_MAXIMISE_WAIT_MS: '0', GROUNDGLASS_CAD_RESTORE_WAIT_MS: '0' };
  const tend = (command: string, ...args: string[]) =>
    cli(['review', '--cad-mcp', command, ...args, '--json'], { cwd: folder, env });

  it('checks', async () => {
    const check = await tend(ours(), '--check');
    expect(check.code).toBe(0);
    expect(check.json).toMatchObject({
      check: { entities: 15, truncated: false, screenshot: { width_px: 1280, height_px: 960 } },
      limitations: [],
    });
  });

  it.each([
    ['--clear', ['clear_review_marks {}']],
    ['--restore', ['set_drawing_area {"mode":"restore"}']],
    ['--list-tools', []],
  ])('calls for %s what it takes and nothing else', async (action, called) => {
    const { code, json } = await tend(fake('ours'), action);
    expect([code, json.tools.length]).toEqual([0, 8]);
    expect(calls('ours')).toEqual(called);
  });

  it.each(['--list-tools', '--check', '--clear', '--restore'])('refuses %s for a file', async (option) => {
    const { code, json } = await cli(['review', plan, option, '--json'], { cwd: folder, env });
    expect([code, json.error.code]).toEqual([2, 'bad_argument']);
  });

  it.each([[['--cad-mcp', 'PLAN']], [[]]])('refuses a file in place of a program, and neither: %j', async (args) => {
    const given = args.map((one) => (one === 'PLAN' ? plan : one));
    const { code, json } = await cli(['review', ...given, '--check', '--json'], { cwd: folder, env });
    expect([code, json.error.code]).toEqual([2, 'bad_argument']);
  });

  it('tells a missing program from one that refuses, and from a wrong call', async () => {
    expect((await tend('no-such-program-here', '--check')).code).toBe(3);
    expect((await tend(fake('plain-error'), '--check')).code).toBe(5);
    expect((await tend(ours())).code).toBe(2);
    expect((await cli(['cad-mcp', 'missing.dxf'], { cwd: folder })).code).toBe(2);
  });
});

async function reddish(png: Uint8Array): Promise<number> {
  const { data, info } = await sharp(png)
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let i = 0; i < data.length; i += info.channels)
    if ((data[i] as number) > 150 && (data[i + 1] as number) < 100 && (data[i + 2] as number) < 100) count++;
  return count;
}

async function sizeOf(png: Uint8Array): Promise<[number, number]> {
  const { width, height } = await sharp(png).metadata();
  return [width, height];
}
