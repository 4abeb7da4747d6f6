/** What masks and backgrounds "in the colour of the window" hide with. */
export const PAPER = '#ffffff';

/** Brightness of the five shades of each hue (AutoCAD Color Index 10 to 249). */
const SHADES = [255, 165, 127, 76, 38];
const NAMED = [
  '#000000',
  '#ff0000',
  '#ffff00',
  '#00ff00',
  '#00ffff',
  '#0000ff',
  '#ff00ff',
  '#000000',
  '#808080',
  '#c0c0c0',
];
const GREYS = ['#333333', '#5b5b5b', '#848484', '#adadad', '#d6d6d6', '#ffffff'];

/**
 * A colour of the AutoCAD Color Index, 1 to 255, as `#rrggbb` on white paper: 7 is black there. 10 to 249 are 24 hues, 15°
 * apart, in five shades, the odd ones half as saturated. Anything else is black.
 */
export function indexedColor(index: number): string {
  if (index >= 250 && index <= 255) return GREYS[index - 250] as string;
  if (index < 10 || index > 255) return NAMED[index] ?? '#000000';
  const hue = (Math.trunc(index / 10) - 1) / 4;
  const value = SHADES[(index % 10) >> 1] as number;
  const least = index % 2 === 1 ? value / 2 : 0;
  const channel = (offset: number): number => {
    // Distance from the channel's own hue, in sixths of the circle: full up to 1, fading up to 2.
    const away = Math.abs(((((hue - offset) % 6) + 9) % 6) - 3);
    return Math.trunc(least + (value - least) * Math.min(1, Math.max(0, 2 - away)));
  };
  return trueColor((channel(0) << 16) | (channel(2) << 8) | channel(4));
}

/** 0xRRGGBB (group 420). */
export const trueColor = (rgb: number): string => `#${(rgb & 0xffffff).toString(16).padStart(6, '0')}`;
