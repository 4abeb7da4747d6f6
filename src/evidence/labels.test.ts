import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { captionAt, findLabels, foldText, wholeKey } from './labels.js';

const keysIn = (text: string): string[] => findLabels(text).map((label) => label.key);

describe('findLabels', () => {
  it.each([
    ['Figure 3', 'figure:3', 'Figure 3'],
    ['figure 3', 'figure:3', 'Figure 3'],
    ['FIGURE 3', 'figure:3', 'Figure 3'],
    ['Fig. 3.1', 'figure:3.1', 'Figure 3.1'],
    ['Fig 3-1', 'figure:3.1', 'Figure 3-1'],
    ['Fig.3–1', 'figure:3.1', 'Figure 3-1'],
    ['Fig3', 'figure:3', 'Figure 3'],
    ['ﬁg. 3', 'figure:3', 'Figure 3'],
    ['Ｆｉｇｕｒｅ　３．１', 'figure:3.1', 'Figure 3.1'],
    ['Figure\n3', 'figure:3', 'Figure 3'],
    ['Figure No. 3', 'figure:3', 'Figure 3'],
    ['Figure 2a', 'figure:2a', 'Figure 2a'],
    ['Figure 2A', 'figure:2a', 'Figure 2A'],
    ['Fig. 2(a)', 'figure:2a', 'Figure 2(a)'],
    ['Figure A-1', 'figure:a1', 'Figure A-1'],
    ['Figure A', 'figure:a', 'Figure A'],
    ['Figure 6.1.2', 'figure:6.1.2', 'Figure 6.1.2'],
    ['Table IV', 'table:4', 'Table IV'],
    ['TABLE I.', 'table:1', 'Table I'],
    ['Table XII-2', 'table:12.2', 'Table XII-2'],
    ['tbl. 4', 'table:4', 'Table 4'],
    ['Tab. 4', 'table:4', 'Table 4'],
    ['Supplementary Table S1', 'table:s1', 'Supplementary Table S1'],
    ['supplementary table 1', 'table:s1', 'Supplementary Table 1'],
    ['Appendix Table 1', 'table:appendix.1', 'Appendix Table 1'],
    ['Extended Data Fig. 2', 'figure:extended.2', 'Extended data Figure 2'],
    ['Eq. (5)', 'equation:5', 'Equation 5'],
    ['Equation 2.3', 'equation:2.3', 'Equation 2.3'],
    ['Formula (7)', 'equation:7', 'Formula 7'],
    ['Exhibit 4', 'exhibit:4', 'Exhibit 4'],
    ['Chart 5:', 'chart:5', 'Chart 5'],
    ['Plate 2', 'plate:2', 'Plate 2'],
    ['Scheme 1', 'scheme:1', 'Scheme 1'],
    ['Map 3', 'map:3', 'Map 3'],
    ['Abb. 2', 'figure:2', 'Abbildung 2'],
    ['Tabelle 2', 'table:2', 'Tabelle 2'],
    ['图3-1', 'figure:3.1', '图 3-1'],
    ['圖 3–1', 'figure:3.1', '圖 3-1'],
    ['图３－１', 'figure:3.1', '图 3-1'],
    ['图3．1', 'figure:3.1', '图 3.1'],
    ['图3·1', 'figure:3.1', '图 3.1'],
    ['图3—1', 'figure:3.1', '图 3-1'],
    ['图（3）', 'figure:3', '图 3'],
    ['图3a', 'figure:3a', '图 3a'],
    ['图A-1', 'figure:a1', '图 A-1'],
    ['图十二', 'figure:12', '图 十二'],
    ['插图4', 'figure:4', '插图 4'],
    ['附图1', 'figure:appendix.1', '附图 1'],
    ['附表 2', 'table:appendix.2', '附表 2'],
    ['表 7.6', 'table:7.6', '表 7.6'],
    ['续表 4-2', 'table:4.2', '表 4-2'],
    ['表一', 'table:1', '表 一'],
    ['图表 5', 'chart:5', '图表 5'],
    ['地图 3', 'map:3', '地图 3'],
    ['照片2', 'photo:2', '照片 2'],
    ['由式(5)', 'equation:5', '式 5'],
    ['公式（2-3）', 'equation:2.3', '公式 2-3'],
    ['図1', 'figure:1', '図 1'],
    ['グラフ2', 'chart:2', 'グラフ 2'],
  ])('%s is %s', (text, key, shown) => {
    expect(findLabels(text).map(({ key, label }) => [key, label])).toEqual([[key, shown]]);
  });

  it.each([
    ['Figures 3 and 4', ['figure:3', 'figure:4']],
    ['Figs. 2–4', ['figure:2', 'figure:3', 'figure:4']],
    ['Figs. 2 to 4', ['figure:2', 'figure:3', 'figure:4']],
    ['Tables 6.1-6.3', ['table:6.1', 'table:6.2', 'table:6.3']],
    ['Tables 6.6 - 6.8', ['table:6.6', 'table:6.7', 'table:6.8']],
    ['Figures 3-1 and 3-2', ['figure:3.1', 'figure:3.2']],
    ['Tables 1, 3, and 5', ['table:1', 'table:3', 'table:5']],
    ['Eqs. (2) and (3)', ['equation:2', 'equation:3']],
    ['Figures 9-2', ['figure:9.2']],
    ['见图3、表2和式（1）', ['figure:3', 'table:2', 'equation:1']],
    ['(see Fig. 3 and Table 2)', ['figure:3', 'table:2']],
    ['图3A股走势', ['figure:3']],
    ['图3a所示', ['figure:3a']],
    ['表3 - 5年期收益', ['table:3']],
    ['图3-2019年', ['figure:3']],
    ['Table I shows', ['table:1']],
  ])('%s names %j', (text, keys) => {
    expect(keysIn(text)).toEqual(keys);
  });

  it.each([
    '12 figures',
    'Tables and chairs',
    'Fig leaves',
    'Fig trees 3',
    'figure of speech',
    'configure 3 routers',
    'a subfigure3 of it',
    'timetable 3',
    'stable 3',
    'the figure 3.5 million',
    'a figure 3 times larger',
    'Table 3,000 people',
    'figure 12%',
    'Figure 2019',
    'map 3 points',
    'plate 2 eggs',
    'Tab 3',
    'Formula 1',
    'the table I made',
    'Table I made this morning',
    'Table A new idea',
    'table a motion',
    '图书馆',
    '意图3',
    '发表3篇论文',
    '代表2人',
    '手表5块',
    '列表2',
    '图3张',
    '形式(1)',
    '方式(2)',
    '模式3',
    '正式(1)',
    '图一时之快',
    '图一乐',
    '表三千人',
  ])('%s has none', (text) => {
    expect(findLabels(text)).toEqual([]);
  });

  it('gives offsets into the text as it was printed', () => {
    const text = '如　圖３－１ and Ｔａｂｌｅ　２（end）';
    expect(findLabels(text).map(({ start, end }) => text.slice(start, end))).toEqual(['圖３－１', 'Ｔａｂｌｅ　２']);
  });

  it('keeps labels in order, inside the text and non-empty, whatever the text', () => {
    const pieces = fc.constantFrom(
      'Figure ',
      'Tables ',
      'Fig. ',
      '图',
      '表',
      '式',
      '3',
      '-',
      '.',
      '(',
      ')',
      'IV',
      'A',
      ' and ',
      ',',
      '附',
      '续',
      '一',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        let last = 0;
        for (const { key, start, end } of findLabels(text)) {
          expect(key).toMatch(/^[a-z]+:[a-z0-9.]+$/);
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          last = start;
        }
      }),
    );
  });
});

