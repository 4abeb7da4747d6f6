import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DxfEntity, mtext, text } from '../../../test/support/dxf.js';
import { dxf } from '../../../test/support/dxf-file.js';
import { limitsFrom } from '../limits.js';
import { parseMText, readable } from './mtext.js';
import { openCad } from './open-cad.js';
import { plainText } from './text-codes.js';

const read = (content: string) => readable(parseMText(content));
const heights = (content: string) =>
  parseMText(content).flatMap(({ runs }) => runs.map((run) => (run.style.height ?? 2) * run.style.heightFactor));

describe('an MTEXT reads', () => {
  it.each([
    ['one\\Ptwo', 'one\ntwo'],
    ['{\\fArial|b0|i0|c134|p2;图名}：泵房', '图名：泵房'],
    ['\\A1;\\H2.5;a{\\H0.7xb}\\W.8;c', 'abc'],
    ['\\S1/2; and \\S1#2; and \\S+0.1^ -0.2;', '1/2 and 1/2 and +0.1 -0.2'],
    ['m\\S2^ ;', 'm2'],
    ['a\\~b', 'a b'],
    ['\\\\ \\{ \\}', '\\ { }'],
    ['%%d %%P %%c', '° ± ⌀'],
    ['^Ia^ b', '\ta^b'],
    ['\\pxqc,i-3,l4;centred', 'centred'],
    ['\\C1;\\c255;red\\Lunder\\l', 'redunder'],
    ['\\H3', ''],
    ['}}}{{{open', 'open'],
  ])('%s as %s', (content, text) => {
    expect(read(content)).toBe(text);
  });

  it('keeps heights per run, relative ones multiplied, and gives them back at the end of a group', () => {
    expect(heights('a{\\H2x;b\\H0.5x;c}d')).toEqual([2, 4, 2, 2]);
    expect(heights('\\H5;a\\H0.7x;b')).toEqual([5, 3.5]);
  });

  it('keeps any text without codes, and never fails on any with them', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'abc 图纸Ω1.5-'), maxLength: 60 });
    fc.assert(
      fc.property(plain, (text) => {
        expect(read(text)).toBe(text);
      }),
    );
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'\\{};%^PHSfpUWQ1/#x|,.~a') }),
        (text) => read(text).length >= 0,
      ),
    );
  });
});

describe('lines along a text', () => {
  const linesOf = async (...entities: DxfEntity[]) => {
    const { layouts } = await openCad(Buffer.from(dxf({ entities })), limitsFrom({}));
    const shapes = (layouts[0]?.entities ?? []).flatMap((entity) => [...entity.shapes()]);
    const written = shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
    const ends = shapes.flatMap((shape) =>
      shape.kind === 'line'
        ? shape.curves.map((curve) => (curve.kind === 'segment' ? [curve.from, curve.to] : []))
        : [],
    );
    return { written, ends: ends.map((pair) => pair.map((point) => point.map((n) => Number(n.toFixed(3))))) };
  };

  it('of a TEXT run where %%u, %%o and %%k switch them on, turned with it', async () => {
    const { written, ends } = await linesOf(text([100, 50], 10, '%%u一层%%o平面%%u图', { rotationDeg: 90 }));
    expect(written).toEqual(['一层平面图']);
    const [under, both, over, ...more] = ends.map((pair) => pair.map((point) => point[0]));
    expect([under, both, over].map((xs) => xs?.[0])).toEqual([102, 102, 88]);
    expect(more).toEqual([[88, 88]]);
    expect(ends[0]?.[0]).toEqual([102, 50]);
    expect(ends[0]?.[1]).toEqual(ends[1]?.[0]);
  });

  it('of an MTEXT run under blanks too, and end with their group', async () => {
    const { written, ends } = await linesOf(mtext([0, 0], 10, '签名{\\L   \\K设计}图', { attachment: 7 }));
    expect(written.join('')).toContain('设计');
    expect(ends.map((pair) => pair[0]?.[1])).toEqual([-2, -2, 5]);
    expect(ends[0]?.[1]).toEqual(ends[1]?.[0]);
  });

  it('are none where none are asked for, and %%%u is a percent sign', async () => {
    expect((await linesOf(text([0, 0], 10, '100%%%u'), mtext([0, 0], 10, 'a\\Lb'.replace('\\L', '')))).ends).toEqual(
      [],
    );
  });
});

it.each([
  ['%%uTITLE%%u', 'TITLE'],
  ['%%c20%%p0.1', '⌀20±0.1'],
  ['90%%D', '90°'],
  ['50%%%', '50%'],
  ['%%065', 'A'],
  ['a^Jb', 'a b'],
])('a TEXT %s reads %s', (text, plain) => {
  expect(plainText(text, (byte) => byte)).toBe(plain);
});
