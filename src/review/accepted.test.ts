import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Issue } from '../evidence/wire/review.js';
import { acceptanceOf, acceptedText, isAccepted, readAccepted } from './accepted.js';

const folder = mkdtempSync(join(tmpdir(), 'groundglass-accepted-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const finding = (id: string, evidence: Partial<Issue['evidence']> = {}, more: Partial<Issue> = {}): Issue => ({
  id,
  rule: null,
  category: 'dimensions',
  severity: 'major',
  statement: 'No width.',
  evidence: { image: 'overall', box: [0, 0, 10, 10], handle: null, frame: 'page', sheet: 1, ...evidence },
  source: 'model',
  readings: 2,
  second_reading: null,
  ...more,
});
const accepted = [acceptanceOf(finding('M-1'))];

describe('a finding that a person accepted', () => {
  it.each([
    ['by its id', finding('M-1', { box: [90, 90, 99, 99] })],
    [
      'by its place, a little off and in other words',
      finding('M-2', { box: [1, 1, 11, 11] }, { statement: '宽度缺失' }),
    ],
  ])('is known again %s', (_, issue) => expect(isAccepted(issue, accepted)).toBe(true));

  it.each([
    ['at another place', finding('M-2', { box: [6, 6, 16, 16] })],
    ['on another sheet', finding('M-2', { sheet: 2 })],
    ['of another category', finding('M-2', {}, { category: 'title_block' })],
    ['of a rule', finding('M-2', {}, { rule: 'placeholder_text' })],
    ['of an entity', finding('M-2', { handle: '2F' })],
    ['without a place', finding('M-2', { box: null })],
  ])('is another one %s', (_, issue) => expect(isAccepted(issue, accepted)).toBe(false));

  it('of an entity is known by the entity, wherever it was moved', () => {
    const ofEntity = [acceptanceOf(finding('M-1', { handle: '2F' }))];
    expect(isAccepted(finding('M-2', { handle: '2F', box: [80, 80, 90, 90] }), ofEntity)).toBe(true);
    expect(isAccepted(finding('M-2', { handle: '30' }), ofEntity)).toBe(false);
  });
});

describe('the file of accepted findings', () => {
  const path = join(folder, '接受.json');

  it('is read as it was written; none is none', async () => {
    expect(await readAccepted(path)).toEqual([]);
    writeFileSync(path, acceptedText(accepted));
    expect(await readAccepted(path)).toEqual(accepted);
  });

  it.each([
    '',
    'null',
    '[]',
    '{"format":"accepted-v2","accepted":[]}',
    '{"format":"accepted-v1","accepted":[{}]}',
    '\0',
  ])('that holds %j is refused by name', async (content) => {
    writeFileSync(path, content);
    await expect(readAccepted(path)).rejects.toMatchObject({
      code: 'bad_argument',
      message: expect.stringContaining('接受.json'),
    });
  });
});
