import { foldHan } from './han-folding.js';

/** What a label stands on, as `figures` reports it. */
export type LabelKind = 'figure' | 'table' | 'equation' | 'chart' | 'image';

/** One label in a text: "Fig. 3.1", "图3-1", "Table IV", "式(5)". */
export interface Label {
  /** The label to show: the word in full, the number in plain characters ("Figure 3.1", "图 3-1"). */
  label: string;
  /** Identity across spellings: "Fig. 3.1", "Figure 3-1", "图3-1" and "圖 3–1" are all `figure:3.1`. */
  key: string;
  kind: LabelKind;
  /** Offsets into the text that was searched, in UTF-16 units. */
  start: number;
  end: number;
}

export interface Caption {
  label: Label;
  /** What follows the label on the line, '' for a label that stands alone. */
  title: string;
  /** The line says that it carries on from an earlier page. */
  continued: boolean;
}

/**
 * Every figure, table and equation label in `text`, in reading order: captions and cross references alike.
 * "Figs. 2–4" and "Tables 1 and 3" give one label for each number meant.
 *
 * @example
 * findLabels('see Fig. 3.1 and 圖 3–1').map((l) => l.key); // ['figure:3.1', 'figure:3.1']
 */
export function findLabels(text: string): Label[] {
  const folded = foldText(text);
  const found: Label[] = [];
  for (const match of folded.matchAll(LABEL)) found.push(...labelsOf(match, text, folded));
  return found;
}

/**
 * The caption that starts on this line, or null. A sentence that merely begins with a cross reference ("Figure 3 shows
 * that…", "表2中的数据…") is none, nor is an entry in a list of figures ("Figure 3 Sales ........ 12").
 */
export function captionAt(line: string): Caption | null {
  const head = line.slice(0, CAPTION_HEAD);
  const lead = /^[\s*_#>|【[]*/.exec(head)![0].length;
  const label = findLabels(head).find((l) => l.start === lead);
  if (!label || LIST_ENTRY.test(head)) return null;
  const after = foldText(head.slice(label.end)).replace(/^[】\]*_]+/, '');
  const continuation = CONTINUED.exec(after);
  const rest = continuation ? after.slice(continuation[0].length) : after;
  if (isReference(rest)) return null;
  // Folding keeps the length, so the title can be cut from the line as it was printed.
  const title = line.slice(head.length - rest.length).replace(/^[\s*_.:：．|–—―-]+/, '');
  const continued = continuation !== null || /^[续續]/.test(head.slice(lead));
  return { label, title: title.trimEnd().replace(/[*_]{1,3}$/, ''), continued };
}

/** The key of the whole that a part belongs to: `figure:2a` → `figure:2`. Other keys stay as they are. */
export function wholeKey(key: string): string {
  return key.replace(/(\d)\.?[a-z]$/, '$1');
}

/**
 * `text` with one UTF-16 unit for one, so that offsets still hold: full-width forms, dashes and spaces become ASCII,
 * and the traditional and Japanese characters that our words need become simplified ones.
 */
export function foldText(text: string): string {
  return foldHan(text.replace(/[\u00a0-\uffff]/g, (c) => FOLDED.get(c) ?? foldWidth(c)));
}

function foldWidth(c: string): string {
  const code = c.charCodeAt(0);
  return code >= 0xff01 && code <= 0xff5e ? String.fromCharCode(code - 0xfee0) : c;
}

const FOLDED = new Map<string, string>([
  ...[...'‐‑‒–—―−﹣－'].map((c): [string, string] => [c, '-']),
  ...[...'．·・․'].map((c): [string, string] => [c, '.']),
  ...[...'\u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000'].map(
    (c): [string, string] => [c, ' '],
  ),
  ...[...'‘’ʼ'].map((c): [string, string] => [c, "'"]),
  // Japanese forms, which no Chinese dictionary has.
  ['図', '图'],
  ['続', '续'],
  ['発', '发'],
]);

interface Family {
  kind: LabelKind;
  /** The word in full, for the label; null keeps the word as it was written (Chinese, Japanese). */
  name: string | null;
  /** Part of the key: labels of one series share it. */
  series: string;
  /** The word is common with another meaning ("map 3 points"): it must be capitalised to count. */
  proper?: true;
  /** An abbreviation that is a word of its own without its full stop ("Tab 3" of a window). */
  dotted?: true;
}

