import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageBox } from '../../evidence/boxes.js';
import { page, rect, run } from '../layout/painted-fixture.js';
import { type Word, wordsOf } from '../layout/words.js';
import { findTables } from './find-tables.js';
import type { Table } from './table.js';
import { grid, line, pathOf, rows, tablesOn, texts } from './tables-fixture.js';

const PEOPLE = [
  ['Name', 'Born', 'Paid'],
  ['Ada', '1815', '12.5'],
  ['Grace', '1906', '7.0'],
  ['Katherine', '1918', '103.2'],
];

const only = (tables: readonly Table[]): Table => {
  expect(tables).toHaveLength(1);
  return tables[0] as Table;
};

describe('ruled tables', () => {
  const XS = [50, 150, 250, 350];
  const YS = [100, 120, 140, 160, 180];
  const words = () => rows(PEOPLE, [55, 155, 255], 114, 20);

  it('cells between crossing lines', () => {
    const table = only(tablesOn([...grid(XS, YS), ...words()]));
    expect(table.method).toBe('ruled');
    expect(texts(table)).toEqual(PEOPLE);
    expect(table.cells.filter((cell) => cell.header).map((cell) => cell.text)).toEqual(PEOPLE[0]);
  });

  it.each([
    [
      'the outer border is missing',
      grid(XS, YS).filter((l) => !l.id.includes('-50-100-50-180') && !l.id.includes('-350-100-350-180')),
    ],
    [
      'lines are thin filled rectangles',
      [...XS.map((x) => rect(x, 100, x + 0.5, 180)), ...YS.map((y) => rect(50, y, 350, y + 0.5))],
    ],
    [
      'lines are dotted',
      [
        ...XS.map((x) => line(x, 100, x, 180)),
        ...YS.flatMap((y) => Array.from({ length: 100 }, (_, i) => line(50 + 3 * i, y, 52 + 3 * i, y))),
      ],
    ],
    [
      'each cell has a border of its own',
      XS.slice(1).flatMap((x, i) =>
        YS.slice(1).map((y, j) =>
          rect(XS[i] as number, YS[j] as number, x, y, { fill: null, stroke: '#000000', strokeWidthPt: 0.5 }),
        ),
      ),
    ],
    [
      'cells are told by their backgrounds alone',
      XS.slice(1).flatMap((x, i) =>
        YS.slice(1).map((y, j) =>
          rect((XS[i] as number) + 1, (YS[j] as number) + 1, x - 1, y - 1, { fill: j === 0 ? '#99bbee' : '#eeeeee' }),
        ),
      ),
    ],
    [
      'lines are white on grey',
      [rect(50, 100, 350, 180, { fill: '#cccccc' }), ...grid(XS, YS).map((l) => ({ ...l, stroke: '#ffffff' }))],
    ],
  ])('the same where %s', (_, lines) => {
    expect(texts(only(tablesOn([...lines, ...words()])))).toEqual(PEOPLE);
  });

  it('white lines on white paper, clipped and transparent ones part nothing', () => {
    const unseen = [{ stroke: '#ffffff' }, { strokeAlpha: 0 }, { layerHidden: true }];
    for (const change of unseen) {
      const [table] = tablesOn([...grid(XS, YS).map((l) => ({ ...l, ...change })), ...words()]);
      expect(table?.method ?? 'aligned').toBe('aligned');
    }
  });

  it('merged cells span rows and columns', () => {
    const lines = [
      ...grid([50, 150, 250, 350], [100, 120, 140, 160]).filter(
        (l) => !['op-line-50-120-350-120', 'op-line-250-100-250-160'].includes(l.id),
      ),
      line(150, 120, 350, 120),
      line(250, 120, 250, 160),
    ];
    const table = only(
      tablesOn([
        ...lines,
        run('Region', 55, 124),
        run('Sales', 235, 114),
        run('2023', 155, 134),
        run('2024', 255, 134),
        run('North', 55, 154),
        run('10', 155, 154),
        run('20', 255, 154),
      ]),
    );
    expect(table.cells.find(({ text }) => text === 'Region')).toMatchObject({
      rowSpan: 2,
      columnSpan: 1,
      header: true,
    });
    expect(table.cells.find(({ text }) => text === 'Sales')).toMatchObject({ rowSpan: 1, columnSpan: 2, header: true });
    const cell = table.cells.find(({ text }) => text === '20') as Table['cells'][number];
    expect(pathOf(table, cell)).toEqual({ columns: ['Sales', '2024'], rows: ['North'] });
  });

  it('columns alone are ruled: rows come from the baselines', () => {
    const lines = grid([50, 150, 250, 350], [100, 120, 200]);
    const table = only(tablesOn([...lines, ...rows(PEOPLE, [55, -240, -340], 114, 22)]));
    expect(table.method).toBe('mixed');
    expect(texts(table)).toEqual(PEOPLE);
  });

  it('figures and Han text that touch at a line are two cells', () => {
    const lines = grid([50, 110, 200], [100, 120, 140]);
    const table = only(
      tablesOn([
        ...lines,
        run('数量', 60, 114),
        run('种类', 120, 114),
        run('3,992', 84, 134),
        run('人民币普通股', 110, 134),
      ]),
    );
    expect(texts(table)).toEqual([
      ['数量', '种类'],
      ['3,992', '人民币普通股'],
    ]);
  });

  it.each([90, 180, 270] as const)('the same table turned by %i degrees', (turn) => {
    const [w, h] = turn === 180 ? [600, 800] : [800, 600];
    const map = (x: number, y: number): [number, number] =>
      turn === 90 ? [w - y, x] : turn === 180 ? [w - x, h - y] : [y, h - x];
    const lines = [...XS.map((x) => [x, 100, x, 180]), ...YS.map((y) => [50, y, 350, y])].map(([a, b, c, d]) =>
      line(...map(a as number, b as number), ...map(c as number, d as number)),
    );
    const turned = PEOPLE.flatMap((cells, r) =>
      cells.map((text, c) => run(text, ...map(55 + 100 * c, 114 + 20 * r), 10, { rotationDeg: turn })),
    );
    const table = only(tablesOn([...lines, ...turned], w, h));
    expect(texts(table)).toEqual(PEOPLE);
    expect(table.rotationDeg).toBe(turn);
  });
});

