import { z } from 'zod';
import { locatorSchema, wireBoxSchema } from './locator.js';

/** Why text is not proven to be visible on the page. docs/proof.md says how each is found out. */
const REFUSALS = [
  'INVISIBLE_MODE',
  'CLIPPED',
  'COVERED',
  'BACKGROUND_COLOURED',
  'OUTSIDE_PAGE',
  'HIDDEN_LAYER',
  'NOT_EMBEDDED',
  'ACTUAL_TEXT_DIFFERS',
  'TOUNICODE_MISMATCH',
  'WITNESSES_DISAGREE',
  'NOT_FOUND',
  'RASTER_ONLY',
] as const;
export const refusalSchema = z.enum(REFUSALS);
export type Refusal = z.infer<typeof refusalSchema>;

const occurrenceSchema = z.object({
  proven: z.boolean(),
  element_ids: z.array(z.string()).describe('elements of the page SVG'),
  box: wireBoxSchema.nullable(),
  unicode: z.string().nullable(),
  glyphs: z
    .array(
      z.object({
        unicode: z.string().nullable(),
        char_code: z.int().nullable(),
        outline: z.string().nullable().describe('names the shape'),
        element_id: z.string().nullable(),
        origin: z.tuple([z.number(), z.number()]),
        box: wireBoxSchema,
        seen: z.number().nullable().describe('share of its ink that shows'),
        refused: z.array(refusalSchema),
      }),
    )
    .nullable(),
  font: z.string().nullable(),
  embedded: z.boolean().nullable(),
  fill: z.string().nullable(),
  alpha: z.number().nullable(),
  witnesses: z.object({ pdfium: z.string().nullable(), pdfjs: z.string().nullable() }).describe('what each reads'),
  visible_pixels: z.number().nullable(),
  refused: z.array(refusalSchema),
});

export const proveReplySchema = z.object({
  proven: z.boolean(),
  occurrences: z.array(occurrenceSchema).describe('where there is none: one that only bears the reason'),
  refused: z.array(refusalSchema),
  locator: locatorSchema,
});
export type ProveReply = z.infer<typeof proveReplySchema>;