const LATIN_WORDS: readonly [forms: string, family: Family][] = [
  ['figure figures fig figs', { kind: 'figure', name: 'Figure', series: 'figure' }],
  ['table tables tbl', { kind: 'table', name: 'Table', series: 'table' }],
  ['equation equations eq eqs eqn eqns', { kind: 'equation', name: 'Equation', series: 'equation' }],
  ['formula formulas formulae', { kind: 'equation', name: 'Formula', series: 'equation' }],
  ['chart charts', { kind: 'chart', name: 'Chart', series: 'chart' }],
  ['graph graphs', { kind: 'chart', name: 'Graph', series: 'graph' }],
  ['exhibit exhibits', { kind: 'figure', name: 'Exhibit', series: 'exhibit' }],
  ['diagram diagrams', { kind: 'figure', name: 'Diagram', series: 'diagram' }],
  ['illustration illustrations', { kind: 'figure', name: 'Illustration', series: 'illustration' }],
  ['plate plates', { kind: 'figure', name: 'Plate', series: 'plate', proper: true }],
  ['scheme schemes', { kind: 'figure', name: 'Scheme', series: 'scheme', proper: true }],
  ['map maps', { kind: 'figure', name: 'Map', series: 'map', proper: true }],
  ['drawing drawings', { kind: 'figure', name: 'Drawing', series: 'drawing', proper: true }],
  ['photo photos photograph photographs', { kind: 'image', name: 'Photo', series: 'photo' }],
  ['image images', { kind: 'image', name: 'Image', series: 'image', proper: true }],
  // German
  ['abbildung abbildungen', { kind: 'figure', name: 'Abbildung', series: 'figure' }],
  ['abb', { kind: 'figure', name: 'Abbildung', series: 'figure', dotted: true }],
  ['bild', { kind: 'figure', name: 'Bild', series: 'figure', proper: true }],
  ['tabelle tabellen', { kind: 'table', name: 'Tabelle', series: 'table' }],
  ['tab', { kind: 'table', name: 'Table', series: 'table', dotted: true }],
  ['gleichung gleichungen', { kind: 'equation', name: 'Gleichung', series: 'equation' }],
  ['gl', { kind: 'equation', name: 'Gleichung', series: 'equation', dotted: true }],
  ['diagramm', { kind: 'chart', name: 'Diagramm', series: 'chart' }],
];

// Longest first, since the first alternative that fits wins. The look-behinds keep out words that end alike: 发表3篇,
// 代表2人, 意图3. 式 is an ending of so many words (形式, 方式, 模式…) that only what may stand before it is listed.
const HAN_WORDS: readonly [pattern: string, family: Family][] = [
  ['附图', { kind: 'figure', name: null, series: 'figure:appendix' }],
  ['附表', { kind: 'table', name: null, series: 'table:appendix' }],
  ['图表|グラフ|チャート', { kind: 'chart', name: null, series: 'chart' }],
  ['地图', { kind: 'figure', name: null, series: 'map' }],
  ['照片|写真', { kind: 'image', name: null, series: 'photo' }],
  ['插图|(?<![意企试力版蓝宏雄妄贪希])图', { kind: 'figure', name: null, series: 'figure' }],
  ['(?<![代发列手外仪电钟腕怀秒水报师])表', { kind: 'table', name: null, series: 'table' }],
  [
    '公式|方程式?|关系式|表达式|不等式|(?<![\u3400-\u9fff])式|(?<=[由据按照从将把入如见在于与和及对用即为到得足立合结是令给致])式',
    { kind: 'equation', name: null, series: 'equation' },
  ],
];

const FAMILY_OF = new Map<string, Family>(
  LATIN_WORDS.flatMap(([forms, family]) => forms.split(' ').map((form): [string, Family] => [form, family])),
);
const HAN_FAMILIES: readonly [RegExp, Family][] = HAN_WORDS.map(([pattern, family]) => [
  new RegExp(`^(?:${pattern.replace(/\(\?<[!=][^)]*\)/g, '')})$`),
  family,
]);

