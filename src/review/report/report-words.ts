import type { Language } from '../../evidence/notices.js';
import type { Rule, Severity } from '../../evidence/wire/review.js';

/** Words of the report, in its language. */
export interface ReportWords {
  readonly lang: string;
  readonly kicker: string;
  readonly severities: Readonly<Record<Severity, string>>;
  readonly rules: Readonly<Record<Rule, string>>;
  readonly nothing: string;
  readonly noModel: string;
  readonly looked: (model: string, calls: number, pictures: number) => string;
  readonly notLooked: string;
  readonly sheet: (n: number) => string;
  readonly issues: (n: number) => string;
  readonly more: (n: number) => string;
  readonly unknownScale: string;
  readonly scale: string;
  readonly fromRule: string;
  readonly fromModel: (readings: number) => string;
  readonly secondReading: string;
  readonly entity: string;
  readonly picture: string;
  readonly wholeSheet: string;
  readonly limitations: string;
  readonly skipped: string;
  readonly suppressed: string;
  readonly dropped: string;
  readonly droppedWhy: string;
  readonly reasons: Readonly<Record<string, string>>;
  readonly bounds: string;
  readonly boundsText: readonly string[];
}

export const REPORT_WORDS: Readonly<Record<Language, ReportWords>> = {
  en: {
    lang: 'en',
    kicker: 'Drawing review',
    severities: { critical: 'Critical', major: 'Major', minor: 'Minor' },
    rules: {
      empty_title_block_attribute: 'Empty field of the title block',
      placeholder_text: 'Placeholder text',
      text_below_legible_height: 'Text too small',
      duplicate_entity: 'Drawn twice',
      entity_on_layer_0: 'On layer 0',
      dangling_reference: 'Missing reference',
    },
    nothing: 'Nothing was found.',
    noModel: 'No model looked at this drawing: only what the file itself tells was checked.',
    looked: (model, calls, pictures) => `${model} looked at ${pictures} pictures in ${calls} calls.`,
    notLooked: 'The model came to no conclusion about this sheet: it was not looked at.',
    sheet: (n) => `Sheet ${n}`,
    issues: (n) => (n === 1 ? '1 finding' : `${n} findings`),
    more: (n) => `${n} more of the same kind`,
    unknownScale: 'scale unknown',
    scale: 'scale',
    fromRule: 'found by a rule in the file’s own data',
    fromModel: (readings) =>
      readings > 1 ? `seen in ${readings} independent readings` : 'seen by a model, tied to an entity',
    secondReading: 'Second reading',
    entity: 'entity',
    picture: 'picture',
    wholeSheet: 'no place of its own on the sheet',
    limitations: 'Limitations',
    skipped: 'Entities that could not be read',
    suppressed: 'Accepted before, and found again',
    dropped: 'Said by the model and not taken over',
    droppedWhy: 'The evidence given for these does not hold.',
    reasons: {
      unknown_picture: 'names a picture that was not shown',
      no_place: 'names no place',
      outside_picture: 'the place lies outside the picture',
      unknown_handle: 'names an entity that is not on the sheet',
      handle_without_cad: 'names an entity, and this source has none',
      handle_elsewhere: 'the entity lies elsewhere',
      not_seen_again: 'a second, independent reading did not see it',
      not_read_again: 'there were too many to read again',
      not_of_the_shape: 'is not of the shape that was asked for',
      said_twice: 'says what another finding says',
    },
    bounds: 'What this review is, and is not',
    boundsText: [
      'Rules check the file’s own data; what a file does not hold as data (strokes, pictures) they can’t check.',
      'A model’s finding stands here only where its picture and place exist, and where it is tied to an entity of the file or was seen again by a second reading. It may still be wrong, and much may have been overlooked.',
      'Nothing here checks calculations, strength, or compliance with a code of practice. A person signs the drawing.',
    ],
  },
  zh: {
    lang: 'zh-CN',
    kicker: '图纸审查',
    severities: { critical: '严重', major: '重要', minor: '一般' },
    rules: {
      empty_title_block_attribute: '标题栏项目为空',
      placeholder_text: '占位文字',
      text_below_legible_height: '字高过小',
      duplicate_entity: '重复图元',
      entity_on_layer_0: '位于图层 0',
      dangling_reference: '引用缺失',
    },
    nothing: '未发现问题。',
    noModel: '没有模型看过这份图纸：只检查了文件自身的数据。',
    looked: (model, calls, pictures) => `${model} 通过 ${calls} 次调用查看了 ${pictures} 张图片。`,
    notLooked: '模型没有就本图得出结论：本图未经查看。',
    sheet: (n) => `第 ${n} 张图`,
    issues: (n) => `${n} 个问题`,
    more: (n) => `另有 ${n} 个同类问题`,
    unknownScale: '比例未知',
    scale: '比例',
    fromRule: '由规则在文件数据中查出',
    fromModel: (readings) => (readings > 1 ? `经 ${readings} 次独立判读一致` : '由模型看出，并对应到图元'),
    secondReading: '第二次判读',
    entity: '图元',
    picture: '图片',
    wholeSheet: '在图上没有自己的位置',
    limitations: '局限',
    skipped: '未能读取的图元',
    suppressed: '先前已接受、本次再次出现',
    dropped: '模型提出但未采纳',
    droppedWhy: '以下各条的依据不成立。',
    reasons: {
      unknown_picture: '引用了未展示过的图片',
      no_place: '没有给出位置',
      outside_picture: '位置在图片之外',
      unknown_handle: '引用了本图中不存在的图元',
      handle_without_cad: '引用了图元，而此来源没有图元',
      handle_elsewhere: '图元位于别处',
      not_seen_again: '第二次独立判读没有看到',
      not_read_again: '数量过多，未再次判读',
      not_of_the_shape: '不符合要求的格式',
      said_twice: '与另一条重复',
    },
    bounds: '本审查的范围',
    boundsText: [
      '规则只检查文件自身的数据；文件中不以数据形式存在的内容（笔画、图像）无法检查。',
      '模型提出的问题只有在所引图片和位置确实存在，并且对应到文件中的图元或经第二次判读再次看到时才列入。它仍可能有误，也可能有大量遗漏。',
      '本审查不核对计算、强度，也不核对是否符合规范。图纸由人签字负责。',
    ],
  },
};
