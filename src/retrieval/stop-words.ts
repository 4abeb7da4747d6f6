/** Words that turn up in every text or only make a query a question. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about an and any are as at be been being between both but by can could did do does doing for from had has have ' +
    'he her hers him his how i if in into is it its me more most much many my no nor not of on or other our out over ' +
    'own please she should show so some such tell than that the their them then there these they this those to too ' +
    'under up us was we were what when where whether which while who whom whose why will with would you your'
  ).split(' '),
);

/** The longest first: 多少钱 goes before 多少. Simplified, since folding comes first. */
export const CHINESE_STOP_PHRASES = new RegExp(
  [
    '请问|多少钱|为什么|怎么样|怎样|怎么|什么样|什么|哪一个|哪一|哪些|哪个|哪里|哪儿|哪|多少|几个|如何|是不是|是否|有没有|有无',
    '是谁|谁|何时|吗|呢|吧|呀|的|了|和|与|及|或|在|是|有|于|对|从|之|以|其|这个|那个|这份|那份|这|那|各自|各|都|也|就',
  ].join('|'),
  'gu',
);