describe('captionAt', () => {
  it.each([
    ['Figure 3. Shows and tells', 'figure:3', 'Shows and tells'],
    ['FIGURE 1.', 'figure:1', ''],
    ['Chart 5', 'chart:5', ''],
    ['Chart 5: Yields', 'chart:5', 'Yields'],
    ['Table 3 - European ABCP issuance', 'table:3', 'European ABCP issuance'],
    ['Table 4.—Among 1992–93 graduates', 'table:4', 'Among 1992–93 graduates'],
    ['  Fig. 2 | Overview', 'figure:2', 'Overview'],
    ['Figure 3 Revenue by segment', 'figure:3', 'Revenue by segment'],
    ['Table 2 (in millions)', 'table:2', '(in millions)'],
    ['Table 2 2019 results', 'table:2', '2019 results'],
    ['Figure 4 mRNA expression', 'figure:4', 'mRNA expression'],
    ['TABLE IV RESULTS', 'table:4', 'RESULTS'],
    ['**Figure 3-1** The system', 'figure:3.1', 'The system'],
    ['【图3】系统结构', 'figure:3', '系统结构'],
    ['Exhibit 4 – Fleet', 'exhibit:4', 'Fleet'],
    ['Scheme 1. Synthesis', 'scheme:1', 'Synthesis'],
    ['Supplementary Table S1. Primers', 'table:s1', 'Primers'],
    ['Abb. 2 Aufbau', 'figure:2', 'Aufbau'],
    ['表 7.6 停车区用地指标', 'table:7.6', '停车区用地指标'],
    ['表7.6停车区用地指标', 'table:7.6', '停车区用地指标'],
    ['图3-1：系统', 'figure:3.1', '系统'],
    ['附图1', 'figure:appendix.1', ''],
    ['図1 概要', 'figure:1', '概要'],
    ['图3 中国人口', 'figure:3', '中国人口'],
    ['图2 可见光谱', 'figure:2', '可见光谱'],
    ['图3 显示器结构', 'figure:3', '显示器结构'],
    ['图３　系统', 'figure:3', '系统'],
    ['图一 系统', 'figure:1', '系统'],
  ])('%s is a caption', (line, key, title) => {
    const caption = captionAt(line);
    expect([caption?.label.key, caption?.title, caption?.continued]).toEqual([key, title, false]);
  });

  it.each([
    ['Table 3 (continued)', ''],
    ["Table 3 (cont'd) Revenue", 'Revenue'],
    ['Table 3, continued', ''],
    ['表3（续）收入', '收入'],
    ['续表 4-2 收入', '收入'],
    ['續表 4-2', ''],
  ])('%s carries on', (line, title) => {
    expect(captionAt(line)).toMatchObject({ continued: true, title });
  });

  it.each([
    'Figure 3 shows that costs rose',
    'FIGURE 3 SHOWS THAT COSTS ROSE',
    'Figure 3 clearly shows a rise',
    'Figure 3 (left) shows a rise',
    'Table 2 is confined to retailing',
    'Table 2, which we discuss, lists',
    'Figures 3 and 4 compare them',
    'Figure 3 and Table 2 compare them',
    "Figure 3's curve",
    'Figure 3; see also',
    'Figure 3). Then',
    'Figure 3-based methods',
    'Figure 3. However, the costs rose',
    'Table 3 Revenue .............. 45',
    'Figure 3 Sales . . . . . . 12',
    'see Figure 3',
    '(Table 3)',
    '12 figures',
    'Tables and chairs',
    'Fig leaves',
    'Abb. 2 zeigt den Aufbau',
    '图3显示了收入',
    '图3 显示了收入',
    '圖3顯示了收入',
    '图3所示为系统',
    '图3中的曲线',
    '图3是系统',
    '图3为系统',
    '图3和图4',
    '图3、图4',
    '图3，系统',
    '图3可以看出',
    '图3给出了',
    '表2中的数据',
    '表2列出了',
    '如图3',
    '図1に示す',
    '図1は概要である',
    '图书馆',
    '',
  ])('%s is none', (line) => {
    expect(captionAt(line)).toBeNull();
  });
});

