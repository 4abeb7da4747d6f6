/** Share of each type in a drawing of a building, roughly as in the corpus. */
const KINDS = ['LINE', 'LINE', 'LINE', 'LINE', 'LWPOLYLINE', 'LWPOLYLINE', 'CIRCLE', 'ARC', 'TEXT', 'INSERT'] as const;
/** As far from the origin as survey coordinates are. */
const ORIGIN = 3_500_000;

/** An ASCII DXF (R2007, millimetres) of `count` entities in model space, which insert one block of 20 lines. */
export function syntheticDxf(count: number): Buffer {
  const parts: string[] = [];
  const put = (...tags: readonly (readonly [number, string | number])[]) => {
    for (const [code, value] of tags) parts.push(`${code}\n${value}\n`);
  };
  put([0, 'SECTION'], [2, 'HEADER'], [9, '$ACADVER'], [1, 'AC1021'], [9, '$INSUNITS'], [70, 4], [0, 'ENDSEC']);
  put([0, 'SECTION'], [2, 'BLOCKS'], [0, 'BLOCK'], [8, '0'], [2, 'BOLT'], [70, 0], [10, 0], [20, 0]);
  for (let i = 0; i < 20; i++) put([0, 'LINE'], [8, '0'], [10, i], [20, 0], [11, 0], [21, i]);
  put([0, 'ENDBLK'], [0, 'ENDSEC'], [0, 'SECTION'], [2, 'ENTITIES']);
  for (let i = 0; i < count; i++) {
    const kind = KINDS[i % KINDS.length] as (typeof KINDS)[number];
    const [x, y] = [ORIGIN + (i % 1000) * 17.25, ORIGIN + Math.floor(i / 1000) * 31.5];
    put([0, kind], [5, (0x1000 + i).toString(16).toUpperCase()], [100, 'AcDbEntity'], [8, `LAYER${i % 20}`]);
    if (kind === 'LINE') put([10, x], [20, y], [30, 0], [11, x + 12.5], [21, y + 7.25], [31, 0]);
    else if (kind === 'LWPOLYLINE') {
      put([90, 8], [70, 1]);
      for (let k = 0; k < 8; k++) put([10, x + k * 1.5], [20, y + (k % 3) * 2.5], [42, k % 4 === 0 ? 0.4 : 0]);
    } else if (kind === 'CIRCLE') put([10, x], [20, y], [30, 0], [40, 4.5]);
    else if (kind === 'ARC') put([10, x], [20, y], [30, 0], [40, 4.5], [50, 30], [51, 200]);
    else if (kind === 'TEXT') put([10, x], [20, y], [30, 0], [40, 3.5], [1, `轴线 ${i} A-${i % 26}`], [50, 15]);
    else put([2, 'BOLT'], [10, x], [20, y], [30, 0], [41, 0.5], [42, 0.5], [50, i % 360]);
  }
  put([0, 'ENDSEC'], [0, 'EOF']);
  return Buffer.from(parts.join(''));
}
