import { foldPeriodText, joinPeriods, type Period, periodsIn } from '../../pipeline/facts/period.js';
import { fold, type Unit, unitsOf } from './wording.js';

/** A question, taken apart without knowing what it is about. */
export interface Question {
  readonly text: string;
  readonly units: readonly Unit[];
  /** Has more words than a question: what was left out may ask for something else. */
  readonly isTooLong: boolean;
  readonly periods: readonly Period[];
  /** Places in `units` of words that only make it a question. */
  readonly idle: ReadonlySet<number>;
  /** Units of measure that it names, each with the places of its words. */
  readonly measures: readonly Asked<string>[];
  /** Whether it asks for money, where it does not say which: `how much`, 多少钱. */
  readonly asksMoney: boolean;
  readonly operations: readonly Asked<Operation>[];
}

export interface Asked<T> {
  readonly what: T;
  readonly places: ReadonlySet<number>;
}

/**
 * `minus` is a difference in the order of the words, `more` and `less` say which of two is the larger, `difference` has no sign;
 * `computed` is what is never computed: growth, ratios, averages; `open` what has no single printed value.
 */
export type Operation = 'minus' | 'more' | 'less' | 'difference' | 'sum' | 'computed' | 'open';

/** Asks for more than the value of one time. */
const COMPARES_TIMES =
  /\b(?:since|before|after|until|till|prior to|vs\.?|versus|compared (?:to|with)|against|relative to) (?:the )?(?:fy|fiscal|year|q[1-4]|[1-4]q|h[12]|[12]h|end of)? ?'?(?:19|20)?\d\d\b|!=|≠/u;

/** No question is longer; what is, is a text. */
const MAX_UNITS = 200;

/** The mark of a footnote, copied with the label. */
const NOTE_MARK = /[(（](?:\d{1,2}|[a-z])[)）]/giu;

/** A share is one of the whole anyway: 占总支出 is 占支出. */
const OF_TOTAL =
  /(?<=占)总|(?<=(?:share|proportion|portion|fraction|percent|percentage|pct) of (?:the )?)(?:total|overall)(?= )/gu;

export function parseQuestion(text: string): Question {
  const all = unitsOf(text.replace(NOTE_MARK, ' '));
  const units = all.slice(0, MAX_UNITS);
  const line = lineOf(units);
  const folded = fold(text);
  const asked = <T>(forms: readonly (readonly [RegExp, T])[]): Asked<T>[] =>
    forms.flatMap(([pattern, what]) => {
      const places = placesOf(line, pattern);
      return places.size === 0 ? [] : [{ what, places }];
    });
  const measures = [
    ...asked(MEASURES),
    ...SIGNS.filter(([sign]) => sign.test(folded)).map(([, what]) => ({ what, places: new Set<number>() })),
  ];
  const operations = asked(OPERATIONS);
  if (COMPARES_TIMES.test(foldPeriodText(text))) operations.push({ what: 'computed', places: new Set() });
  // 什么 says nothing, but 为什么 asks for a reason.
  const telling = new Set(operations.flatMap(({ what, places }) => (what === 'open' ? [...places] : [])));
  return {
    text,
    units,
    isTooLong: all.length > MAX_UNITS,
    periods: joined(periodsIn(text).map(({ period }) => period)),
    idle: new Set([...placesOf(line, IDLE), ...placesOf(line, OF_TOTAL)].filter((place) => !telling.has(place))),
    measures,
    asksMoney: /\b(?:how much|amount|spend|spent)\b|多少钱|金额|多少元|花费|花了/u.test(folded),
    operations,
  };
}

/** `Q3` beside `2006` is one period. */
function joined(periods: readonly Period[]): Period[] {
  const [a, b] = periods;
  if (periods.length !== 2 || a === undefined || b === undefined || (a.year !== null && b.year !== null))
    return [...periods];
  const both = joinPeriods(a, b);
  return both === null ? [...periods] : [both];
}

/** The units as one line, words parted by blanks, and where in it each begins. */
interface Line {
  readonly text: string;
  readonly starts: readonly number[];
}

function lineOf(units: readonly Unit[]): Line {
  let text = '';
  const starts: number[] = [];
  units.forEach(({ word, isHan }, at) => {
    if (text !== '' && !(isHan && units[at - 1]?.isHan)) text += ' ';
    starts.push(text.length);
    text += word;
  });
  return { text, starts };
}

function placesOf({ text, starts }: Line, pattern: RegExp): Set<number> {
  const places = new Set<number>();
  for (const match of text.matchAll(pattern)) {
    const [from, to] = [match.index, match.index + match[0].length];
    starts.forEach((start, at) => {
      if (start >= from && start < to) places.add(at);
    });
  }
  return places;
}

const words = (source: string, han = ''): RegExp =>
  new RegExp(`(?<![\\p{L}\\d])(?:${source})(?![\\p{L}\\d])${han === '' ? '' : `|${han}`}`, 'gu');

