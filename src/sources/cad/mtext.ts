import { indexedColor, trueColor } from './colors.js';
import type { CadFont } from './drawing.js';
import { caretDecoded, RULES } from './text-codes.js';

/** How a piece of an MTEXT is set where format codes have changed it. */
export interface RunStyle {
  /** Heights of a capital, over that of the whole text; absolute heights are kept apart. */
  readonly heightFactor: number;
  readonly height: number | null;
  readonly widthFactor: number | null;
  readonly obliqueDeg: number | null;
  readonly tracking: number;
  readonly color: string | null;
  readonly font: CadFont | null;
  /** Lines along it, see {@link RULES}. */
  readonly rules: readonly number[];
}

export type Run =
  | { readonly kind: 'text'; readonly text: string; readonly style: RunStyle }
  | {
      readonly kind: 'stack';
      readonly upper: string;
      readonly lower: string;
      readonly divider: '/' | '#' | '^';
      readonly style: RunStyle;
    };

export interface Paragraph {
  readonly runs: readonly Run[];
  /** As `\p` asks; null where the text's attachment decides. */
  readonly align: 'left' | 'centre' | 'right' | null;
  /** A new column begins with it. */
  readonly column: boolean;
}

const PLAIN: RunStyle = {
  heightFactor: 1,
  height: null,
  widthFactor: null,
  obliqueDeg: null,
  tracking: 1,
  color: null,
  font: null,
  rules: [],
};

/** Groups in groups; a hostile text would have a stack of any depth. */
const MAX_GROUPS = 256;
/** A number as `\H`, `\W`… take it, without the sign that they ignore. */
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/i;
const ALIGN: Readonly<Record<string, Paragraph['align']>> = {
  l: 'left',
  c: 'centre',
  r: 'right',
  j: 'left',
  d: 'left',
};

/** An MTEXT's content, its chunks joined and decoded, as paragraphs of runs that are each set alike. */
export function parseMText(content: string): Paragraph[] {
  const paragraphs: { runs: Run[]; align: Paragraph['align']; column: boolean }[] = [];
  const groups: RunStyle[] = [];
  let style = PLAIN;
  let align: Paragraph['align'] = null;
  let runs: Run[] = [];
  let text = '';
  let column = false;
  const flush = () => {
    if (text !== '') runs.push({ kind: 'text', text, style });
    text = '';
  };
  const set = (change: Partial<RunStyle>) => {
    flush();
    style = { ...style, ...change };
  };
  const endParagraph = (nextColumn: boolean) => {
    flush();
    paragraphs.push({ runs, align, column });
    runs = [];
    column = nextColumn;
  };
  for (let i = 0; i < content.length; i++) {
    const character = content[i] as string;
    if (character === '{') {
      if (groups.length < MAX_GROUPS) groups.push(style);
    } else if (character === '}') {
      flush();
      style = groups.pop() ?? style;
    } else if (character === '\n') endParagraph(false);
    else if (character === '%' && content[i + 1] === '%' && /[dpcuok%]/i.test(content[i + 2] ?? '')) {
      text += PERCENT[(content[i + 2] as string).toLowerCase()] ?? '';
      i += 2;
    } else if (character === '^') {
      const decoded = caretDecoded(content.slice(i, i + 2));
      if (decoded === '\n') endParagraph(false);
      else text += decoded;
      if (content[i + 1] !== undefined && /[ -_]/.test(content[i + 1] as string)) i++;
    } else if (character !== '\\') text += character;
    else {
      const code = content[++i];
      const rest = content.slice(i + 1, i + 1 + MAX_ARGUMENT);
      switch (code) {
        case undefined:
          break;
        case 'P':
        case 'X':
          endParagraph(false);
          break;
        case 'N':
          endParagraph(true);
          break;
        case '~':
          text += '\u00a0';
          break;
        case 'L':
        case 'l':
        case 'O':
        case 'o':
        case 'K':
        case 'k': {
          const rule = RULES[LINES[code.toLowerCase()] as keyof typeof RULES];
          const others = style.rules.filter((one) => one !== rule);
          set({ rules: code === code.toUpperCase() ? [...others, rule] : others });
          break;
        }
        case 'H':
        case 'W':
        case 'Q':
        case 'T':
        case 'A':
        case 'C':
        case 'c': {
          const { used, change } = numeric(code, rest, style);
          set(change);
          i += used;
          break;
        }
        case 'f':
        case 'F': {
          const argument = upToSemicolon(rest);
          if (argument === null) break;
          set({ font: fontOf(argument) });
          i += argument.length + 1;
          break;
        }
        case 'p': {
          const argument = upToSemicolon(rest);
          if (argument === null) break;
          const wanted = /q([lcrjd])/.exec(argument)?.[1];
          if (wanted) align = ALIGN[wanted] ?? null;
          i += argument.length + 1;
          break;
        }
        case 'S': {
          flush();
          const { stack, used } = stacked(rest, style);
          runs.push(stack);
          i += used;
          break;
        }
        default:
          text += code;
      }
    }
  }
  flush();
  if (runs.length > 0 || paragraphs.length === 0) paragraphs.push({ runs, align, column });
  return paragraphs;
}

