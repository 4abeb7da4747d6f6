import { z } from 'zod';
import { warningSchema } from './document.js';
import { locatorSchema, wireBoxSchema } from './locator.js';

export const spanSchema = z.object({
  id: z.string(),
  text: z.string(),
  box: wireBoxSchema.nullable(),
  font: z.string().nullable(),
  size_pt: z.number().nullable(),
  rotation_deg: z.number().nullable().describe('clockwise on the visible page'),
  color: z.string().nullable(),
  hidden: z.boolean().optional().describe('only with --hidden: in the text layer, but not shown'),
});

export const readReplySchema = z.object({
  text: z.string(),
  spans: z.array(spanSchema),
  locator: locatorSchema,
  warnings: z.array(warningSchema),
});
export type ReadReply = z.infer<typeof readReplySchema>;

export const chaptersReplySchema = z.object({
  chapters: z.array(z.object({ href: z.string(), title: z.string().nullable(), order: z.int().nonnegative() })),
});
export type ChaptersReply = z.infer<typeof chaptersReplySchema>;
