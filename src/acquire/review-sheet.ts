import sharp from 'sharp';
import type { LicenseTier } from '../evidence/wire/images.js';
import { svgText, textWidth } from '../sources/svg-text.js';
import { wrapText } from './wrap-text.js';

/** One candidate as the sheet shows it. Sizes are those of the original, px, 0 where nobody says. */
export interface SheetEntry {
  readonly number: number;
  readonly title: string;
  readonly author: string;
  readonly tier: LicenseTier;
  readonly licenseName: string;
  readonly width: number;
  readonly height: number;
  /** null where it could not be had */
  readonly preview: Uint8Array | null;
}

/** Models scale down what is wider than about 1,570 px; a sheet of eight stays below that both ways. */
const CARD = { width: 368, gap: 16, margin: 24, picture: 276, text: 132, pad: 14 };
const MOST_COLUMNS = 4;
const COLORS = {
  ground: '#efece6',
  card: '#ffffff',
  mat: '#e4e0d8',
  line: '#d8d3c9',
  ink: '#22201c',
  faint: '#6d675d',
} as const;
/** Told apart by their words as well as by their colours. */
const TIERS: Readonly<Record<LicenseTier, { label: string; fill: string; ink: string }>> = {
  'no-attribution': { label: 'no credit needed', fill: '#dcefe0', ink: '#17592b' },
  'attribution-required': { label: 'credit needed', fill: '#fbe7c6', ink: '#7a4300' },
  manual: { label: 'rights unverified', fill: '#f6d9d6', ink: '#8a1f17' },
};
const MAX_PREVIEW_PIXELS = 50_000_000;

/**
 * A contact sheet of one page of candidates: each preview whole on its mat, its number, title, author, size, and what its licence asks.
 * @returns JPEG
 */
export async function reviewSheet(entries: readonly SheetEntry[]): Promise<Uint8Array> {
  const columns = Math.max(1, Math.min(MOST_COLUMNS, entries.length));
  const rows = Math.max(1, Math.ceil(entries.length / columns));
  const cardHeight = CARD.picture + CARD.text;
  const width = 2 * CARD.margin + columns * (CARD.width + CARD.gap) - CARD.gap;
  const height = 2 * CARD.margin + rows * (cardHeight + CARD.gap) - CARD.gap;
  const placed = entries.map((entry, index) => ({
    entry,
    x: CARD.margin + (index % columns) * (CARD.width + CARD.gap),
    y: CARD.margin + Math.floor(index / columns) * (cardHeight + CARD.gap),
  }));
  const pictures = await Promise.all(placed.map(({ entry, x, y }) => fitted(entry.preview, x, y)));
  const svg = (parts: readonly string[]): Buffer =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`);
  const under = svg(placed.map(({ entry, x, y }, index) => card(entry, x, y, cardHeight, pictures[index] !== null)));
  const over = svg(placed.map(({ entry, x, y }) => numberTag(entry.number, x, y)));
  return sharp({ create: { width, height, channels: 3, background: COLORS.ground } })
    .composite([{ input: under }, ...pictures.filter((it) => it !== null), { input: over }])
    .jpeg({ quality: 88, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

function card(entry: SheetEntry, x: number, y: number, cardHeight: number, hasPicture: boolean): string {
  const { title, author, tier, licenseName, width, height } = entry;
  const left = x + CARD.pad;
  const room = CARD.width - 2 * CARD.pad;
  const top = y + CARD.picture;
  const lines = wrapText(title === '' ? 'Untitled' : title, room, 2, (it) => textWidth(it, 17));
  const [by = ''] = wrapText(author === '' ? 'author unknown' : author, room, 1, (it) => textWidth(it, 14));
  const size = width > 0 && height > 0 ? `${width} × ${height}` : 'size unknown';
  const bottom = top + CARD.text - CARD.pad;
  return [
    `<rect x="${x + 0.5}" y="${y + 0.5}" width="${CARD.width - 1}" height="${cardHeight - 1}" rx="10" fill="${COLORS.card}" stroke="${COLORS.line}"/>`,
    `<path d="M${x + 1} ${top}V${y + 10}a9 9 0 0 1 9 -9h${CARD.width - 20}a9 9 0 0 1 9 9V${top}Z" fill="${COLORS.mat}"/>`,
    hasPicture ? '' : centered('no preview', x, y + CARD.picture / 2),
    ...lines.map((line, index) =>
      svgText(line, { x: left, y: top + 26 + 22 * index, sizePx: 17, color: COLORS.ink, heavy: true }),
    ),
    svgText(by, { x: left, y: top + 26 + 22 * lines.length, sizePx: 14, color: COLORS.faint }),
    badge(`${licenseName} · ${TIERS[tier].label}`, tier, left, bottom),
    svgText(size, {
      x: x + CARD.width - CARD.pad - textWidth(size, 14),
      y: bottom - 7,
      sizePx: 14,
      color: COLORS.faint,
    }),
  ].join('');
}

function badge(text: string, tier: LicenseTier, x: number, bottom: number): string {
  const { fill, ink } = TIERS[tier];
  const [line = ''] = wrapText(text, 220, 1, (it) => textWidth(it, 13));
  return `<rect x="${x}" y="${bottom - 24}" width="${textWidth(line, 13) + 20}" height="24" rx="12" fill="${fill}"/>${svgText(line, { x: x + 10, y: bottom - 7.5, sizePx: 13, color: ink })}`;
}

function numberTag(number: number, x: number, y: number): string {
  const text = String(number);
  const width = Math.max(40, textWidth(text, 22) + 24);
  return `<rect x="${x + 10}" y="${y + 10}" width="${width}" height="36" rx="8" fill="#1b1a17" stroke="#ffffff" stroke-opacity="0.7" stroke-width="1.5"/>${svgText(text, { x: x + 10 + (width - textWidth(text, 22)) / 2, y: y + 36, sizePx: 22, color: '#ffffff', heavy: true })}`;
}

const centered = (text: string, x: number, y: number): string =>
  svgText(text, { x: x + (CARD.width - textWidth(text, 16)) / 2, y, sizePx: 16, color: COLORS.faint });

/** A preview, whole, in the middle of its mat; null where it can't be read. It is never drawn larger than twice its own size. */
async function fitted(
  preview: Uint8Array | null,
  x: number,
  y: number,
): Promise<{ input: Buffer; left: number; top: number } | null> {
  if (preview === null) return null;
  const [room, tall] = [CARD.width - 2, CARD.picture - 2];
  try {
    const { data, info } = await sharp(preview, { limitInputPixels: MAX_PREVIEW_PIXELS })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .resize(room, tall, { fit: 'inside' })
      .png()
      .toBuffer({ resolveWithObject: true });
    const left = Math.round(x + 1 + (room - info.width) / 2);
    return { input: data, left, top: Math.round(y + 1 + (tall - info.height) / 2) };
  } catch {
    return null;
  }
}
