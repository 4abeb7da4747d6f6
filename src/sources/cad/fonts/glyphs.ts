import type { CadFont } from '../drawing.js';
import { outlineFonts } from './outline-fonts.js';
import { type StrokeGlyph, strokeGlyph } from './stroke-font.js';
import type { Contour, TrueTypeFont, XY } from './true-type.js';

/** A glyph in heights of a capital: origin at the left end of the baseline, y up. */
export interface Glyph {
  readonly character: string;
  readonly advance: number;
  /** Drawn with a pen as wide as the line weight. */
  readonly strokes: readonly (readonly XY[])[];
  /** Filled by the non-zero rule. */
  readonly contours: readonly Contour[];
  /** No font has it: an empty box stands for it. */
  readonly missing: boolean;
}

/**
 * What a line of text is drawn with. SHX fonts are drawn with a stroke font, all others in outlines; a character that the
 * stroke font lacks is taken from the outlines too. Complex scripts are not shaped.
 */
export function glyphsOf(text: string, font: CadFont): readonly Glyph[] {
  const stroked = isStroked(font);
  return settings(text, stroked).map((setting) => {
    const key = `${stroked ? 's' : 'o'}${setting.character}`;
    const glyph = cache.get(key) ?? drawn(setting);
    if (!glyph.missing) cache.set(key, glyph);
    return glyph;
  });
}

/** Width of a line of text in heights of a capital: what {@link glyphsOf} adds up to, without the large font. */
export function advanceOf(text: string, font: CadFont): number {
  return settings(text, isStroked(font)).reduce((sum, { advance }) => sum + advance, 0);
}

/** SHX fonts are strokes; a style that names no file means `txt.shx`. */
const isStroked = ({ file, family }: CadFont): boolean => family === null && !/\.(?:ttf|ttc|otf)$/i.test(file);

/** Glyphs that were drawn: no more than the fonts have. */
const cache = new Map<string, Glyph>();

/** Height of a capital of Liberation Sans over its em (1409 / 2048): the height of a CAD text is that of its capitals. */
const EM = 2048 / 1409;
/**
 * Em of hanzi in outlines, in heights of a capital: the usual TrueType fonts for Chinese come out a third larger than
 * stroke fonts of the same text height.
 */
const HAN_EM = 1.35;
/**
 * Big fonts draw hanzi as high as a capital and as wide as high. A glyph of Droid Sans Fallback reaches from -25 to 208 of its
 * em of 256: it is enlarged to that height and set on the baseline.
 */
const STROKED_HAN = { advance: 1, em: 256 / 233, raise: 25 / 233, left: (1 - 256 / 233) / 2 };

/** Hanzi, kana, hangul, full-width forms: one em wide each. */
const HAN =
  /[\u1100-\u11ff\u2e80-\u2fff\u3000-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe6f\uff00-\uffee\u{20000}-\u{3ffff}]/u;
const HALF_WIDTH = /[\ufe50-\ufe6f\uff61-\uffdc\uffe8-\uffee]/u;
/** Nothing to draw and no room to take: controls, joiners, direction marks. */
const IGNORED = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/u;
/** An empty box of this width stands for what no font has. */
const MISSING_ADVANCE = 0.9;

/** Where a glyph comes from. */
interface Setting {
  readonly character: string;
  readonly advance: number;
  readonly from: StrokeGlyph | OutlineSetting | null;
}

/** An outline font and how it is set, in heights of a capital. */
interface OutlineSetting {
  readonly font: () => TrueTypeFont;
  readonly em: number;
  readonly raise: number;
  readonly left: number;
}

function settings(text: string, stroked: boolean): Setting[] {
  const all: Setting[] = [];
  for (const character of text.normalize('NFC')) {
    if (!IGNORED.test(character)) all.push(...settingsOf(character, stroked));
  }
  return all;
}

function settingsOf(character: string, stroked: boolean): readonly Setting[] {
  const stroke = stroked ? strokeGlyph(character) : null;
  if (stroke !== null) return [{ character, advance: stroke.advance, from: stroke }];
  if (HAN.test(character)) {
    const set = stroked ? STROKED_HAN : { advance: HAN_EM, em: HAN_EM, raise: 0, left: 0 };
    const share = HALF_WIDTH.test(character) ? 0.5 : 1;
    return [
      { character, advance: share * set.advance, from: { ...set, font: outlineFonts.han, left: share * set.left } },
    ];
  }
  for (const font of [outlineFonts.latin, outlineFonts.symbols]) {
    if (!font().has(character)) continue;
    const advance = (font().advance(character) / font().unitsPerEm) * EM;
    return [{ character, advance, from: { font, em: EM, raise: 0, left: 0 } }];
  }
  // Such as ⑴ for (1): better its parts than a box.
  const parts = [...character.normalize('NFKC')];
  if (parts.length > 1) return parts.flatMap((part) => settingsOf(part, stroked));
  return [{ character, advance: MISSING_ADVANCE, from: null }];
}

function drawn({ character, advance, from }: Setting): Glyph {
  if (from !== null && 'strokes' in from)
    return { character, advance, strokes: from.strokes, contours: [], missing: false };
  if (from === null || !from.font().has(character)) return emptyBox(character, advance);
  const font = from.font();
  const scale = from.em / font.unitsPerEm;
  const place = ([x, y]: XY): XY => [x * scale + from.left, y * scale + from.raise];
  const contours = font.outline(character).map(({ start, steps }) => ({
    start: place(start),
    steps: steps.map(({ control, to }) => ({ control: control && place(control), to: place(to) })),
  }));
  return { character, advance, strokes: [], contours, missing: false };
}

function emptyBox(character: string, advance: number): Glyph {
  const [left, right] = [0.1 * advance, 0.9 * advance];
  return {
    character,
    advance,
    strokes: [
      [
        [left, 0],
        [right, 0],
        [right, 1],
        [left, 1],
        [left, 0],
      ],
    ],
    contours: [],
    missing: true,
  };
}