/** Characters that a format code may take; font names are under 260. */
const MAX_ARGUMENT = 1_000;
const LINES: Readonly<Record<string, keyof typeof RULES>> = { l: 'under', o: 'over', k: 'strike' };
const PERCENT: Readonly<Record<string, string>> = { d: '°', p: '±', c: '⌀', '%': '%' };

const upToSemicolon = (rest: string): string | null => {
  const end = rest.indexOf(';');
  return end < 0 ? null : rest.slice(0, end);
};

/** `\H2.5;` `\H0.7x;` `\W0.8;` `\Q15;` `\T1.1;` `\A1;` `\C1;` `\c255;`: the semicolon may be left out. */
function numeric(code: string, rest: string, now: RunStyle): { used: number; change: Partial<RunStyle> } {
  const match = NUMBER.exec(rest)?.[0] ?? '';
  const value = Math.abs(Number(match));
  const relative = code === 'H' && /^x/i.test(rest.slice(match.length));
  let used = match.length + (relative ? 1 : 0);
  if (rest[used] === ';') used++;
  if (match === '' || !Number.isFinite(value)) return { used, change: {} };
  switch (code) {
    case 'H':
      if (value === 0) return { used, change: {} };
      return {
        used,
        change: relative ? { heightFactor: now.heightFactor * value } : { height: value, heightFactor: 1 },
      };
    case 'W':
      return { used, change: value === 0 ? {} : { widthFactor: value } };
    case 'Q':
      return { used, change: { obliqueDeg: Number(match) } };
    case 'T':
      return { used, change: { tracking: value || 1 } };
    case 'C':
      return { used, change: { color: value === 0 || value === 256 ? null : indexedColor(value) } };
    case 'c': {
      // Blue, green, red from the highest byte down.
      const [r, g, b] = [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff];
      return { used, change: { color: trueColor((r << 16) | (g << 8) | b) } };
    }
    default:
      return { used, change: {} };
  }
}

/** `Arial|b0|i0|c134|p2` names a type family, `gbenor,gbcbig` or `txt.shx` stroke fonts. */
function fontOf(argument: string): CadFont {
  const [name = '', ...options] = argument.split('|');
  const [file = '', bigFont] = name.split(',');
  const isStroke = bigFont !== undefined || /\.shx$/i.test(file) || options.length === 0;
  return isStroke
    ? { file: file.trim(), bigFont: bigFont?.trim() || null, family: null }
    : { file: '', bigFont: null, family: name.trim() };
}

/** `1/2`, `1#2`, `+0.1^ -0.2` up to the next semicolon; a backslash keeps the character behind it. */
function stacked(rest: string, style: RunStyle): { stack: Run; used: number } {
  let [upper, lower] = ['', ''];
  let divider: '/' | '#' | '^' | null = null;
  let i = 0;
  for (; i < rest.length && rest[i] !== ';'; i++) {
    let character = rest[i] as string;
    if (character === '\\' && i + 1 < rest.length) character = rest[++i] as string;
    else if (divider === null && (character === '/' || character === '#' || character === '^')) {
      divider = character;
      continue;
    }
    if (divider === null) upper += character;
    else lower += character;
  }
  return {
    stack: { kind: 'stack', upper: upper.trim(), lower: lower.trim(), divider: divider ?? '^', style },
    used: Math.min(rest.length, i + 1),
  };
}

/** As it reads: paragraphs on lines of their own, a fraction as 1/2, limits behind each other. */
export function readable(paragraphs: readonly Paragraph[]): string {
  return paragraphs
    .map(({ runs }) =>
      runs
        .map((run) => {
          if (run.kind === 'text') return run.text;
          return [run.upper, run.lower].filter((part) => part !== '').join(run.divider === '^' ? ' ' : '/');
        })
        .join(''),
    )
    .join('\n')
    .replace(/\u00a0/g, ' ');
}
