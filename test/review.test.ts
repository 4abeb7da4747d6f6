import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReviewReply } from '../src/evidence/wire/review.js';
import { line, text } from './support/dxf.js';
import { dxf } from './support/dxf-file.js';
import { type Answer, type Asked, fakeVision } from './support/fake-vision.js';

const folder = mkdtempSync(join(tmpdir(), 'groundglass-review-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const picture = join(folder, 'plan.png');
const drawing = join(folder, '图纸.dxf');
let out = 0;
const fresh = (): string => join(folder, `out-${out++}`);

beforeAll(async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="#fff"/><path d="M100 100H400V300H100Z M500 350h150v100h-150z" fill="none" stroke="#000" stroke-width="3"/></svg>';
  await sharp(Buffer.from(svg)).png().toFile(picture);
  writeFileSync(
    drawing,
    dxf({
      layers: [{ name: 'WALL', tags: [] }],
      entities: [
        line([0, 0], [100, 0], { handle: 'A1', layer: 'WALL' }),
        line([0, 0], [100, 0], { handle: 'A2', layer: 'WALL' }),
        line([0, 50], [100, 50], { handle: 'A3', layer: '0' }),
        text([10, 10], 5, 'TBD', {}, { handle: 'A4', layer: 'WALL' }),
      ],
    }),
  );
});

function groundglass(args: readonly string[], environment: Record<string, string> = {}) {
  return new Promise<{ code: number; reply: ReviewReply; stdout: string; stderr: string }>((resolve) => {
    const env = { PATH: process.env.PATH, GROUNDGLASS_LIBRARY: join(folder, 'library'), ...environment };
    execFile(process.execPath, ['dist/cli.js', ...args], { env, maxBuffer: 64e6 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code);
      const reply = (stdout.startsWith('{') ? JSON.parse(stdout) : {}) as ReviewReply;
      resolve({ code, reply, stdout, stderr });
    });
  });
}

const review = (file: string, to: string, environment = {}, more: readonly string[] = []) =>
  groundglass(['review', file, '-o', to, '--json', ...more], environment);

const issue = (evidence: object, category = 'dimensions', statement = 'The box has no width.') => ({
  category,
  severity: 'major',
  statement,
  evidence,
});
const BOX = { image: 'overall', box: [100, 100, 400, 300], handle: null };
const sees =
  (first: readonly object[], second: readonly object[] = first) =>
  ({ shape, tools }: Asked): Answer =>
    shape === 'second_reading' ? { issues: second } : tools.length >= 0 ? { issues: first } : { issues: [] };

describe('review without a model', () => {
  it('checks by rules, says that nobody looked, and marks a copy', async () => {
    const to = fresh();
    const { code, reply } = await review(drawing, to);
    expect(code).toBe(1);
    expect(reply.model).toBeNull();
    expect(reply.issues.map(({ rule, evidence }) => [rule, evidence.handle])).toEqual(
      expect.arrayContaining([
        ['duplicate_entity', 'A2'],
        ['entity_on_layer_0', 'A3'],
        ['placeholder_text', 'A4'],
      ]),
    );
    expect(reply.issues.every(({ evidence }) => evidence.frame === 'world')).toBe(true);
    const html = readFileSync(reply.report as string, 'utf8');
    expect(html).toContain('No model looked');
    expect(readFileSync(reply.annotated as string, 'latin1')).toContain('GROUNDGLASS_REVIEW');
  });

  it('stops at the plan where only that is asked for', async () => {
    const { code, reply } = await review(picture, fresh(), { GROUNDGLASS_VISION_URL: 'http://127.0.0.1:9/v1' }, [
      '--plan-only',
    ]);
    expect(code).toBe(0);
    expect(reply).toMatchObject({ issues: [], report: null, model_calls: 0 });
    expect(reply.pictures).toBeGreaterThan(0);
  });

  it('suppresses what a person accepted, and writes in Chinese', async () => {
    const to = fresh();
    const { reply } = await review(drawing, to, {}, ['--lang', 'zh']);
    expect(readFileSync(reply.report as string, 'utf8')).toContain('没有模型看过这份图纸');
    const [first] = reply.issues;
    const accepted = await review(drawing, to, {}, ['--lang', 'zh', '--accept', first?.id ?? '']);
    expect(accepted.reply.issues).toHaveLength(reply.issues.length - 1);
    const again = await review(drawing, to, {}, ['--lang', 'zh']);
    expect(again.reply.suppressed.map(({ id }) => id)).toEqual([first?.id]);
    expect((await review(drawing, to, {}, ['--accept', 'R-none'])).code).toBe(2);
  });

  it('refuses files and rules that are none', async () => {
    const rules = join(folder, 'rules.json');
    writeFileSync(rules, '{"categories": [{"id": "X Y", "look_for": []}]}');
    expect((await review(drawing, fresh(), {}, ['--rules', rules])).reply).toMatchObject({
      error: { code: 'bad_argument' },
    });
    const cut = join(folder, 'cut.png');
    writeFileSync(cut, readFileSync(picture).subarray(0, 200));
    expect((await review(cut, fresh())).code).toBe(2);
    expect((await review(join(folder, 'none.dxf'), fresh())).code).toBe(2);
  });
});