describe('tables without vertical lines', () => {
  it('columns of figures are told apart, signs join their figures, blank cells stay blank', () => {
    const statement = [
      ['', '2023', '2022'],
      ['Revenue', '$ 4,154', '$ 3,826'],
      ['Cost of revenue', '(2,110)', '(2,014)'],
      ['Other income', '', '–'],
      ['Net loss', '$ (1,015)', '$ (1,256)'],
      ['Margin', '49.2%', '47.4%'],
    ];
    const table = only(tablesOn(rows(statement, [50, -300, -400], 100)));
    expect(table.method).toBe('aligned');
    expect(texts(table)).toEqual(statement);
    expect(table.cells.filter((cell) => cell.header).map((cell) => cell.text)).toEqual(['', '2023', '2022']);
  });

  it('a currency sign at the far edge of its column belongs to the figure', () => {
    const lines = [
      ['Revenue', '1,076', '4,154'],
      ['Costs', '533', '2,100'],
      ['Gross', '543', '2,054'],
      ['Net', '12', '40'],
    ];
    const signs = [0, 3].flatMap((row) => [220, 330].map((x) => run('$', x, 100 + 14 * row)));
    const table = only(tablesOn([...rows(lines, [50, -290, -400], 100), ...signs]));
    expect(texts(table)[0]).toEqual(['Revenue', '$ 1,076', '$ 4,154']);
    expect(table.columns).toBe(3);
  });

  it('rules above and below enclose a table of words', () => {
    const words = [
      ['Method', 'Strength', 'Weakness'],
      ['Rules', 'exact', 'brittle'],
      ['Models', 'broad', 'opaque'],
    ];
    const rules = [90, 106, 150].map((y) => line(50, y, 350, y));
    const table = only(tablesOn([...rules, ...rows(words, [50, 150, 250], 101, 20)]));
    expect(texts(table)).toEqual(words);
    expect(table.cells.filter((cell) => cell.header).map((cell) => cell.text)).toEqual(words[0]);
  });

  it('a rule under part of the columns makes a heading over them', () => {
    const elements = [
      line(50, 90, 400, 90),
      line(150, 106, 400, 106),
      line(50, 122, 400, 122),
      line(50, 190, 400, 190),
      run('Sales by year', 240, 102),
      ...rows([['Region', '2021', '2022', '2023']], [50, -220, -310, -400], 118),
      ...rows(
        [
          ['North', '10.1', '11.2', '12.3'],
          ['South', '20.1', '21.2', '22.3'],
          ['East', '30.1', '31.2', '32.3'],
        ],
        [50, -220, -310, -400],
        136,
      ),
    ];
    const table = only(tablesOn(elements));
    expect(table.cells.find(({ text }) => text === 'Sales by year')).toMatchObject({ columnSpan: 3, header: true });
    expect(table.cells.find(({ text }) => text === 'Region')).toMatchObject({ rowSpan: 2 });
  });

  it('a heading centred over headings spans them without a rule', () => {
    const elements = [
      ...rows([['Three months ended']], [240], 100),
      ...rows([['', '2021', '2022', '2023']], [50, -220, -310, -400], 114),
      ...rows(
        [
          ['Revenue', '10.1', '11.2', '12.3'],
          ['Costs', '20.1', '21.2', '22.3'],
          ['Profit', '30.1', '31.2', '32.3'],
        ],
        [50, -220, -310, -400],
        128,
      ),
    ];
    const table = only(tablesOn(elements));
    expect(table.cells.find(({ text }) => text === 'Three months ended')).toMatchObject({
      columnSpan: 3,
      header: true,
    });
  });

  it('wrapped labels are one cell, headings of groups are rows of their own', () => {
    const body = [
      ['Item', '2023', '2022'],
      ['Operating activities', '', ''],
      ['  Net income', '12.0', '11.0'],
      ['  Stock compensation, net of amounts', '', ''],
      ['  capitalised in the period', '3.0', '2.0'],
      ['Investing activities', '', ''],
      ['  Purchases', '(4.0)', '(5.0)'],
    ];
    const table = only(tablesOn(rows(body, [50, -330, -420], 100, 12)));
    expect(texts(table).map(([label]) => label)).toEqual([
      'Item',
      'Operating activities',
      'Net income',
      'Stock compensation, net of amounts capitalised in the period',
      'Investing activities',
      'Purchases',
    ]);
    const cell = table.cells.find(({ text }) => text === '(4.0)') as Table['cells'][number];
    expect(pathOf(table, cell)).toEqual({ columns: ['2023'], rows: ['Investing activities', 'Purchases'] });
  });

  it('groups of three digits parted by thin blanks are one figure', () => {
    const body = [
      ['Ville', 'Habitants', 'Budget'],
      ['Lyon', '1 234 567', '45 678'],
      ['Nice', '345 678', '9 012'],
      ['Brest', '140 064', '8 100'],
    ];
    expect(texts(only(tablesOn(rows(body, [50, -250, -350], 100))))).toEqual(body);
  });

  it('captions, units and notes are not rows', () => {
    const elements = [
      run('Table 7. Output by plant', 50, 80, 10, { font: 'Helvetica-Bold' }),
      ...rows(
        [
          ['Plant', '2021', '2022'],
          ['A', '10.0', '11.0'],
          ['B*', '20.0', '21.0'],
          ['C', '30.0', '31.0'],
        ],
        [50, -220, -310],
        100,
      ),
      run('* Closed in 2023.', 50, 170, 8),
    ];
    const table = only(tablesOn(elements));
    expect(table).toMatchObject({ title: 'Table 7. Output by plant', rows: 4 });
    expect(table.footnotes).toMatchObject([{ mark: '*', text: 'Closed in 2023.', cells: [{ row: 2, column: 0 }] }]);
  });
});

