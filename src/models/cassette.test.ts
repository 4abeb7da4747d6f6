import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Cassettes, cassettesFrom, executionModeIn, fingerprintOf } from './cassette.js';

const folder = mkdtempSync(join(tmpdir(), 'groundglass-cassettes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const fresh = (): string => {
  const path = join(folder, String(count++));
  mkdirSync(path);
  return path;
};
const never = async (): Promise<never> => {
  throw new Error('was called');
};
const PICTURE = `data:image/png;base64,${'QUJD'.repeat(50)}`;
const request = { model: 'm', messages: [{ role: 'user', content: [{ image_url: { url: PICTURE } }] }] };

describe('recorded calls', () => {
  it('are made once and replayed from then on, alike to the last byte', async () => {
    const cassettes = new Cassettes(fresh(), 'auto', 'PRODUCTION');
    const reply = { choices: [{ message: { content: '  {"a": 1.50}\n' } }] };
    expect(await cassettes.play(request, async () => reply)).toEqual({ reply, executionMode: 'PRODUCTION' });
    expect(JSON.stringify((await cassettes.play(request, never)).reply)).toBe(JSON.stringify(reply));
  });

  it('keep a picture as its digest, and are named by the request however its keys are ordered', async () => {
    const path = fresh();
    await new Cassettes(path, 'auto', 'PRODUCTION').play(request, async () => 1);
    const [name = ''] = readdirSync(path);
    expect(name).toBe(`${fingerprintOf({ messages: request.messages, model: 'm' })}.json`);
    expect(readFileSync(join(path, name), 'utf8')).not.toContain('QUJDQUJD');
    expect(fingerprintOf({ ...request, model: 'n' })).not.toBe(fingerprintOf(request));
  });

  it('that are missing are an error of their own in the mode replay', async () => {
    await expect(new Cassettes(fresh(), 'replay', 'PRODUCTION').play(request, never)).rejects.toMatchObject({
      code: 'cassette_missing',
      class: 'missing_dependency',
    });
  });

  it('are made again in the mode record', async () => {
    const path = fresh();
    await new Cassettes(path, 'auto', 'PRODUCTION').play(request, async () => 1);
    await new Cassettes(path, 'record', 'PRODUCTION').play(request, async () => 2);
    expect(await new Cassettes(path, 'replay', 'PRODUCTION').play(request, never)).toMatchObject({ reply: 2 });
  });

  it('say of themselves whether they are a test’s', async () => {
    const path = fresh();
    await new Cassettes(path, 'auto', 'TEST').play(request, async () => 1);
    expect(await new Cassettes(path, 'auto', 'PRODUCTION').play(request, never)).toMatchObject({
      executionMode: 'TEST',
    });
  });

  it.each([
    ['broken JSON', '{"format": "cassette-v1"'],
    ['another request', JSON.stringify({ format: 'cassette-v1', execution_mode: 'PRODUCTION', request: {}, reply: 1 })],
    ['another format', JSON.stringify({ format: 'tape', execution_mode: 'PRODUCTION', request, reply: 1 })],
  ])('that hold %s are told as damaged', async (_, text) => {
    const path = fresh();
    writeFileSync(join(path, `${fingerprintOf(request)}.json`), text);
    await expect(new Cassettes(path, 'auto', 'PRODUCTION').play(request, never)).rejects.toMatchObject({
      code: 'file_damaged',
    });
  });

  it('keep nothing of a call that failed', async () => {
    const path = fresh();
    await expect(new Cassettes(path, 'auto', 'PRODUCTION').play(request, never)).rejects.toThrow('was called');
    expect(readdirSync(path)).toEqual([]);
  });

  it('are where the environment says, in a mode that there is', () => {
    expect(cassettesFrom({})).toBeNull();
    expect(cassettesFrom({ GROUNDGLASS_CASSETTES: folder, GROUNDGLASS_CASSETTES_MODE: 'off' })).toBeNull();
    expect(cassettesFrom({ GROUNDGLASS_CASSETTES: folder })).toMatchObject({ mode: 'auto', folder });
    expect(() => cassettesFrom({ GROUNDGLASS_CASSETTES_MODE: 'sometimes' })).toThrow('no mode');
    expect(() => executionModeIn({ GROUNDGLASS_EXECUTION_MODE: 'DRAFT' })).toThrow('no mode');
  });
});
