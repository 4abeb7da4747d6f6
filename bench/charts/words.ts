import type { Language } from './spec.js';

/** What a chart is about: a title, the things it compares, and whether its numbers are amounts or rates. */
export interface Topic {
  readonly title: string;
  readonly items: readonly string[];
  readonly measure: 'amount' | 'rate';
}

interface Words {
  /** Things that make up a whole. */
  readonly wholes: readonly Topic[];
  /** Figures followed over time; `items` are the series that can be compared. */
  readonly courses: readonly Topic[];
  /** Steps from a first to a last total. */
  readonly bridges: readonly {
    readonly title: string;
    readonly first: string;
    readonly steps: readonly string[];
    readonly last: string;
  }[];
  /** A bar's amount and the line's rate. */
  readonly pairs: readonly { readonly title: string; readonly amount: string; readonly rate: string }[];
  readonly periods: readonly (readonly string[])[];
  /** A period of a whole chart. */
  readonly spans: readonly string[];
  readonly headings: readonly string[];
  readonly prose: readonly string[];
  readonly sources: readonly string[];
  readonly total: string;
  readonly tableHead: readonly [string, string];
}

const QUARTERS = ["Q4'21", "Q1'22", "Q2'22", "Q3'22", "Q4'22", "Q1'23", "Q2'23", "Q3'23"];
const YEARS = ['2016', '2017', '2018', '2019', '2020', '2021', '2022', '2023'];
const HALVES = ['1H21', '2H21', '1H22', '2H22', '1H23', '2H23', '1H24', '2H24'];
const FISCAL = ['FY2017', 'FY2018', 'FY2019', 'FY2020', 'FY2021', 'FY2022', 'FY2023'];

