import { z } from 'zod';
import { type Box, type Frame, rounded } from '../boxes.js';

/** A box on the wire: `[x0, y0, x1, y1]`, in page space unless the object that holds it says otherwise. */
export const wireBoxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type WireBox = z.infer<typeof wireBoxSchema>;

/** A box as replies have it, rounded to 0.01 unit. */
export const wireBox = (box: Box<Frame>): WireBox => [...rounded(box)] as WireBox;

/** A box in world coordinates, whose units may be metres: rounded to a millionth. */
export const worldWireBox = (box: Box<'world'>): WireBox =>
  box.map((v) => Math.round(v * 1e6) / 1e6) as unknown as WireBox;

/** A place in a document. Every key is always there; null where it has no meaning for the kind of document. */
export const locatorSchema = z.object({
  document: z.string().min(1),
  digest: z.string().min(1).describe('digest of the file, hex'),
  page_index: z.int().nonnegative().nullable().describe('0-based'),
  page: z.int().positive().nullable().describe('1-based, as --page takes it'),
  page_label: z.string().nullable().describe('as printed on the page'),
  chapter: z.string().nullable().describe('href of the chapter (EPUB)'),
  element: z.string().nullable().describe('element in the chapter (EPUB)'),
  box: wireBoxSchema.nullable(),
  page_width: z.number().nonnegative().nullable(),
  page_height: z.number().nonnegative().nullable(),
});
export type Locator = z.infer<typeof locatorSchema>;
