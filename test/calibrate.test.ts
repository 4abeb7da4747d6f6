import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LINE_GAPS_PX, TARGETS, TEXT_SIZES_PX, TEXTS } from '../src/review/calibrate/calibrate.js';
import { withCalibration } from '../src/review/calibrate/calibrations.js';
import {
  linePicture,
  pngOf,
  type TestPicture,
  targetPicture,
  textPicture,
} from '../src/review/calibrate/test-pictures.js';
import { limitsFrom } from '../src/sources/limits.js';
import { fakeVision } from './support/fake-vision.js';

const library = mkdtempSync(join(tmpdir(), 'groundglass-calibrate-'));
afterAll(() => rmSync(library, { recursive: true, force: true }));

interface Truth {
  readonly answer: string;
  readonly kind: 'filled' | 'stroked' | 'line' | 'target';
  readonly size: number;
}
/** What each test picture shows, by its digest: the fake model's eyes. */
const truths = new Map<string, Truth>();
const digest = (png: Uint8Array): string => createHash('sha256').update(png).digest('hex');

beforeAll(async () => {
  const limits = limitsFrom({});
  const learn = async (picture: TestPicture, truth: Truth): Promise<void> => {
    for (const inverted of [false, true]) truths.set(digest(await pngOf(picture, inverted, limits)), truth);
  };
  const size = (kind: 'filled' | 'stroked') => async (px: number) => {
    const answer = TEXTS[px % TEXTS.length] as string;
    await learn(textPicture(answer, kind, px), { answer, kind, size: px });
  };
  for (const px of TEXT_SIZES_PX) await size('filled')(px);
  for (const px of TEXT_SIZES_PX) await size('stroked')(px);
  for (const gap of LINE_GAPS_PX) {
    await learn(linePicture(1, gap), { answer: 'one', kind: 'line', size: 99 });
    await learn(linePicture(2, gap), { answer: 'two', kind: 'line', size: gap });
  }
  for (const [x, y] of TARGETS)
    await learn(targetPicture([x, y]), { answer: `${x + 0.03},${y + 0.04}`, kind: 'target', size: 99 });
}, 120_000);

it('finds the smallest sizes that a model reads, keeps them, and plans by them', async () => {
  const reads = { filled: 12, stroked: 6, line: 5, target: 0 };
  const { environment } = await fakeVision(({ pictures }) => {
    const truth = truths.get(pictures[0]?.sha256 ?? '');
    return { answer: truth !== undefined && truth.size >= reads[truth.kind] ? truth.answer : 'QQQ' };
  });
  const { code, stdout } = await new Promise<{ code: number; stdout: string }>((resolve) => {
    const env = { PATH: process.env.PATH, GROUNDGLASS_LIBRARY: library, ...environment };
    execFile(process.execPath, ['dist/cli.js', 'calibrate', '--rounds', '1', '--json'], { env }, (error, out) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout: out }),
    );
  });
  expect(code).toBe(0);
  const reply = JSON.parse(stdout);
  expect(reply).toMatchObject({
    model: 'fake-eye',
    text_px: { filled: 12, stroked: 6 },
    line_px: 5,
    grounding_error: 0.05,
  });
  expect(JSON.parse(readFileSync(join(library, 'calibrations.json'), 'utf8'))['fake-eye']).toEqual(reply);
  expect(withCalibration({ GROUNDGLASS_VISION_MODEL: 'fake-eye' }, library)).toMatchObject({
    GROUNDGLASS_TEXT_READABLE_PX: '12',
    GROUNDGLASS_LINE_READABLE_PX: '5',
  });
  expect(withCalibration({ GROUNDGLASS_VISION_MODEL: 'another' }, library)).not.toHaveProperty(
    'GROUNDGLASS_TEXT_READABLE_PX',
  );
}, 120_000);
