/**
 * What a TEXT, an attribute or a dimension's text reads: `%%d` °, `%%p` ±, `%%c` ⌀, `%%%` %, `%%nnn` a character by its number;
 * `%%u`, `%%o`, `%%k` (under-, over-, strike-through lines) leave nothing here; caret codes are control characters.
 */
export function plainText(text: string, decodeByte: (byte: string) => string): string {
  const withoutPercents = text.includes('%%')
    ? text.replace(/%%(\d{3}|[a-z%])/gi, (code: string, what: string) => percentCode(code, what, decodeByte))
    : text;
  return caretDecoded(withoutPercents).replace(/[\r\n]+/g, ' ');
}

/** Lines along a text, by where they run: heights of a capital over the baseline. */
export const RULES = { under: -0.2, over: 1.2, strike: 0.5 } as const;

/** A part of a text, and the lines that run along it. */
export interface Span {
  readonly text: string;
  readonly rules: readonly number[];
}

/** A text cut where `%%u`, `%%o` and `%%k` switch a line on or off; each part reads as {@link plainText} has it. */
export function spansOf(text: string, decodeByte: (byte: string) => string): Span[] {
  const on = new Set<number>();
  return text.split(TOGGLE).flatMap((part, i) => {
    if (i % 2 === 0) return part === '' ? [] : [{ text: plainText(part, decodeByte), rules: [...on] }];
    const rule = TOGGLED[part.toLowerCase()] as number;
    if (!on.delete(rule)) on.add(rule);
    return [];
  });
}

const TOGGLE = /(?<!%)%%([uok])/i;
const TOGGLED: Readonly<Record<string, number>> = { u: RULES.under, o: RULES.over, k: RULES.strike };

function percentCode(code: string, what: string, decodeByte: (byte: string) => string): string {
  switch (what.toLowerCase()) {
    case 'd':
      return '°';
    case 'p':
      return '±';
    case 'c':
      return '⌀';
    case '%':
      return '%';
    case 'u':
    case 'o':
    case 'k':
      return '';
    default: {
      const number = Number(what);
      if (!Number.isInteger(number) || number === 0 || number > 255) return code;
      // The DOS-era numbers that fonts keep: degree, plus-minus, diameter.
      if (number >= 127 && number <= 129) return ['°', '±', '⌀'][number - 127] as string;
      return number < 128 ? String.fromCharCode(number) : decodeByte(String.fromCharCode(number));
    }
  }
}

/** `^I` tab, `^J` line break, `^M` nothing, `^ ` a caret; other control characters leave nothing. */
export function caretDecoded(text: string): string {
  if (!text.includes('^')) return text;
  return text.replace(/\^([ -_])/g, (_, what: string) => ({ ' ': '^', I: '\t', J: '\n' })[what] ?? '');
}
