import { z } from 'zod';
import { warningSchema } from './document.js';
import { locatorSchema, wireBoxSchema } from './locator.js';
import { spanSchema } from './read.js';

/** An object of the library's store, as replies refer to it. */
export const objectSchema = z.object({ digest: z.string().describe('SHA-256, hex'), bytes: z.int().nonnegative() });

export const REGION_KINDS = [
  'title',
  'text',
  'list',
  'table',
  'figure',
  'chart',
  'caption',
  'header',
  'footer',
  'note',
] as const;

const regionSchema = z.object({
  index: z.int().nonnegative().describe('place in the reading order'),
  kind: z.enum(REGION_KINDS),
  box: wireBoxSchema.describe('regions cover the page without overlap'),
  content_box: wireBoxSchema.nullable().describe('around what the region holds'),
  text: z.string().describe('verbatim, in reading order'),
  element_ids: z.array(z.string()),
  span_ids: z.array(z.string()),
});

export const pageReplySchema = z.object({
  locator: locatorSchema,
  svg: objectSchema.describe('the page, or the region asked for, as SVG'),
  svg_text: z.string().nullable().describe('with inline: the SVG itself'),
  svg_file: z.string().nullable(),
  spans_file: z.string().nullable(),
  spans: z.array(spanSchema.extend({ element_ids: z.array(z.string()) })),
  regions: z.array(regionSchema),
  warnings: z.array(warningSchema),
});
export type PageReply = z.infer<typeof pageReplySchema>;