// Every quantifier is bounded, so that a search takes linear time whatever the text.
const DIGITS = String.raw`(?:[A-Z]{1,2}[-.]?)?\d{1,3}(?:[-.]\d{1,3}){0,4}(?:[-.]?[A-Z](?![A-Z0-9])|\([a-z]\))?`;
const ROMAN = String.raw`[IVXLC]{1,7}(?:[-.](?:\d{1,3}|[A-Z]))?(?![A-Z0-9])`;
const LETTER = "[A-Z](?![A-Z0-9'])";
const HAN_NUMERAL = '[一二三四五六七八九十百]{1,4}';
/** What may follow a number that is not an amount: "a figure 3.5 times larger", "Table 3,000", 表3张. */
const NOT_AMOUNT = String.raw`(?!\.?\d|,\d{3}|\s?(?:%|percent|per cent|million|billion|trillion|times|万|亿|倍)|[张幅篇份个名位件套只块枚])`;
/** A sign that is a word as well (图一时之快, 图A股) counts only before the end of a word or before 所示, 中, 是… */
const HAN_WORD_END = String.raw`(?![\u3400-\u9fff](?<![所中显展给是和与及为]))`;

const LABEL = new RegExp(
  String.raw`(?<![A-Za-z0-9_\u00c0-\u024f])(?<prefix>(?:supplementary|supplemental|suppl\.?|extended data|appendix)\s{1,3})?` +
    String.raw`(?<latin>(?:fi|ﬁ)g(?:ures?|s)?|${latinAlternatives()})(?<gap>\.?\s{0,3})(?:(?:no|nr)\.?\s?)?` +
    String.raw`(?:\(\s?(?<paren>${DIGITS})\s?\)|(?<bare>(?:${DIGITS}|${ROMAN}|${LETTER})${NOT_AMOUNT}))` +
    String.raw`|(?<more>续)?(?<han>${HAN_WORDS.map(([p]) => p).join('|')})\s{0,3}` +
    String.raw`(?:\(\s?(?<hanParen>${DIGITS})\s?\)|(?<hanBare>(?:${DIGITS}|(?:${ROMAN}|${LETTER}|${HAN_NUMERAL})${HAN_WORD_END})${NOT_AMOUNT}))`,
  'gi',
);

function latinAlternatives(): string {
  const forms = LATIN_WORDS.flatMap(([words]) => words.split(' ')).filter((form) => !form.startsWith('fig'));
  return forms.sort((a, b) => b.length - a.length).join('|');
}

function labelsOf(match: RegExpMatchArray, text: string, folded: string): Label[] {
  const groups = match.groups!;
  const start = match.index!;
  return groups.han === undefined
    ? latinLabels(groups, start, start + match[0].length, folded)
    : hanLabels(groups, start, start + match[0].length, text, folded);
}

function latinLabels(groups: Record<string, string>, start: number, end: number, folded: string): Label[] {
  const word = groups.latin!.replace('ﬁ', 'fi');
  const family = FAMILY_OF.get(word.toLowerCase())!;
  const number = groups.paren ?? groups.bare!;
  const capital = /^[A-Z]/.test(word);
  if (family.proper && !capital) return [];
  if (family.dotted && !groups.gap!.startsWith('.')) return [];
  // "Formula 1" is a race; an equation is "Formula (1)" or "Formula 3.2".
  if (family.name === 'Formula' && groups.paren === undefined && !/\d[-.]\d/.test(number)) return [];
  if (!/\d/.test(number) && (!capital || groups.gap === '' || !isSign(number, folded.slice(end, end + 24)))) return [];

  const prefix = (groups.prefix ?? '').trim();
  const make = (n: string, from: number, to: number): Label => ({
    label: `${prefix && `${capitalised(prefix)} `}${family.name} ${n}`,
    key: `${family.series}:${prefixKey(prefix, n)}${numberKey(n)}`,
    kind: family.kind,
    start: from,
    end: to,
  });
  if (!PLURAL.test(word)) return [make(number, start, end)];
  return listed(number, start, end, folded).map((item) => make(item.number, item.start, item.end));
}

/** A letter or Roman numeral that is a number, not a word: "Table I shows", "TABLE A.", but not "Table A new idea". */
function isSign(number: string, after: string): boolean {
  if (number !== number.toUpperCase()) return false;
  if (number.length > 1) return /^[IVXLC]+(?:[-.]|$)/.test(number) && (romanValue(number.split(/[-.]/)[0]!) ?? 0) > 0;
  return !/^\s+[a-z]/.test(after) || REFERENCE.test(after.trimStart());
}

function prefixKey(prefix: string, number: string): string {
  if (/^suppl/i.test(prefix)) return /^s/i.test(number) ? '' : 's';
  if (/^ext/i.test(prefix)) return 'extended.';
  return /^app/i.test(prefix) && /^\d/.test(number) ? 'appendix.' : '';
}

