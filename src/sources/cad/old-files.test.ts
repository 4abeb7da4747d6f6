import { expect, it } from 'vitest';
import { ellipse, oldPolyline, point, text } from '../../../test/support/dxf.js';
import { dxf, encoded } from '../../../test/support/dxf-file.js';
import { limitsFrom } from '../limits.js';
import { openCad } from './open-cad.js';

it('reads R12 polylines, and names entities by their place where they have no handles', async () => {
  const square = oldPolyline(
    [
      [0, 0],
      [2, 0],
      [2, 2],
    ] as const,
    { closed: true },
  );
  const file = dxf({ version: 'AC1009', entities: [square, point([5, 5])] });
  const [model] = (await openCad(Buffer.from(file), limitsFrom())).layouts;
  expect(model?.entities.map(({ type, handle }) => [type, handle])).toEqual([
    ['POLYLINE', '@1'],
    ['POINT', '@2'],
  ]);
  expect(model?.entities[0]?.box).toEqual([0, 0, 2, 2]);
});

it('reads Chinese in GBK before 2007', async () => {
  const header = { $DWGCODEPAGE: [[3, 'ANSI_936']] as const };
  const file = dxf({
    version: 'AC1015',
    header,
    entities: [text([0, 0], 3.5, '水泵房'), ellipse([0, 0], [4, 0], 0.5)],
  });
  const [model] = (await openCad(encoded(file, 'gbk'), limitsFrom())).layouts;
  expect(model?.entities[0]?.text).toBe('水泵房');
  expect(model?.entities[1]?.box).toEqual([-4, -2, 4, 2]);
});
