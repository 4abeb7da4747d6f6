import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonUnits } from './json-units.js';

const unitsOf = (text: string, cut: number): [string, boolean, unknown][] => {
  const bytes = Buffer.from(text);
  const scanner = new JsonUnits();
  const units = [];
  for (let at = 0; at < bytes.length; at += cut) units.push(...scanner.push(bytes.subarray(at, at + cut)));
  return units.map(({ key, inList, start, end }) => [key, inList, JSON.parse(bytes.subarray(start, end).toString())]);
};

describe('units of a request', () => {
  it('are the elements of its messages and its other members, however it is cut and spaced', () => {
    const members = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });
    fc.assert(
      fc.property(
        members,
        fc.array(fc.jsonValue({ maxDepth: 3 })),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(3),
        (extra, list, cut, indent) => {
          const request: Record<string, unknown> = {
            model: 'm',
            ...extra,
            messages: list,
            'in\u0070ut': [{ a: [1, '}]"\\'] }],
          };
          const expected = Object.entries(request).flatMap(([key, value]): [string, boolean, unknown][] =>
            ['messages', 'input'].includes(key) && Array.isArray(value)
              ? value.map((it) => [key, true, it])
              : [[key, false, value]],
          );
          const clean = (it: unknown) => JSON.parse(JSON.stringify(it));
          expect(unitsOf(JSON.stringify(request, null, indent), cut)).toEqual(clean(expected));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('are none in what is no object', () => {
    for (const text of ['[]', '"messages"', '12', '{}', '[[1,2],{"messages":[1]}]'])
      expect(unitsOf(text, 3)).toEqual([]);
  });
});