interface Item {
  number: string;
  start: number;
  end: number;
}

/** The numbers behind a plural word: "Figs. 2–4", "Tables 6.1-6.3", "Tables 1, 3 and 5", "Figures 3-1 and 3-2". */
function listed(first: string, start: number, end: number, folded: string): Item[] {
  LIST_ITEM.lastIndex = end;
  let next = LIST_ITEM.exec(folded);
  // One dash is a range where the numbers have dots of their own, or where nothing more is listed.
  const [from = '', to = '', more] = first.split('-');
  const range = more === undefined && (first.includes('.') || !next) ? between(from, to) : null;
  const items: Item[] = (range ? [from, ...range, to] : [first]).map((number) => ({ number, start, end }));
  while (next && items.length < MOST_LISTED) {
    const number = next.groups!.number!;
    const item = { number, start: next.index + next[0].lastIndexOf(number), end: next.index + next[0].length };
    const skipped = /^(?:to|through|bis|-)$/i.test(next.groups!.join!) ? between(items.at(-1)!.number, number) : null;
    items.push(...(skipped ?? []).map((n) => ({ ...item, number: n })), item);
    LIST_ITEM.lastIndex = item.end;
    next = LIST_ITEM.exec(folded);
  }
  return items;
}

/** No singular among the words ends so. */
const PLURAL = /(?:s|ae|ungen|llen)$/i;
const MOST_LISTED = 20;
const LIST_ITEM = new RegExp(
  String.raw`\s{0,2}(?<join>,|and|&|or|und|to|through|bis|-)\s{0,2}(?:(?:and|or)\s)?\(?(?<number>${DIGITS})${NOT_AMOUNT}\)?`,
  'giy',
);

/** The numbers strictly between two of one series (6.1 and 6.4 give 6.2 and 6.3); null where they are no range. */
function between(from: string, to: string): string[] | null {
  const [low, high] = [from, to].map((number) => /^(?<head>.*?)(?<last>\d+)$/.exec(number)?.groups);
  if (!low || !high || low.head !== high.head) return null;
  const count = Number(high.last) - Number(low.last) - 1;
  if (count < 0 || count > MOST_LISTED - 2) return null;
  return Array.from({ length: count }, (_, i) => `${low.head}${Number(low.last) + 1 + i}`);
}

function hanLabels(groups: Record<string, string>, start: number, end: number, text: string, folded: string): Label[] {
  const family = HAN_FAMILIES.find(([pattern]) => pattern.test(groups.han!))![1];
  let number = groups.hanParen ?? groups.hanBare!;
  if (/^[a-z]/.test(number) && !/\d/.test(number)) return [];
  // 图3A股走势 is figure 3 about A shares, 图3a所示 is figure 3a.
  if (/\d[A-Z]$/.test(number) && /^[\u3400-\u9fff]/.test(folded.slice(end))) {
    number = number.slice(0, -1);
    end -= 1;
  }
  const from = start + (groups.more?.length ?? 0);
  const [series, appendix] = family.series.split(':');
  return [
    {
      label: `${text.slice(from, from + groups.han!.length)} ${number}`,
      key: `${series}:${appendix ? `${appendix}.` : ''}${numberKey(number)}`,
      kind: family.kind,
      start,
      end,
    },
  ];
}

/** One spelling for all of a number: 3-1 and 3.1, 2A, 2(a) and 2a, IV and 4, 十二 and 12. */
function numberKey(number: string): string {
  const plain = number.replace(/[()]/g, '').replaceAll('-', '.');
  if (/^[一二三四五六七八九十百]/.test(plain)) return String(hanValue(plain));
  const [head = '', ...tail] = plain.split('.');
  const roman = /^(?:[IVX]|[IVXLC]{2,})$/.test(head) ? romanValue(head) : null;
  const key = [roman === null ? head : String(roman), ...tail].join('.').toLowerCase();
  return key.replace(/^([a-z]{1,2})\.(?=\d)/, '$1').replace(/(\d)\.([a-z])$/, '$1$2');
}

function romanValue(text: string): number | null {
  if (!/^(?:C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/.test(text)) return null;
  const worth: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100 };
  const values = [...text].map((c) => worth[c]!);
  return values.reduce((sum, v, i) => sum + (v < (values[i + 1] ?? 0) ? -v : v), 0);
}

