import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pageBox } from '../../evidence/boxes.js';
import { spanColumns, spansFrom } from './span-columns.js';

const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 });
const span = fc.record({
  text: fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('\n')),
  box: fc.tuple(number, number, number, number).map((corners) => pageBox(...corners)),
  font: fc.constantFrom('Helvetica', 'Times Roman', ''),
  sizePt: fc.constantFrom(0, 9.96, 12),
  rotationDeg: fc.constantFrom(0, 90),
  color: fc.constantFrom('#000000', '#ff0033'),
  hidden: fc.boolean(),
  spaceBefore: fc.boolean(),
  line: fc.nat(),
});

it('spans are the same again after they were columns and copied to another thread', () => {
  fc.assert(
    fc.property(fc.array(span), (drawn) => {
      const spans = drawn.map((one, index) => ({ id: `s${index}`, ...one }));
      expect(spansFrom(structuredClone(spanColumns(spans)))).toEqual(spans);
    }),
  );
});
