/** A question changed by rule so that the document does not answer it. */
export interface MisleadingQuestion {
  readonly rule: string;
  readonly question: string;
}

/** A year that no report of today is about. */
const FAR_YEAR = 2087;

const NAMED: Readonly<Record<string, RegExp>> = {
  growth: /growth|增长|增减/iu,
  'a forecast': /forecast|预测/iu,
  'an average': /average|平均/iu,
};

/** @param unit of the answer to the question as it was */
export function misleadingQuestions(question: string, unit: string | null): MisleadingQuestion[] {
  const isHan = /\p{Script=Han}/u.test(question);
  const bare = question.replace(/[?？。.\s]+$/u, '');
  const put = (han: string, english: string): string => (isHan ? `${han}${bare}？` : `${bare}${english}?`);
  const year = /(?:19|20)\d\d/u.exec(question)?.[0];
  const currency = unit === 'JPY' || unit === '円' ? ['以欧元计，', ' in euros'] : ['以日元计，', ' in Japanese yen'];
  const made = [
    year === undefined
      ? { rule: 'another period', question: put(`${FAR_YEAR}年`, ` in ${FAR_YEAR}`) }
      : { rule: 'another period', question: question.replaceAll(/(?:19|20)\d\d/gu, String(FAR_YEAR)) },
    { rule: 'another category', question: put('火星分部的', ' for the Zembla division') },
    { rule: 'another currency', question: put(currency[0] as string, currency[1] as string) },
    { rule: 'growth', question: isHan ? `${bare}的增长率？` : `What is the growth rate of: ${bare}?` },
    { rule: 'a forecast', question: isHan ? `预测：${bare}？` : `Please forecast: ${bare}?` },
    { rule: 'an average', question: isHan ? `${bare}，平均？` : `On average, ${bare}?` },
    { rule: 'a reason', question: isHan ? `为什么${bare}？` : `Why: ${bare}?` },
  ];
  // A question for a growth rate that is printed is not misled by asking for growth.
  return made.filter(({ rule }) => !(NAMED[rule]?.test(question) ?? false));
}
