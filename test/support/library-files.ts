import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PDFDocument, type PDFFont, type PDFPage, StandardFonts } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, it } from 'vitest';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus');

const corpusFile = (path: string): string => join(CORPUS, path);

/** A claim about a file of the corpus; where the corpus is absent it is skipped, with a message. */
export function itOnCorpus(claim: string, path: string, test: (file: string) => Promise<void> | void): void {
  const file = corpusFile(path);
  if (existsSync(file)) it(claim, () => test(file));
  else {
    console.warn(`skipped, ${file} is absent: ${claim}`);
    it.skip(claim);
  }
}

/** A folder that is deleted after the tests of the file. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'groundglass-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

export const PAGE = { width: 400, height: 500 } as const;

/** Draws one page; y runs down from the top, as in page space. */
export interface Pen {
  readonly page: PDFPage;
  text(text: string, x: number, y: number, size?: number, bold?: boolean): void;
}

/** A PDF of pages of 400 × 500 pt. The same pages give the same bytes. */
export async function pdf(
  pages: readonly ((pen: Pen, document: PDFDocument) => void | Promise<void>)[],
): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const fonts: Record<'plain' | 'bold', PDFFont> = {
    plain: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
  };
  for (const draw of pages) {
    const page = document.addPage([PAGE.width, PAGE.height]);
    const text = (words: string, x: number, y: number, size = 11, bold = false): void =>
      page.drawText(words, { x, y: PAGE.height - y, size, font: bold ? fonts.bold : fonts.plain });
    await draw({ page, text }, document);
  }
  return document.save({ useObjectStreams: false });
}

/** A PDF with one page a text; each text stands on one line or more. */
export const textPdf = (...pages: readonly string[]): Promise<Uint8Array> =>
  pdf(
    pages.map((text) => (pen) => {
      for (const [i, line] of text.split('\n').entries()) pen.text(line, 40, 60 + 16 * i);
    }),
  );

/** A digit is five rows of three dots, each row a number of three bits. */
const DIGITS = ['75557', '26227', '71747', '71717', '55711', '74717', '74757', '71111', '75757', '75717'] as const;

/** Pixels of one dot of a digit. */
const DOT = 8;

/** A white grey raster that bears a number in black, drawn dot by dot: no font, so no text. */
export async function digitRaster(
  number: string,
): Promise<{ png: Uint8Array; grey: Uint8Array; width: number; height: number }> {
  const [width, height] = [DOT * (4 * number.length + 1), DOT * 7];
  const grey = new Uint8Array(width * height).fill(255);
  [...number].forEach((digit, at) => {
    [...(DIGITS[Number(digit)] as string)].forEach((row, y) => {
      for (let x = 0; x < 3; x++) {
        if (!(Number(row) & (4 >> x))) continue;
        for (let dy = 0; dy < DOT; dy++) {
          const start = (DOT * (y + 1) + dy) * width + DOT * (4 * at + 1 + x);
          grey.fill(0, start, start + DOT);
        }
      }
    });
  });
  const png = await sharp(grey, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  return { png, grey, width, height };
}