export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    wholes: [
      {
        title: 'Revenue by segment',
        items: ['Cloud', 'Devices', 'Advertising', 'Services', 'Licensing', 'Other'],
        measure: 'amount',
      },
      { title: 'Distribution mix', items: ['Agency', 'Partnerships', 'Brokers', 'Direct', 'Digital'], measure: 'rate' },
      {
        title: 'Revenue by region',
        items: ['North America', 'Europe', 'Asia Pacific', 'Latin America', 'Middle East', 'Africa'],
        measure: 'amount',
      },
      {
        title: 'Expenses by function',
        items: ['Program Services', 'Fundraising', 'Administration', 'Research', 'Outreach'],
        measure: 'amount',
      },
      {
        title: 'Share of respondents by age',
        items: ['Under 25', '25 to 44', '45 to 64', '65 to 79', '80 and over'],
        measure: 'rate',
      },
      {
        title: 'Electricity generation by source',
        items: ['Hydro', 'Wind', 'Solar', 'Nuclear', 'Gas', 'Coal'],
        measure: 'rate',
      },
      {
        title: 'Loans by sector',
        items: ['Retail', 'Property', 'Manufacturing', 'Transport', 'Energy'],
        measure: 'amount',
      },
      {
        title: 'Income by origin',
        items: ['Government grants', 'Individual donations', 'Foundations', 'Corporate', 'In-kind gifts'],
        measure: 'amount',
      },
      { title: 'Portfolio by rating', items: ['AAA', 'AA', 'A', 'BBB', 'Not rated'], measure: 'rate' },
      { title: 'Passengers by route', items: ['Domestic', 'Regional', 'Long haul', 'Charter'], measure: 'amount' },
    ],
    courses: [
      {
        title: 'Value of new business',
        items: ['Hong Kong', 'Mainland China', 'Thailand', 'Singapore'],
        measure: 'amount',
      },
      { title: 'Operating profit', items: ['Group', 'Europe', 'Americas', 'Asia'], measure: 'amount' },
      { title: 'Expense ratio', items: ['Life', 'General', 'Health'], measure: 'rate' },
      { title: 'Net interest margin', items: ['Retail', 'Corporate', 'Treasury'], measure: 'rate' },
      { title: 'New orders', items: ['Rail', 'Road', 'Marine'], measure: 'amount' },
      { title: 'Same-store sales growth', items: ['Urban', 'Suburban', 'Online'], measure: 'rate' },
      { title: 'Dividends paid', items: ['Interim', 'Final', 'Special'], measure: 'amount' },
      { title: 'Unemployment rate', items: ['Men', 'Women', 'Youth'], measure: 'rate' },
      { title: 'Free cash flow', items: ['Upstream', 'Downstream', 'Renewables'], measure: 'amount' },
    ],
    bridges: [
      {
        title: 'Operating profit bridge',
        first: 'FY2022',
        steps: ['Volume', 'Price', 'Mix', 'Raw materials', 'Currency', 'Other'],
        last: 'FY2023',
      },
      {
        title: 'Change in net debt',
        first: 'Opening',
        steps: ['Cash flow', 'Capex', 'Dividends', 'Acquisitions', 'FX'],
        last: 'Closing',
      },
      {
        title: 'From revenue to net income',
        first: 'Revenue',
        steps: ['Cost of sales', 'R&D', 'Marketing', 'Tax', 'Interest'],
        last: 'Net income',
      },
      {
        title: 'Movement of embedded value',
        first: '31 Dec 2022',
        steps: ['New business', 'Expected return', 'Variances', 'Dividends'],
        last: '31 Dec 2023',
      },
    ],
    pairs: [
      { title: 'Quarterly revenue', amount: 'Total revenue', rate: 'Growth Y/Y' },
      { title: 'Premiums and margin', amount: 'Premiums', rate: 'VONB margin' },
      { title: 'Stock-based compensation', amount: 'Expense', rate: '% of revenue' },
      { title: 'Deposits and cost of funds', amount: 'Deposits', rate: 'Cost of funds' },
    ],
    periods: [
      QUARTERS,
      YEARS,
      HALVES,
      FISCAL,
      ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul'],
      ['2017-18', '2018-19', '2019-20', '2020-21', '2021-22'],
    ],
    spans: ['2023', 'FY2023', '2020–2021', '1H24', "Q4'21", '2022/23', '30 June 2024'],
    headings: [
      'Financial highlights',
      'Business review',
      'Our year in numbers',
      'Operating performance',
      'Annual report 2023',
    ],
    prose: [
      'Revenue rose 12% to US$1,240 million as demand recovered in most of our markets, and',
      'the order book stood at 3,480 units at the end of the year, against 3,105 a year before.',
      'Costs were held at 41.7% of income. We closed 26 branches and opened 9, so that the',
      'network now counts 312. The board proposes a dividend of $0.45 a share, up from $0.40.',
      'Currency took 1.8 points off growth. At constant rates profit would have grown by 9.6%.',
      'The outlook for 2024 is unchanged: growth of 4% to 6%, capital spending of about 350.',
    ],
    sources: [
      'Source: company data, 2023.',
      'Note: figures may not add up to 100 due to rounding.',
      '1 Restated for the change in policy of 2022.',
    ],
    total: 'Total',
    tableHead: ['Item', '2023'],
  },
  zh: {
    wholes: [
      { title: '各业务收入', items: ['云计算', '广告', '游戏', '金融科技', '企业服务', '其他'], measure: 'amount' },
      { title: '各渠道占比', items: ['代理人', '银行保险', '经纪', '直销', '互联网'], measure: 'rate' },
      { title: '受访者年龄分布', items: ['21岁以下', '21-25岁', '26-30岁', '31-40岁', '40岁以上'], measure: 'rate' },
      { title: '各地区销售额', items: ['华东', '华南', '华北', '西南', '东北', '海外'], measure: 'amount' },
      { title: '贷款按行业分布', items: ['制造业', '房地产', '批发零售', '交通运输', '能源'], measure: 'amount' },
      { title: '发电量结构', items: ['水电', '风电', '光伏', '核电', '火电'], measure: 'rate' },
    ],
    courses: [
      { title: '新业务价值', items: ['香港', '内地', '泰国', '新加坡'], measure: 'amount' },
      { title: '费用率', items: ['寿险', '财险', '健康险'], measure: 'rate' },
      { title: '营业收入', items: ['华东', '华南', '海外'], measure: 'amount' },
      { title: '净利润同比增长', items: ['零售', '对公', '资金'], measure: 'rate' },
    ],
    bridges: [
      { title: '营业利润变动', first: '2022年', steps: ['销量', '价格', '原材料', '汇率', '其他'], last: '2023年' },
      { title: '净资产变动', first: '期初', steps: ['净利润', '分红', '增发', '其他'], last: '期末' },
    ],
    pairs: [
      { title: '营业收入及同比增速', amount: '营业收入', rate: '同比增速' },
      { title: '保费与利润率', amount: '保费收入', rate: '利润率' },
    ],
    periods: [
      ['2017年', '2018年', '2019年', '2020年', '2021年', '2022年', '2023年'],
      ['一季度', '二季度', '三季度', '四季度'],
      ['2018年一季度', '2018年二季度', '2018年三季度', '2018年四季度'],
      HALVES,
      YEARS,
    ],
    spans: ['2023年', '2018年一季度', '2022年上半年', '截至2023年12月31日', '1H24'],
    headings: ['业务回顾', '财务摘要', '经营情况讨论与分析'],
    prose: [
      '报告期内，公司实现营业收入1,240百万元，同比增长12%，毛利率为41.7%。',
      '年末在手订单3,480台，上年末为3,105台；全年关闭网点26家，新开9家。',
      '董事会建议派发末期股息每股0.45元，上年同期为0.40元，派息率约为35%。',
      '展望2024年，公司预计收入增长4%至6%，资本开支约为350百万元。',
    ],
    sources: ['数据来源：公司公告。', '注：因四舍五入，合计数可能不等于100%。'],
    total: '合计',
    tableHead: ['项目', '2023年'],
  },
  ja: {
    wholes: [
      { title: '事業別売上高', items: ['クラウド', '広告', 'ゲーム', '金融', 'その他'], measure: 'amount' },
      { title: '地域別構成比', items: ['日本', '米州', '欧州', 'アジア', 'その他'], measure: 'rate' },
    ],
    courses: [
      { title: '営業利益', items: ['国内', '海外'], measure: 'amount' },
      { title: '売上高', items: ['国内', '海外', 'サービス'], measure: 'amount' },
    ],
    bridges: [{ title: '営業利益の増減要因', first: '前期', steps: ['数量', '価格', '原材料', '為替'], last: '当期' }],
    pairs: [{ title: '売上高と営業利益率', amount: '売上高', rate: '営業利益率' }],
    periods: [['2019年度', '2020年度', '2021年度', '2022年度', '2023年度'], YEARS],
    spans: ['2023年度', '2024年3月期'],
    headings: ['業績ハイライト', '事業の概況'],
    prose: [
      '当期の売上高は1,240億円となり、前期に比べ12%増加しました。',
      '受注残高は3,480台、配当は1株当たり45円を予定しています。',
    ],
    sources: ['出所：会社資料'],
    total: '合計',
    tableHead: ['項目', '2023年度'],
  },
};

export const PALETTES: readonly (readonly string[])[] = [
  ['#1f77b4', '#ff7f0e', '#2ca02c', '#d62728', '#9467bd', '#8c564b'],
  ['#0b3c5d', '#328cc1', '#d9b310', '#1d2731', '#7aa5c2', '#b5651d'],
  ['#c8102e', '#6d6e71', '#b2b4b2', '#7a0019', '#e6a4ad', '#3d3d3d'],
  ['#00529b', '#4d86b9', '#99bad7', '#cddceb', '#002b52', '#7f9db9'],
  ['#7d4698', '#59316b', '#b48fc6', '#f0a30a', '#2c7a7b', '#c94f7c'],
  ['#264653', '#2a9d8f', '#e9c46a', '#f4a261', '#e76f51', '#8ab17d'],
  ['#333333', '#777777', '#aaaaaa', '#cccccc', '#555555', '#999999'],
];