const IDLE = words(
  'what|whats|s|is|are|was|were|be|been|how|much|many|the|a|an|of|for|in|on|at|to|from|by|with|and|or|as|per|did|do|does|has|have|had|' +
    'please|tell|me|give|show|shows|shown|find|state|stated|value|values|amount|amounts|number|figure|figures|reported|report|according|' +
    'page|chart|charts|graph|diagram|table|tables|document|company|companies|firm|organisation|organization|it|its|they|their|there|' +
    'during|period|year|years|fiscal|quarter|was it|that|this|than|between|both|come|came|amounted|stand|stood|account|accounted|make|made|up|' +
    'printed|given|exactly|exact|currently|about|into|money|went|go|goes|gone|which (?:share|percentage|percent|proportion|portion|fraction|amount|value|figure|number)|you|can|could|would|i|we|us|our|my|s',
  '请问|请|是多少|有多少|为多少|多少钱|多少|几|什么|是|为|的|在|有|中|里|内|公司|本公司|该公司|报告|年报|季报|根据|按照|依据|数值|金额|数据|数字|图表|图|表格|告诉我|给出|显示|吗|呢|了|和|与|及|或|时|期间|达到|达|共|占|位于|分别|各|对应|对|于|元|个',
);

const MEASURES: readonly (readonly [RegExp, string])[] = [
  [
    words('percent|percentage|per cent|pct|share|proportion|portion|fraction', '百分之|百分比|占比|比例|比重|份额'),
    '%',
  ],
  [words('usd|us dollars?|usa dollars?|dollars?', '美元'), 'USD'],
  [words('eur|euros?', '欧元'), 'EUR'],
  [words('gbp|pounds?|sterling', '英镑'), 'GBP'],
  [words('hkd|hong kong dollars?', '港元|港币'), 'HKD'],
  [words('cny|rmb|yuan|renminbi', '人民币'), 'CNY'],
  [words('jpy|yen', '日元'), 'JPY'],
  [words('basis points|bps', '基点'), 'bps'],
  [words('(?:in )?thousands?', '千元'), 'scale k'],
  [words('(?:in )?millions?', '百万元?'), 'scale m'],
  [words('(?:in )?billions?', '十亿元?'), 'scale bn'],
  [words('亿元', '(?<!十)亿元'), 'scale 亿'],
  [words('万元', '(?<!百)万元'), 'scale 万'],
];
/** Signs of units; one at a number is part of a label. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/hk\$(?!\s?\d)/u, 'HKD'],
  [/(?<![a-z])\$(?!\s?\d)/u, 'USD'],
  [/€(?!\s?\d)/u, 'EUR'],
  [/£(?!\s?\d)/u, 'GBP'],
  [/¥(?!\s?\d)/u, '¥'],
  [/(?<!\d\s?)%/u, '%'],
];

const OPERATIONS: readonly (readonly [RegExp, Operation])[] = [
  [words('minus|subtract|subtracted|subtracting', '减去|减'), 'minus'],
  [
    words(
      '(?:more|higher|larger|greater|exceed|exceeds|exceeded)(?: is| was| are| were)?',
      '多多少|高出|高多少|多出|多几|高几|超过|超出',
    ),
    'more',
  ],
  [words('(?:less|lower|smaller|fewer)(?: is| was| are| were)?', '少多少|低多少|少几|低几'), 'less'],
  [
    words(
      'percentage points?|points?|pp|difference|differences|gap|compared (?:to|with)|apart',
      '相差|差额|差值|差距|之差|差了?多少|差|个?百分点|(?<![占分同环对])比(?![例重率])',
    ),
    'difference',
  ],
  [
    words(
      'sum|combined|together|add|added|adding|plus|altogether|total of|in total',
      '之和|总和|合计|一共|总共|加起来|相加|加上|加',
    ),
    'sum',
  ],
  [
    words(
      'growth|grow|grew|grown|increase|increases|increased|decrease|decreased|decline|declined|change|changed|changes|rise|rose|risen|fall|fell|fallen|drop|dropped|gain|' +
        'ratio|ratios|times|multiple|average|averages|averaged|mean|median|cagr|compound|year over year|year on year|yoy|qoq|y y|double|doubled|twice|half|divided|multiplied|annualized|annualised|projected|extrapolate|interpolate|estimate|estimated',
      '增长率?|增幅|增速|增加|减少|下降|上升|变化|变动|同比|环比|比率|倍|平均|均值|中位数|复合|涨幅?|跌幅?|除以|乘以|估计|估算',
    ),
    'computed',
  ],
  [
    words(
      'why|who|whom|where|when|which(?! (?:share|percentage|percent|proportion|portion|fraction|amount|value|figure|number))|explain|reason|reasons|cause|causes|caused|because|forecast|predict|prediction|expect|expected|will|should|trend|trends|outlook|opinion|think|' +
        'highest|lowest|largest|smallest|biggest|maximum|minimum|max|min|most|least|rank|ranked|ranking|top|best|worst|describe|summari[sz]e|summary|list|compare|comparison|how (?!much|many)|is it true|does it',
      '为什么|为何|原因|怎么|如何|怎样|预测|预计|趋势|展望|最高|最低|最大|最小|最多|最少|排名|排第|哪个|哪一|哪些|谁|何时|什么时候|哪里|描述|总结|概括|列出|比较|对比',
    ),
    'open',
  ],
];