function hanValue(text: string): number {
  let [total, digit] = [0, 0];
  for (const c of text) {
    const value = '一二三四五六七八九'.indexOf(c) + 1;
    if (value > 0) digit = value;
    else {
      total += (digit || 1) * (c === '百' ? 100 : 10);
      digit = 0;
    }
  }
  return total + digit;
}

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();

/** A caption decides itself in its first words; a longer line is not read to its end. */
const CAPTION_HEAD = 400;
const LIST_ENTRY = /(?:[.·…]\s?){4,200}\S{0,8}\s{0,4}$/;
const CONTINUED = /^\s{0,3}[,.]?\s{0,3}[([]?\s?(?:continued|cont'?d|cont\.|续表?|fortsetzung)\s?[)\].]?/i;

/** `rest` is what follows a label at the start of a line, folded. */
function isReference(rest: string): boolean {
  if (/^\s*[.:|]?\s*$/.test(rest)) return false;
  if (/^\s{0,3}(?:[.:|]|-{1,2}(?=\s|[A-Z0-9"'(]|[\u3040-\u9fff]))/.test(rest)) {
    return /^\s{0,3}\.\s+(?:However|Therefore|Thus|Hence|Moreover|Furthermore|Consequently|Nevertheless|We|This|These)\b/.test(
      rest,
    );
  }
  if (/^\s{0,3}[,;)'!?&/、，；。！？）」』-]/.test(rest)) return true;
  // "Figure 3 (left) shows…": what stands behind the bracket decides.
  const words = rest.replace(/^\s{0,3}\([^()]{0,80}\)/, '').trimStart();
  if (/^[\u3040-\u9fff]/.test(words)) return HAN_REFERENCE.test(words);
  if (/^[.:-]/.test(words) || words === '') return false;
  const shouted = /^[A-Z]{3,}/.test(words) && words === words.toUpperCase();
  return REFERENCE.test(words) || (shouted && SHOWN.test(words));
}

const SHOW =
  'shows?|showed|shown|showing|illustrates?|illustrated|depicts?|depicted|displays?|displayed|presents?|presented|gives?|gave|given|' +
  'provides?|provided|lists?|listed|summari[sz]es?|summari[sz]ed|reports?|reported|plots?|plotted|compares?|compared|contains?|' +
  'demonstrates?|demonstrated|indicates?|indicated|describes?|described|reveals?|revealed|suggests?|suggested|outlines?|details|' +
  'represents?|reflects?|highlights?|includes?|confirms?|explains?|sets|makes?|offers?|identifies|identify|breaks|tells|helps?|' +
  'is|are|was|were|has|have|had|can|could|may|might|will|would|should|must|does|do|did|zeigt|zeigen|enthält|stellt|gibt|ist|sind';
const LINK =
  'and|or|to|through|in|on|of|at|from|for|by|below|above|also|that|which|where|with|as|but|if|when|then|we|it|they|you|' +
  'here|there|only|both|alone|again|not|shall|und|oder|bis|wird|werden';
/** Lower case only: a title may well begin "Shows and tells". */
const REFERENCE = new RegExp(`^(?:(?:${SHOW}|${LINK}|[a-z]{2,20}ly)(?![a-zA-Z-]))`);
const SHOWN = new RegExp(`^(?:${SHOW})(?![a-z-])`, 'i');

// Each verb with what tells it from a noun that begins alike: 显示器, 可见光, 对比度, 说明书, 中国.
const HAN_REFERENCE = new RegExp(
  [
    '^(?:显示(?!器|屏|面板|装置|系统|模块|终端|单元|设备|技术|卡|界面)',
    '所示|所列|所给|示出|示意性|给出|列出|列举|列示|绘出|绘制了|画出|展示(?!柜|台|厅|区|系统)|呈现|反映|描述(?!符)|描绘|介绍|汇总了|总结了|概括了',
    '说明(?!书|文)|表明|揭示|证明|比较了|对比了|分别|则|即|的|是(?!否)|为(?!什么)|可(?:以|知|看|得|发现)|可见(?!光)|看出|我们|已经|也|还|不难|清楚|详细|直观',
    '(?:和|与|及|以及|至|到)[图表式\\d]|中(?:的|可|所|各|列|给|数|显|,|、|第|未|标|已|有|没|虚|实|箭|用|以|横|纵|阴|每|不|我们)|上(?:的|可|所|标|面)|里(?!程)',
    '[にはのをでとがへや]|から|より|まで|および)',
  ].join('|'),
);