describe('what is no table', () => {
  const sentence = 'the quick brown fox jumps over the lazy dog and';
  it.each([
    [
      'running text in two columns',
      Array.from({ length: 20 }, (_, i) => [run(sentence, 40, 100 + 12 * i), run(sentence, 320, 100 + 12 * i)]).flat(),
    ],
    [
      'a table of contents',
      Array.from({ length: 8 }, (_, i) => [
        run(`Chapter ${'abcdefgh'[i]} . . . . . . . . . . .`, 50, 100 + 14 * i),
        run(String(3 + 7 * i), 400, 100 + 14 * i),
      ]).flat(),
    ],
    [
      'a chart of bars with values',
      Array.from({ length: 5 }, (_, i) => [
        rect(60 + 60 * i, 300 - 30 * (i + 1), 90 + 60 * i, 300),
        run(`${30 * (i + 1)}`, 62 + 60 * i, 290 - 30 * (i + 1)),
        run(`Q${i}`, 65 + 60 * i, 315),
      ]).flat(),
    ],
    [
      'a box around text',
      [
        rect(40, 90, 400, 300, { fill: null, stroke: '#000000', strokeWidthPt: 1 }),
        ...Array.from({ length: 9 }, (_, i) => run(sentence, 50, 110 + 14 * i)),
      ],
    ],
    [
      'a list with numbers before its items',
      Array.from({ length: 6 }, (_, i) => [
        run(`${i + 1}.`, 50, 100 + 14 * i),
        run('an item of the list', 75, 100 + 14 * i),
      ]).flat(),
    ],
  ])('%s', (_, elements) => {
    expect(tablesOn(elements).map(texts)).toEqual([]);
  });
});

