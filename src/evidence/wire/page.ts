import { z } from 'zod';
import { warningSchema } from './document.js';
import { locatorSchema, wireBoxSchema } from './locator.js';
import { spanSchema } from './read.js';

/** An object of the library's store, as replies refer to it. */
const objectSchema = z.object({ digest: z.string().describe('SHA-256, hex'), bytes: z.int().nonnegative() });

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
  title: z.string().nullable().describe('what a chart, a table or a figure calls itself'),
  box: wireBoxSchema.describe('regions cover the page without overlap'),
  content_box: wireBoxSchema.describe('around what the region holds'),
  parts: z
    .array(z.object({ kind: z.enum(REGION_KINDS), box: wireBoxSchema, title: z.string().nullable() }))
    .describe('where no straight cut parts what stands in it: its charts, tables and texts, which may overlap'),
  text: z.string().describe('verbatim, in reading order; cells of a table by tabs'),
  sentences: z.array(z.object({ text: z.string(), span_ids: z.array(z.string()) })),
  producer: z.string().describe('what read the text out'),
  verification: z.string().nullable().describe('what rebuilt it from the spans; null where that failed'),
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
  layout: z.string().describe('what cut the page into regions: `vector-layout-v1`, or a layout model'),
  warnings: z.array(warningSchema),
});
export type PageReply = z.infer<typeof pageReplySchema>;
