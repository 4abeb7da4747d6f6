import { describe, expect, it } from 'vitest';
import type { AskedMember } from './candidates.js';
import { decide, heldAgainst } from './decide.js';
import { fact, member } from './facts-fixture.js';
import { parseQuestion } from './question.js';
import { said } from './said.js';

/** What a document's members say, with the labels that its pages print. */
type Cells = Readonly<Record<string, readonly (string | null)[]>>;

/** Rows of a table whose columns are times. */
const overTime = (
  id: string,
  title: string,
  times: readonly string[],
  rows: Cells,
  context: string[] = [],
): AskedMember =>
  member(
    Object.entries(rows).flatMap(([category, values]) =>
      values.map((printed, i) => {
        const [value, ...unit] = (printed ?? '').split(' ');
        const labels = { category, group: times[i] as string, title };
        return fact(value === '' ? null : (value as string), labels, {
          unit: unit.join(' '),
          period: times[i] as string,
        });
      }),
    ),
    { id, context },
  );

/** Shares and amounts of one whole, as a ring prints both. */
const ring = (id: string, title: string, period: string, slices: Cells, context: string[] = []): AskedMember =>
  member(
    Object.entries(slices).flatMap(([category, values]) =>
      values.map((printed) => {
        const [value, unit] = (printed as string).split(' ') as [string, string];
        return fact(value, { category, title }, { unit, period });
      }),
    ),
    { id, kind: 'chart', grammar: 'donut', context },
  );

const FINANCIALS = ['2020-2021 Financials'];
const NONPROFIT = [
  ring(
    'expenses',
    'Expenses',
    '2020-2021',
    {
      'Program Services': ['87.2 %', '3477521 USD'],
      Fundraising: ['7.3 %', '292902 USD'],
      Administration: ['5.4 %', '217320 USD'],
    },
    FINANCIALS,
  ),
  ring(
    'revenue',
    'Revenue',
    '2020-2021',
    {
      'U.S. Government': ['38.17 %', '2829250 USD'],
      'Individual Donations': ['36.22 %', '2684390 USD'],
      'Private Foundations': ['16.15 %', '1196763 USD'],
      'Non-U.S. Government': ['5.07 %', '375809 USD'],
      Corporate: ['2.89 %', '213950 USD'],
      Other: ['1.51 %', '111919 USD'],
    },
    FINANCIALS,
  ),
  member(
    [
      fact(
        '3987743',
        { series: 'Total Expenses', title: '2020-2021 Financials' },
        { unit: 'USD', period: '2020-2021' },
      ),
      fact('7412081', { series: 'Total Revenue', title: '2020-2021 Financials' }, { unit: 'USD', period: '2020-2021' }),
    ],
    { id: 'text', kind: 'text', context: FINANCIALS },
  ),
];

const RESULTS = [
  overTime(
    'total',
    'Total Company Results Highlights',
    ['Q4 2023', 'FY 2023'],
    {
      'Total Revenue': ['1076 USD m', '4154 USD m'],
      'Y/Y Revenue Growth': ['5 %', '9 %'],
      'Organic Revenue': ['1076 USD m', '4146 USD m'],
      'Y/Y Organic Revenue Growth': ['8 %', '10 %'],
      'Non-GAAP Income from Operations': ['173 USD m', '533 USD m'],
      'Non-GAAP Operating Margin': ['16.0 %', '12.8 %'],
      'Dollar-Based Net Expansion Rate': ['102 %', '103 %'],
    },
    ['Twilio'],
  ),
  overTime('communications', 'Communications Results Highlights', ['Q3 2023', 'Q4 2023', 'FY 2023'], {
    'Communications Revenue': ['960 USD m', '1001 USD m', '3859 USD m'],
    'Communications Organic Revenue': ['960 USD m', '1001 USD m', '3850 USD m'],
    'Communications Non-GAAP Gross Profit': ['497 USD m', '508 USD m', '1957 USD m'],
    'Communications Non-GAAP Gross Margin': ['51.8 %', '50.7 %', '50.7 %'],
    'Communications Non-GAAP Income from Operations': ['221 USD m', '248 USD m', '842 USD m'],
    'Communications Non-GAAP Operating Margin': ['23.0 %', '24.8 %', '21.8 %'],
  }),
  overTime('segment', 'Segment Results Highlights', ['Q3 2023', 'Q4 2023', 'FY 2023'], {
    'Segment Revenue': ['73 USD m', '75 USD m', '295 USD m'],
    'Segment Non-GAAP Operating Margin': ['-24.2 %', '-24.6 %', '-24.5 %'],
  }),
];

