import type { TagTable } from './tags/tag-table.js';

/** Versions from this one on (AutoCAD 2007) are written in UTF-8. */
const FIRST_UTF8_VERSION = 'AC1021';
/** Characters looked at to tell an encoding; more say nothing new. */
const SAMPLE_BYTES = 200_000;
/** Pairs of bytes that must be Chinese characters of GB 2312 for a western code page to be a wrong header. */
const GB2312_SHARE = 0.9;
const FEWEST_PAIRS = 2;

/** Names of $DWGCODEPAGE by what they end in, as `TextDecoder` calls them. */
const CODE_PAGES: readonly (readonly [name: RegExp, label: string])[] = [
  [/utf-?8|65001/, 'utf-8'],
  [/gb18030|54936/, 'gb18030'],
  [/936|gb2312|gbk|hz/, 'gbk'],
  [/932|s?jis/, 'shift_jis'],
  [/949|1361|johab|ksc|korean/, 'euc-kr'],
  [/950|big5/, 'big5'],
  [/874/, 'windows-874'],
  [/(125[0-8])$/, 'windows-'],
  [/8859[-_]?(\d+)$/, 'iso-8859-'],
  [/866/, 'ibm866'],
  [/mac/, 'macintosh'],
];

/** DOS code pages without a decoder of their own here are read as the Windows page of the same script. */
const DOS_PAGES: Readonly<Record<string, string>> = {
  '437': 'windows-1252',
  '850': 'windows-1252',
  '852': 'windows-1250',
  '855': 'windows-1251',
  '857': 'windows-1254',
  '860': 'windows-1252',
  '861': 'windows-1252',
  '863': 'windows-1252',
  '864': 'windows-1256',
  '865': 'windows-1252',
  '869': 'windows-1253',
};

/** Code pages of `\M+nXXXX`. */
const MIF_PAGES: Readonly<Record<string, string>> = {
  '1': 'shift_jis',
  '2': 'big5',
  '3': 'euc-kr',
  '4': 'euc-kr',
  '5': 'gbk',
};

export interface Encoding {
  readonly label: string;
  /** The header said something else, and the bytes contradict it. */
  readonly guessed: boolean;
  /** Bytes, one character a byte, to text. */
  readonly decode: (bytes: string) => string;
}

/**
 * How a file's texts are encoded. The header is believed unless the bytes contradict it: bytes that are UTF-8 through and
 * through are no chance, and pairs of bytes that are all Chinese characters are no western text.
 */
export function encodingOf(tags: TagTable, version: string | null, codePage: string | null): Encoding {
  const said = version !== null && version >= FIRST_UTF8_VERSION ? 'utf-8' : labelOf(codePage);
  const fallback = labelOf(codePage);
  const sample = nonAsciiOf(tags);
  const label = sample.length === 0 ? said : believable(sample, said, fallback);
  return { label, guessed: label !== said, decode: decoderFor(label) };
}

function believable(sample: string, said: string, fallback: string): string {
  if (isUtf8(sample)) return 'utf-8';
  const otherwise = said === 'utf-8' ? fallback : said;
  return otherwise === 'windows-1252' && isGb2312(sample) ? 'gbk' : otherwise;
}

function labelOf(codePage: string | null): string {
  const name = (codePage ?? '').trim().toLowerCase();
  for (const [pattern, label] of CODE_PAGES) {
    const match = pattern.exec(name);
    if (match) return label.endsWith('-') ? `${label}${match[1]}` : label;
  }
  return DOS_PAGES[/\d+$/.exec(name)?.[0] ?? ''] ?? 'windows-1252';
}

function decoderFor(label: string): (bytes: string) => string {
  const decoder = new TextDecoder(label);
  return (bytes) => (/[\x80-\xff]/.test(bytes) ? decoder.decode(Buffer.from(bytes, 'latin1')) : bytes);
}

/** Values with bytes above 127, a line each. */
function nonAsciiOf(tags: TagTable): string {
  const found: string[] = [];
  let length = 0;
  for (let i = 0; i < tags.count && length < SAMPLE_BYTES; i++) {
    const code = tags.codes[i] as number;
    // Names and texts: other codes hold numbers and handles.
    if (code > 9 && code !== 100 && (code < 300 || (code > 309 && code < 1000)) && code !== 410) continue;
    if (code === 0 || code === 5 || code > 1003) continue;
    const text = tags.text(i);
    if (!/[\x80-\xff]/.test(text)) continue;
    found.push(text);
    length += text.length;
  }
  // The chunks of one MTEXT may cut a character in two.
  return found.join('\n');
}

function isUtf8(sample: string): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(sample, 'latin1'));
    return true;
  } catch {
    // Chunks of 250 bytes cut characters: what is wrong only at a line break is no contradiction.
    const broken = new TextDecoder('utf-8').decode(Buffer.from(sample, 'latin1')).match(/\ufffd/g)?.length ?? 0;
    const whole = sample.match(/[\xc2-\xf4][\x80-\xbf]+/g)?.length ?? 0;
    const breaks = sample.match(/[\x80-\xff]\n[\x80-\xbf]/g)?.length ?? 0;
    return broken <= breaks * 4 && whole > broken;
  }
}

/** Whether bytes above 127 come in pairs that are characters of GB 2312. */
function isGb2312(sample: string): boolean {
  let pairs = 0;
  let good = 0;
  for (const [run] of sample.matchAll(/[\x80-\xff]+/g)) {
    for (let i = 0; i < run.length; i += 2) {
      pairs++;
      if (/^[\xa1-\xa9\xb0-\xf7][\xa1-\xfe]$/.test(run.slice(i, i + 2))) good++;
    }
  }
  return pairs >= FEWEST_PAIRS && good >= pairs * GB2312_SHARE;
}

/** `\U+XXXX` and `\M+nXXXX`: characters that the file's own encoding does not have. */
export function decodeEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text
    .replace(/\\U\+([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\M\+([1-5])([0-9a-f]{4})/gi, (_, page: string, hex: string) =>
      new TextDecoder(MIF_PAGES[page]).decode(Buffer.from(hex, 'hex')),
    );
}
