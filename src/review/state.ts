import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { box as boxOf } from '../evidence/boxes.js';
import { type WireBox, wireBoxSchema } from '../evidence/wire/locator.js';
import { droppedSchema, SEVERITIES } from '../evidence/wire/review.js';
import { digestOf } from '../store/objects.js';
import { writeWhole } from '../store/write-whole.js';
import type { SheetReview } from './sheet-review.js';

const FORMAT = 'sheet-review-v1';
const FOLDER = 'state';
/** Folder of the pictures in the output folder. */
export const PICTURES = 'pictures';

const pictureSchema = z.object({
  label: z.string(),
  file: z.string(),
  sha256: z.string(),
  visible: wireBoxSchema,
  width_px: z.int().positive(),
  height_px: z.int().positive(),
  level: z.string().nullable(),
});
const stateSchema = z.object({
  format: z.literal(FORMAT),
  key: z.string(),
  frame: z.enum(['page', 'world']),
  findings: z.array(
    z.object({
      category: z.string(),
      severity: z.enum(SEVERITIES),
      statement: z.string(),
      image: z.string(),
      box: wireBoxSchema,
      handle: z.string().nullable(),
      readings: z.int().positive(),
      second_reading: z.string().nullable(),
    }),
  ),
  dropped: z.array(droppedSchema),
  pictures: z.array(pictureSchema),
  calls: z.int().nonnegative(),
  looked: z.boolean(),
});

/** Names what a sheet's review depends on: any other file, model, checklist or setting is another review. */
export const stateKey = (parts: unknown): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** Sheets that are done, kept in the output folder, so that a review that was ended goes on where it was. */
export class ReviewState {
  constructor(private readonly folder: string) {}

  /** Where a picture of a sheet lies, from the output folder. */
  pictureFile(sheet: number, label: string): string {
    return join(PICTURES, `sheet-${sheet}-${label.replace(/[^\w.-]/gu, '_')}.png`);
  }

  /** A sheet that was done under this key; null where there is none, or any of it is lost or changed. */
  async read(sheet: number, key: string): Promise<SheetReview | null> {
    const text = await readFile(this.path(sheet), 'utf8').catch(() => null);
    const state = text === null ? null : stateSchema.safeParse(jsonOf(text)).data;
    if (!state || state.key !== key) return null;
    const pictures = [];
    for (const one of state.pictures) {
      const png = await readFile(join(this.folder, this.pictureFile(sheet, one.label))).catch(() => null);
      if (png === null || digestOf(png) !== one.sha256) return null;
      pictures.push({
        label: one.label,
        png,
        visible: boxOf(state.frame, ...one.visible),
        widthPx: one.width_px,
        heightPx: one.height_px,
        level: one.level,
      });
    }
    return {
      findings: state.findings.map(({ second_reading: secondReading, box, ...rest }) => ({
        ...rest,
        box: boxOf(state.frame, ...box),
        secondReading,
      })),
      dropped: state.dropped,
      pictures,
      calls: state.calls,
      looked: state.looked,
    };
  }

  /** Keeps a sheet's pictures, and then, in one step, that it is done. */
  async write(sheet: number, key: string, frame: 'page' | 'world', review: SheetReview): Promise<void> {
    await this.writePictures(sheet, review.pictures);
    const state: z.infer<typeof stateSchema> = {
      format: FORMAT,
      key,
      frame,
      findings: review.findings.map(({ secondReading, box, ...rest }) => ({
        ...rest,
        box: box as unknown as WireBox,
        second_reading: secondReading,
      })),
      dropped: [...review.dropped],
      pictures: review.pictures.map(({ label, png, visible, widthPx, heightPx, level }) => ({
        label,
        file: this.pictureFile(sheet, label),
        sha256: digestOf(png),
        visible: visible as unknown as WireBox,
        width_px: widthPx,
        height_px: heightPx,
        level,
      })),
      calls: review.calls,
      looked: review.looked,
    };
    writeWhole(this.path(sheet), JSON.stringify(state));
  }

  async writePictures(sheet: number, pictures: SheetReview['pictures']): Promise<void> {
    await mkdir(join(this.folder, PICTURES), { recursive: true });
    for (const { label, png } of pictures) await writeFile(join(this.folder, this.pictureFile(sheet, label)), png);
  }

  private path(sheet: number): string {
    return join(this.folder, FOLDER, `sheet-${sheet}.json`);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