const COLUMNS = ['本报告期', '上年同期', '本报告期末', '上年度末'] as const;
const CHINESE = [
  member(
    Object.entries({
      '营业收入（元）': ['4755785.11', '5699227.63'],
      '归属于上市公司股东的净利润（元）': ['-4648986.52', '-15563758.44'],
      '归属于上市公司股东的扣除非经常性损益的净利润（元）': ['-7889855.34', '-15424679.15'],
      '经营活动产生的现金流量净额（元）': ['-4194229.68', '35078254.69'],
      '基本每股收益（元/股）': ['-0.0053', '-0.0178'],
      加权平均净资产收益率: ['-2.34', '-8.06'],
      '总资产（元）': [null, null, '298608889.04', '306236911.04'],
    }).flatMap(([category, values]) =>
      values.flatMap((value, i) =>
        value === null
          ? []
          : [fact(value, { category, series: COLUMNS[i] as string, title: '主要会计数据和财务指标' })],
      ),
    ),
    { context: ['东北电气发展股份有限公司2018年第一季度报告全文'] },
  ),
];

const ISSUANCE = [
  member(
    Object.entries({
      '2006': ['74.7', '84.1', '96.5', '111.8', '367.1'],
      '2007': ['148.8', '142.3', '156.7', '186.1', '633.9'],
      '2008': ['120.9', '106', null, null, '226.8'],
    }).flatMap(([year, values]) =>
      values.map((value, i) =>
        i < 4
          ? fact(
              value,
              { group: [year, `Q${i + 1}`], title: 'European ABCP issuance' },
              { period: `Q${i + 1} ${year}` },
            )
          : fact(value, { group: year, series: 'Total', title: 'European ABCP issuance' }, { period: year }),
      ),
    ),
  ),
];

const INCOME = [
  ring('income', '2011 Income', '2011', {
    Contributions: ['4 %'],
    'U.S. Government based income': ['60 %'],
    'Foundation and Other Grants': ['18 %'],
    'Donated Services': ['18 %'],
  }),
  ring('expense', '2011 Expenses', '2011', {
    'Program Services': ['86 %'],
    'Management and General': ['11 %'],
    Fundraising: ['4 %'],
  }),
  member(
    [
      ['2009', '1253241'],
      ['2010', '1574119'],
      ['2011', '1681101'],
    ].map(([year, value]) =>
      fact(value as string, { group: year as string, title: 'Total Income' }, { period: year as string }),
    ),
    { id: 'total', kind: 'chart', grammar: 'bar' },
  ),
];

const reply = async (question: string, members: readonly AskedMember[]): Promise<string> => {
  const { asked, candidates } = await heldAgainst(parseQuestion(question), members);
  const decision = decide(asked, candidates);
  if ('reason' in decision) return decision.reason;
  if (decision.facts.some(({ fact: one }) => one.value === null)) return 'VALUE_UNAVAILABLE';
  return said(
    decision.facts.map(({ fact: one }) => ({ fact: one, citations: [] })),
    decision.rule,
  ).value as string;
};
const rows = (members: readonly AskedMember[], list: readonly (readonly [string, string])[]) =>
  list.map(([question, expected]) => [question, expected, members] as const);

