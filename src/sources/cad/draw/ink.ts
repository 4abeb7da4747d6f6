/**
 * The colour that a line or a text is drawn with on white paper. Drafters choose colours for a black screen, where yellow and
 * cyan are the brightest; on white they vanish. Reading needs contrast more than hue: what has less than 3 : 1 against
 * white (WCAG 2.2, 1.4.11 for graphics) is darkened until it has it, in the same hue. Fills keep theirs: they lie under text.
 */
export function inkOf(color: string): string {
  const known = inks.get(color);
  if (known !== undefined) return known;
  const ink = darkened(color);
  // A drawing may have a million true colours.
  if (inks.size >= MAX_KNOWN) inks.clear();
  inks.set(color, ink);
  return ink;
}

const MAX_KNOWN = 4096;
const inks = new Map<string, string>();

const MIN_CONTRAST = 3;
/** Relative luminance (WCAG) with that contrast against white: (1 + 0.05) / (L + 0.05). */
const MAX_LUMINANCE = 1.05 / MIN_CONTRAST - 0.05;

function darkened(color: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return '#000000';
  const channels = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255));
  const [r, g, b] = channels as [number, number, number];
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  if (luminance <= MAX_LUMINANCE) return color.toLowerCase();
  const share = MAX_LUMINANCE / luminance;
  // Rounded down: never lighter than the limit.
  const hex = (channel: number): string =>
    Math.floor(encoded(channel * share) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${channels.map(hex).join('')}`;
}

/** The transfer function of sRGB (IEC 61966-2-1), and back. */
const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const encoded = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
