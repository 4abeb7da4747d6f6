import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areaOf, contains, intersectionOf, type PageBox, pageBox } from '../../evidence/boxes.js';
import type { PaintedElement, PaintedPage } from '../../sources/painted.js';
import { page, picture, rect, run } from './painted-fixture.js';
import { type PartitionedPage, type PartitionOptions, partitionPage, type Region } from './partition.js';

/** Kinds and first words of the regions. */
const outline = ({ regions, lines }: PartitionedPage): string[] =>
  regions.map(({ kind, index }: Region) => `${kind}: ${lines[index]?.[0]?.text ?? ''}`.trim());

const PROSE = 'words that follow each other in a long line';
const prose = (x: number, y: number, lines: number, first = PROSE): PaintedElement[] =>
  Array.from({ length: lines }, (_, i) => run(i === 0 ? first : PROSE, x, y + i * 12));

function expectPartition(painted: PaintedPage, { regions, lines }: PartitionedPage): void {
  expect(regions.reduce((sum, { box }) => sum + areaOf(box), 0)).toBeCloseTo(painted.width * painted.height, 0);
  regions.forEach(({ box, content_box, index }, i) => {
    expect(index).toBe(i);
    expect(contains(pageBox(0, 0, painted.width, painted.height), box, 0.01)).toBe(true);
    expect(contains(box, content_box, 0.01)).toBe(true);
    for (const other of regions.slice(i + 1)) expect(intersectionOf(box, other.box)).toBeNull();
  });
  const ids = regions.flatMap(({ element_ids }) => element_ids);
  expect([...ids].sort()).toEqual(painted.elements.map(({ id }) => id).sort());
  expect(lines).toHaveLength(regions.length);
}

describe('any page', () => {
  const at = fc.integer({ min: -40, max: 640 });
  const size = fc.integer({ min: 0, max: 300 });
  const element = fc.oneof(
    fc
      .tuple(
        fc.string({ maxLength: 30 }),
        at,
        at,
        fc.integer({ min: 4, max: 30 }),
        fc.constantFrom(0, 90, 180, 270, 17),
      )
      .map(([text, x, y, sizePt, rotationDeg]) => run(text, x, y, sizePt, { rotationDeg })),
    fc.tuple(at, at, size, size).map(([x, y, w, h]) => rect(x, y, x + w, y + h)),
    fc.tuple(at, at, size, size).map(([x, y, w, h]) => picture(x, y, x + w, y + h)),
  );
  const box = fc.tuple(at, at, size, size).map(([x, y, w, h]) => pageBox(x, y, x + w, y + h));

  it('is covered without overlap, and each element is in one region', () => {
    fc.assert(
      fc.property(fc.array(element, { maxLength: 40 }), fc.array(box, { maxLength: 4 }), (elements, tables) => {
        const painted = page(elements);
        expectPartition(painted, partitionPage(painted, { tables }));
      }),
      { numRuns: 120 },
    );
  });

  it('reads a region that no straight cut parts one part after the other, in their order', () => {
    const painted = page([
      run('Outer one', 50, 60),
      run('Inner one', 300, 60),
      run('Outer two', 50, 90),
      run('Inner two', 300, 90),
      run('Outer three', 50, 600),
    ]);
    const outer = { kind: 'text', box: pageBox(10, 10, 590, 700) } as const;
    const inner = { kind: 'table', box: pageBox(280, 40, 580, 120) } as const;
    const read = (proposals: PartitionOptions['proposals'] = []) => {
      const { regions, lines } = partitionPage(painted, { proposals });
      return [regions.flatMap(({ parts = [] }) => parts.map(({ kind }) => kind)), lines.flat().map(({ text }) => text)];
    };
    const [own, others] = [
      ['Outer one', 'Outer two', 'Outer three'],
      ['Inner one', 'Inner two'],
    ];
    expect(read([outer, inner])).toEqual([
      ['text', 'table'],
      [...own, ...others],
    ]);
    expect(read([inner, outer])).toEqual([
      ['table', 'text'],
      [...others, ...own],
    ]);
  });

  it('without anything on it is one region', () => {
    expect(partitionPage(page([])).regions).toMatchObject([{ kind: 'text', box: [0, 0, 600, 800], element_ids: [] }]);
  });
});

