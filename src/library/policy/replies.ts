import type { Language } from '../../evidence/notices.js';
import type { AdviceCandidate, AdviceReason } from '../../evidence/wire/advice.js';
import type { Locator } from '../../evidence/wire/locator.js';
import type { Fit } from './fit.js';

/** A few words from a book or a hint, as data between quotation marks: short, on one line. */
export function quoted(text: string): string {
  const plain = text.replace(/[\s\p{Cc}"]+/gu, ' ').trim();
  return `"${plain.length > QUOTED_CAP ? `${plain.slice(0, QUOTED_CAP)}…` : plain}"`;
}

/** Long enough for a label, too short for a passage to speak to the reader. */
const QUOTED_CAP = 40;

/** All sentences of a reply in one language. */
export interface Wording {
  list(items: readonly string[]): string;
  hint(name: string): string;
  questionNames(words: readonly string[]): string;
  passageRefers(rank: number, sign: string): string;
  passageLost(rank: number, mark: string): string;
  noHits: string;
  noPlace(rank: number): string;
  homelessPages: string;
  tie(places: readonly string[]): string;
  twoVersions(document: string): string;
  fileChanged(document: string): string;
  pageContradiction: string;
  locatorsDisagree(field: string): string;
  place(locator: Locator): string;
  fit: Readonly<Record<Fit, (named: string) => string>>;
  nextStep(
    look: boolean,
    reasons: readonly AdviceReason[],
    best: AdviceCandidate | undefined,
    asked: string | undefined,
  ): string;
}

/** The arguments of the call that shows a candidate, the same in every language. */
function callFor({ locator, suggested_crop }: AdviceCandidate): string {
  const doc = `doc=${locator.document}`;
  if (locator.page === null && locator.page_index === null) return `\`figures\` (${doc})`;
  const page = `page=${locator.page ?? locator.page_index! + 1}`;
  return `\`render\` (${[doc, page, ...(suggested_crop ? [`crop=${suggested_crop.join(',')}`] : [])].join(', ')})`;
}

const isChapter = ({ locator }: AdviceCandidate): boolean => locator.page === null && locator.page_index === null;

const english: Wording = {
  list: (items) => items.join('; '),
  hint: (name) => `the caller's hint ${name}`,
  questionNames: (words) => `the question names ${words.join(', ')}`,
  passageRefers: (rank, sign) => `hit ${rank} refers to ${sign}`,
  passageLost: (rank, mark) => `hit ${rank} has lost a picture: ${mark}`,
  noHits: 'the search found no passage',
  noPlace: (rank) => `hit ${rank} has neither a page nor a chapter`,
  homelessPages: 'page_indices were given, but not in which document',
  tie: (places) => `these match equally: ${places.join(', ')}`,
  twoVersions: (document) => `hits from two versions of document ${document}`,
  fileChanged: (document) => `the file of document ${document} has changed since it was added`,
  pageContradiction: 'a locator whose page and page_index name different pages',
  locatorsDisagree: (field) => `the hinted source_locator and the hits disagree about ${field}`,
  place: ({ document, page, page_index, chapter }) =>
    `${document} ${page_index === null ? `chapter ${chapter}` : `page ${page ?? page_index + 1}`}`,
  fit: {
    caption: (named) => `bears the caption of ${named}`,
    mention: (named) => `mentions ${named}`,
    probe: () => 'bears the wording sought',
    hinted_page: () => 'a page that the caller named',
    visual: (named) => `the passage goes with something to look at: ${named}`,
    passage: () => 'the passage matches the question',
  },
  nextStep(look, reasons, best, asked) {
    const warning = 'Do not infer values, curves or relations that only a picture holds from missing text.';
    const doubt = reasons.includes('source_conflict')
      ? 'First settle which version of the source holds (`add` it again). '
      : '';
    if (!look) {
      if (reasons.includes('text_evidence_insufficient'))
        return `${doubt}Call \`search\` with other words; that no passage was found does not mean that there is a picture.`;
      return best && reasons.length > 0
        ? `${doubt}Check the source with \`read\` (doc=${best.locator.document}) before you rely on it.`
        : 'Answer from the passages; `read` gives the original text of a page or chapter.';
    }
    if (!best)
      return `${doubt}Call \`locate\`${asked ? ` with figure=${quoted(asked)}` : ' with the question'} to find the page. ${warning}`;
    return isChapter(best)
      ? `${doubt}Call ${callFor(best)} for the images of chapter ${best.locator.chapter}, then \`image\` with the href of the one meant. ${warning}`
      : `${doubt}Call ${callFor(best)} and look at the picture that it delivers. ${warning}`;
  },
};

const chinese: Wording = {
  list: (items) => items.join('；'),
  hint: (name) => `调用方提示 ${name}`,
  questionNames: (words) => `问题提到 ${words.join('、')}`,
  passageRefers: (rank, sign) => `第 ${rank} 条结果提到 ${sign}`,
  passageLost: (rank, mark) => `第 ${rank} 条结果丢失了图片：${mark}`,
  noHits: '检索没有找到任何段落',
  noPlace: (rank) => `第 ${rank} 条结果既没有页码也没有章节`,
  homelessPages: '给出了 page_indices，但没有说明属于哪个文档',
  tie: (places) => `以下位置同样匹配：${places.join('、')}`,
  twoVersions: (document) => `结果来自文档 ${document} 的两个版本`,
  fileChanged: (document) => `文档 ${document} 的文件在添加之后已被更改`,
  pageContradiction: '定位信息中的 page 与 page_index 指向不同的页',
  locatorsDisagree: (field) => `提示的 source_locator 与检索结果的 ${field} 不一致`,
  place: ({ document, page, page_index, chapter }) =>
    `${document} ${page_index === null ? `章节 ${chapter}` : `第 ${page ?? page_index + 1} 页`}`,
  fit: {
    caption: (named) => `含有 ${named} 的标题`,
    mention: (named) => `提到 ${named}`,
    probe: () => '含有所查找的文字',
    hinted_page: () => '调用方指定的页',
    visual: (named) => `该段落涉及视觉内容：${named}`,
    passage: () => '该段落与问题相符',
  },
  nextStep(look, reasons, best, asked) {
    const warning = '不要根据缺失的文字推断只存在于图像中的数值、曲线或关系。';
    const doubt = reasons.includes('source_conflict') ? '先确认以哪个版本的来源为准（重新 `add`）。' : '';
    if (!look) {
      if (reasons.includes('text_evidence_insufficient'))
        return `${doubt}换用其他词语调用 \`search\`；没有找到段落并不说明存在图片。`;
      return best && reasons.length > 0
        ? `${doubt}引用之前请用 \`read\`（doc=${best.locator.document}）核对原文。`
        : '根据检索到的段落回答；`read` 可读取某页或某章的原文。';
    }
    if (!best) return `${doubt}调用 \`locate\`${asked ? `（figure=${quoted(asked)}）` : ''}找到所在页。${warning}`;
    return isChapter(best)
      ? `${doubt}调用 ${callFor(best)} 列出章节 ${best.locator.chapter} 的图片，再用 \`image\` 和对应的 href 读取。${warning}`
      : `${doubt}调用 ${callFor(best)} 并查看返回的图片。${warning}`;
  },
};

export const WORDING: Readonly<Record<Language, Wording>> = { en: english, zh: chinese };
