/**
 * What a TEXT, an attribute or a dimension's text reads: `%%d` °, `%%p` ±, `%%c` ⌀, `%%%` %, `%%nnn` a character by its number;
 * `%%u`, `%%o`, `%%k` (under-, over-, strike-through lines) leave nothing; caret codes are control characters.
 */
export function plainText(text: string, decodeByte: (byte: string) => string): string {
  const withoutPercents = text.includes('%%')
    ? text.replace(/%%(\d{3}|[a-z%])/gi, (code: string, what: string) => percentCode(code, what, decodeByte))
    : text;
  return caretDecoded(withoutPercents).replace(/[\r\n]+/g, ' ');
}

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