describe('reading order', () => {
  const read = (elements: readonly PaintedElement[], options: PartitionOptions = {}): string[] =>
    outline(partitionPage(page(elements), options));

  it('goes down the left column before the right one, below what stands over both', () => {
    const order = read([
      ...prose(320, 100, 20, 'right'),
      run('The heading of them all', 50, 70, 20),
      ...prose(50, 100, 20, 'left'),
    ]);
    expect(order).toEqual(['title: The heading of them all', 'text: left', 'text: right']);
  });

  it('reads columns above a wide block, then the block, then the columns below', () => {
    const wide = Array.from({ length: 3 }, (_, i) => run(`${i ? '' : 'wide '}${PROSE} ${PROSE}`, 50, 380 + i * 12));
    const order = read([
      ...wide,
      ...prose(50, 100, 18, 'a'),
      ...prose(320, 100, 18, 'b'),
      ...prose(50, 480, 9, 'c'),
      ...prose(320, 480, 9, 'd'),
    ]);
    expect(order.map((text) => text.split(' ')[1])).toEqual(['a', 'b', 'wide', 'c', 'd']);
  });

  it('reads a panel as a whole', () => {
    const card = (x: number, name: string): PaintedElement[] => [
      rect(x, 100, x + 240, 300, { fill: '#eeeeff' }),
      run(name, x + 20, 140, 16),
      run('some words on a card', x + 20, 260),
    ];
    const order = read([...card(40, 'First'), ...card(320, 'Second')]);
    expect(order).toEqual([
      'title: First',
      'text: some words on a card',
      'title: Second',
      'text: some words on a card',
    ]);
  });

  it('begins at the right where the page is Hebrew', () => {
    const hebrew = 'שלום שלום שלום שלום שלום שלום שלום';
    const column = (x: number, mark: string): PaintedElement[] =>
      Array.from({ length: 10 }, (_, i) =>
        run([...(i ? hebrew : `${hebrew} ${mark}`)].reverse().join(''), x, 100 + i * 12),
      );
    expect(
      partitionPage(page([...column(40, 'ב'), ...column(330, 'א')])).lines.map((own) => own[0]?.text.slice(-1)),
    ).toEqual(['א', 'ב']);
  });

  it('reads upright Japanese columns from the right', () => {
    const column = (x: number, text: string): PaintedElement => run(text, x, 100, 12, { vertical: true });
    const { regions, lines } = partitionPage(
      page([column(400, '二行目の文章です'), column(420, '一行目の文章です'), column(380, '三行目の文章です')]),
    );
    expect(regions).toHaveLength(1);
    expect(lines[0]?.map(({ text }) => text)).toEqual(['一行目の文章です', '二行目の文章です', '三行目の文章です']);
  });

  it('turns with a page that lies on its side', () => {
    const sideways = (text: string, x: number, y: number): PaintedElement => run(text, x, y, 10, { rotationDeg: 90 });
    const { lines } = partitionPage(
      page([
        sideways(`second ${PROSE}`, 488, 100),
        sideways(`first ${PROSE}`, 500, 100),
        sideways(`third ${PROSE}`, 476, 100),
      ]),
    );
    expect(lines.flat().map(({ text }) => text.split(' ')[0])).toEqual(['first', 'second', 'third']);
  });
});

describe('kinds of regions', () => {
  it('are told by what stands there', () => {
    const elements = [
      run('A title', 50, 90, 20),
      ...prose(50, 120, 6),
      ...['one entry', 'another entry', 'a last entry'].map((text, i) => run(`• ${text}`, 50, 230 + i * 14)),
      run('Figure 3. What the picture shows', 50, 480),
      picture(50, 300, 350, 460),
      ...prose(50, 520, 6),
      run('1', 50, 696, 5),
      run('A note in small print about the words above', 54, 700, 8),
      run('17', 300, 780),
    ];
    expect(outline(partitionPage(page(elements)))).toEqual([
      'title: A title',
      `text: ${PROSE}`,
      'list: • one entry',
      'figure:',
      'caption: Figure 3. What the picture shows',
      `text: ${PROSE}`,
      'note: ¹ A note in small print about the words above',
      'footer: 17',
    ]);
  });

  it('know a header by other pages, also where it is as large as a title', () => {
    const elements = [run('Annual Report 2023', 50, 90, 16), ...prose(50, 140, 20)];
    const box = elements[0]?.box as PageBox;
    expect(partitionPage(page(elements)).regions[0]?.kind).toBe('title');
    expect(partitionPage(page(elements), { otherLines: [{ text: 'Annual Report 2022', box }] }).regions[0]?.kind).toBe(
      'header',
    );
    const elsewhere = pageBox(box[0], box[1] + 200, box[2], box[3] + 200);
    expect(
      partitionPage(page(elements), { otherLines: [{ text: 'Annual Report 2022', box: elsewhere }] }).regions[0]?.kind,
    ).toBe('title');
  });

  it('take tables as they are given, with what stands in them', () => {
    const cells = [0, 1, 2].flatMap((row) =>
      [0, 1, 2].map((column) => run(`${row}${column}`, 60 + column * 100, 300 + row * 20)),
    );
    const { regions, lines } = partitionPage(page([...prose(50, 100, 8), ...cells]), {
      tables: [pageBox(50, 285, 350, 350)],
    });
    expect(regions.map(({ kind }) => kind)).toEqual(['text', 'table']);
    expect(lines[1]?.map(({ text }) => text)).toEqual(['00', '01', '02', '10', '11', '12', '20', '21', '22']);
  });
});

