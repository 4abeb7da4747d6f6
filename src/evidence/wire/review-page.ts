import { z } from 'zod';
import { locatorSchema } from './locator.js';

export const reviewPageReplySchema = z.object({
  locator: locatorSchema,
  file: z.string().nullable(),
  html: z.string().nullable().describe('with inline: the page itself'),
  bytes: z.int().nonnegative(),
  spans: z.int().nonnegative(),
  refused_spans: z.int().nonnegative(),
  regions: z.int().nonnegative(),
  tables: z.int().nonnegative(),
});
export type ReviewPageReply = z.infer<typeof reviewPageReplySchema>;
