import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { degrees, PDFDocument, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { type OpenSheets, openSheets } from '../src/sight/open-sheets.js';
import { planSheet, type SheetPlan } from '../src/sight/plan-sheet.js';
import { sightSettings } from '../src/sight/settings.js';
import { tilesOver } from '../src/sight/windows.js';
import { limitsFrom } from '../src/sources/limits.js';
import { CORPUS, table } from './support.js';

/** mm */
const SIZES = { A1: [841, 594], A0: [1189, 841] } as const;
const PT = 72 / 25.4;
/** Pixels to the point of the PNG of a sheet: 100 dpi, as large-format scanners give. */
const SCAN_ZOOM = 100 / 72;
/** All that a sheet may take: the table is of pictures that show everything at the level. */
const NO_LIMIT = 100;
const settings = sightSettings({});
const limits = limitsFrom({});

interface Sheet {
  readonly name: string;
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** How many pictures show all content of a sheet at a level, against a full tiling of it; and what planning takes. */
export async function benchSight(): Promise<void> {
  const rows = [['sheet', 'level', 'pictures', 'full tiling', 'MP', 'full MP', 'share of MP', 'ink covered']];
  const times = [['sheet', 'megapixels', 'plan ms', 'CPU ms', 'peak RSS MB']];
  const sums = new Map<string, number[]>();
  for (const sheet of [...(await madeSheets()), ...(await corpusSheets())]) {
    const opened = await openSheets(sheet.bytes, sheet.file, limits, { settings });
    const measured = await cpuOf(() => planFirst(opened, 'seen'));
    times.push([sheet.name, pixelsOf(measured.plan), ...measured.times]);
    for (const level of ['seen', 'readable'] as const) {
      const plan = level === 'seen' ? measured.plan : await planFirst(opened, level);
      const one = costs(plan);
      rows.push([sheet.name, level, ...cells(one), plan.coveredInk.toFixed(4)]);
      const key = `${sheet.name.startsWith('A') ? 'A1 and A0' : 'corpus'}, ${level}`;
      sums.set(
        key,
        one.map((value, n) => value + (sums.get(key)?.[n] ?? 0)),
      );
    }
    await opened.close();
  }
  for (const [name, sum] of sums)
    rows.push([`**all ${name.split(', ')[0]}**`, name.split(', ')[1] ?? '', ...cells(sum), '']);
  table('where to look: pictures that show all content', rows);
  table('planning one sheet', times);
}

const planFirst = (opened: OpenSheets, level: 'seen' | 'readable'): Promise<SheetPlan> =>
  planSheet(opened.sheets[0] as OpenSheets['sheets'][number], { level, maxTiles: NO_LIMIT }, settings);

/** Pictures and megapixels of ours, the overview left out, and of the full tiling at the least zoom with the same level. */
function costs({ sheet, tiles, tilingZoom }: SheetPlan): number[] {
  const ours = tiles.slice(1);
  const pixels = ours.reduce((sum, { widthPx, heightPx }) => sum + widthPx * heightPx, 0);
  const full = sheet.width * sheet.height * tilingZoom ** 2;
  return [ours.length, tilesOver(sheet, settings.imageMaxEdge / tilingZoom), pixels / 1e6, full / 1e6];
}

const cells = ([pictures = 0, tiling = 0, ours = 0, full = 0]: readonly number[]): string[] => [
  `${pictures}`,
  `${tiling}`,
  ours.toFixed(2),
  full.toFixed(2),
  `${((100 * ours) / full).toFixed(0)} %`,
];

const pixelsOf = ({ sheet }: SheetPlan): string =>
  sheet.sourceKind === 'image' ? ((sheet.width * sheet.height) / 1e6).toFixed(1) : 'vector';

async function cpuOf(work: () => Promise<SheetPlan>): Promise<{ plan: SheetPlan; times: string[] }> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  const plan = await work();
  const { user, system } = process.cpuUsage(before);
  const peak = process.resourceUsage().maxRSS / 1024;
  return { plan, times: [performance.now() - start, (user + system) / 1000, peak].map((value) => value.toFixed(0)) };
}

async function corpusSheets(): Promise<Sheet[]> {
  const folder = join(CORPUS, 'drawings');
  const names = readdirSync(folder)
    .filter((name) => /\.(pdf|png)$/.test(name))
    .sort();
  return Promise.all(names.map(async (file) => ({ name: file, file, bytes: await readFile(join(folder, file)) })));
}

async function madeSheets(): Promise<Sheet[]> {
  const sheets: Sheet[] = [];
  for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[]) {
    for (const density of ['sparse', 'dense'] as const) {
      const bytes = await sheetPdf(size, density, 0);
      const name = `${size} ${density}`;
      sheets.push({ name: `${name}, PDF`, file: 'sheet.pdf', bytes });
      sheets.push({ name: `${name}, /Rotate 90`, file: 'sheet.pdf', bytes: await sheetPdf(size, density, 90) });
      const png = await asPng(bytes);
      sheets.push({ name: `${name}, PNG`, file: 'sheet.png', bytes: png });
      const askew = sharp(png, { limitInputPixels: false }).rotate(1.5, { background: '#ffffff' });
      sheets.push({ name: `${name}, PNG turned by 1.5°`, file: 'sheet.png', bytes: await askew.png().toBuffer() });
    }
  }
  return sheets;
}