describe('evidence', () => {
  it('asks for refusals by the glyphs of each cell, and names the spans', () => {
    const painted = page([
      ...grid([50, 150, 250], [100, 120, 140]),
      ...rows(
        [
          ['Year', 'Sum'],
          ['2023', '17'],
        ],
        [55, 155],
        114,
        20,
      ),
    ]);
    const { tables } = findTables(painted, 0, {
      refusals: (runs) => (runs.length > 1 ? [] : ['COVERED']),
    });
    const cell = only(tables).cells.find(({ text }) => text === '17');
    expect(cell?.refused).toEqual(['COVERED']);
    expect(cell?.spanIds).toEqual([cell?.runs[0]?.id]);
  });
});

describe('any table', () => {
  const figure = fc.integer({ min: -99_999, max: 99_999 }).map((n) => (n < 0 ? `(${-n})` : `${n}`));
  it('made of figures in columns comes back cell by cell', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 2, max: 5 })
          .chain((n) => fc.array(fc.array(figure, { minLength: n, maxLength: n }), { minLength: 4, maxLength: 12 })),
        (body) => {
          const at = body[0]?.map((_, i) => -(200 + 60 * i)) as number[];
          const elements = body.flatMap((cells, r) => [
            run(`Row ${'abcdefghijkl'[r]}`, 50, 100 + 14 * r),
            ...rows([cells], at, 100 + 14 * r),
          ]);
          expect(texts(only(tablesOn(elements)))).toEqual(
            body.map((cells, r) => [`Row ${'abcdefghijkl'[r]}`, ...cells]),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('has cells that cover its grid exactly once, whatever lines and words a page has', () => {
    const coordinate = fc.integer({ min: 0, max: 30 }).map((n) => n * 20);
    const lines = fc.array(fc.tuple(coordinate, coordinate, coordinate, fc.boolean()), { maxLength: 40 });
    const words = fc.array(fc.tuple(coordinate, coordinate, fc.constantFrom('12', 'word', '–', '3.4%', '字')), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(lines, words, (drawn, said) => {
        const elements = [
          ...drawn.map(([a, b, c, level]) => (level ? line(a, b, c, b) : line(b, a, b, c))),
          ...said.map(([x, y, text]) => run(text, x + 3, y + 14)),
        ];
        for (const table of tablesOn(elements, 640, 640)) {
          expect(texts(table).flat()).not.toContain('?');
          expect(table.cells.reduce((sum, cell) => sum + cell.rowSpan * cell.columnSpan, 0)).toBe(
            table.rows * table.columns,
          );
          for (const cell of table.cells) {
            expect(cell.row + cell.rowSpan).toBeLessThanOrEqual(table.rows);
            expect(cell.column + cell.columnSpan).toBeLessThanOrEqual(table.columns);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('hostile pages', () => {
  it('100,000 lines and 50,000 words end, with a warning', () => {
    const lines = Array.from({ length: 100_000 }, (_, i) =>
      i % 2 ? line(0, (i * 7) % 797, 600, (i * 7) % 797) : line((i * 3) % 599, 0, (i * 3) % 599, 800),
    );
    const [sample] = wordsOf(page([run('7', 50, 50, 4)])) as [Word];
    const words = Array.from({ length: 50_000 }, (_, i): Word => {
      const [x, y] = [(i * 13) % 590, (i * 17) % 790];
      return { ...sample, box: pageBox(x, y - 3, x + 2, y), baseline: y };
    });
    const { warnings } = findTables(page(lines), 0, {}, words);
    expect(warnings.map(({ code }) => code).sort()).toEqual(['TABLES_TOO_MANY_RULINGS', 'TABLES_TOO_MANY_WORDS']);
  }, 60_000);

  it.each([
    ['no size', rect(10, 10, 10, 10)],
    ['path data that breaks off', { ...line(0, 0, 5, 5), d: 'M1 2L' }],
    ['path data that is none', { ...line(0, 0, 5, 5), d: 'hello' }],
    ['no numbers', { ...line(0, 0, 5, 5), d: 'MNaN NaNLInfinity 3' }],
  ])('a path with %s is passed over', (_, element) => {
    expect(() => tablesOn([element, run('word', 10, 10), run('', 20, 20), run('1', 30, 10, 0)])).not.toThrow();
  });
});
