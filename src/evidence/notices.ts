/** Languages that notices come in. */
export type Language = 'en' | 'zh';

/** Said word for word where the host can't show pictures to its model. */
export const UNSUPPORTED_NOTICE: Readonly<Record<Language, string>> = {
  en: 'The relevant page has been located, but the current environment cannot yet reliably interpret the visual information in it.',
  zh: '已定位相关页面，但当前运行环境尚不能可靠解析其中的视觉信息。',
};

/** Chinese for a question that is mainly Han characters; one with kana is Japanese, which has no wording of its own. */
export function languageOf(question: string): Language {
  if (/[\u3041-\u30ff]/.test(question)) return 'en';
  const han = question.match(/\p{Script=Han}/gu)?.length ?? 0;
  const latin = question.match(/\p{Script=Latin}+/gu)?.length ?? 0;
  return han > latin ? 'zh' : 'en';
}
