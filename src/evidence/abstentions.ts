import type { Language } from './notices.js';
import type { AbstainReason } from './wire/ask.js';

/** What each reason says, for people. */
export const ABSTENTIONS: Readonly<Record<Language, Readonly<Record<AbstainReason, string>>>> = {
  en: {
    VALUE_UNAVAILABLE: 'What is asked for has its place in the document, but no value is printed there.',
    AMBIGUOUS_SERIES: 'Several charts, tables or series fit the question, and they print different values.',
    AMBIGUOUS_PERIOD: 'The document prints the value for several periods, and the question does not say which.',
    AMBIGUOUS_CATEGORY: 'Several categories fit the question, and they print different values.',
    PERIOD_NOT_FOUND: 'What is asked for is there, but not for this period.',
    CATEGORY_NOT_FOUND:
      'Something that fits a part of the question is there, but no category of the name that is asked for.',
    SERIES_NOT_FOUND: 'The category is there, but no series of the name that is asked for.',
    UNIT_MISMATCH: 'What is asked for is there, but in another unit.',
    NOT_VERIFIED: 'A value is there, but it is not proven that the page really shows it.',
    NO_EVIDENCE: 'No chart, table or key figure of the library fits the question.',
    UNSUPPORTED_QUESTION: 'This is no question for one printed value, or for a sum or difference of such.',
    COMPUTATION_NOT_ALLOWED: 'This would have to be computed in a way that is not exact, or across periods or units.',
  },
  zh: {
    VALUE_UNAVAILABLE: '文件中有所问的项目，但该处没有印出数值。',
    AMBIGUOUS_SERIES: '有多个图表、表格或系列符合问题，而它们印出的数值不同。',
    AMBIGUOUS_PERIOD: '文件印有多个期间的数值，而问题没有说明是哪一个。',
    AMBIGUOUS_CATEGORY: '有多个类别符合问题，而它们印出的数值不同。',
    PERIOD_NOT_FOUND: '有所问的项目，但没有这个期间的数值。',
    CATEGORY_NOT_FOUND: '有部分相符的内容，但没有所问名称的类别。',
    SERIES_NOT_FOUND: '有这个类别，但没有所问名称的系列。',
    UNIT_MISMATCH: '有所问的项目，但单位不同。',
    NOT_VERIFIED: '有一个数值，但未能证明页面上确实显示了它。',
    NO_EVIDENCE: '库中没有图表、表格或关键数据符合这个问题。',
    UNSUPPORTED_QUESTION: '这个问题问的不是一个印出的数值，也不是此类数值的和或差。',
    COMPUTATION_NOT_ALLOWED: '这需要不精确的计算，或跨期间、跨单位的计算，因此不予回答。',
  },
};