describe('a value is found as people ask for it', () => {
  it.each([
    ...rows(NONPROFIT, [
      ['What were total expenses?', '3987743'],
      ['What was the total revenue in FY2020-21?', '7412081'],
      ['What was total revenue for fiscal 2020-2021?', '7412081'],
      ['总收入是多少？', '7412081'],
      ['2020-2021年总支出是多少美元？', '3987743'],
      ['What portion of revenue came from private foundations?', '16.15'],
      ['How much did private foundations give?', '1196763'],
      ['How much money came from the US government?', '2829250'],
      ['美国政府的收入占比是多少？', '38.17'],
      ['个人捐款占收入的百分之几？', '36.22'],
      ['What fraction of expenses is admin?', '5.4'],
      ['What share of total expenses is admin?', '5.4'],
      ['How much was spent on admin?', '217320'],
      ['What was the administrative spend?', '217320'],
      ['How much went into fundraising?', '292902'],
      ['What percent of revenue is from non-US governments?', '5.07'],
      ['By how many points does program services exceed administration in the expenses chart?', '81.8'],
      ['项目服务比筹款高多少个百分点？', '79.9'],
      ['Expenses: fundraising %?', '7.3'],
      ['募款支出占总支出的比例', '7.3'],
      ['行政费用是多少美元？', '217320'],
      ["What's the corporate share of revenue?", '2.89'],
      ['Revenue from private foundations, in US dollars', '1196763'],
      ['项目服务支出金额', '3477521'],
      ['企业收入占比', '2.89'],
    ]),
    ...rows(RESULTS, [
      ["What was Twilio's total revenue in Q4 2023?", '1076'],
      ['Total revenue, 4Q23?', '1076'],
      ['FY23 total revenue', '4154'],
      ['What was full-year 2023 organic revenue?', '4146'],
      ['Total sales in the fourth quarter of 2023?', '1076'],
      ["What was non-GAAP operating margin in Q4'23?", '16.0'],
      ['Non-GAAP op margin FY 2023?', '12.8'],
      ['2023年第四季度非GAAP营业利润率', '16.0'],
      ['公司2023年第四季度总收入是多少？', '1076'],
      ['2023财年总收入是多少？', '4154'],
      ['Communications non-GAAP gross margin in 2023Q4', '50.7'],
      ['Segment revenue for Q4 2023?', '75'],
      ["What was Segment's non-GAAP operating margin for the full year 2023?", '-24.5'],
      ['What was the year-over-year revenue growth in Q4 2023?', '5'],
      ['YoY organic revenue growth in FY2023', '10'],
      ['Communications non-GAAP gross profit minus Communications non-GAAP income from operations in Q4 2023', '260'],
    ]),
    ...rows(CHINESE, [
      ['What was operating revenue in the reporting period?', '4755785.11'],
      ['本报告期的营收是多少元？', '4755785.11'],
      ['上年同期的归母净利润是多少？', '-15563758.44'],
      ['What was net profit attributable to shareholders in the reporting period?', '-4648986.52'],
      ['basic EPS in the reporting period', '-0.0053'],
      ['Total assets at the end of the reporting period?', '298608889.04'],
      ['上年度末总资产', '306236911.04'],
      ['经营现金流量净额，上年同期', '35078254.69'],
      ['What was operating cash flow in the same period last year?', '35078254.69'],
      ['weighted average return on equity, reporting period', '-2.34'],
    ]),
    ...rows(ISSUANCE, [
      ['What was European ABCP issuance in Q3 2007?', '156.7'],
      ['European ABCP issuance, 3Q07', '156.7'],
      ['ABCP issuance in the fourth quarter of 2006', '111.8'],
      ['FY2008 total European ABCP issuance', '226.8'],
    ]),
    ...rows(INCOME, [
      ['What share of 2011 income were contributions?', '4'],
      ['G&A share of expenses in 2011?', '11'],
      ['What portion of income in 2011 was donated services?', '18'],
      ['What was total income in 2010?', '1574119'],
      ['2011年总收入是多少？', '1681101'],
      ['2011年支出中项目服务占比', '86'],
    ]),
  ])('%s → %s', async (question, expected, members) => {
    expect(await reply(question, members)).toBe(expected);
  });
});

describe('and what is not printed is not, however it is asked', () => {
  it.each([
    ...rows(NONPROFIT, [
      ['Which donor category is the biggest?', 'UNSUPPORTED_QUESTION'],
      ['How did revenue change since 2019?', 'COMPUTATION_NOT_ALLOWED'],
      ['What was total revenue in 2019?', 'PERIOD_NOT_FOUND'],
      ['By how many points does administration exceed program services in the expenses chart?', 'UNSUPPORTED_QUESTION'],
      ['What was net income?', 'NO_EVIDENCE'],
    ]),
    ...rows(RESULTS, [
      ['What was total revenue in Q4 2022?', 'PERIOD_NOT_FOUND'],
      ['公司2022年第四季度总收入是多少？', 'PERIOD_NOT_FOUND'],
      ['What was total revenue in Q3 2023?', 'PERIOD_NOT_FOUND'],
      ['What will revenue be in 2024?', 'UNSUPPORTED_QUESTION'],
      ['What was YoY total revenue in Q4 2023?', 'COMPUTATION_NOT_ALLOWED'],
      ['What is Communications revenue as a share of total revenue in Q4 2023?', 'SERIES_NOT_FOUND'],
      ["What was Cisco's total revenue in Q4 2023?", 'SERIES_NOT_FOUND'],
      ['What was GAAP operating margin in Q4 2023?', 'AMBIGUOUS_SERIES'],
    ]),
    ...rows(CHINESE, [
      ['总资产本报告期末比上年度末多多少？', 'UNSUPPORTED_QUESTION'],
      ['本报告期净利润是多少？', 'AMBIGUOUS_CATEGORY'],
    ]),
    ...rows(ISSUANCE, [
      ['How much European ABCP issuance was there in Q3 2008?', 'VALUE_UNAVAILABLE'],
      ['Sum of European ABCP issuance in Q1 and Q2 2007', 'PERIOD_NOT_FOUND'],
      ['Did ABCP issuance grow from 2006 to 2007?', 'COMPUTATION_NOT_ALLOWED'],
    ]),
    ...rows(INCOME, [
      ['How much did total income grow from 2010 to 2011?', 'COMPUTATION_NOT_ALLOWED'],
      ['What was total income in 2012?', 'PERIOD_NOT_FOUND'],
    ]),
  ])('%s → %s', async (question, expected, members) => {
    expect(await reply(question, members)).toBe(expected);
  });
});
