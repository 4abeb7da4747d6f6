/** Red, green, blue, 0 to 255, and how much of them covers what is below, 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** A colour as CSS writes it; null for one that is not stated in itself (`var()`, `currentcolor`) or not known here. */
export function colourIn(text: string): Colour | null {
  const said = text.trim().toLowerCase();
  if (said === 'transparent') return [0, 0, 0, 0];
  const hex = NAMES[said] ?? /^#([0-9a-f]{3,8})$/.exec(said)?.[1];
  if (hex !== undefined) return fromHex(hex);
  const [, args] = /^rgba?\(([^()]*)\)$/.exec(said) ?? [];
  const parts = args?.split(/[\s,/]+/).filter(Boolean) ?? [];
  if (parts.length < 3 || parts.length > 4) return null;
  const [red, green, blue] = parts.map((it) => (it.endsWith('%') ? Number.parseFloat(it) * 2.55 : Number(it)));
  const alpha = parts[3]?.endsWith('%') ? Number.parseFloat(parts[3]) / 100 : Number(parts[3] ?? 1);
  const colour: Colour = [red as number, green as number, blue as number, alpha];
  return colour.every(Number.isFinite) ? colour : null;
}

function fromHex(hex: string): Colour | null {
  const full = hex.length <= 4 ? hex.replace(/./g, '$&$&') : hex;
  if (full.length !== 6 && full.length !== 8) return null;
  const at = (index: number): number => Number.parseInt(full.slice(index, index + 2), 16);
  return [at(0), at(2), at(4), full.length === 8 ? at(6) / 255 : 1];
}

/** Contrast of two opaque colours, 1 to 21 (WCAG 2.2, relative luminance). */
export function contrastOf(a: Colour, b: Colour): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  const [r, g, b] = [red, green, blue].map((it) => {
    const share = it / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The names that slides are written with. */
const NAMES: Readonly<Record<string, string>> = {
  white: 'ffffff',
  black: '000000',
  gray: '808080',
  grey: '808080',
  silver: 'c0c0c0',
  lightgray: 'd3d3d3',
  lightgrey: 'd3d3d3',
  darkgray: 'a9a9a9',
  whitesmoke: 'f5f5f5',
  snow: 'fffafa',
  ivory: 'fffff0',
  red: 'ff0000',
  green: '008000',
  blue: '0000ff',
  navy: '000080',
  yellow: 'ffff00',
  orange: 'ffa500',
};