describe('review with a model', () => {
  it('takes over what two readings see', async () => {
    const { environment } = await fakeVision(sees([issue(BOX)]));
    const { code, reply } = await review(picture, fresh(), environment);
    expect(code).toBe(1);
    expect(reply.issues).toMatchObject([
      { source: 'model', readings: 2, evidence: { image: 'overall', frame: 'page' } },
    ]);
    expect(reply.model_calls).toBe(2);
  });

  it('drops what a second reading does not see', async () => {
    const { environment } = await fakeVision(sees([issue(BOX)], []));
    const { code, reply } = await review(picture, fresh(), environment);
    expect([code, reply.issues]).toEqual([0, []]);
    expect(reply.dropped_issues).toMatchObject([{ reason: 'not_seen_again' }]);
  });

  it('never tells the second reading what the first one said', async () => {
    const { environment, asked } = await fakeVision(sees([issue(BOX)]));
    await review(picture, fresh(), environment);
    const second = asked.find(({ shape }) => shape === 'second_reading') as Asked;
    expect(second.body).not.toContain('has no width');
    expect(second.pictures).toHaveLength(1);
  });

  it.each([
    ['unknown_picture', { ...BOX, image: 'page-9' }],
    ['outside_picture', { ...BOX, box: [5000, 5000, 6000, 6000] }],
    ['outside_picture', { image: 'overall', region: [0.5, 0.5, 3, 3], handle: null }],
    ['handle_without_cad', { ...BOX, handle: '2F' }],
    ['no_place', { image: 'overall', handle: null }],
  ])('drops evidence with the reason %s', async (reason, evidence) => {
    const { environment } = await fakeVision(sees([issue(evidence)]));
    const { reply } = await review(picture, fresh(), environment);
    expect(reply.dropped_issues).toMatchObject([{ reason }]);
    expect(reply.issues).toEqual([]);
  });

  it('takes a finding that is tied to an entity after one reading, and drops invented handles', async () => {
    const { environment } = await fakeVision(
      sees([
        issue({ image: 'overall', box: null, handle: 'A3' }),
        issue({ image: 'overall', box: null, handle: 'BEEF' }, 'title_block'),
      ]),
    );
    const { reply } = await review(drawing, fresh(), environment);
    expect(reply.issues.filter(({ source }) => source === 'model')).toMatchObject([
      { readings: 1, evidence: { handle: 'A3', frame: 'world' } },
    ]);
    expect(reply.dropped_issues).toMatchObject([{ reason: 'unknown_handle' }]);
  });

  it('gives pictures that are asked for until they are spent, and then asks for the conclusion', async () => {
    const { environment, asked } = await fakeVision(({ tools }) =>
      tools.length > 0
        ? {
            calls: [
              {
                name: 'inspect_region',
                arguments: { target: { label: 'overall', cx: 0.5, cy: 0.5, span: 0.2 }, purpose: 'text' },
              },
              { name: 'erase', arguments: {} },
              { name: 'text', arguments: 'no json' },
            ],
          }
        : { issues: [] },
    );
    const { code } = await review(picture, fresh(), environment);
    expect(code).toBe(0);
    const last = asked.at(-1) as Asked;
    expect(last.tools).toEqual([]);
    expect(last.pictures.filter(({ label }) => label.startsWith('inspect-'))).toHaveLength(6);
    expect(last.texts.join()).toContain('spent');
    expect(last.toolReplies.some((reply) => reply.includes('There is no tool erase'))).toBe(true);
    for (const { pictures } of asked) expect(pictures.length).toBeLessThanOrEqual(20);
  });

  it.each([
    ['words instead of JSON', 'I will not answer in JSON.'],
    ['a wall of text', 'x'.repeat(300_000)],
    ['calls of tools that it was not given', { calls: [{ name: 'inspect_region', arguments: {} }] }],
  ])('comes to an end with %s', async (_, said) => {
    const { environment, asked } = await fakeVision(() => said);
    const { code, reply } = await review(picture, fresh(), environment);
    expect(code).toBe(0);
    expect(reply.frames[0]?.looked).toBe(false);
    expect(asked.length).toBeLessThan(20);
  });

  it('keeps what the rules found where the model fails, and says so by its exit code', async () => {
    const { environment } = await fakeVision(() => ({ status: 401 }));
    const { code, reply } = await review(picture, fresh(), environment);
    expect(code).toBe(5);
    expect(reply.limitations[0]).toContain('HTTP status 401');
    expect((await review(drawing, fresh(), environment)).code).toBe(1);
  });

  it('asks nothing twice: a review that is run again takes over the sheets that are done', async () => {
    const { environment, asked } = await fakeVision(sees([issue(BOX)]));
    const to = fresh();
    const first = await review(picture, to, environment);
    const calls = asked.length;
    const second = await review(picture, to, environment);
    expect(asked).toHaveLength(calls);
    expect(second.reply.issues).toEqual(first.reply.issues);
    expect(second.reply.frames[0]?.resumed).toBe(true);
  });

  it('treats text of models as text', async () => {
    const evil = '</p><script>alert(1)</script>';
    const { environment } = await fakeVision(sees([issue(BOX, 'dimensions', evil)]));
    const { reply } = await review(picture, fresh(), environment);
    const html = readFileSync(reply.report as string, 'utf8');
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;');
  });
});
