import { excerptOf } from './excerpt.js';
import type { Finding, SourceBox } from './finding.js';

/** A text of a drawing, wherever it comes from. */
export interface TextAt {
  readonly text: string;
  readonly box: SourceBox | null;
  readonly handle: string | null;
  /** Tag of the attribute that holds it; null for other text. */
  readonly tag: string | null;
}

/**
 * What people write where something is still to come. Only what means nothing else: TODO is Spanish for "all", and x stands for
 * unknowns, so that those count only alone or with a colon.
 */
const SIGNS: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])(?:TBD|TBA|TBC|FIXME|LOREM IPSUM)(?![\p{L}\p{N}])/iu,
  /^\s*to[\s-]?do\s*(?:[:：].*)?$/iu,
  /(?<![\p{L}\p{N}])[Xx×]{3,}(?![\p{L}\p{N}])/u,
  /[?？]{3,}/u,
  /待定|待补|待填|待确认|占位|示例文字|样例文字|某某|请输入|请填写/u,
  /(?<!\p{L})(?:placeholder|sample text|dummy text|your (?:text|name|title|company|logo) here|(?:enter|insert|type) (?:text|title|name)(?: here)?)(?!\p{L})/iu,
  /^\s*[<[{【《](?:title|text|name|date|number|scale|project|图名|图号|日期|比例|名称|单位|工程名称|项目名称)[>\]}】》]\s*$/iu,
];

/** Texts that stand for one still to be written. @param more further ones that a user names */
export function placeholderText(texts: readonly TextAt[], more: readonly string[]): Finding[] {
  return texts
    .filter(({ text, tag }) => isPlaceholder(text, tag, more))
    .map(({ text, box, handle }) => ({
      rule: 'placeholder_text',
      category: 'legibility',
      severity: 'major',
      statement: {
        en: `The text “${excerptOf(text)}” is a placeholder: what belongs here is still to be written.`,
        zh: `文字“${excerptOf(text)}”是占位内容，实际内容尚未填写。`,
      },
      box,
      handle,
    }));
}

function isPlaceholder(text: string, tag: string | null, more: readonly string[]): boolean {
  const plain = text.normalize('NFKC').trim();
  if (plain === '') return false;
  if (SIGNS.some((sign) => sign.test(plain))) return true;
  // An attribute that holds its own tag was never filled in; short tags such as A are also values.
  if (tag !== null && tag.length > 2 && plain.toLowerCase() === tag.trim().toLowerCase()) return true;
  return more.some((one) => plain.toLowerCase().includes(one.toLowerCase()));
}