async function asPng(pdf: Uint8Array): Promise<Uint8Array> {
  const opened = await openSheets(pdf, 'sheet.pdf', limits, { settings });
  const { rgb: pixels, widthPx, heightPx } = await (opened.sheets[0] as OpenSheets['sheets'][number]).pixels(SCAN_ZOOM);
  await opened.close();
  return sharp(pixels, { raw: { width: widthPx, height: heightPx, channels: 3 }, limitInputPixels: false })
    .png()
    .toBuffer();
}

/** A bordered sheet with a title block, zone letters, and views of lines with dimensions and notes of 2.5 mm. */
async function sheetPdf(size: keyof typeof SIZES, density: 'sparse' | 'dense', rotate: 0 | 90): Promise<Uint8Array> {
  const [width, height] = SIZES[size];
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([width * PT, height * PT]);
  if (rotate !== 0) page.setRotation(degrees(rotate));
  const frame = (margin: number, thick: number): void =>
    page.drawRectangle({
      ...{ x: margin * PT, y: margin * PT, width: (width - 2 * margin) * PT, height: (height - 2 * margin) * PT },
      ...{ borderWidth: thick * PT, borderColor: rgb(0, 0, 0) },
    });
  const text = (x: number, y: number, words: string, mm = 2.5): void =>
    page.drawText(words, { x: x * PT, y: y * PT, size: (mm / 0.7) * PT, font });
  frame(5, 0.25);
  frame(15, 0.7);
  for (let n = 0; n < 8; n++) {
    text((width * (n + 0.5)) / 8, 8, `${n + 1}`, 3.5);
    text((width * (n + 0.5)) / 8, height - 12, `${n + 1}`, 3.5);
  }
  titleBlock(page, width - 15 - 180, 15, text);
  const views =
    density === 'sparse'
      ? [
          [0.12, 0.55],
          [0.5, 0.6],
        ]
      : grid(4, 3);
  for (const [x = 0, y = 0] of views)
    view(page, x * width, y * height, density === 'sparse' ? 110 : 0.19 * width, text);
  return pdf.save();
}

const grid = (columns: number, rows: number): number[][] =>
  Array.from({ length: columns * rows }, (_, n) => [
    0.04 + ((n % columns) * 0.93) / columns,
    0.13 + (Math.floor(n / columns) * 0.83) / rows,
  ]);

type Write = (x: number, y: number, words: string, mm?: number) => void;

function titleBlock(page: PDFPage, x: number, y: number, text: Write): void {
  rule(page, [x, y, x, y + 56], [x, y + 56, x + 180, y + 56]);
  for (let row = 1; row < 4; row++) rule(page, [x, y + 14 * row, x + 180, y + 14 * row]);
  for (const at of [30, 90, 120]) rule(page, [x + at, y, x + at, y + 56]);
  for (let row = 0; row < 4; row++) {
    text(x + 3, y + 14 * row + 5, `FIELD ${row}`);
    text(x + 33, y + 14 * row + 5, 'PUMP ROOM, LEVEL 1', 3.5);
    text(x + 123, y + 14 * row + 5, `SS-0${row} 1:100`, 3.5);
  }
}

/** A plan of cells with diagonals, a dimension below, notes beside. */
function view(page: PDFPage, x: number, y: number, side: number, text: Write): void {
  const step = side / 6;
  for (let n = 0; n <= 6; n++) {
    rule(page, [x, y + (n * step) / 2, x + side, y + (n * step) / 2], [x + n * step, y, x + n * step, y + side / 2]);
    if (n < 6) rule(page, [x + n * step, y, x + (n + 1) * step, y + side / 2]);
    if (n < 6) text(x + n * step + 1, y - 6, `${Math.round(step * 100)}`);
  }
  for (let n = 0; n < 4; n++) text(x, y + side / 2 + 4 + 5 * n, `${n + 1}. DN150 pipe, i = 0.003, see sheet ${n + 2}`);
}

function rule(page: PDFPage, ...lines: (readonly [number, number, number, number])[]): void {
  for (const [x0, y0, x1, y1] of lines) {
    page.drawLine({ start: { x: x0 * PT, y: y0 * PT }, end: { x: x1 * PT, y: y1 * PT }, thickness: 0.35 * PT });
  }
}
