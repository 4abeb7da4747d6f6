import { z } from 'zod';
import { adviceSchema } from './advice.js';
import { warningSchema } from './document.js';
import { locatorSchema, wireBoxSchema } from './locator.js';

const channelSchema = z.object({ rank: z.int().positive(), score: z.number() }).nullable();

export const hitSchema = z.object({
  ref: z.string().describe('document id and number of the passage'),
  rank: z.int().positive(),
  score: z.number().describe('fused score; comparable only within one reply'),
  channels: z.object({ bm25: channelSchema, vector: channelSchema }),
  text: z.string(),
  kind: z.enum(['text', 'table', 'chart', 'caption']),
  title: z.string().nullable().describe('of the document'),
  headings: z.array(z.string()),
  locator: locatorSchema,
  suggested_crop: wireBoxSchema.nullable().describe('grown to whole rows, figure and caption; null: the whole page'),
  broken_images: z.array(z.string()),
});
export type Hit = z.infer<typeof hitSchema>;

export const searchReplySchema = z.object({
  query: z.string(),
  snapshot: z.string().nullable(),
  hits: z.array(hitSchema),
  advice: adviceSchema,
  warnings: z.array(warningSchema),
});
export type SearchReply = z.infer<typeof searchReplySchema>;

export const locateReplySchema = z.object({
  candidates: z.array(
    z.object({
      locator: locatorSchema,
      score: z.number(),
      why: z.string(),
      suggested_crop: wireBoxSchema.nullable(),
    }),
  ),
  ambiguous: z.boolean().describe('two places match equally well'),
  next_step: z.string().nullable().describe('what to try where nothing was found'),
});
export type LocateReply = z.infer<typeof locateReplySchema>;

export const figuresReplySchema = z.object({
  figures: z.array(
    z.object({
      label: z.string().nullable(),
      kind: z.enum(['figure', 'table', 'equation', 'chart', 'image']),
      caption: z.string().nullable(),
      alt: z.string().nullable(),
      href: z.string().nullable().describe('for EPUB: as `image` takes it'),
      locator: locatorSchema,
      picture_box: wireBoxSchema.nullable(),
      cover: z.boolean().describe('the cover of an EPUB'),
    }),
  ),
});
export type FiguresReply = z.infer<typeof figuresReplySchema>;