describe('charts', () => {
  const bars = (x: number, name: string, heights: readonly number[]): PaintedElement[] => [
    run(name, x, 280, 12, { font: 'Arial-Bold' }),
    ...heights.map((height, i) => rect(x + i * 40, 400 - height, x + i * 40 + 24, 400)),
    ...heights.map((height, i) => run(String(height), x + i * 40 + 4, 396 - height, 8)),
    ...heights.map((_, i) => run(`202${i}`, x + i * 40, 412, 8)),
  ];

  it('beside each other are regions of their own, with title, labels and values', () => {
    const elements = [
      run('Results of the year', 50, 60, 24),
      ...bars(50, 'Revenue', [60, 80, 95]),
      ...bars(350, 'Costs', [40, 90, 30]),
    ];
    const result = partitionPage(page(elements));
    expect(result.regions.map(({ kind, title }) => [kind, title])).toEqual([
      ['title', undefined],
      ['chart', 'Revenue'],
      ['chart', 'Costs'],
    ]);
    expect(result.lines[2]?.map(({ text }) => text).sort()).toEqual([
      '2020',
      '2021',
      '2022',
      '30',
      '40',
      '90',
      'Costs',
    ]);
  });

  it('take the legend that has their colours', () => {
    const circle = (x: number, y: number, r: number, fill: string): PaintedElement =>
      rect(x - r, y - r, x + r, y + r, {
        fill,
        d: `M${x - r} ${y}C${x - r} ${y - r} ${x} ${y - r} ${x} ${y - r}C${x + r} ${y - r} ${x + r} ${y} ${x + r} ${y}C${x + r} ${y + r} ${x} ${y + r} ${x} ${y + r}Z`,
      });
    const donut = (x: number, colors: readonly string[], names: readonly string[]): PaintedElement[] => [
      ...colors.map((color, i) => circle(x, 300, 60 - i * 18, color)),
      ...colors.map((color, i) => rect(x - 160, 260 + i * 30, x - 150, 270 + i * 30, { fill: color })),
      ...names.map((name, i) => run(name, x - 145, 269 + i * 30, 8)),
    ];
    const elements = [
      ...donut(210, ['#aa0000', '#00aa00'], ['Agency 72%', 'Partners 28%']),
      ...donut(490, ['#0000aa', '#aaaa00'], ['Bonds 10%', 'Shares 90%']),
    ];
    const { regions, lines } = partitionPage(page(elements));
    expect(regions.map(({ kind }) => kind)).toEqual(['chart', 'chart']);
    expect(lines.map((own) => own.map(({ text }) => text))).toEqual([
      ['Agency 72%', 'Partners 28%'],
      ['Bonds 10%', 'Shares 90%'],
    ]);
  });

  it('are not made of the shaded rows of a table, nor of a drawing', () => {
    const rows = [0, 1, 2, 3].flatMap((row) => [
      rect(50, 100 + row * 20, 350, 110 + row * 20, { fill: '#dddddd' }),
      run(`${row} and 7`, 60, 108 + row * 20, 8),
    ]);
    expect(partitionPage(page(rows)).regions.filter(({ kind }) => kind === 'chart')).toEqual([]);
    const drawing = [
      rect(50, 100, 250, 300, { d: 'M50 100L250 300L60 280L240 120Z', fill: '#aa0000' }),
      run('R1', 120, 200),
      run('10k', 150, 220),
    ];
    expect(partitionPage(page(drawing)).regions.map(({ kind }) => kind)).toEqual(['figure']);
  });
});

it('a crowded drawing is cut', () => {
  const elements = Array.from({ length: 6000 }, (_, i) => {
    const [x, y] = [(i * 37) % 590, (i * 61) % 790];
    return i % 3 === 0 ? run(`n${i}`, x, y, 4) : rect(x, y, x + 6, y + 3 + (i % 9));
  });
  const painted = page(elements);
  const result = partitionPage(painted);
  expectPartition(painted, result);
});
