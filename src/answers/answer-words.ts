import type { Language } from '../evidence/notices.js';

/** The words of the answer view. */
export interface AnswerWords {
  readonly lang: string;
  readonly question: string;
  readonly answered: string;
  readonly abstained: string;
  readonly citations: string;
  readonly value: string;
  readonly label: string;
  readonly page: (page: number, label: string | null) => string;
  readonly close: string;
  readonly whole: string;
  readonly evidence: string;
  readonly computation: string;
  readonly exact: string;
  readonly rules: Readonly<Record<'percentage_point_difference' | 'difference' | 'sum', string>>;
  readonly available: string;
  readonly periods: string;
  readonly categories: string;
  readonly series: string;
  readonly units: string;
  readonly look: string;
  readonly check: string;
  readonly checkHow: string;
  readonly json: string;
  readonly refused: string;
  readonly noPage: string;
}

export const ANSWER_WORDS: Readonly<Record<Language, AnswerWords>> = {
  en: {
    lang: 'en',
    question: 'Question',
    answered: 'Answered: every citation is proven on the page',
    abstained: 'Not answered',
    citations: 'What the answer stands on',
    value: 'value',
    label: 'label',
    page: (page, label) => `Page ${page}${label === null ? '' : `, printed ${label}`}`,
    close: 'Up close',
    whole: 'Whole page',
    evidence: 'Evidence',
    computation: 'Computation',
    exact: 'exact: nothing was rounded',
    rules: {
      percentage_point_difference: 'Difference in percentage points',
      difference: 'Difference',
      sum: 'Sum',
    },
    available: 'What there is',
    periods: 'Periods',
    categories: 'Categories',
    series: 'Series',
    units: 'Units',
    look: 'Where to look',
    check: 'Check it yourself',
    checkHow:
      'Save the answer below as answer.json. Anyone who has the original file can prove it again, without this library:',
    json: 'The answer as JSON',
    refused: 'Not proven because of',
    noPage: 'The page is too large to be shown here.',
  },
  zh: {
    lang: 'zh-Hans',
    question: '问题',
    answered: '已回答：每条引用都在页面上得到证明',
    abstained: '不予回答',
    citations: '回答的依据',
    value: '数值',
    label: '标签',
    page: (page, label) => `第 ${page} 页${label === null ? '' : `（印刷页码 ${label}）`}`,
    close: '近看',
    whole: '整页',
    evidence: '证据',
    computation: '计算',
    exact: '精确：没有舍入',
    rules: { percentage_point_difference: '百分点之差', difference: '差', sum: '和' },
    available: '文件中有的内容',
    periods: '期间',
    categories: '类别',
    series: '系列',
    units: '单位',
    look: '去哪里查看',
    check: '自行核对',
    checkHow: '将下面的回答另存为 answer.json。任何持有原始文件的人都可以在没有本库的情况下重新证明：',
    json: '回答（JSON）',
    refused: '未能证明的原因',
    noPage: '页面过大，无法在此显示。',
  },
};
