import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMText, readable } from './mtext.js';
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
