import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonNode, parseJsonTree } from './json-tree.js';

/** What a tree stands for; of a key that stands twice the last counts. */
function meantBy({ type, value, members }: JsonNode): unknown {
  if (type === 'array') return members.map(([, it]) => meantBy(it));
  // Not by assignment: a key may be __proto__.
  return type === 'object' ? Object.fromEntries(members.map(([key, it]) => [key, meantBy(it)])) : value;
}

function parsed(text: string): { readonly value: unknown } | 'no JSON' {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return 'no JSON';
  }
}

function read(text: string): ReturnType<typeof parsed> {
  try {
    return { value: meantBy(parseJsonTree(text)) };
  } catch (error) {
    expect(error).toMatchObject({ code: 'bad_argument' });
    return 'no JSON';
  }
}

describe('a tree of JSON', () => {
  it('is what JSON.parse gives, with the place of every value', () => {
    const check = (node: JsonNode, text: string): void => {
      expect(JSON.parse(text.slice(node.start, node.end))).toEqual(meantBy(node));
      for (const [, member] of node.members) check(member, text);
    };
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), fc.nat(3), (json, indent) => {
        const text = ` ${JSON.stringify(JSON.parse(json), null, indent)}\r\n\t`;
        const tree = parseJsonTree(text);
        expect(meantBy(tree)).toEqual(JSON.parse(text));
        check(tree, text);
      }),
    );
  });

  it('is refused where JSON.parse refuses, whatever stands in the text but control characters', () => {
    const piece = fc.constantFrom(
      ...'{}[]:,"\\ \n\t0-1.eE+tfn/',
      'true',
      'null',
      '"a"',
      '\\"',
      '\\u12',
      '\u2028',
      '1e5',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const meant = parsed(text);
        // Between values they are blanks, inside of strings they are no JSON, which the API itself may say.
        if (meant !== 'no JSON' || !/[\n\t]/.test(text)) expect(read(text)).toEqual(meant);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['a trailing comma', '[1,]'],
    ['a comment', '[1/**/]'],
    ['a leading zero', '[01]'],
    ['a bare number sign', '-'],
    ['a lone escape', '"\\"'],
    ['two documents', '{}{}'],
    ['a key that is no string', '{1:2}'],
    ['nothing', ''],
    ['a byte order mark', '\ufeff{}'],
  ])('is refused for %s', (_, text) => {
    expect(read(text)).toBe('no JSON');
  });

  it('keeps both of a key that stands twice, lone surrogates, and keys that objects have by themselves', () => {
    const text = '{"a":1,"a":2,"__proto__":{"x":"\\ud800"}}';
    expect(parseJsonTree(text).members.map(([key]) => key)).toEqual(['a', 'a', '__proto__']);
    expect(read(text)).toEqual(parsed(text));
  });

  it('has a bound for depth, and none for the length of a string', () => {
    for (const open of ['[', '{"a":']) {
      expect(() => parseJsonTree(open.repeat(100_000))).toThrow(expect.objectContaining({ code: 'too_deep' }));
    }
    const long = `"${'a\\\\'.repeat(2 ** 20)}\\""`;
    expect(parseJsonTree(long).value).toBe(JSON.parse(long));
  });
});