describe('keys', () => {
  it('of a part lead to the whole', () => {
    expect(['figure:2a', 'figure:3.1b', 'figure:2', 'figure:a1', 'figure:a'].map(wholeKey)).toEqual([
      'figure:2',
      'figure:3.1',
      'figure:2',
      'figure:a1',
      'figure:a',
    ]);
  });

  it('are one for every spelling of a number', () => {
    const number = fc.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 999 }));
    const spelt = fc.tuple(
      fc.constantFrom('Fig. ', 'Figure ', 'FIGURE ', '图', '圖 ', '図'),
      fc.constantFrom('-', '.', '–', '—', '－', '．', '·'),
      fc.boolean(),
    );
    fc.assert(
      fc.property(number, spelt, ([a, b], [word, dash, wide]) => {
        const digits = (n: number) =>
          wide ? String(n).replace(/\d/g, (d) => String.fromCharCode(0xff10 + Number(d))) : String(n);
        expect(keysIn(`${word}${digits(a)}${dash}${digits(b)}`)).toEqual([`figure:${a}.${b}`]);
      }),
    );
  });

  it('count Roman and Chinese numerals', () => {
    expect(keysIn('Table IX; Table XIV; Table XL; 图九；图二十；图四十二；图一百零')).toEqual([
      'table:9',
      'table:14',
      'table:40',
      'figure:9',
      'figure:20',
      'figure:42',
    ]);
  });
});

describe('folding', () => {
  it('keeps the length of every text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => foldText(text).length === text.length));
  });
});

describe('hostile text', () => {
  it.each([
    ['Fig. '],
    ['Figure 3, '],
    ['Figures 1 and '],
    ['3-'],
    ['图'],
    ['表三'],
    ['supplementary '],
    ['IVXLC'],
    ['. '],
    ['(((('],
    ['1.1-'],
    ['Tables 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, '],
  ])('a megabyte of %j is read', (piece) => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    // Work that grows with the square of a megabyte outlasts the time that a test has.
    expect(Array.isArray(findLabels(text))).toBe(true);
    captionAt(text);
  });

  it('a title that is mostly blanks is trimmed', () => {
    expect(captionAt(`Figure 3. a${' '.repeat(500_000)}b${'_ '.repeat(250_000)}`)?.label.key).toBe('figure:3');
  });
});
